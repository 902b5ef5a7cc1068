//! Steps as a picture.

use std::fmt;

use setwise::{Bitboard, Square};

use super::recording::{Cell, Step};

/// Steps drawn as an SVG document; it needs no font but the reader's own and names no other file.
pub(crate) struct Svg<'s> {
    /// What the picture shows.
    pub(crate) title: &'s str,
    /// The steps.
    pub(crate) steps: &'s [Step],
    /// Where the slider stands.
    pub(crate) from: Square,
}

/// All lengths are in pixels.
const SQUARE: usize = 14;
const BOARD: usize = 8 * SQUARE;
const MARGIN: usize = 16;
const TITLE_HEIGHT: usize = 40;
const PART_HEIGHT: usize = 36;
const NAME_HEIGHT: usize = 20;
const ROW_HEIGHT: usize = NAME_HEIGHT + BOARD + 20;
const GAP: usize = 12;
/// A character of the monospaced font, rounded up.
const LETTER: usize = 8;

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = TITLE_HEIGHT + self.steps.iter().map(step_height).sum::<usize>() + MARGIN;
        let rows = self.steps.iter().map(|step| match step {
            Step::Part(title) => text_width(title),
            Step::Row(cells) => cells.iter().map(|cell| cell_width(cell) + GAP).sum(),
        });
        let width = rows.chain([text_width(self.title)]).max().unwrap_or(0) + 2 * MARGIN;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="monospace" font-size="13">"#,
        )?;
        writeln!(f, r#"<title>{}</title>"#, Escaped(self.title))?;
        writeln!(f, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        write_text(f, MARGIN, 26, self.title, r#" font-weight="bold""#)?;
        let mut y = TITLE_HEIGHT;
        for step in self.steps {
            match step {
                Step::Part(title) => {
                    write_text(
                        f,
                        MARGIN,
                        y + 20,
                        title,
                        r##" fill="#1d4f91" font-weight="bold""##,
                    )?;
                }
                Step::Row(cells) => self.row(f, cells, y)?,
            }
            y += step_height(step);
        }
        writeln!(f, "</svg>")
    }
}

impl Svg<'_> {
    fn row(&self, f: &mut fmt::Formatter<'_>, cells: &[Cell], y: usize) -> fmt::Result {
        let (names, boards) = (y + NAME_HEIGHT - 6, y + NAME_HEIGHT);
        let middle = boards + BOARD / 2 + 4;
        let mut x = MARGIN;
        for cell in cells {
            match cell {
                Cell::Set(name, set) => {
                    write_text(f, x, names, name, "")?;
                    self.board(f, *set, x, boards)?;
                }
                Cell::Number(name, number) => {
                    write_text(f, x, names, name, "")?;
                    write_text(f, x, middle, &format!("{number:#x}"), "")?;
                }
                Cell::Sign(sign) => write_text(f, x, middle, sign, r#" font-weight="bold""#)?,
            }
            x += cell_width(cell) + GAP;
        }
        Ok(())
    }

    fn board(&self, f: &mut fmt::Formatter<'_>, set: Bitboard, x: usize, y: usize) -> fmt::Result {
        for square in Square::ALL {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            let fill = match (set.contains(square), (file + rank) % 2) {
                (true, _) => "#d9822b",
                (false, 0) => "#c9ced6",
                (false, _) => "#eef0f3",
            };
            let (left, top) = (x + SQUARE * file, y + SQUARE * (7 - rank));
            writeln!(
                f,
                r#"<rect x="{left}" y="{top}" width="{SQUARE}" height="{SQUARE}" fill="{fill}"/>"#,
            )?;
        }
        let (file, rank) = (self.from.file() as usize, self.from.rank() as usize);
        let (left, top) = (x + SQUARE * file + 1, y + SQUARE * (7 - rank) + 1);
        let side = SQUARE - 2;
        writeln!(
            f,
            r##"<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="none" stroke="#1d4f91" stroke-width="2"/>"##,
        )
    }
}

fn step_height(step: &Step) -> usize {
    match step {
        Step::Part(_) => PART_HEIGHT,
        Step::Row(_) => ROW_HEIGHT,
    }
}

fn cell_width(cell: &Cell) -> usize {
    match cell {
        Cell::Set(name, _) => BOARD.max(text_width(name)),
        Cell::Number(name, number) => text_width(&format!("{number:#x}")).max(text_width(name)),
        Cell::Sign(sign) => text_width(sign),
    }
}

fn text_width(text: &str) -> usize {
    LETTER * text.chars().count()
}

fn write_text(
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
