//! What SVG documents have in common. They need no font but the reader's own, and name no other
//! file.

use std::fmt;

/// A character of the monospaced font, in pixels, rounded up.
const LETTER: usize = 8;

/// Begins a document of some size in pixels, on white.
pub fn begin(f: &mut fmt::Formatter<'_>, title: &str, width: usize, height: usize) -> fmt::Result {
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="monospace" font-size="13">"#,
    )?;
    writeln!(f, r#"<title>{}</title>"#, Escaped(title))?;
    writeln!(f, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)
}

/// Ends a document.
pub fn end(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "</svg>")
}

/// How wide a text is, about.
pub fn text_width(text: &str) -> usize {
    LETTER * text.chars().count()
}

/// Writes a text that begins at a point.
pub fn write_text(
    f: &mut fmt::Formatter<'_>,
    x: usize,
    y: usize,
    text: &str,
    attributes: &str,
) -> fmt::Result {
    writeln!(f, r#"<text x="{x}" y="{y}"{attributes}>{}</text>"#, Escaped(text))
}

/// Text in which no character means anything to XML.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
