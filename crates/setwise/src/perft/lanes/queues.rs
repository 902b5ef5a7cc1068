//! The queues that positions wait in.

use super::children;
use super::lane::Lane;
use super::parents::ParentRows;
use super::queue::Queue;
use super::singles::SingleRows;
use super::sums::Sums;
use crate::Color;
use crate::dispatch::{self, Level};

/// The queues of a count.
pub(super) struct Queues {
    pub(super) parents: Queue<ParentRows>,
    /// Children that are not in check, and those that may be.
    pub(super) singles: [Queue<SingleRows>; 2],
    pub(super) sums: Sums,
    /// Who moves on the last level.
    pub(super) us: Color,
    /// Whether siblings are counted as families where they can be.
    pub(super) families: bool,
}

impl Queues {
    /// Lets a parent wait, which is not in check and has no move en passant.
    #[inline(always)]
    pub(super) fn parent(&self, parent: &Lane) {
        if self.parents.push(parent, self.sums.owner.get()) {
            self.count_parents();
        }
    }

    /// Lets a child wait that is to be counted by itself.
    #[inline(always)]
    pub(super) fn child(&self, child: &Lane, may_be_in_check: bool) {
        let queue = &self.singles[usize::from(may_be_in_check)];
        if queue.push(child, self.sums.owner.get()) {
            queue.count(&self.sums);
        }
    }

    /// Adds moves that were counted without lanes.
    #[inline(always)]
    pub(super) fn add(&self, moves: u32) {
        self.sums.add(self.sums.owner.get(), u64::from(moves));
    }

    /// Counts all that wait still.
    pub(super) fn finish(&self) {
        self.count_parents();
        for queue in &self.singles {
            queue.count(&self.sums);
        }
    }

    /// Counts the parents, and lets those of their children wait that are not counted with them.
    #[inline(never)]
    fn count_parents(&self) {
        let parents = self.parents.count(&self.sums);
        let owner = self.sums.owner.get();
        dispatch::run(HandOut { queues: self, parents });
        self.sums.owner.set(owner);
    }
}

/// Lets what the first parents left wait as single children, which belong to the parents' owners.
struct HandOut<'q> {
    queues: &'q Queues,
    parents: usize,
}

impl Level for HandOut<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Fn(Self) + Copy) {
        for parent in 0..self.parents {
            let Queues { parents, sums, .. } = self.queues;
            if let Some(left) = parents.rows.left(parent) {
                sums.owner.set(parents.owners[parent].get());
                children::of_left(&left, self.queues);
            }
        }
    }
}
