//! The queues that positions wait in.

use super::accounts::Accounts;
use super::children;
use super::lane::Lane;
use super::parents::ParentRows;
use super::queue::Queue;
use super::singles::SingleRows;
use crate::Color;
use crate::dispatch::{self, Level};

/// The queues of a count.
pub(super) struct Queues<'a> {
    pub(super) parents: Queue<'a, ParentRows>,
    /// Children that are not in check, and those that may be.
    pub(super) singles: [Queue<'a, SingleRows>; 2],
    pub(super) accounts: &'a Accounts,
    /// Who moves on the last level.
    pub(super) us: Color,
    /// Whether siblings are counted as families where they can be.
    pub(super) families: bool,
}

impl Queues<'_> {
    /// Lets a parent wait, which is not in check and has no move en passant.
    #[inline(always)]
    pub(super) fn parent(&self, parent: &Lane) {
        if self.parents.push(parent) {
            self.count_parents();
        }
    }

    /// Lets a child wait that is to be counted by itself.
    #[inline(always)]
    pub(super) fn child(&self, child: &Lane, may_be_in_check: bool) {
        let queue = &self.singles[usize::from(may_be_in_check)];
        if queue.push(child) {
            queue.count();
        }
    }

    /// Adds moves that were counted without lanes.
    #[inline(always)]
    pub(super) fn at_once(&self, moves: u32) {
        self.accounts.add_one(u64::from(moves));
    }

    /// Counts all that wait still.
    pub(super) fn finish(&self) {
        self.count_parents();
        for queue in &self.singles {
            queue.count();
        }
    }

    /// Counts the parents, and lets those of their children wait that are not counted with them.
    #[inline(never)]
    fn count_parents(&self) {
        let parents = self.parents.count();
        dispatch::run(HandOut { queues: self, parents });
    }
}

/// Lets what the first parents left wait as single children, under their owners.
struct HandOut<'q> {
    queues: &'q Queues<'q>,
    parents: usize,
}

impl Level for HandOut<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Fn(Self) + Copy) {
        let HandOut { queues, parents } = self;
        let owner = queues.accounts.owner();
        for lane in 0..parents {
            if owner.is_some() {
                queues.accounts.set_owner(Some(queues.parents.owners[lane].get()));
            }
            if let Some(left) = queues.parents.rows.left(lane) {
                children::of_left(&left, queues);
            }
        }
        queues.accounts.set_owner(owner);
    }
}
