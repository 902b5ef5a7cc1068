//! A trace that records every step of a lookup.

use setwise::Bitboard;
use setwise::attacks::{Term, Trace};

/// An element of a row: a board, a number or an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// A set, drawn as a board, with its name above.
    Set(String, Bitboard),
    /// A number, with its name above.
    Number(String, String),
    /// An operator.
    Sign(String),
}

/// Returns whether a row has a board.
pub(crate) fn has_board(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| matches!(cell, Cell::Set(..)))
}

/// A step of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The title of the part that begins here.
    Part(String),
    /// An operation: its terms, an equals sign and its result.
    Row(Vec<Cell>),
}

/// The steps of a lookup, in order.
#[derive(Default)]
pub(crate) struct Recording(pub(crate) Vec<Step>);

impl Recording {
    /// Returns the result of the last step, if it is a set.
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
            Term::Number(name, number) => Cell::Number(name.to_owned(), format_number(number)),
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
        let mut digits = format_number(result);
        // An index is also shown in hexadecimal: in many techniques each of its bits is a square.
        if (10..FIRST_WORD).contains(&result) {
            digits += &format!(" = {result:#x}");
        }
        self.row(terms, Cell::Number(name.to_owned(), digits));
    }
}

/// Numbers from here on are shown as words of bits, not as counts.
const FIRST_WORD: u64 = 1 << 20;

/// Formats a count in decimal, a word of bits in hexadecimal.
fn format_number(number: u64) -> String {
    if number < FIRST_WORD { number.to_string() } else { format!("{number:#x}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_decimal_and_words_hexadecimal() {
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
