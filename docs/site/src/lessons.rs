//! A page for each technique and each lesson.

use std::error::Error;
use std::path::{Path, PathBuf};

use setwise_lessons::svg::Svg;
use setwise_lessons::{Lesson, Note, Step};
use setwise_techniques::Technique;

use crate::page::{Page, Site, beginning, escaped};

/// The directory of the pages.
const DIRECTORY: &str = "lessons";

/// The widths of the boards of a step in characters: on a wide and on a narrow screen.
const COLUMNS: [usize; 2] = [74, 38];

/// The titles and the commands of the lessons that are no technique, in reading order.
const TOPICS: &str = include_str!("topics.txt");

/// A lesson with a page of its own.
pub(crate) struct Entry {
    /// The place of the page.
    pub(crate) target: PathBuf,
    /// The title without a position.
    pub(crate) title: String,
    /// The command that prints the lesson.
    line: String,
    lesson: Lesson,
}

impl Entry {
    fn new(title: &str, line: &str) -> Option<Entry> {
        let line = format!("setwise {line}");
        let lesson = lesson(&line)?;
        // The page of a technique has the name of a lesson on several sliders.
        let name = if line.contains("sliders") { "sliders" } else { &lesson.topic };
        let target = Path::new(DIRECTORY).join(name.replace(' ', "-") + ".html");
        Some(Entry { target, title: title.to_owned(), line, lesson })
    }
}

/// Returns the lesson that a command line prints; `None` if it prints none.
pub(crate) fn lesson(line: &str) -> Option<Lesson> {
    setwise_cli::lesson(shell_words::split(line).ok()?.into_iter().map(Into::into))
}

/// Returns the lessons of the techniques that this CPU can run.
pub(crate) fn techniques() -> Vec<Entry> {
    let entry = |technique: &Technique| {
        Entry::new(technique.card().title, &format!("explain {technique} rook d4 kiwipete"))
    };
    Technique::ALL.iter().filter_map(entry).collect()
}

/// Returns the other lessons in reading order.
pub(crate) fn topics() -> Vec<Entry> {
    let entry = |line: &str| line.split_once('|').and_then(|(title, line)| Entry::new(title, line));
    TOPICS.lines().map(|line| entry(line).expect("a lesson")).collect()
}

/// Makes the pages of lessons.
pub(crate) fn read(entries: &[Entry], site: &Site) -> Result<Vec<Page>, Box<dyn Error>> {
    let page = |Entry { target, title, line, lesson }: &Entry| {
        let idea = lesson.notes.iter().find(|note| note.heading == "Idea").map(|note| &note.text);
        let description = idea.or(lesson.steps.first().map(|step| &step.text));
        let description = beginning(description.map_or("", |text| text));
        let mut body = format!("<h1>{}</h1>\n", escaped(title));
        if let Some(lab) = site.lab(target, line) {
            body += &format!("<p><a class=\"button\" href=\"{lab}\">Open in the lab</a></p>\n");
        }
        body += &content(lesson, line, target, site)?;
        let (target, title) = (target.clone(), title.clone());
        Ok(Page { target, title, description, body, ..Page::default() })
    };
    entries.iter().map(page).collect()
}

/// Returns the sources, the steps and the notes of a lesson.
pub(crate) fn content(
    lesson: &Lesson,
    line: &str,
    page: &Path,
    site: &Site,
) -> Result<String, Box<dyn Error>> {
    let sources = lesson.sources.iter().map(|source| match source.url.as_str() {
        "" => escaped(&source.name),
        url => format!("<a href=\"{}\">{}</a>", escaped(url), escaped(&source.name)),
    });
    let sources = sources.collect::<Vec<_>>().join("; ");
    // Drawings come after the steps, which move.
    let is_first = |note: &&Note| note.heading == "Idea" && !note.text.contains("\n ");
    let (idea, more): (Vec<_>, Vec<_>) = lesson.notes.iter().partition(is_first);
    let mut body = format!("<p class=\"sources\">{sources}</p>\n");
    body += &idea.iter().map(|note| paragraphs(&note.text)).collect::<String>();
    body += "<h2 id=\"steps\">Step by step</h2>\n";
    body += &format!("<p>Printed by <code>{}</code>.</p>\n", escaped(line));
    body += &steps(lesson, page, site)?;
    for note in more {
        body += &format!("<h2>{}</h2>\n{}", escaped(&note.heading), paragraphs(&note.text));
    }
    Ok(body)
}

/// Returns the list of a lesson's steps, and writes their pictures for wide and for narrow screens.
/// The script of the page shows one step at a time.
pub(crate) fn steps(lesson: &Lesson, page: &Path, site: &Site) -> Result<String, Box<dyn Error>> {
    let (mut list, mut part) = ("<ol class=\"steps\">\n".to_owned(), "");
    let name = page.file_stem().unwrap_or_default().to_string_lossy();
    for (number, step) in (1..).zip(&lesson.steps) {
        list += &format!("<li id=\"step-{number}\">\n");
        if step.part != part {
            part = &step.part;
            list += &format!("<h3>{}</h3>\n", escaped(part));
        }
        list += &paragraphs(&step.text);
        if !step.figures.is_empty() {
            // The words are in the page.
            let boards = Step { part: String::new(), text: String::new(), ..step.clone() };
            let (title, sources) = (String::new(), Vec::new());
            let boards = Lesson { title, sources, steps: vec![boards], ..lesson.clone() };
            let mut pictures = Vec::new();
            for columns in COLUMNS {
                let drawing = Svg::new(&boards).columns(columns).to_string();
                let file = format!("{name}-{number}-{columns}.svg");
                site.write(&page.with_file_name(&file), &drawing)?;
                let at = |word| drawing.find(word).unwrap_or(0);
                pictures.push((file, drawing[at(" width")..at(" viewBox")].to_owned()));
            }
            let [(wide, size), (narrow, narrow_size)] = &pictures[..] else { continue };
            let equation = step.equation();
            let alt = if equation.is_empty() { "A table".to_owned() } else { escaped(&equation) };
            list += &format!(
                "<a class=\"wide picture\" href=\"{wide}\"><picture>\
                 <source media=\"(max-width: 40rem)\" srcset=\"{narrow}\"{narrow_size}>\
                 <img src=\"{wide}\"{size} alt=\"{alt}\" loading=\"lazy\"></picture></a>\n"
            );
        }
        list += "</li>\n";
    }
    Ok(list + "</ol>\n")
}

/// Returns a text as paragraphs, and as drawings the lines that begin with a space.
fn paragraphs(text: &str) -> String {
    let mut html = String::new();
    for block in text.split('\n').collect::<Vec<_>>().chunk_by(|a, b| {
        !b.is_empty() && a.starts_with(' ') == b.starts_with(' ') && !b.starts_with("- ")
    }) {
        let words = escaped(block.join("\n").trim_matches('\n'));
        html += &match (words.strip_prefix("- "), words.starts_with(' ')) {
            _ if words.is_empty() => String::new(),
            (Some(element), _) => format!("<p class=\"element\">{}</p>\n", with_code(element)),
            (None, true) => format!("<pre>{words}</pre>\n"),
            (None, false) => format!("<p>{}</p>\n", with_code(&words)),
        };
    }
    html
}

/// Returns a text whose words between backquotes are code.
pub(crate) fn with_code(text: &str) -> String {
    let part =
        |(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { String::from(part) };
    text.split('`').enumerate().map(part).collect()
}
