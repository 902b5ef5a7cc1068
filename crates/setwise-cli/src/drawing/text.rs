//! Draws steps as text.

use std::fmt;

use setwise::{Bitboard, File, Rank, Square};

use super::recording::{Cell, Step, has_board};

/// Steps as text: `X` is a member of the set and `.` is not. The slider's square is `O` if it is a
/// member and `o` if it is not.
pub(crate) struct Text<'s> {
    /// The steps.
    pub(crate) steps: &'s [Step],
    /// The square of the slider.
    pub(crate) from: Square,
}

/// The width of a board in characters: eight squares with a space between them.
const BOARD_WIDTH: usize = 15;

/// The rank of the boards beside which operators and numbers are written.
const MIDDLE: Rank = Rank::Fifth;

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                Step::Part(title) if index == 0 => writeln!(f, "{title}\n")?,
                Step::Part(title) => writeln!(f, "\n{title}\n")?,
                Step::Row(cells) => self.row(f, cells)?,
            }
        }
        Ok(())
    }
}

impl Text<'_> {
    fn row(&self, f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
        write_line(f, cells, |cell| match cell {
            Cell::Set(name, _) | Cell::Number(name, _) => name.clone(),
            Cell::Sign(_) => String::new(),
        })?;
        let with_board = has_board(cells);
        for rank in Rank::ALL.into_iter().rev().filter(|&rank| with_board || rank == MIDDLE) {
            write_line(f, cells, |cell| match cell {
                Cell::Set(_, set) => self.rank(*set, rank),
                Cell::Number(_, number) if rank == MIDDLE => number.clone(),
                Cell::Sign(sign) if rank == MIDDLE => sign.clone(),
                _ => String::new(),
            })?;
        }
        writeln!(f)
    }

    fn rank(&self, set: Bitboard, rank: Rank) -> String {
        let squares = File::ALL.map(|file| {
            let square = Square::new(file, rank);
            match (set.contains(square), square == self.from) {
                (true, false) => "X",
                (false, false) => ".",
                (true, true) => "O",
                (false, true) => "o",
            }
        });
        squares.join(" ")
    }
}

/// Writes one line of text through all cells of a row, without trailing white space.
fn write_line(
    f: &mut fmt::Formatter<'_>,
    cells: &[Cell],
    text: impl Fn(&Cell) -> String,
) -> fmt::Result {
    let line: String =
        cells.iter().map(|cell| format!("  {:w$}", text(cell), w = width(cell))).collect();
    writeln!(f, "{}", line.trim_end())
}

fn width(cell: &Cell) -> usize {
    match cell {
        Cell::Set(name, _) => BOARD_WIDTH.max(name.chars().count()),
        Cell::Number(name, number) => number.len().max(name.chars().count()),
        Cell::Sign(sign) => sign.chars().count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_numbers_is_one_line() {
        let number = |name: &str, digits: &str| Cell::Number(name.to_owned(), digits.to_owned());
        let steps = [Step::Row(vec![
            number("index", "31"),
            Cell::Sign("+".to_owned()),
            number("offset", "-5"),
        ])];
        let drawn = Text { steps: &steps, from: Square::A1 }.to_string();
        assert_eq!(drawn, "  index     offset\n  31     +  -5\n\n");
    }

    #[test]
    fn boards_are_drawn_in_a_row_with_their_operators() {
        let corner = Bitboard::of(Square::A8);
        let steps = [
            Step::Part("north".to_owned()),
            Step::Row(vec![
                Cell::Set("ray".to_owned(), corner),
                Cell::Sign("AND".to_owned()),
                Cell::Set("occupied".to_owned(), corner.with(Square::A1)),
                Cell::Sign("=".to_owned()),
                Cell::Number("index".to_owned(), "31".to_owned()),
            ]),
        ];
        let drawn = Text { steps: &steps, from: Square::A1 }.to_string();
        let expected = "\
north

  ray                   occupied            index
  X . . . . . . .       X . . . . . . .
  . . . . . . . .       . . . . . . . .
  . . . . . . . .       . . . . . . . .
  . . . . . . . .  AND  . . . . . . . .  =  31
  . . . . . . . .       . . . . . . . .
  . . . . . . . .       . . . . . . . .
  . . . . . . . .       . . . . . . . .
  o . . . . . . .       O . . . . . . .

";
        assert_eq!(drawn, expected);
    }
}
