//! A page for each technique and each lesson.

use std::error::Error;
use std::path::{Path, PathBuf};

use setwise::{Bitboard, Position, Role, Square};
use setwise_lessons::svg::Svg;
use setwise_lessons::{
    Lesson, Note, Step, bits, boards, fills, json, legal, mappings, operators, pawns, rotated,
    sliding, squares, stored_moves, transforms,
};
use setwise_techniques::Technique;
use setwise_techniques::mapping::Mapping;

use crate::commands::Commands;
use crate::lab::{self, KIWIPETE};
use crate::page::{self, About, Site, escaped, narrow, relative};

/// The directory of the pages.
const DIRECTORY: &str = "lessons";

/// The widths of the boards of a step in characters: on a wide and on a narrow screen.
const COLUMNS: [usize; 2] = [74, 38];

/// A lesson with a page of its own.
pub(crate) struct Entry {
    /// The place of the page.
    pub(crate) target: PathBuf,
    /// The title without a position.
    pub(crate) title: String,
    /// The command that prints the lesson.
    line: String,
    pub(crate) lesson: Lesson,
}

impl Entry {
    fn new(line: &str, lesson: Lesson) -> Entry {
        // The page of a technique has the name of a lesson on several sliders.
        let name = if line.contains("sliders") { "sliders" } else { &lesson.topic };
        let target = Path::new(DIRECTORY).join(name.replace(' ', "-") + ".html");
        let mut words: Vec<&str> = lesson.title.split(' ').collect();
        if let Some(at) = words.iter().position(|word| word.matches('/').count() == 7) {
            words.truncate(if words[at - 1] == "in" { at - 1 } else { at });
        }
        let title = words.join(" ").trim_end_matches(':').to_owned();
        Entry { target, title, line: format!("setwise {line}"), lesson }
    }
}

/// Returns the lessons of the techniques that this CPU can run.
pub(crate) fn techniques() -> Vec<Entry> {
    let board = *kiwipete().board();
    let question = sliding::Question::new(Role::Rook, Square::D4, board.occupied());
    let question = question.on_board(&board, setwise::Color::White);
    let lesson = |&technique: &Technique| {
        let line = format!("explain {technique} rook d4 kiwipete");
        let entry = Entry::new(&line, sliding::lesson(technique, question)?);
        Some(Entry { title: technique.card().title.to_owned(), ..entry })
    };
    Technique::ALL.iter().filter_map(lesson).collect()
}

/// Returns the other lessons in reading order.
pub(crate) fn topics() -> Vec<Entry> {
    let (start, kiwipete) = (Position::INITIAL, kiwipete());
    let set = Bitboard::from_iter([Square::C2, Square::E4, Square::F7]);
    let other = Bitboard::from_iter([Square::D4, Square::E4, Square::D5, Square::E5]);
    let rooks = Bitboard::from_iter([Square::A1, Square::H1]);
    let sliders = fills::Sliders { rooks, occupied: rooks, ..fills::Sliders::default() };
    let mut entries = Vec::new();
    let mut add = |line: &str, lesson| entries.push(Entry::new(line, lesson));
    add("mapping", mappings::lesson(&Mapping::ALL, Bitboard::of(Square::A1)));
    add("explain squares", squares::lesson(Square::D2));
    add("explain operators", operators::lesson(set, other));
    add("explain boards", boards::lesson(&start));
    add("explain pawns kiwipete", pawns::lesson(&kiwipete));
    for (piece, square) in
        stored_moves::Piece::ALL.into_iter().zip([Square::E1, Square::E5, Square::D5])
    {
        let line = format!("explain stored-moves {} {square} kiwipete", piece.name());
        add(&line, stored_moves::lesson(&kiwipete, piece, square));
    }
    for trick in bits::Subject::ALL {
        add(&format!("explain bits {}", trick.name()), bits::lesson(trick, set));
    }
    add("explain rotated-boards", rotated::lesson(&start, Square::D2));
    if let Some(lesson) = fills::lesson(Technique::KoggeStone, sliders) {
        add("explain sliders kogge-stone --rooks 'a1 h1'", lesson);
    }
    add("explain fills kiwipete", fills::uses(&kiwipete));
    for transform in transforms::Transform::ALL {
        add(&format!("explain transform {}", transform.name()), transforms::lesson(transform, set));
    }
    add("explain legal kiwipete --square e1", legal::lesson(&kiwipete, Some(Square::E1)));
    entries
}

fn kiwipete() -> Position {
    Position::parse_fen(KIWIPETE).expect("a position")
}

