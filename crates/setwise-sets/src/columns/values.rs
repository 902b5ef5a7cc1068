//! The values of an expression at the hits of a game.

use alloc::vec::Vec;
use core::ops::Range;

use setwise::Bitboard;

use super::Column;
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

    /// Adds the values of a column, which is of the same kind, at a range of positions.
    pub(super) fn extend(&mut self, column: &Column, lanes: Range<usize>) {
        match (self, column) {
            (Values::Sets(out), Column::Set(sets)) => {
                out.extend_from_slice(&sets.as_flattened()[lanes]);
            }
            (Values::Numbers(out), Column::Number(numbers)) => {
                let start = out.len();
                out.extend(numbers.values.as_flattened()[lanes.clone()].iter().copied().map(Some));
                if numbers.missing.any() {
                    let added = out[start..].iter_mut().zip(lanes);
                    added
                        .filter(|(_, lane)| numbers.missing.get(*lane))
                        .for_each(|(n, _)| *n = None);
                }
            }
            (Values::Truths(out), Column::Truth(truths)) => {
                out.extend(lanes.map(|lane| truths.get(lane)));
            }
            _ => {}
        }
    }
}
