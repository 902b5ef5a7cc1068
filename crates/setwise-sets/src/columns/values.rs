//! The values of an expression at the hits of a game.

use alloc::vec::Vec;
use core::ops::Range;

use setwise::Bitboard;

use super::{Column, Truths};
use crate::tree::Kind;

/// The values of one expression at each of some positions, of its [`Kind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Sets of squares.
    Sets(Vec<Bitboard>),
    /// Numbers; `None` if a value is missing.
    Numbers(Vec<Option<i32>>),
    /// Truths.
    Truths(Vec<bool>),
}

impl Values {
    pub(super) fn new(kind: Kind) -> Values {
        match kind {
            Kind::Set => Values::Sets(Vec::new()),
            Kind::Number => Values::Numbers(Vec::new()),
            Kind::Truth => Values::Truths(Vec::new()),
        }
    }

    pub(super) fn clear(&mut self) {
        match self {
            Values::Sets(sets) => sets.clear(),
            Values::Numbers(numbers) => numbers.clear(),
            Values::Truths(truths) => truths.clear(),
        }
    }

    /// Adds the values of a column, which is of the same kind, at some positions of a batch.
    pub(super) fn extend(&mut self, column: &Column, at: Truths) {
        match (self, column) {
            (Values::Sets(out), Column::Set(sets)) => {
                let sets = sets.as_flattened();
                at.for_each(|lane| out.push(sets[lane]));
            }
            (Values::Numbers(out), Column::Number(numbers)) => {
                let values = numbers.values.as_flattened();
                at.for_each(|lane| {
                    out.push((!numbers.missing.get(lane)).then_some(values[lane]));
                });
            }
            (Values::Truths(out), Column::Truth(truths)) => {
                at.for_each(|lane| out.push(truths.get(lane)));
            }
            _ => {}
        }
    }

    /// Adds the values of a column, which is of the same kind, at all positions of a range.
    pub(super) fn extend_all(&mut self, column: &Column, lanes: Range<usize>) {
        match (self, column) {
            (Values::Sets(out), Column::Set(sets)) => {
                out.extend_from_slice(&sets.as_flattened()[lanes]);
            }
            (Values::Numbers(out), Column::Number(numbers)) => {
                let start = out.len();
                out.extend(numbers.values.as_flattened()[lanes.clone()].iter().copied().map(Some));
                let missing = numbers.missing & Truths::of_range(lanes.clone());
                missing.for_each(|lane| out[start + lane - lanes.start] = None);
            }
            (Values::Truths(out), Column::Truth(truths)) => {
                out.extend(lanes.map(|lane| truths.get(lane)));
            }
            _ => {}
        }
    }
}
