//! A lesson as an SVG image.

mod layers;

use std::fmt;

use setwise::Square;

use self::layers::Layers;
use super::layout::{
    WIDEST, bit_rows, column_names, column_widths, in_words, row_name, rows, value, wrapped,
};
use super::{Figure, Lesson, Mark, Picture, Step, Word};

/// A lesson as an SVG document, a row of boards for each step.
///
/// The document has a title and a description, and each board has its squares in words, for readers
/// that cannot see it. It refers to no other file.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Svg<'l> {
    lesson: &'l Lesson,
    width: usize,
}

impl<'l> Svg<'l> {
    /// Creates an image with lines of 116 characters, which is 960 pixels wide.
    pub fn new(lesson: &'l Lesson) -> Svg<'l> {
        Svg { lesson, width: 960 }
    }

    /// Sets the length of a line in characters; fewer than 10 count as 10, and more than 10,000 as
    /// 10,000. The image is wider if a single figure is.
    ///
    /// Lines of 45 characters make an image for a phone.
    pub fn columns(self, characters: usize) -> Svg<'l> {
        Svg { width: characters.clamp(10, WIDEST) * LETTER + 2 * MARGIN, ..self }
    }
}

/// The side of a square. All lengths are in pixels.
const SIDE: usize = 15;
const MARGIN: usize = 16;
/// The space on the left of a board for the names of its rows.
const NAMES: usize = 20;
const LINE: usize = 18;
const GAP: usize = 14;
/// The width of a character of the monospaced font, rounded up.
const LETTER: usize = 8;
const BOARD: usize = 8 * SIDE;

const LIGHT: &str = "#eef0f3";
const DARK: &str = "#ccd4dd";

/// The legend, with the color of each kind of square. The mark decides before the membership.
const LEGEND: [(&str, &str); 7] = [
    ("#2f7d4f", "in the set"),
    ("#e3b23c", "the piece (dark border: in the set)"),
    ("#c8553d", "in the set, and occupied"),
    ("#3a5fa8", "in the set, with a piece of the same side"),
    ("#b03a2e", "in the set, with a piece of the other side"),
    ("#8e44ad", "to be looked at, and in the set or a one"),
    ("#dcc6ea", "to be looked at, not in the set or a zero"),
];

