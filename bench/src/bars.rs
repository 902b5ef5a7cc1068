//! Bar charts of figures, with horizontal bars, as SVG documents that use the viewer's monospaced
//! font and refer to no other file.

use std::fmt::{self, Write};

/// Groups of bars, displayed as an SVG document.
pub(crate) struct Bars {
    /// The title of the chart.
    pub(crate) title: String,
    /// Drawn one below the other. Each has its own scale.
    pub(crate) groups: Vec<Group>,
}

/// Bars of one scale.
pub(crate) struct Group {
    /// The title, with the unit of the figures.
    pub(crate) title: String,
    /// Drawn from top to bottom.
    pub(crate) bars: Vec<Bar>,
}

/// A named figure.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) figure: f64,
}

/// The margin on all sides. All lengths are in pixels.
const MARGIN: usize = 16;
/// The width of a character of the monospaced font, rounded up.
const CHARACTER_WIDTH: usize = 8;
const TITLE_HEIGHT: usize = 40;
const GROUP_HEIGHT: usize = 36;
const BAR_HEIGHT: usize = 20;
const GAP: usize = 8;
/// The length of the bar of the greatest figure of a group.
const LONGEST: f64 = 480.0;

impl fmt::Display for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.groups.iter().flat_map(|group| &group.bars).map(|bar| &bar.name);
        let left = MARGIN + names.map(|name| text_width(name)).max().unwrap_or(0) + GAP;
        let titles = self.groups.iter().map(|group| &group.title).chain([&self.title]);
        let title = titles.map(|title| text_width(title)).max().unwrap_or(0);
        // The figure is written to the right of its bar.
        let bars = left + LONGEST as usize + GAP + text_width("0000.00");
        let width = bars.max(MARGIN + title) + MARGIN;
        let groups = self.groups.iter().map(|group| GROUP_HEIGHT + BAR_HEIGHT * group.bars.len());
        let height = TITLE_HEIGHT + groups.sum::<usize>() + MARGIN;

        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="monospace" font-size="13">"#,
        )?;
        writeln!(f, "<title>{}</title>", escaped(&self.title))?;
        writeln!(f, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        write_text(f, MARGIN, 26, &self.title, r#" font-weight="bold""#)?;
        let mut y = TITLE_HEIGHT;
        for Group { title, bars } in &self.groups {
            write_text(f, MARGIN, y + 24, title, r##" fill="#1d4f91" font-weight="bold""##)?;
            y += GROUP_HEIGHT;
            let greatest = bars.iter().map(|bar| bar.figure).fold(0.0, f64::max);
            // All bars of a group are one path, and all texts one element.
            let (mut path, mut texts) = (String::new(), String::new());
            for Bar { name, figure } in bars {
                let length = if greatest > 0.0 { LONGEST * figure / greatest } else { 0.0 };
                let (top, base) = (y + 3, y + 14);
                let thick = BAR_HEIGHT - 6;
                write!(path, "M{left} {top}h{length:.1}v{thick}h-{length:.1}z")?;
                write_part(&mut texts, left - GAP - text_width(name), base, name)?;
                let figure = format!("{figure:.1}");
                write_part(&mut texts, left + length as usize + GAP, base, &figure)?;
                y += BAR_HEIGHT;
            }
            writeln!(f, "<path fill=\"#d9822b\" d=\"{path}\"/>\n<text>{texts}</text>")?;
        }
        writeln!(f, "</svg>")
    }
}

/// Returns the approximate width of a text.
fn text_width(text: &str) -> usize {
    CHARACTER_WIDTH * text.chars().count()
}

/// Writes a text that begins at the point (`x`, `y`).
fn write_text(
    f: &mut fmt::Formatter<'_>,
    x: usize,
    y: usize,
    text: &str,
    attributes: &str,
) -> fmt::Result {
    writeln!(f, r#"<text x="{x}" y="{y}"{attributes}>{}</text>"#, escaped(text))
}

/// Writes a part of a text element, which begins at the point (`x`, `y`).
fn write_part(f: &mut impl fmt::Write, x: usize, y: usize, text: &str) -> fmt::Result {
    write!(f, r#"<tspan x="{x}" y="{y}">{}</tspan>"#, escaped(text))
}

/// Returns a text with the special characters of XML escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_proportional_to_their_figures() {
        let bar = |name: &str, figure| Bar { name: name.to_owned(), figure };
        let bars = vec![bar("a", 50.0), bar("b", 100.0), bar("<c>", 0.0)];
        let group = Group { title: "speed & more".to_owned(), bars };
        let drawn = Bars { title: "two".to_owned(), groups: vec![group] }.to_string();
        for part in [
            "h240.0v14h-240.0z",
            "h480.0v14h-480.0z",
            "h0.0v14h-0.0z",
            "&lt;c&gt;",
            "speed &amp; more",
            ">100.0<",
        ] {
            assert!(drawn.contains(part), "no {part} in {drawn}");
        }
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    }
}
