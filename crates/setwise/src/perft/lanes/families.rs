//! Families in lanes: a parent, and its additive moves.

use super::difference::{self, Family, SETS};
use super::kernel::{Castling, Lane};
use super::queue::Queue;
use super::rows::{Positions, Row, Rows, row};
use crate::Bitboard;

const LANES: usize = 16;

/// The families that wait.
#[repr(align(64))]
pub(super) struct FamilyRows {
    parents: Positions<LANES>,
    targets: [Row<LANES>; SETS],
    origins: [Row<LANES>; 5],
}

impl FamilyRows {
    #[inline(always)]
    fn family<const SOUTH: bool>(&self, lane: usize) -> Family {
        let mut family = Family { targets: [Bitboard::EMPTY; SETS], origins: [Bitboard::EMPTY; 5] };
        for (to, row) in family.targets.iter_mut().zip(&self.targets) {
            *to = row[lane].get();
        }
        for (from, row) in family.origins.iter_mut().zip(&self.origins) {
            *from = row[lane].get();
        }
        if SOUTH { family.turned() } else { family }
    }
}

impl Rows for FamilyRows {
    const LANES: usize = LANES;
    const STEP: usize = LANES;

    fn new() -> FamilyRows {
        FamilyRows {
            parents: Positions::new(),
            targets: [const { row() }; SETS],
            origins: [const { row() }; 5],
        }
    }

    #[inline(always)]
    fn moves<const SOUTH: bool>(&self, lane: usize, castling: &[Castling; 2]) -> u64 {
        let parent = self.parents.get::<SOUTH>(lane);
        difference::count(&parent, &self.family::<SOUTH>(lane), castling)
    }
}

/// A family that is being written to the next lane.
pub(super) struct Next<'q> {
    queue: &'q Queue<'q, FamilyRows>,
    lane: usize,
    sets: usize,
    origins: [Bitboard; 5],
}

impl<'q> Next<'q> {
    #[inline(always)]
    pub(super) fn of(queue: &'q Queue<'q, FamilyRows>) -> Next<'q> {
        Next { queue, lane: queue.next() % LANES, sets: 0, origins: [Bitboard::EMPTY; 5] }
    }

    /// Adds the targets of a man, or of pawns that all make one step.
    #[inline(always)]
    pub(super) fn add(&mut self, to: Bitboard) {
        self.queue.rows.targets[self.sets % SETS][self.lane].set(to);
        self.sets += usize::from(to.any());
    }

    /// Says that so many moves go out from a square, of which nothing has been said before.
    #[inline(always)]
    pub(super) fn leave(&mut self, from: Bitboard, moves: u32) {
        for (i, origins) in self.origins.iter_mut().enumerate() {
            origins.0 |= u64::from(moves >> i & 1) * from.0;
        }
    }

    /// Says that one more move goes out from each square, four at the most.
    #[inline(always)]
    pub(super) fn leave_each(&mut self, from: Bitboard) {
        let [ones, twos, fours, ..] = &mut self.origins;
        let carried = *ones & from;
        *ones ^= from;
        *fours |= *twos & carried;
        *twos ^= carried;
    }

    /// Lets the family wait, if it has moves.
    #[inline(always)]
    pub(super) fn push(self, parent: &Lane) {
        let Next { queue, lane, sets, origins } = self;
        if sets == 0 {
            return;
        }
        let FamilyRows { parents, targets, origins: rows } = &queue.rows;
        for row in &targets[sets.min(SETS)..] {
            row[lane].set(Bitboard::EMPTY);
        }
        for (row, from) in rows.iter().zip(origins) {
            row[lane].set(from);
        }
        parents.put(lane, parent);
        queue.push();
    }
}
