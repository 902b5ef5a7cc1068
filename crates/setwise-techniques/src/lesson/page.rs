//! Notes from the page of a technique: its Markdown as plain text, by paragraphs with a bold heading.

use super::Note;

/// Returns the notes of a page: a note for each paragraph that begins with a bold heading, with what
/// follows it.
pub(super) fn notes(page: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let (mut drawing, mut new_paragraph) = (false, true);
    for line in page.lines() {
        if line.starts_with("```") {
            drawing = !drawing;
            continue;
        }
        if let Some((heading, rest)) = bold(line).filter(|_| !drawing && new_paragraph) {
            let heading = heading.trim_end_matches('.').to_owned();
            notes.push(Note { heading, text: plain(rest.trim_start()) });
            new_paragraph = false;
            continue;
        }
        let Some(note) = notes.last_mut() else { continue };
        note.text.push(if drawing || new_paragraph || line.is_empty() { '\n' } else { ' ' });
        match drawing {
            true if line.starts_with(' ') => note.text += line,
            true if line.is_empty() => note.text.push(' '),
            true => note.text += &format!(" {line}"),
            false if line.starts_with('|') => note.text += &format!(" {}", plain(line)),
            false => note.text += &plain(line),
        }
        new_paragraph = line.is_empty() || drawing || line.starts_with('|');
    }
    for note in &mut notes {
        note.text.truncate(note.text.trim_end().len());
    }
    notes
}

/// Returns the bold words at the beginning of a line, and the rest.
fn bold(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("**")?.split_once("**")
}

/// Returns a line without the marks of Markdown: links as their text, no asterisks or backticks.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['[', '<', '`', '*']) {
        text += &rest[..at];
        let mark = &rest[at..];
        rest = match link(mark) {
            Some((shown, rest)) => {
                text += &shown.replace('`', "");
                rest
            }
            None if mark.starts_with('[') || mark.starts_with('<') => {
                text += &mark[..1];
                &mark[1..]
            }
            None => &mark[1..],
        };
    }
    text + rest
}

/// Returns the text of the link that begins here, and what follows it.
fn link(text: &str) -> Option<(&str, &str)> {
    if let Some(address) = text.strip_prefix('<') {
        return address.split_once('>').filter(|(address, _)| address.starts_with("http"));
    }
    let (shown, rest) = text.strip_prefix('[')?.split_once(']')?;
    match rest.strip_prefix('(') {
        Some(address) => Some((shown, address.split_once(')')?.1)),
        None => Some((shown, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_with_a_bold_heading_are_notes_and_drawings_keep_their_lines() {
        let page = "A title.\n\n**Idea.** See [the rays](crate::ray), `a*b` and\n<https://example.org>.\n\n\
                    ```text\n x y\nz\n```\n\n**Cost.** [`Inline`] needs *none*.\n";
        let note = |heading: &str, text: &str| Note { heading: heading.into(), text: text.into() };
        let expected = [
            note("Idea", "See the rays, ab and https://example.org.\n\n x y\n z"),
            note("Cost", "Inline needs none."),
        ];
        assert_eq!(notes(page), expected);
    }
}
