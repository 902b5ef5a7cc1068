//! Where the moves are added up that lanes count, for each owner apart.
//!
//! Who puts a position into lanes gets its moves later, when the lanes are counted; until then its
//! owner is written beside it.

use core::cell::Cell;

/// More than a position has moves, each of which may be an owner.
const OWNERS: usize = 416;

/// The sums of all owners.
pub(super) struct Sums {
    /// Who puts positions into lanes now.
    pub(super) owner: Cell<u16>,
    of: [Cell<u64>; OWNERS],
}

impl Sums {
    pub(super) fn new() -> Sums {
        Sums { owner: Cell::new(0), of: [const { Cell::new(0) }; OWNERS] }
    }

    /// Adds moves of an owner.
    #[inline(always)]
    pub(super) fn add(&self, owner: u16, moves: u64) {
        let sum = &self.of[usize::from(owner) % OWNERS];
        sum.set(sum.get() + moves);
    }

    /// What belongs to an owner, who has nothing after that.
    pub(super) fn take(&self, owner: u16) -> u64 {
        self.of[usize::from(owner) % OWNERS].take()
    }
}
