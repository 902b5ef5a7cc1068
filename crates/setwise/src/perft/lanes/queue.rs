//! What waits in lanes until there is enough of it to be counted at once.

use core::cell::Cell;

use super::accounts::Accounts;
use super::kernel::Castling;
use super::rows::{Counts, Rows};

/// Counts what stands in the lanes.
pub(super) type Count<R> = fn(&R, &[Castling; 2], usize) -> Counts;

/// Room behind the last lane for what is written in blocks.
pub(super) const BEHIND: usize = 8;

/// Rows that are filled lane by lane.
pub(super) struct Queue<'a, R> {
    pub(super) rows: R,
    waiting: Cell<usize>,
    owners: [Cell<u16>; 64 + BEHIND],
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
            owners: [const { Cell::new(0) }; 64 + BEHIND],
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

    /// Lets so many wait that have been written from the next lane on, up to [`BEHIND`] at once,
    /// and counts all that wait if the lanes are full.
    #[inline(always)]
    pub(super) fn push(&self, many: usize) {
        let waiting = self.next();
        if let Some(owner) = self.accounts.owner() {
            for cell in self.owners.iter().skip(waiting).take(BEHIND) {
                cell.set(owner);
            }
        }
        self.waiting.set(waiting + many);
        if waiting + many >= R::LANES {
            self.count_first(R::LANES);
        }
    }

    /// Counts so many lanes from the first on; those that wait behind take their places.
    #[inline(never)]
    fn count_first(&self, lanes: usize) {
        let left = self.waiting.get() - lanes;
        self.waiting.set(left);
        let counts = (self.count)(&self.rows, &self.castling, lanes);
        self.accounts.add(&counts[..lanes], &self.owners);
        self.rows.wrap();
        for lane in 0..left {
            self.owners[lane].set(self.owners[R::LANES + lane].get());
        }
    }

    /// Counts all that wait still.
    pub(super) fn finish(&self) {
        if self.waiting.get() > 0 {
            self.count_first(self.waiting.get());
        }
    }
}
