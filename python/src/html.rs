//! HTML for notebooks, whose size has a bound.

use std::fmt::{self, Display, Write};

use setwise::svg::Diagram;

/// The longest text that is shown, in characters.
const LONGEST: usize = 200;

/// Text of a file, which may be anything: it is escaped and cut.
pub(crate) struct Text<'t>(pub(crate) &'t str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, letter) in self.0.chars().enumerate() {
            match letter {
                _ if number == LONGEST => return f.write_char('…'),
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Returns a picture of a position beside or above HTML.
pub(crate) fn figure(diagram: Diagram<'_>, size: u32, html: impl Display) -> String {
    let diagram = diagram.size(size);
    format!(
        "<div style=\"display:inline-block;vertical-align:top;margin:4px\">{diagram}{html}</div>"
    )
}
