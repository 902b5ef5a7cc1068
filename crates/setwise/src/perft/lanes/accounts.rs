//! Where the moves are added up that lanes count: all together, or for each owner apart.

use core::cell::Cell;

/// More than a position has moves.
pub(super) const OWNERS: usize = 416;

/// The sums.
pub(super) struct Accounts {
    sum: Cell<u64>,
    /// Who owns what is put into lanes, if that matters.
    owner: Cell<Option<u16>>,
    apart: [Cell<u64>; OWNERS],
}

impl Accounts {
    pub(super) fn new() -> Accounts {
        Accounts {
            sum: Cell::new(0),
            owner: Cell::new(None),
            apart: [const { Cell::new(0) }; OWNERS],
        }
    }

    /// From here on, what is put into lanes belongs to an owner, or to nobody.
    #[inline(always)]
    pub(super) fn set_owner(&self, owner: Option<u16>) {
        self.owner.set(owner);
    }

    #[inline(always)]
    pub(super) fn owner(&self) -> Option<u16> {
        self.owner.get()
    }

    /// Adds moves that were counted without lanes.
    #[inline(always)]
    pub(super) fn add_one(&self, moves: u64) {
        let account = match self.owner.get() {
            None => &self.sum,
            Some(owner) => &self.apart[usize::from(owner) % OWNERS],
        };
        account.set(account.get() + moves);
    }

    /// Adds what each lane counted.
    #[inline(always)]
    pub(super) fn add(&self, counts: &[u64], owners: &[Cell<u16>]) {
        if self.owner.get().is_none() {
            self.sum.set(self.sum.get() + counts.iter().sum::<u64>());
            return;
        }
        for (count, owner) in counts.iter().zip(owners) {
            let account = &self.apart[usize::from(owner.get()) % OWNERS];
            account.set(account.get() + count);
        }
    }

    /// What belongs to nobody.
    pub(super) fn sum(&self) -> u64 {
        self.sum.get()
    }

    /// What belongs to an owner, who has nothing after that.
    #[cfg(feature = "std")]
    pub(super) fn take(&self, owner: u16) -> u64 {
        self.apart[usize::from(owner) % OWNERS].take()
    }
}
