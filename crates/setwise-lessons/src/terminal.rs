//! A lesson as text for a terminal.

use std::fmt;

use setwise::Square;

use super::layout::{
    WIDEST, bit_rows, column_names, column_widths, row_name, rows, value, wrapped,
};
use super::{Figure, Lesson, Mark, Note, Picture, Step, Word};

/// The least width at which two lessons are written in two columns.
const TWO_COLUMNS: usize = 120;

/// The text between two columns.
const BETWEEN: &str = " │ ";

/// A lesson as text: sentences, and boards with coordinates, labels and hexadecimal values.
///
/// It begins with the idea and the legend of the characters that are used; the other notes follow
/// the steps. With colors, the text has ANSI escape sequences too.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Terminal<'l> {
    lesson: &'l Lesson,
    other: Option<&'l Lesson>,
    width: usize,
    colors: bool,
    notes: bool,
}

impl<'l> Terminal<'l> {
    /// Creates a rendering without colors, 80 characters wide, with the notes.
    pub fn new(lesson: &'l Lesson) -> Terminal<'l> {
        Terminal { lesson, other: None, width: 80, colors: false, notes: true }
    }

    /// Sets a second lesson on the same question: with lines of 120 characters or more, each of its
    /// steps is written beside the first, in two columns, else below it, as in [`Lesson::beside`].
    pub fn beside(self, other: Option<&'l Lesson>) -> Terminal<'l> {
        Terminal { other, ..self }
    }

    /// Sets the greatest width of a line, if no single figure is wider; more than 10,000 characters
    /// count as 10,000.
    pub fn width(self, characters: usize) -> Terminal<'l> {
        Terminal { width: characters.min(WIDEST), ..self }
    }

    /// Sets whether squares are colored.
    pub fn colors(self, colors: bool) -> Terminal<'l> {
        Terminal { colors, ..self }
    }

    /// Sets whether the notes are written.
    pub fn notes(self, notes: bool) -> Terminal<'l> {
        Terminal { notes, ..self }
    }
}

/// A character of a drawing, with its meaning in the legend and its color as an ANSI code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Glyph(char, &'static str, &'static str);

const OUTSIDE: Glyph = Glyph('.', "not in the set", "2");
const MEMBER: Glyph = Glyph('X', "in the set", "32");
const SLIDER: Glyph = Glyph('O', "the piece, and in the set", "1;33");
const SLIDER_OUTSIDE: Glyph = Glyph('o', "the piece, not in the set", "33");
const OCCUPIED: Glyph = Glyph('#', "in the set, and occupied", "31");
const OWN: Glyph = Glyph('=', "in the set, with a piece of the same side", "34");
const ENEMY: Glyph = Glyph('#', "in the set, with a piece of the other side", "31");
const CAPTURE: Glyph = Glyph('*', "in the set, with a piece on it", "31");
const PIECE: Glyph = Glyph('P', "a piece, by its letter; capital letters are White's", "1");
const LOOKED_AT: Glyph = Glyph('x', "in the set, and to be looked at", "1;35");
const LOOKED_AT_OUTSIDE: Glyph = Glyph('-', "to be looked at, not in the set", "35");
const ZERO: Glyph = Glyph('0', "", "2");
const ONE: Glyph = Glyph('1', "", "32");
const ZERO_LOOKED_AT: Glyph = Glyph('0', "", "1;35");
const ONE_LOOKED_AT: Glyph = Glyph('1', "", "1;35");

/// Returns the glyph of a square.
fn glyph(board: &Picture, square: Square) -> Glyph {
    let has = |mark| board.marked(mark).contains(square);
    let member = board.set.contains(square);
    if let Some(pieces) = board.pieces {
        return match pieces.piece_at(square) {
            Some(_) if member => CAPTURE,
            Some(piece) => Glyph(piece.letter(), PIECE.1, PIECE.2),
            None if member => MEMBER,
            None if has(Mark::Highlight) => LOOKED_AT_OUTSIDE,
            None => OUTSIDE,
        };
    }
    match (member, has(Mark::Slider)) {
        (true, true) => SLIDER,
        (false, true) => SLIDER_OUTSIDE,
        (true, false) if has(Mark::Highlight) => LOOKED_AT,
        (false, false) if has(Mark::Highlight) => LOOKED_AT_OUTSIDE,
        (true, false) if has(Mark::Own) => OWN,
        (true, false) if has(Mark::Enemy) => ENEMY,
        (true, false) if has(Mark::Blocker) => OCCUPIED,
        (true, false) => MEMBER,
        (false, false) => OUTSIDE,
    }
}

/// A line of a figure: its text, and the same with colors.
struct Line {
    plain: String,
    colored: String,
}

impl Line {
    fn text(text: impl Into<String>) -> Line {
        let plain = text.into();
        Line { colored: plain.clone(), plain }
    }

