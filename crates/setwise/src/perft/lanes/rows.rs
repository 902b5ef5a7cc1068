//! Positions side by side, field by field, so that a register is loaded from one place.

use core::cell::Cell;

use super::lane::{Castlings, Lane, Side};
use crate::{Bitboard, Color};

/// How many positions wait in rows before they are counted. With 64 a count took a tenth longer, with
/// 32 a sixth: rows that have just been written cannot be loaded at once.
pub(super) const LANES: usize = 256;

/// How many are counted at the least: those of the widest register.
const STEP: usize = 8;

/// With room for one more step the compiler sees that every step stays inside; without it there
/// were no lanes.
const ROOM: usize = LANES + STEP;

/// One field of the positions.
pub(super) type Row = [Cell<Bitboard>; ROOM];

pub(super) const fn row() -> Row {
    [const { Cell::new(Bitboard::EMPTY) }; ROOM]
}

/// Rows that fill up lane by lane.
pub(super) trait Rows {
    /// Empty boards.
    fn new() -> Self;

    /// The positions.
    fn put(&self, lane: usize, position: &Lane);
}

/// What is done to each lane of some rows.
pub(super) trait Kernel {
    /// The rows.
    type Rows: Rows;

    /// The moves of a lane, where a color moves on the last level.
    ///
    /// Without a branch or a loop, so that a loop over it becomes a loop over registers.
    fn count(us: Color, rows: &Self::Rows, lane: usize, castlings: &Castlings) -> u64;
}

/// The moves of each lane, of as many as there are.
pub(super) type Counts = [u64; LANES];

/// Counts so many lanes, or a few more that complete a step.
#[inline(always)]
pub(super) fn count<K: Kernel>(
    us: Color,
    rows: &K::Rows,
    castlings: &Castlings,
    lanes: usize,
) -> Counts {
    let mut counts = [0; LANES];
    let steps = counts.chunks_exact_mut(STEP);
    for (step, counts) in steps.take(lanes.div_ceil(STEP)).enumerate() {
        for (lane, count) in counts.iter_mut().enumerate() {
            *count = K::count(us, rows, step * STEP + lane, castlings);
        }
    }
    counts
}

/// The men of the positions.
pub(super) struct Positions {
    own: [Row; 5],
    enemy: [Row; 5],
    castling: Row,
}

impl Positions {
    pub(super) fn new() -> Positions {
        Positions { own: [const { row() }; 5], enemy: [const { row() }; 5], castling: row() }
    }

    #[inline(always)]
    pub(super) fn put(&self, lane: usize, position: &Lane) {
        let side = |rows: &[Row; 5], side: &Side| {
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
        let side = |rows: &[Row; 5]| Side {
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
