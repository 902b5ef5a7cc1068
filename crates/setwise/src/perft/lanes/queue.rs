//! What waits in lanes until there is enough of it to be counted at once.

use core::cell::Cell;

use super::accounts::Accounts;
use super::lane::{Castlings, Lane};
use super::rows::{Counts, LANES, Rows};

/// Counts what stands in so many lanes.
pub(super) type Count<R> = fn(&R, &Castlings, usize) -> Counts;

/// Rows that are filled lane by lane.
pub(super) struct Queue<'a, R> {
    pub(super) rows: R,
    waiting: Cell<usize>,
    /// Who put each of them there, if that matters.
    pub(super) owners: [Cell<u16>; LANES],
    accounts: &'a Accounts,
    castlings: Castlings,
    count: Count<R>,
}

impl<'a, R: Rows> Queue<'a, R> {
    pub(super) fn new(
        castlings: Castlings,
        accounts: &'a Accounts,
        count: Count<R>,
    ) -> Queue<'a, R> {
        Queue {
            rows: R::new(),
            waiting: Cell::new(0),
            owners: [const { Cell::new(0) }; LANES],
            accounts,
            castlings,
            count,
        }
    }

    /// Lets a position wait; whether the lanes are full then.
    #[inline(always)]
    #[must_use]
    pub(super) fn push(&self, position: &Lane) -> bool {
        let lane = self.waiting.get() % LANES;
        self.rows.put(lane, position);
        if let Some(owner) = self.accounts.owner() {
            self.owners[lane].set(owner);
        }
        self.waiting.set(lane + 1);
        lane + 1 == LANES
    }

    /// Counts all that wait; how many there were.
    #[inline(never)]
    pub(super) fn count(&self) -> usize {
        let lanes = self.waiting.take();
        if lanes > 0 {
            let counts = (self.count)(&self.rows, &self.castlings, lanes);
            self.accounts.add(&counts[..lanes], &self.owners);
        }
        lanes
    }
}
