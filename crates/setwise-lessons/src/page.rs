//! Notes from the page of a technique: its Markdown as plain text, by paragraphs with a bold
//! heading.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::Note;

/// The notes of the pages that were asked for. Every lesson of a technique has its page's notes.
static NOTES: LazyLock<Mutex<HashMap<&'static str, Vec<Note>>>> = LazyLock::new(Mutex::default);

/// Returns the notes of a page: a note for each paragraph that begins with a bold heading, with
/// what follows it.
pub(super) fn notes(page: &'static str) -> Vec<Note> {
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    notes.entry(page).or_insert_with(|| read(page)).clone()
}

fn read(page: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    for line in joined(page) {
        if let Line::Text(text) = &line
            && let Some((heading, rest)) = bold(text)
        {
            let heading = heading.trim_end_matches('.').to_owned();
            notes.push(Note { heading, text: plain(rest.trim_start()) });
            continue;
        }
        let Some(note) = notes.last_mut() else { continue };
        note.text.push('\n');
        match line {
            Line::Drawing(line) if line.is_empty() || !line.starts_with(' ') => {
                note.text += &format!(" {line}");
            }
            Line::Drawing(line) => note.text += line,
            Line::Row(row) => note.text += &format!(" {}", plain(row)),
            Line::Text(text) => match text.strip_prefix("* ") {
                Some(element) => note.text += &format!("- {}", plain(element)),
                None => note.text += &plain(&text),
            },
        }
    }
    for note in &mut notes {
        note.text.truncate(note.text.trim_end().len());
    }
    notes
}

/// A line of a page as it is shown.
enum Line<'p> {
    /// A line of a drawing.
    Drawing(&'p str),
    /// A row of a table.
    Row(&'p str),
    /// A paragraph or an element of a list, in one piece: a link or a code span may go over the end
    /// of a line. Empty between paragraphs.
    Text(String),
}

/// Returns the lines of a page, with paragraphs and elements of lists joined to one line each.
fn joined(page: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = Vec::new();
    let mut drawing = false;
    for line in page.lines() {
        if line.starts_with("```") {
            drawing = !drawing;
        } else if drawing {
            lines.push(Line::Drawing(line));
        } else if line.starts_with('|') {
            lines.push(Line::Row(line));
        } else {
            match lines.last_mut() {
                Some(Line::Text(text)) if goes_on(text, line) => {
                    text.push(' ');
                    *text += line.trim_start();
                }
                _ => lines.push(Line::Text(line.to_owned())),
            }
        }
    }
    lines
}

/// Returns whether a line belongs to the paragraph or the element of a list before it.
fn goes_on(text: &str, line: &str) -> bool {
    let digits = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_element = line.starts_with("- ")
        || line.starts_with("* ")
        || digits.len() < line.len() && digits.starts_with(". ");
    !text.is_empty() && !line.is_empty() && !is_element
}

/// Returns the bold words at the beginning of a line, and the rest.
fn bold(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("**")?.split_once("**")
}

/// Returns a text without the marks of Markdown: links as their text, code as it is, no asterisks.
fn plain(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['[', '<', '`', '*']) {
        shown += &rest[..at];
        let mark = &rest[at..];
        rest = if let Some((words, rest)) = link(mark) {
            shown += &plain(words);
            rest
        } else if let Some((code, rest)) =
            mark[1..].split_once('`').filter(|_| mark.starts_with('`'))
        {
            shown += code;
            rest
        } else {
            shown += if mark.starts_with('*') { "" } else { &mark[..1] };
            &mark[1..]
        };
    }
    shown + rest
}

/// Returns the text of the link that begins here, and what follows it.
fn link(text: &str) -> Option<(&str, &str)> {
    if let Some(address) = text.strip_prefix('<') {
        return address.split_once('>').filter(|(address, _)| address.starts_with("http"));
    }
    let (shown, rest) = text.strip_prefix('[')?.split_once(']')?;
    match rest.strip_prefix('(') {
        Some(address) => Some((shown, address.split_once(')')?.1)),
        // A link to an item of the documentation; other brackets are text.
        None => Some((shown, rest)).filter(|_| shown.starts_with('`')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_with_a_bold_heading_are_notes_and_drawings_keep_their_lines() {
        let page = [
            "A title.",
            "",
            "**Idea.** See [the",
            "rays](crate::ray), `a*b` and",
            "<https://example.org>.",
            "",
            "```text",
            " x y",
            "z",
            "```",
            "",
            "**Cost.** [`Inline`] needs *none*.",
            "",
            "* one",
            "2. `ray[pos]`,",
            "   [2]",
        ];
        let note = |heading: &str, text: &str| Note { heading: heading.into(), text: text.into() };
        let expected = [
            note("Idea", "See the rays, a*b and https://example.org.\n\n x y\n z"),
            note("Cost", "Inline needs none.\n\n- one\n2. ray[pos], [2]"),
        ];
        assert_eq!(read(&page.join("\n")), expected);
    }
}
