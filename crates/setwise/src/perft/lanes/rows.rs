//! Positions side by side, field by field, so that a register is loaded from one place.

use core::cell::Cell;

use super::kernel::{Castling, Lane, Side};
use crate::Bitboard;

/// One field of so many positions.
pub(super) type Row<const N: usize> = [Cell<Bitboard>; N];

pub(super) const fn row<const N: usize>() -> Row<N> {
    [const { Cell::new(Bitboard::EMPTY) }; N]
}

/// What is counted in lanes.
pub(super) trait Rows {
    /// How many there are.
    const LANES: usize;

    /// How many are counted at the least: those of a register, or all.
    const STEP: usize;

    /// Empty boards.
    fn new() -> Self;

    /// The moves of a lane, where the side to move plays north, or with `SOUTH` south.
    ///
    /// Without a branch or a loop, so that a loop over it becomes a loop over registers.
    fn moves<const SOUTH: bool>(&self, lane: usize, castling: &[Castling; 2]) -> u64;
}

/// The moves of each lane, of as many as there are.
pub(super) type Counts = [u64; 64];

/// Counts so many lanes, or a few more that complete a step.
#[inline(always)]
pub(super) fn count<R: Rows, const SOUTH: bool>(
    rows: &R,
    castling: &[Castling; 2],
    lanes: usize,
) -> Counts {
    let mut counts = [0; 64];
    // A loop of one step in a loop of steps is a loop too many for the compiler to see lanes.
    if R::STEP == R::LANES {
        for (lane, count) in counts[..R::LANES].iter_mut().enumerate() {
            *count = rows.moves::<SOUTH>(lane, castling);
        }
        return counts;
    }
    let steps = counts[..R::LANES].chunks_exact_mut(R::STEP);
    for (step, counts) in steps.take(lanes.div_ceil(R::STEP)).enumerate() {
        for (lane, count) in counts.iter_mut().enumerate() {
            *count = rows.moves::<SOUTH>(step * R::STEP + lane, castling);
        }
    }
    counts
}

/// The men of `N` positions.
pub(super) struct Positions<const N: usize> {
    pub(super) own: [Row<N>; 5],
    pub(super) enemy: [Row<N>; 5],
    pub(super) castling: Row<N>,
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

    /// As the side sees it that plays north.
    #[inline(always)]
    pub(super) fn get<const SOUTH: bool>(&self, lane: usize) -> Lane {
        let side = |rows: &[Row<N>; 5]| Side {
            pawns: rows[0][lane].get(),
            knights: rows[1][lane].get(),
            bishops: rows[2][lane].get(),
            rooks: rows[3][lane].get(),
            king: rows[4][lane].get(),
        };
        let castling = self.castling[lane].get();
        let position = Lane { own: side(&self.own), enemy: side(&self.enemy), castling };
        if SOUTH { position.turned() } else { position }
    }
}
