//! A lesson as a JSON document.
//!
//! `docs/lesson.schema.json` in the repository is its schema. Sets and words are text, as in
//! `"0x0000000000000018"`, because a JSON number has only 53 reliable bits.

use std::fmt;

use setwise::Bitboard;

use super::{Figure, Lesson, Picture, Step, Word};

/// A lesson as a JSON document on one line.
///
/// ```
/// use setwise_lessons::{Writer, json::Json};
///
/// let lesson = Writer::new("bits", "Nothing yet").finish(None);
/// let json = r#"{"topic":"bits","title":"Nothing yet","sources":[],"notes":[],"steps":[]}"#;
/// assert_eq!(Json(&lesson).to_string(), json);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Json<'l>(pub &'l Lesson);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lesson { topic, title, sources, notes, steps, answer } = self.0;
        write!(f, r#"{{"topic":{},"title":{},"sources":"#, Text(topic), Text(title))?;
        array(f, sources, |f, source| {
            write!(f, r#"{{"name":{},"url":{}}}"#, Text(&source.name), Text(&source.url))
        })?;
        f.write_str(r#","notes":"#)?;
        array(f, notes, |f, note| {
            write!(f, r#"{{"heading":{},"text":{}}}"#, Text(&note.heading), Text(&note.text))
        })?;
        f.write_str(r#","steps":"#)?;
        array(f, steps, step)?;
        if let Some(answer) = answer {
            write!(f, r#","answer":{}"#, Hex(answer.0))?;
        }
        f.write_str("}")
    }
}

fn step(f: &mut fmt::Formatter<'_>, step: &Step) -> fmt::Result {
    let Step { part, text, figures } = step;
    write!(f, r#"{{"part":{},"text":{},"figures":"#, Text(part), Text(text))?;
    array(f, figures, figure)?;
    f.write_str("}")
}

fn figure(f: &mut fmt::Formatter<'_>, figure: &Figure) -> fmt::Result {
    match figure {
        Figure::Board(board) => {
            let Picture { label, set, marks, geometry, pieces } = board;
            write!(f, r#"{{"kind":"board","label":{},"set":{}"#, Text(label), Hex(set.0))?;
            write!(f, r#","word":{},"geometry":"{}""#, Hex(board.word()), geometry.name())?;
            f.write_str(r#","marks":"#)?;
            array(f, marks, |f, (mark, squares): &(super::Mark, Bitboard)| {
                write!(f, r#"{{"mark":"{}","set":{}}}"#, mark.name(), Hex(squares.0))
            })?;
            if let Some(pieces) = pieces {
                f.write_str(r#","pieces":"#)?;
                let pieces = pieces.occupied().into_iter().filter_map(|square| {
                    pieces.piece_at(square).map(|piece| format!("{}{square}", piece.letter()))
                });
                array(f, &pieces.collect::<Vec<String>>(), |f, piece| {
                    write!(f, "{}", Text(piece))
                })?;
            }
            f.write_str("}")
        }
        Figure::Word(Word { label, value, bits, highlighted }) => write!(
            f,
            r#"{{"kind":"word","label":{},"value":{},"bits":{bits},"highlighted":{}}}"#,
            Text(label),
            Hex(*value),
            Hex(*highlighted),
        ),
        Figure::Number { label, value } => {
            write!(f, r#"{{"kind":"number","label":{},"value":{value}}}"#, Text(label))
        }
        Figure::Sign(sign) => write!(f, r#"{{"kind":"sign","sign":{}}}"#, Text(sign)),
        Figure::Table { columns, rows } => {
            f.write_str(r#"{"kind":"table","columns":"#)?;
            array(f, columns, |f, name| write!(f, "{}", Text(name)))?;
            f.write_str(r#","rows":"#)?;
            array(f, rows, |f, row| array(f, row, |f, cell| write!(f, "{}", Text(cell))))?;
            f.write_str("}")
        }
    }
}

fn array<T>(
    f: &mut fmt::Formatter<'_>,
    elements: &[T],
    mut each: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str("[")?;
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        each(f, element)?;
    }
    f.write_str("]")
}

/// A text as a JSON string.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t>(pub &'t str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                letter if letter < ' ' => write!(f, "\\u{:04x}", letter as u32)?,
                letter => write!(f, "{letter}")?,
            }
        }
        f.write_str("\"")
    }
}

/// A word of 64 bits as a JSON string.
struct Hex(u64);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{:#018x}\"", self.0)
    }
}
