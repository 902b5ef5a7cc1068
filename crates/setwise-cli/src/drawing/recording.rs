//! A trace that keeps what it is shown.

use setwise::Bitboard;
use setwise::attacks::{Term, Trace};

/// Something in a row of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// A board, with its name above.
    Set(String, Bitboard),
    /// A number that is no set, with its name above.
    Number(String, String),
    /// An operator.
    Sign(String),
}

/// Whether there is a board in a row.
pub(crate) fn has_board(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| matches!(cell, Cell::Set(..)))
}

/// A step of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A part begins.
    Part(String),
    /// What was made, and of what: the terms, an equals sign and the result.
    Row(Vec<Cell>),
}

/// The steps of a lookup, in order.
#[derive(Default)]
pub(crate) struct Recording(pub(crate) Vec<Step>);

impl Recording {
    /// What the last step made, if that is a set.
    pub(crate) fn last_set(&self) -> Option<Bitboard> {
        match self.0.last() {
            Some(Step::Row(cells)) => match cells.last() {
                Some(Cell::Set(_, set)) => Some(*set),
                _ => None,
            },
            _ => None,
        }
    }

    fn row(&mut self, terms: &[Term<'_>], result: Cell) {
        let terms = terms.iter().map(|term| match *term {
            Term::Set(name, set) => Cell::Set(name.to_owned(), set),
            Term::Number(name, number) => Cell::Number(name.to_owned(), written(number)),
            Term::Signed(name, number) => Cell::Number(name.to_owned(), number.to_string()),
            Term::Sign(sign) => Cell::Sign(sign.to_owned()),
        });
        let equals = Cell::Sign("=".to_owned());
        self.0.push(Step::Row(terms.chain([equals, result]).collect()));
    }
}

impl Trace for Recording {
    fn part(&mut self, title: &str) {
        self.0.push(Step::Part(title.to_owned()));
    }

    fn set(&mut self, name: &str, terms: &[Term<'_>], result: Bitboard) {
        self.row(terms, Cell::Set(name.to_owned(), result));
    }

    fn number(&mut self, name: &str, terms: &[Term<'_>], result: u64) {
        let mut digits = written(result);
        // In many a technique the bits of an index are the squares that it was gathered from.
        if (10..WORDS).contains(&result) {
            digits += &format!(" = {result:#x}");
        }
        self.row(terms, Cell::Number(name.to_owned(), digits));
    }
}

/// From here on a number is a word of bits rather than a count.
const WORDS: u64 = 1 << 20;

/// A count in decimal digits, a word in hexadecimal ones.
fn written(number: u64) -> String {
    if number < WORDS { number.to_string() } else { format!("{number:#x}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_so_that_people_can_read_them() {
        let mut recording = Recording::default();
        let terms = [
            Term::Number("index", 20),
            Term::Sign("+"),
            Term::Signed("offset", -3),
            Term::Number("board", u64::MAX),
        ];
        recording.number("place", &terms, 17);
        recording.number("rank", &[], 7);
        let number = |name: &str, digits: &str| Cell::Number(name.to_owned(), digits.to_owned());
        let sign = |sign: &str| Cell::Sign(sign.to_owned());
        let expected = [
            Step::Row(vec![
                number("index", "20"),
                sign("+"),
                number("offset", "-3"),
                number("board", "0xffffffffffffffff"),
                sign("="),
                number("place", "17 = 0x11"),
            ]),
            Step::Row(vec![sign("="), number("rank", "7")]),
        ];
        assert_eq!(recording.0, expected);
    }
}