    fn heading(text: &str) -> Line {
        Line { plain: text.to_owned(), colored: format!("\x1b[1m{text}\x1b[0m") }
    }

    fn push(&mut self, text: &str) {
        self.plain += text;
        self.colored += text;
    }

    /// Adds a line, and spaces up to a width.
    fn append(&mut self, line: &Line, width: usize) {
        self.plain += &line.plain;
        self.colored += &line.colored;
        self.push(&" ".repeat(width.saturating_sub(line.width())));
    }

    fn width(&self) -> usize {
        self.plain.chars().count()
    }

    fn glyph(&mut self, Glyph(letter, _, color): Glyph) {
        self.plain.push(letter);
        self.colored += &format!("\x1b[{color}m{letter}\x1b[0m");
    }
}

/// A figure as lines: the label first, then the drawing. `middle` is the line on which signs are
/// written beside it.
struct Block {
    lines: Vec<Line>,
    width: usize,
}

/// The line of a row of figures on which signs stand if a board is in the row.
const MIDDLE: usize = 4;

fn block(figure: &Figure, glyphs: &mut Vec<Glyph>) -> Block {
    let lines = match figure {
        Figure::Board(board) => board_lines(board, glyphs),
        Figure::Word(word) => word_lines(word),
        Figure::Number { label, value } => vec![Line::text(label), Line::text(value.to_string())],
        Figure::Sign(sign) => vec![Line::text(""), Line::text(sign)],
        Figure::Table { columns, rows } => table_lines(columns, rows),
    };
    let width = lines.iter().map(Line::width).max().unwrap_or(0);
    Block { lines, width }
}

fn board_lines(board: &Picture, glyphs: &mut Vec<Glyph>) -> Vec<Line> {
    let mut lines = vec![Line::text(&board.label)];
    let diamond = column_names(board.geometry).is_none();
    for row in board.geometry.rows() {
        let name = row_name(board.geometry, &row);
        let mut line = Line::text(format!("{name} "));
        line.push(&" ".repeat(if diamond { 8 - row.len() } else { 0 }));
        for (index, &square) in row.iter().enumerate() {
            if index > 0 {
                line.push(" ");
            }
            let glyph = glyph(board, square);
            // One entry of the legend stands for all pieces.
            let entry = if glyph.1 == PIECE.1 { PIECE } else { glyph };
            if !glyphs.contains(&entry) {
                glyphs.push(entry);
            }
            line.glyph(glyph);
        }
        lines.push(line);
    }
    if let Some(names) = column_names(board.geometry) {
        let names: Vec<String> = names.chars().map(String::from).collect();
        lines.push(Line::text(format!("  {}", names.join(" "))));
    }
    if !board.is_only_pieces() {
        lines.push(Line::text(format!("{:#018x}", board.word())));
    }
    lines
}

fn word_lines(word: &Word) -> Vec<Line> {
    let mut lines = vec![Line::text(&word.label)];
    for row in bit_rows(word.bits) {
        let mut line = Line::text("");
        if word.bits > 16 {
            line.push(&format!("{:2} ", row[0]));
        }
        for bit in row {
            let looked_at = word.highlighted >> bit & 1 != 0;
            line.glyph(match (word.value >> bit & 1 != 0, looked_at) {
                (false, false) => ZERO,
                (true, false) => ONE,
                (false, true) => ZERO_LOOKED_AT,
                (true, true) => ONE_LOOKED_AT,
            });
            if word.bits > 16 && word.highlighted != 0 {
                line.push(if looked_at { "'" } else { " " });
            }
        }
        lines.push(line);
    }
    lines.push(Line::text(value(word)));
    lines
}

fn table_lines(columns: &[String], rows: &[Vec<String>]) -> Vec<Line> {
    let widths = column_widths(columns, rows);
    let line = |cells: &[String]| {
        let cells: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        Line::text(cells.join("  ").trim_end())
    };
    core::iter::once(line(columns)).chain(rows.iter().map(|row| line(row))).collect()
}

impl fmt::Display for Terminal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = self.other.map(|other| self.lesson.beside(other));
        let lesson = both.as_ref().unwrap_or(self.lesson);
        self.write(f, &Line::heading(&lesson.title))?;
        for source in &lesson.sources {
            for line in wrapped(&format!("{} {}", source.name, source.url), self.width) {
                self.write(f, &Line::text(line))?;
            }
        }
        // Cost and history are of use to a reader who has seen the steps.
        let is_idea = |note: &&Note| note.heading == "Idea" || note.heading.ends_with(": Idea");
        let notes = || lesson.notes.iter().filter(|_| self.notes);
        for note in notes().filter(is_idea) {
            self.note(f, note)?;
        }
        let (steps, glyphs) = self.steps(&lesson.steps);
        if self.notes && self.other.is_none() {
            self.contents(f)?;
        }
        self.legend(f, &glyphs)?;
        for line in &steps {
            self.write(f, line)?;
        }
        for note in notes().filter(|note| !is_idea(note)) {
            self.note(f, note)?;
        }
        Ok(())
    }
}

