//! All positions that wait to be counted: the parents, and their children.

use setwise::attacks::Sliders;
use setwise::dispatch;
use setwise::{MoveSet, Position};

use super::backend::LaneFeatures;
use super::children::{ChildQueues, IN_CHECK, QUIET, UNPINNED, queue_remaining};
use super::each_alone::EachAlone;
#[cfg(target_arch = "x86_64")]
use super::flat::Flat;
use super::kernels::{Parent, Remaining, RemainingRows};
use super::lane::{Castlings, OWN, View, Words};
use super::queue::Queue;

/// The positions that wait to be counted, and the sums of those that were.
///
/// A queue that is full is counted by the call that fills it. So everything on the way from the
/// root borrows the queues mutably.
pub(crate) struct Queues {
    parents: Queue<RemainingRows>,
    children: ChildQueues,
    #[cfg(target_arch = "x86_64")]
    flat: Option<Flat>,
    /// The orientation of the positions.
    pub(super) view: View,
    /// Whether families are counted together.
    pub(crate) families: bool,
    /// Moves of one position whose children are made one by one.
    pub(super) others: Vec<MoveSet>,
    each_alone: EachAlone,
}

impl Queues {
    pub(crate) fn new(features: LaneFeatures) -> Queues {
        Queues {
            parents: Queue::new(RemainingRows::EMPTY),
            children: ChildQueues::new(features),
            #[cfg(target_arch = "x86_64")]
            flat: Flat::new(features),
            view: View::of_depth(OWN, 1),
            families: true,
            others: Vec::new(),
            each_alone: EachAlone::new(),
        }
    }

    /// Prepares a count from one or several roots, of which some may have lost castling rights.
    pub(super) fn prepare(&mut self, castlings: Castlings, view: View) {
        self.view = view;
        self.children.castlings = castlings;
    }

    /// Queues a parent, which is not in check and has no en passant capture.
    #[inline(always)]
    pub(super) fn push_parent(&mut self, parent: &Words, owner: u16) {
        if self.parents.push(parent, owner) {
            self.count_parents();
        }
    }

    /// Queues all children of a position, without families.
    #[inline(always)]
    pub(super) fn push_children<S: Sliders>(
        &mut self,
        position: &Position,
        sliders: S,
        owner: u16,
    ) {
        self.each_alone.push(position, sliders, self.view, &mut self.children, owner);
    }

    /// Counts all positions that wait.
    pub(super) fn finish(&mut self) {
        self.count_parents();
        for queue in [QUIET, IN_CHECK, UNPINNED] {
            self.children.count(queue);
        }
    }

    /// Returns the number of moves of all counted positions of an owner, and sets it to 0.
    pub(super) fn take(&mut self, owner: u16) -> u128 {
        self.children.sums.take(owner)
    }

    /// Counts the families of all parents, and queues their remaining children.
    #[inline(never)]
    fn count_parents(&mut self) {
        let Queues { parents, children, .. } = self;
        let ChildQueues { sums, features, castlings, .. } = children;
        let lanes =
            parents.count(|rows, lanes| features.count::<Parent>(rows, castlings, lanes), sums);
        #[cfg(target_arch = "x86_64")]
        if let Some(flat) = &mut self.flat {
            flat.queue_remaining(parents, lanes, children);
            return;
        }
        dispatch::call(
            (&*parents, children, lanes),
            #[inline(always)]
            |(parents, children, lanes)| {
                for lane in 0..lanes {
                    if let Some(remaining) = Remaining::of(&parents.rows, lane) {
                        queue_remaining(&remaining, children, parents.owner(lane));
                    }
                }
            },
        );
    }
}
