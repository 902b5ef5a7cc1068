//! Positions side by side, field by field, so that a register is loaded from one place.

use core::cell::Cell;

use super::lane::{Castlings, Lane, Side};
use crate::{Bitboard, Color};

/// One field of so many positions.
pub(super) type Row<const N: usize> = [Cell<Bitboard>; N];

pub(super) const fn row<const N: usize>() -> Row<N> {
    [const { Cell::new(Bitboard::EMPTY) }; N]
}

/// Rows that fill up lane by lane.
pub(super) trait Rows {
    /// How many lanes there are.
    const LANES: usize;

    /// Empty boards.
    fn new() -> Self;

    /// The positions.
    fn put(&self, lane: usize, position: &Lane);
}

/// What is done to each lane of some rows.
pub(super) trait Kernel {
    /// The rows.
    type Rows: Rows;

    /// How many lanes are counted at the least: those of a register, or all.
    const STEP: usize;

    /// The moves of a lane, where a color moves on the last level.
    ///
    /// Without a branch or a loop, so that a loop over it becomes a loop over registers.
    fn count(us: Color, rows: &Self::Rows, lane: usize, castlings: &Castlings) -> u64;
}

/// The moves of each lane, of as many as there are.
pub(super) type Counts = [u64; 64];

/// Counts so many lanes, or a few more that complete a step.
#[inline(always)]
pub(super) fn count<K: Kernel>(
    us: Color,
    rows: &K::Rows,
    castlings: &Castlings,
    lanes: usize,
) -> Counts {
    let mut counts = [0; 64];
    // A loop of one step in a loop of steps is a loop too many for the compiler to see lanes.
    if K::STEP == K::Rows::LANES {
        for (lane, count) in counts[..K::Rows::LANES].iter_mut().enumerate() {
            *count = K::count(us, rows, lane, castlings);
        }
        return counts;
    }
    let steps = counts[..K::Rows::LANES].chunks_exact_mut(K::STEP);
    for (step, counts) in steps.take(lanes.div_ceil(K::STEP)).enumerate() {
        for (lane, count) in counts.iter_mut().enumerate() {
            *count = K::count(us, rows, step * K::STEP + lane, castlings);
        }
    }
    counts
}

/// The men of `N` positions.
pub(super) struct Positions<const N: usize> {
    own: [Row<N>; 5],
    enemy: [Row<N>; 5],
    castling: Row<N>,
}

impl<const N: usize> Positions<N> {
    pub(super) fn new() -> Positions<N> {
        Positions { own: [const { row() }; 5], enemy: [const { row() }; 5], castling: row() }
    }

    #[inline(always)]
    pub(super) fn put(&self, lane: usize, position: &Lane) {
        let side = |rows: &[Row<N>; 5], side: &Side| {
            rows[0][lane].set(side.pawns);
            rows[1][lane].set(side.knights);
            rows[2][lane].set(side.bishops);
            rows[3][lane].set(side.rooks);
            rows[4][lane].set(side.king);
        };
        side(&self.own, &position.own);
        side(&self.enemy, &position.enemy);
        self.castling[lane].set(position.castling);
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Lane {
        let side = |rows: &[Row<N>; 5]| Side {
            pawns: rows[0][lane].get(),
            knights: rows[1][lane].get(),
            bishops: rows[2][lane].get(),
            rooks: rows[3][lane].get(),
            king: rows[4][lane].get(),
        };
        let castling = self.castling[lane].get();
        Lane { own: side(&self.own), enemy: side(&self.enemy), castling }
    }
}
