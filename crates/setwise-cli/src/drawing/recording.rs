//! A trace that records every step of a lookup.

use setwise::Bitboard;
use setwise::attacks::Trace;
use setwise::attacks::trace::{Expression, Term};

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

impl Cell {
    fn of(term: Term) -> Cell {
        match term {
            Term::Set(name, set) => Cell::Set(name.to_owned(), set),
            Term::Number(name, number) => Cell::Number(name.to_owned(), format_number(number)),
            Term::Signed(name, number) => Cell::Number(name.to_owned(), number.to_string()),
            Term::Sign(sign) => Cell::Sign(sign.to_owned()),
        }
    }
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
}

impl Trace for Recording {
    fn part(&mut self, title: &'static str) {
        self.0.push(Step::Part(title.to_owned()));
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        let mut cells = Vec::new();
        expression.terms(&mut |term| match (cells.last_mut(), Cell::of(term)) {
            // Two operators that follow each other are one, such as `AND NOT`.
            (Some(Cell::Sign(first)), Cell::Sign(second)) => *first += &format!(" {second}"),
            (_, cell) => cells.push(cell),
        });
        cells.push(Cell::Sign("=".to_owned()));
        cells.push(match result {
            // An index is also shown in hexadecimal: in many techniques each of its bits is a square.
            Term::Number(name, number @ 10..FIRST_WORD) => {
                Cell::Number(name.to_owned(), format!("{number} = {number:#x}"))
            }
            result => Cell::of(result),
        });
        self.0.push(Step::Row(cells));
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
    use setwise::attacks::trace::{Number, Set, Signed, described};

    use super::*;

    #[test]
    fn counts_are_decimal_and_words_hexadecimal() {
        let mut recording = Recording::default();
        let (index, offset) = (Number("index", 20), Signed("offset", -3));
        recording.number("place", index + offset - Number("board", 1 << 40) + (1 << 40));
        recording.number("rank", described("entry", 7));
        let number = |name: &str, digits: &str| Cell::Number(name.to_owned(), digits.to_owned());
        let sign = |sign: &str| Cell::Sign(sign.to_owned());
        let expected = [
            Step::Row(vec![
                number("index", "20"),
                sign("+"),
                number("offset", "-3"),
                sign("-"),
                number("board", "0x10000000000"),
                sign("+"),
                number("", "0x10000000000"),
                sign("="),
                number("place", "17 = 0x11"),
            ]),
            Step::Row(vec![sign("entry"), sign("="), number("rank", "7")]),
        ];
        assert_eq!(recording.0, expected);
    }

    #[test]
    fn operators_that_follow_each_other_are_one() {
        let mut recording = Recording::default();
        let (a, b) = (Set("a", Bitboard(3)), Set("b", Bitboard(1)));
        recording.set("difference", a & !b);
        let expected = Step::Row(vec![
            Cell::Set("a".to_owned(), Bitboard(3)),
            Cell::Sign("AND NOT".to_owned()),
            Cell::Set("b".to_owned(), Bitboard(1)),
            Cell::Sign("=".to_owned()),
            Cell::Set("difference".to_owned(), Bitboard(2)),
        ]);
        assert_eq!(recording.0, [expected]);
    }
}
