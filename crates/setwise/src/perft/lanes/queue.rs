//! What waits in lanes until there is enough of it to be counted at once.

use core::cell::Cell;

use super::lane::{Castlings, Lane};
use super::rows::{Counts, LANES, Rows};
use super::sums::Sums;

/// Counts what stands in so many lanes.
pub(super) type Count<R> = fn(&R, &Castlings, usize) -> Counts;

/// Rows that are filled lane by lane.
pub(super) struct Queue<R> {
    pub(super) rows: R,
    waiting: Cell<usize>,
    /// Who owns each.
    pub(super) owners: [Cell<u16>; LANES],
    castlings: Castlings,
    count: Count<R>,
}

impl<R: Rows> Queue<R> {
    pub(super) fn new(castlings: Castlings, count: Count<R>) -> Queue<R> {
        Queue {
            rows: R::new(),
            waiting: Cell::new(0),
            owners: [const { Cell::new(0) }; LANES],
            castlings,
            count,
        }
    }

    /// Lets a position of an owner wait; whether the lanes are full then.
    #[inline(always)]
    #[must_use]
    pub(super) fn push(&self, position: &Lane, owner: u16) -> bool {
        let lane = self.waiting.get() % LANES;
        self.rows.put(lane, position);
        self.owners[lane].set(owner);
        self.waiting.set(lane + 1);
        lane + 1 == LANES
    }

    /// Counts all that wait; how many there were.
    #[inline(never)]
    pub(super) fn count(&self, sums: &Sums) -> usize {
        let lanes = self.waiting.take();
        if lanes > 0 {
            let counts = (self.count)(&self.rows, &self.castlings, lanes);
            // Neighbours mostly have one owner: a sum in a register, not in memory, saved 3 %.
            let (mut owner, mut sum) = (self.owners[0].get(), 0);
            for (count, next) in counts[..lanes].iter().zip(&self.owners) {
                if next.get() != owner {
                    sums.add(owner, sum);
                    (owner, sum) = (next.get(), 0);
                }
                sum += count;
            }
            sums.add(owner, sum);
        }
        lanes
    }
}