impl Terminal<'_> {
    fn write(&self, f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
        let text = if self.colors { &line.colored } else { &line.plain };
        writeln!(f, "{}", text.trim_end())
    }

    fn note(&self, f: &mut fmt::Formatter<'_>, note: &Note) -> fmt::Result {
        writeln!(f)?;
        self.write(f, &Line::heading(&note.heading))?;
        for line in wrapped(&note.text, self.width) {
            self.write(f, &Line::text(line))?;
        }
        Ok(())
    }

    /// Returns the lines of the steps, and the characters that they use.
    fn steps(&self, mut steps: &[Step]) -> (Vec<Line>, Vec<Glyph>) {
        let (mut lines, mut glyphs) = (Vec::new(), Vec::new());
        if let Some(other) = self.other.filter(|_| self.width >= TWO_COLUMNS) {
            let pairs = self.lesson.steps.len().min(other.steps.len());
            let (beside, rest) = steps.split_at(2 * pairs);
            for pair in beside.chunks_exact(2) {
                lines.push(Line::text(""));
                lines.extend(self.pair(&pair[0], &pair[1], &mut glyphs));
            }
            steps = rest;
        }
        let mut part = "";
        for step in steps {
            lines.push(Line::text(""));
            if step.part != part {
                part = &step.part;
                lines.extend([Line::heading(part), Line::text("")]);
            }
            lines.extend(step_lines(step, self.width, &mut glyphs));
        }
        (lines, glyphs)
    }

    /// Returns the lines of two steps beside each other.
    fn pair(&self, left: &Step, right: &Step, glyphs: &mut Vec<Glyph>) -> Vec<Line> {
        let width = (self.width - BETWEEN.chars().count()) / 2;
        let [left, right] = [left, right].map(|step| {
            let mut lines = vec![Line::heading(&step.part), Line::text("")];
            lines.extend(step_lines(step, width, glyphs));
            lines
        });
        let none = Line::text("");
        let line = |index: usize| {
            let mut line = Line::text("");
            line.append(left.get(index).unwrap_or(&none), width);
            line.push(BETWEEN);
            line.append(right.get(index).unwrap_or(&none), 0);
            line
        };
        (0..left.len().max(right.len())).map(line).collect()
    }

    /// Writes the names of the parts with the numbers of their steps, if there are several parts.
    fn contents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut parts, mut begin) = (Vec::new(), 0);
        for part in self.lesson.steps.chunk_by(|step, next| step.part == next.part) {
            let (first, last) = (begin + 1, begin + part.len());
            let numbers =
                if first == last { first.to_string() } else { format!("{first} to {last}") };
            let name = if part[0].part.is_empty() { "the beginning" } else { &part[0].part };
            parts.push(format!("{numbers}: {name}"));
            begin = last;
        }
        if parts.len() < 2 {
            return Ok(());
        }
        let note = Note { heading: "Steps".to_owned(), text: parts.join("; ") + "." };
        self.note(f, &note)
    }

    fn legend(&self, f: &mut fmt::Formatter<'_>, glyphs: &[Glyph]) -> fmt::Result {
        if glyphs.is_empty() {
            return Ok(());
        }
        writeln!(f)?;
        self.write(f, &Line::heading("Legend"))?;
        for Glyph(letter, meaning, _) in glyphs {
            writeln!(f, "  {letter}  {meaning}")?;
        }
        Ok(())
    }
}

/// Returns the lines of a step: its sentences, and its figures in rows that are at most `width`
/// wide.
fn step_lines(step: &Step, width: usize, glyphs: &mut Vec<Glyph>) -> Vec<Line> {
    let mut lines: Vec<Line> = wrapped(&step.text, width).into_iter().map(Line::text).collect();
    let width_of = |figure: &Figure| block(figure, &mut Vec::new()).width + 2;
    for row in rows(&step.figures, width, width_of) {
        let blocks: Vec<Block> = row.iter().map(|figure| block(figure, glyphs)).collect();
        let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        let middle = if height > 3 { MIDDLE } else { 1 };
        for index in 0..height {
            let mut text = Line::text("");
            for (block, figure) in blocks.iter().zip(row) {
                // One-line figures stand beside the middle of the boards.
                let tall = block.lines.len() > 3 || matches!(figure, Figure::Table { .. });
                let line = match index {
                    0 => block.lines.first(),
                    index if tall => block.lines.get(index),
                    index => (index + 1)
                        .checked_sub(middle)
                        .filter(|&at| at > 0)
                        .and_then(|at| block.lines.get(at)),
                };
                text.push("  ");
                text.append(line.unwrap_or(&Line::text("")), block.width);
            }
            lines.push(text);
        }
    }
    lines
}