/// Writes the pages of lessons. A lesson that differs from what its command prints is an error.
pub(crate) fn write(
    entries: &[Entry],
    site: &Site,
    commands: &Commands,
    directory: &Path,
) -> Result<(), Box<dyn Error>> {
    for (at, entry) in entries.iter().enumerate() {
        let printed = commands.run(&entry.line, &["--json"])?;
        if printed.trim_end() != json::Json(&entry.lesson).to_string() {
            return Err(format!("{} prints another lesson than its page has", entry.line).into());
        }
        let around = [at.checked_sub(1), Some(at + 1)].map(|at| {
            let other = entries.get(at?)?;
            Some((relative(&entry.target, &other.target), other.title.clone()))
        });
        let description = page::beginning(&description(&entry.lesson));
        let about = About { title: &entry.title, description: &description };
        crate::write(
            &directory.join(&entry.target),
            &site.document(&entry.target, &about, &body_of(entry, site, directory)?, around),
        )?;
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

/// Writes the boards of a step, for wide and for narrow screens, and returns the element that shows
/// them.
fn draw(
    entry: &Entry,
    number: usize,
    step: &Step,
    directory: &Path,
) -> Result<String, Box<dyn Error>> {
    let boards = Lesson {
        title: String::new(),
        sources: Vec::new(),
        steps: vec![Step { part: String::new(), text: String::new(), ..step.clone() }],
        ..entry.lesson.clone()
    };
    let drawn = COLUMNS.map(|columns| Svg::new(&boards).columns(columns).to_string());
    let name = entry.target.file_stem().unwrap_or_default().to_string_lossy();
    let file = format!("{name}-{number}.svg");
    let wide = directory.join(entry.target.with_file_name(&file));
    for (path, drawing) in [narrow(&wide), wide].iter().rev().zip(&drawn) {
        crate::write(path, drawing)?;
    }
    let alt = Some(step.equation()).filter(|words| !words.is_empty());
    let alt = alt.as_deref().unwrap_or("A table");
    Ok(page::picture(&file, alt, [page::size(&drawn[0]), page::size(&drawn[1])]))
}

fn description(lesson: &Lesson) -> String {
    let idea = lesson.notes.iter().find(|note| note.heading == "Idea").map(|note| &note.text);
    idea.or(lesson.steps.first().map(|step| &step.text)).cloned().unwrap_or_default()
}

/// Returns the body of the page, and writes its pictures.
fn body_of(entry: &Entry, site: &Site, directory: &Path) -> Result<String, Box<dyn Error>> {
    let Lesson { sources, notes, steps, .. } = &entry.lesson;
    let mut body = format!("<h1>{}</h1>\n", escaped(&entry.title));
    let sources = sources.iter().map(|source| match source.url.as_str() {
        "" => escaped(&source.name),
        url => format!("<a href=\"{}\">{}</a>", escaped(url), escaped(&source.name)),
    });
    body += &format!("<p class=\"sources\">{}</p>\n", sources.collect::<Vec<_>>().join("; "));
    let lab = lab::address(&entry.line).filter(|_| site.has_lab);
    let lab = lab.map(|address| escaped(&relative(&entry.target, Path::new(&address))));
    if let Some(address) = &lab {
        body += &format!("<p><a class=\"button\" href=\"{address}\">Open in the lab</a></p>\n");
    }
    let (idea, more): (Vec<&Note>, Vec<&Note>) =
        notes.iter().partition(|note| note.heading == "Idea");
    body += &idea.iter().map(|note| paragraphs(&note.text)).collect::<String>();
    body += "<h2 id=\"steps\">Step by step</h2>\n";
    body += &format!(
        "<p>Printed by <code>{}</code>.</p>\n<ol class=\"steps\">\n",
        escaped(&entry.line)
    );
    let mut part = "";
    for (number, step) in (1..).zip(steps) {
        body += &format!("<li id=\"step-{number}\">\n");
        if step.part != part {
            part = &step.part;
            body += &format!("<h3>{}</h3>\n", escaped(part));
        }
        body += &paragraphs(&step.text);
        if !step.figures.is_empty() {
            body += &draw(entry, number, step, directory)?;
        }
        body += "</li>\n";
    }
    body += "</ol>\n";
    for note in more {
        body += &format!("<h2>{}</h2>\n{}", escaped(&note.heading), paragraphs(&note.text));
    }
    Ok(body)
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
            (Some(element), _) => format!("<p class=\"element\">{element}</p>\n"),
            (None, true) => format!("<pre>{words}</pre>\n"),
            (None, false) => format!("<p>{words}</p>\n"),
        };
    }
    html
}