/// Returns the place of a square's color in the legend, or `None` for an empty square.
fn color_of(board: &Picture, square: Square) -> Option<usize> {
    let has = |mark| board.marked(mark).contains(square);
    match board.set.contains(square) {
        _ if board.pieces.is_none() && has(Mark::Slider) => Some(1),
        true if has(Mark::Highlight) => Some(5),
        false if has(Mark::Highlight) => Some(6),
        true if has(Mark::Own) => Some(3),
        true if has(Mark::Enemy) => Some(4),
        true if has(Mark::Blocker) => Some(2),
        true => Some(0),
        false => None,
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lesson { title, sources, steps, .. } = self.lesson;
        let mut page = Page { text: String::new(), y: MARGIN + LINE, used: [false; LEGEND.len()] };
        let limit = steps.iter().map(|step| widest_row(step, self.width - 2 * MARGIN));
        let limit = limit.fold(self.width - 2 * MARGIN, usize::max);
        let columns = limit / LETTER;
        // The letters of the title are larger, and a position in it is one long word.
        let title_columns = columns * 4 / 5;
        for line in wrapped(title, title_columns) {
            let letters: Vec<char> = line.chars().collect();
            for line in letters.chunks(title_columns) {
                let line: String = line.iter().collect();
                page.write(&line, r#" font-weight="bold" font-size="16""#, LINE + 6);
            }
        }
        for line in sources.iter().flat_map(|source| wrapped(&source.name, columns)) {
            page.write(&line, r##" fill="#555555""##, LINE);
        }
        let mut part = "";
        for step in steps {
            page.y += LINE / 2;
            if step.part != part {
                part = &step.part;
                page.write(part, r##" font-weight="bold" fill="#1d4f91""##, LINE);
            }
            for line in wrapped(&step.text, columns) {
                page.write(&line, "", LINE);
            }
            page.step(step, limit);
        }
        page.legend(columns);
        let (width, height) = (limit + 2 * MARGIN, page.y + MARGIN);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="monospace" font-size="13">"#,
        )?;
        writeln!(f, "<title>{}</title>", escaped(title))?;
        let description: Vec<&str> =
            steps.iter().map(|step| step.text.as_str()).filter(|text| !text.is_empty()).collect();
        writeln!(f, "<desc>{}</desc>", escaped(&description.join(" ")))?;
        writeln!(f, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        f.write_str(&page.text)?;
        writeln!(f, "</svg>")
    }
}

/// The elements so far, and the place of the next.
struct Page {
    text: String,
    y: usize,
    /// The colors of the legend that were used.
    used: [bool; LEGEND.len()],
}

impl Page {
    fn put(&mut self, x: usize, y: usize, text: &str, attributes: &str) {
        if !text.is_empty() {
            let text = escaped(text);
            self.text += &format!("<text x=\"{x}\" y=\"{y}\"{attributes}>{text}</text>\n");
        }
    }

    fn write(&mut self, text: &str, attributes: &str, height: usize) {
        self.put(MARGIN, self.y, text, attributes);
        self.y += height;
    }

    fn rectangle(&mut self, x: usize, y: usize, width: usize, height: usize, attributes: &str) {
        self.text += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {attributes}/>\n"
        );
    }

    fn step(&mut self, step: &Step, limit: usize) {
        for row in rows(&step.figures, limit, |figure| width(figure) + GAP) {
            let content = row.iter().map(height).max().unwrap_or(0);
            let (mut x, top) = (MARGIN, self.y);
            for figure in row {
                self.figure(figure, x, top, content);
                x += width(figure) + GAP;
            }
            self.y = top + content + GAP;
        }
    }

    /// Draws a figure. Its label is written at `top`, and signs in the middle of the content.
    fn figure(&mut self, figure: &Figure, x: usize, top: usize, content: usize) {
        let middle = top + (content.min(BOARD + LINE) / 2).max(LINE);
        match figure {
            Figure::Board(board) => {
                self.text += &format!(
                    "<g role=\"img\" aria-label=\"{0}\"><title>{0}</title>\n",
                    escaped(&in_words(board))
                );
                self.put(x, top, &board.label, "");
                self.board(board, x + NAMES, top + 6);
                self.text += "</g>\n";
            }
            Figure::Word(word) => self.word(word, x, top),
            Figure::Number { label, value } => {
                self.put(x, middle - LINE, label, "");
                self.put(x, middle, &value.to_string(), "");
            }
            Figure::Sign(sign) => self.put(x, middle, sign, r#" font-weight="bold""#),
            Figure::Table { columns, rows } => {
                let widths = column_widths(columns, rows);
                let head = core::iter::once((columns, r#" font-weight="bold""#));
                let rows = head.chain(rows.iter().map(|row| (row, "")));
                for (index, (row, attributes)) in rows.enumerate() {
                    let mut left = x;
                    for (cell, width) in row.iter().zip(&widths) {
                        self.put(left, top + index * LINE, cell, attributes);
                        left += width * LETTER + GAP;
                    }
                }
            }
        }
    }

    fn board(&mut self, board: &Picture, x: usize, y: usize) {
        let mut layers = Layers::default();
        let rows = board.geometry.rows();
        let small = r##" fill="#555555" font-size="10""##;
        for (index, row) in rows.iter().enumerate() {
            let (top, left) = (y + index * SIDE, x + (8 - row.len()) * SIDE / 2);
            layers.text(x - NAMES, top + SIDE - 4, &row_name(board.geometry, row), small);
            for (column, &square) in row.iter().enumerate() {
                let left = left + column * SIDE;
                let dark = (square.file() as usize + square.rank() as usize).is_multiple_of(2);
                let base = if dark { DARK } else { LIGHT };
                let color = color_of(board, square).map(|index| {
                    self.used[index] = true;
                    LEGEND[index].0
                });
                let member = board.set.contains(square);
                let border = match color {
                    Some(_) if member => r##" stroke="#1b1b1b" stroke-width="1.5""##,
                    _ => "",
                };
                let fill = color.unwrap_or(base);
                layers.square(left, top, &format!("fill=\"{fill}\"{border}"));
                if let Some(piece) = board.pieces.and_then(|pieces| pieces.piece_at(square)) {
                    let letter = piece.letter().to_string();
                    layers.text(left + 4, top + 12, &letter, r#" font-weight="bold""#);
                }
            }
        }
        let bottom = y + rows.len() * SIDE;
        if let Some(names) = column_names(board.geometry) {
            for (column, name) in names.chars().enumerate() {
                layers.text(x + column * SIDE + 4, bottom + 11, &name.to_string(), small);
            }
        }
        if !board.is_only_pieces() {
            layers.text(x - NAMES, bottom + 26, &format!("{:#018x}", board.word()), small);
        }
        self.text += &layers.to_string();
    }

    fn word(&mut self, word: &Word, x: usize, top: usize) {
        self.put(x, top, &word.label, "");
        let mut layers = Layers::default();
        let rows = bit_rows(word.bits);
        for (index, row) in rows.iter().enumerate() {
            let y = top + 6 + index * SIDE;
            if rows.len() > 1 {
                let small = r##" fill="#555555" font-size="10""##;
                layers.text(x, y + SIDE - 4, &row[0].to_string(), small);
            }
            for (column, bit) in row.iter().enumerate() {
                let x = x + NAMES + column * SIDE;
                let one = word.value >> bit & 1 != 0;
                let color = match (one, word.highlighted >> bit & 1 != 0) {
                    (true, true) => 5,
                    (false, true) => 6,
                    (true, false) => 0,
                    (false, false) => LEGEND.len(),
                };
                let (fill, ink) = match LEGEND.get(color) {
                    Some((fill, _)) if one => (*fill, "#ffffff"),
                    Some((fill, _)) => (*fill, "#1b1b1b"),
                    None => (LIGHT, "#777777"),
                };
                if let Some(used) = self.used.get_mut(color) {
                    *used = true;
                }
                let border = format!("fill=\"{fill}\" stroke=\"#ffffff\"");
                layers.square(x, y, &border);
                let ink = format!(" fill=\"{ink}\" font-size=\"11\"");
                layers.text(x + 4, y + 12, if one { "1" } else { "0" }, &ink);
            }
        }
        let small = r##" fill="#555555" font-size="10""##;
        layers.text(x, top + 6 + rows.len() * SIDE + 26, &value(word), small);
        self.text += &layers.to_string();
    }

    fn legend(&mut self, columns: usize) {
        self.y += LINE / 2;
        for ((color, meaning), used) in LEGEND.into_iter().zip(self.used) {
            if used {
                self.rectangle(MARGIN, self.y - 11, SIDE, SIDE - 2, &format!("fill=\"{color}\""));
                for line in wrapped(meaning, columns - 3) {
                    self.put(MARGIN + SIDE + 8, self.y, &line, "");
                    self.y += LINE;
                }
            }
        }
    }
}

fn letters(text: &str) -> usize {
    LETTER * text.chars().count()
}

/// Returns the width of the widest row of figures if rows should not be wider than `limit`.
fn widest_row(step: &Step, limit: usize) -> usize {
    let rows = rows(&step.figures, limit, |figure| width(figure) + GAP);
    rows.iter().map(|row| row.iter().map(|figure| width(figure) + GAP).sum()).max().unwrap_or(0)
}

fn width(figure: &Figure) -> usize {
    match figure {
        Figure::Board(board) => (NAMES + BOARD).max(letters(&board.label)),
        Figure::Word(word) => {
            let columns = usize::from(if word.bits > 16 { 8 } else { word.bits });
            (NAMES + columns * SIDE).max(letters(&word.label)).max(NAMES + 7 * SIDE)
        }
        Figure::Number { label, value } => letters(label).max(letters(&value.to_string())),
        Figure::Sign(sign) => letters(sign),
        Figure::Table { columns, rows } => {
            column_widths(columns, rows).iter().map(|width| width * LETTER + GAP).sum()
        }
    }
}

fn height(figure: &Figure) -> usize {
    match figure {
        Figure::Board(board) => board.geometry.rows().len() * SIDE + 40,
        Figure::Word(word) => bit_rows(word.bits).len() * SIDE + 40,
        Figure::Number { .. } | Figure::Sign(_) => 2 * LINE,
        Figure::Table { rows, .. } => (rows.len() + 1) * LINE,
    }
}

/// Returns a text with the special characters of XML escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
