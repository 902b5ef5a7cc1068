//! Writes the parts that all SVG documents share. The documents use the viewer's monospaced font
//! and refer to no other file.

use std::fmt;

/// The width of a character of the monospaced font, in pixels, rounded up.
const CHARACTER_WIDTH: usize = 8;

/// Begins a document of a given size in pixels, with a white background.
pub(crate) fn begin(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    width: usize,
    height: usize,
) -> fmt::Result {
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="monospace" font-size="13">"#,
    )?;
    writeln!(f, r#"<title>{}</title>"#, escaped(title))?;
    writeln!(f, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)
}

/// Ends a document.
pub(crate) fn end(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "</svg>")
}

/// Returns the approximate width of a text in pixels.
pub(crate) fn text_width(text: &str) -> usize {
    CHARACTER_WIDTH * text.chars().count()
}

/// Writes a text that begins at the point (`x`, `y`).
pub(crate) fn write_text(
    f: &mut fmt::Formatter<'_>,
    x: usize,
    y: usize,
    text: &str,
    attributes: &str,
) -> fmt::Result {
    writeln!(f, r#"<text x="{x}" y="{y}"{attributes}>{}</text>"#, escaped(text))
}

/// Writes a part of a text element, which begins at the point (`x`, `y`).
pub(crate) fn write_part(f: &mut impl fmt::Write, x: usize, y: usize, text: &str) -> fmt::Result {
    write!(f, r#"<tspan x="{x}" y="{y}">{}</tspan>"#, escaped(text))
}

/// Returns a text with the special characters of XML escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
