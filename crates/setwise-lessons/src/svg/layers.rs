//! The squares and characters of a board, few elements for many of them.

use std::fmt::{self, Write};

use super::{SIDE, escaped};

/// Squares and characters that are drawn above one another: the squares without a border, those
/// with one, and the characters. Each way to draw them is one element.
#[derive(Default)]
pub(super) struct Layers {
    squares: Vec<(String, String)>,
    texts: Vec<Text>,
}

/// Texts of the same attributes, each with the place where it begins.
struct Text {
    attributes: String,
    parts: Vec<(usize, usize, String)>,
}

impl Layers {
    /// Adds a square, by its upper left corner.
    pub(super) fn square(&mut self, x: usize, y: usize, attributes: &str) {
        let found = self.squares.iter().position(|(drawn, _)| drawn == attributes);
        let index = found.unwrap_or_else(|| {
            self.squares.push((attributes.to_owned(), String::new()));
            self.squares.len() - 1
        });
        // Writing to a string cannot fail.
        let _ = write!(self.squares[index].1, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
    }

    /// Adds a text, by the left end of its base line.
    pub(super) fn text(&mut self, x: usize, y: usize, text: &str, attributes: &str) {
        if text.is_empty() {
            return;
        }
        let part = (x, y, text.to_owned());
        match self.texts.iter_mut().find(|text| text.attributes == attributes) {
            Some(text) => text.parts.push(part),
            None => {
                let attributes = attributes.to_owned();
                self.texts.push(Text { attributes, parts: vec![part] });
            }
        }
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for has_border in [false, true] {
            for (attributes, path) in &self.squares {
                if attributes.contains("stroke") == has_border {
                    writeln!(f, "<path {attributes} d=\"{path}\"/>")?;
                }
            }
        }
        for Text { attributes, parts } in &self.texts {
            write!(f, "<text{attributes}>")?;
            for (x, y, text) in parts {
                write!(f, "<tspan x=\"{x}\" y=\"{y}\">{}</tspan>", escaped(text))?;
            }
            writeln!(f, "</text>")?;
        }
        Ok(())
    }
}
