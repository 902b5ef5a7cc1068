//! A trace that keeps what it is shown.

use setwise::Bitboard;
use setwise::sliders::{Term, Trace};

/// Something in a row of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// A board, with its name above.
    Set(String, Bitboard),
    /// A number that is no set, with its name above.
    Number(String, u64),
    /// An operator.
    Sign(String),
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
            Term::Number(name, number) => Cell::Number(name.to_owned(), number),
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
        self.row(terms, Cell::Number(name.to_owned(), result));
    }
}
