//! A page for each technique and each lesson.

use std::error::Error;
use std::path::{Path, PathBuf};

use setwise_lessons::svg::Svg;
use setwise_lessons::{Lesson, Note, Step, bits, transforms};
use setwise_techniques::Technique;

use crate::lab;
use crate::page::{About, Site, beginning, escaped, relative};

/// The directory of the pages.
const DIRECTORY: &str = "lessons";

/// The widths of the boards of a step in characters: on a wide and on a narrow screen.
const COLUMNS: [usize; 2] = [74, 38];

/// The lessons that are no technique, in reading order: before those on bits, between them and those
/// on transforms, and after these.
const TOPICS: [&[&str]; 3] = [
    &[
        "mapping",
        "explain squares",
        "explain operators",
        "explain boards",
        "explain pawns kiwipete",
        "explain stored-moves king e1 kiwipete",
        "explain stored-moves knight e5 kiwipete",
        "explain stored-moves pawn d5 kiwipete",
    ],
    &[
        "explain rotated-boards",
        "explain sliders kogge-stone --rooks 'a1 h1'",
        "explain fills kiwipete",
    ],
    &["explain legal kiwipete --square e1"],
];

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
    fn new(line: &str) -> Option<Entry> {
        let line = format!("setwise {line}");
        let lesson = lesson(&line)?;
        // The page of a technique has the name of a lesson on several sliders.
        let name = if line.contains("sliders") { "sliders" } else { &lesson.topic };
        let target = Path::new(DIRECTORY).join(name.replace(' ', "-") + ".html");
        let mut words: Vec<&str> = lesson.title.split(' ').collect();
        if let Some(at) = words.iter().position(|word| word.matches('/').count() == 7) {
            words.truncate(if words[at - 1] == "in" { at - 1 } else { at });
        }
        let title = words.join(" ").trim_end_matches(':').to_owned();
        Some(Entry { target, title, line, lesson })
    }
}

/// Returns the lesson that a command line prints; `None` if it prints none.
pub(crate) fn lesson(line: &str) -> Option<Lesson> {
    setwise_cli::lesson(shell_words::split(line).ok()?.into_iter().map(Into::into))
}

/// Returns the lessons of the techniques that this CPU can run.
pub(crate) fn techniques() -> Vec<Entry> {
    let entry = |technique: &Technique| {
        let entry = Entry::new(&format!("explain {technique} rook d4 kiwipete"))?;
        Some(Entry { title: technique.card().title.to_owned(), ..entry })
    };
    Technique::ALL.iter().filter_map(entry).collect()
}

/// Returns the other lessons in reading order.
pub(crate) fn topics() -> Vec<Entry> {
    let [before, between, after] = TOPICS.map(|lines| lines.iter().map(|line| (*line).to_owned()));
    let bits = bits::Subject::ALL.map(|trick| format!("explain bits {}", trick.name()));
    let transforms =
        transforms::Transform::ALL.map(|name| format!("explain transform {}", name.name()));
    let lines = before.chain(bits).chain(between).chain(transforms).chain(after);
    lines.map(|line| Entry::new(&line).expect("a lesson")).collect()
}

/// Writes the pages of lessons.
pub(crate) fn write(entries: &[Entry], site: &Site) -> Result<(), Box<dyn Error>> {
    for (at, Entry { target, title, line, lesson }) in entries.iter().enumerate() {
        let around = [at.checked_sub(1), Some(at + 1)].map(|at| {
            let other = entries.get(at?)?;
            Some((relative(target, &other.target), other.title.clone()))
        });
        let idea = lesson.notes.iter().find(|note| note.heading == "Idea").map(|note| &note.text);
        let description = idea.or(lesson.steps.first().map(|step| &step.text));
        let description = &beginning(description.map_or("", |text| text));
        let mut body = format!("<h1>{}</h1>\n", escaped(title));
        if let Some(address) = lab::address(line).filter(|_| site.has_lab) {
            let address = escaped(&relative(target, Path::new(&address)));
            body += &format!("<p><a class=\"button\" href=\"{address}\">Open in the lab</a></p>\n");
        }
        body += &content(lesson, line, target, site)?;
        site.write(target, &site.document(target, &About { title, description }, &body, around))?;
    }
    Ok(())
}

/// Returns the items of a list of lessons, with links as seen from a page.
pub(crate) fn list(entries: &[Entry], from: &Path) -> String {
    let item = |entry: &Entry| {
        let address = relative(from, &entry.target);
        format!("<li><a href=\"{address}\">{}</a></li>\n", escaped(&entry.title))
    };
    entries.iter().map(item).collect()
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
    let (idea, more): (Vec<&Note>, Vec<&Note>) =
        lesson.notes.iter().partition(|note| note.heading == "Idea");
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

/// Returns the list of a lesson's steps, and writes their pictures. The script of the page shows one
/// step at a time.
pub(crate) fn steps(lesson: &Lesson, page: &Path, site: &Site) -> Result<String, Box<dyn Error>> {
    let (mut list, mut part) = ("<ol class=\"steps\">\n".to_owned(), "");
    for (number, step) in (1..).zip(&lesson.steps) {
        list += &format!("<li id=\"step-{number}\">\n");
        if step.part != part {
            part = &step.part;
            list += &format!("<h3>{}</h3>\n", escaped(part));
        }
        list += &paragraphs(&step.text);
        if !step.figures.is_empty() {
            list += &draw(lesson, number, step, page, site)?;
        }
        list += "</li>\n";
    }
    Ok(list + "</ol>\n")
}

/// Writes the boards of a step, for wide and for narrow screens, and returns the element that shows
/// them.
fn draw(
    lesson: &Lesson,
    number: usize,
    step: &Step,
    page: &Path,
    site: &Site,
) -> Result<String, Box<dyn Error>> {
    let (title, sources) = (String::new(), Vec::new());
    let steps = vec![Step { part: String::new(), text: String::new(), ..step.clone() }];
    let boards = Lesson { title, sources, steps, ..lesson.clone() };
    let name = page.file_stem().unwrap_or_default().to_string_lossy();
    let [wide, narrow] = ["", ".narrow"].map(|kind| format!("{name}-{number}{kind}.svg"));
    let mut sizes = [String::new(), String::new()];
    for ((file, columns), size) in [&wide, &narrow].into_iter().zip(COLUMNS).zip(&mut sizes) {
        let drawing = Svg::new(&boards).columns(columns).to_string();
        let head = drawing.split_once(" viewBox").map_or("", |(head, _)| head);
        *size = head.split_once("role=\"img\"").map_or("", |(_, size)| size).to_owned();
        site.write(&page.with_file_name(file), &drawing)?;
    }
    let [wide_size, narrow_size] = sizes;
    let alt = Some(step.equation()).filter(|words| !words.is_empty());
    let alt = escaped(alt.as_deref().unwrap_or("A table"));
    Ok(format!(
        "<a class=\"wide picture\" href=\"{wide}\"><picture>\
         <source media=\"(max-width: 40rem)\" srcset=\"{narrow}\"{narrow_size}>\
         <img src=\"{wide}\"{wide_size} alt=\"{alt}\" loading=\"lazy\"></picture></a>\n"
    ))
}

/// Returns a text as paragraphs, with code between backquotes, and as drawings the lines that begin with a space.
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
