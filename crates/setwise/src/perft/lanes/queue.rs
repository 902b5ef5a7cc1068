//! What waits in lanes until there is enough of it to be counted at once.

use core::cell::Cell;

use super::accounts::Accounts;
use super::kernel::Castling;
use super::rows::{Counts, Rows};

/// Counts what stands in the lanes.
pub(super) type Count<R> = fn(&R, &[Castling; 2], usize) -> Counts;

/// Rows that are filled lane by lane.
pub(super) struct Queue<'a, R> {
    pub(super) rows: R,
    waiting: Cell<usize>,
    owners: [Cell<u16>; 64],
    accounts: &'a Accounts,
    castling: [Castling; 2],
    count: Count<R>,
}

impl<'a, R: Rows> Queue<'a, R> {
    pub(super) fn new(
        castling: [Castling; 2],
        accounts: &'a Accounts,
        count: Count<R>,
    ) -> Queue<'a, R> {
        Queue {
            rows: R::new(),
            waiting: Cell::new(0),
            owners: [const { Cell::new(0) }; 64],
            accounts,
            castling,
            count,
        }
    }

    /// What castling takes in all of the positions.
    #[inline(always)]
    pub(super) fn castling(&self) -> &[Castling; 2] {
        &self.castling
    }

    /// The lane that is filled next.
    #[inline(always)]
    pub(super) fn next(&self) -> usize {
        self.waiting.get() % R::LANES
    }

    /// Lets wait what has been written to the next lane, and counts all that wait if the lanes are
    /// full.
    #[inline(always)]
    pub(super) fn push(&self) {
        let lane = self.next();
        if let Some(owner) = self.accounts.owner() {
            self.owners[lane % 64].set(owner);
        }
        self.waiting.set(lane + 1);
        if lane + 1 == R::LANES {
            self.count_first(R::LANES);
        }
    }

    #[inline(never)]
    fn count_first(&self, lanes: usize) {
        self.waiting.set(0);
        let counts = (self.count)(&self.rows, &self.castling, lanes);
        self.accounts.add(&counts[..lanes], &self.owners);
    }

    /// Counts all that wait still.
    pub(super) fn finish(&self) {
        if self.waiting.get() > 0 {
            self.count_first(self.waiting.get());
        }
    }
}
