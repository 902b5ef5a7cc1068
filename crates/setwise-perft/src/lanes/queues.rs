//! All positions that wait to be counted: the parents, and their children.

use core::convert::Infallible;
use core::ops::ControlFlow;

use setwise::attacks::Sliders;
use setwise::dispatch;
use setwise::{Bitboard, Filter, MoveSet, MoveVisitor, Position};

use super::backend::LaneFeatures;
use super::children::{ChildQueues, Children, DOUBLE_PUSH, queue_remaining};
#[cfg(target_arch = "x86_64")]
use super::flat::Flat;
use super::kernels::{Parent, Remaining, RemainingRows};
use super::lane::{Castlings, OWN, View, Words};
use super::queue::Queue;
use super::threats::Checks;

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
        let view = self.view;
        let children = Children {
            parent: Words::of(position, view),
            checks: Checks::in_position(view.own(), position, sliders, view),
            queues: &mut self.children,
            owner,
        };
        let mut visitor = AllChildren { children, view };
        let ControlFlow::Continue(()) =
            position.visit_legal_moves_with(sliders, Filter::ALL, &mut visitor);
    }

    /// Counts all positions that wait.
    pub(super) fn finish(&mut self) {
        self.count_parents();
        self.children.count(0);
        self.children.count(1);
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

/// A visitor that receives the moves of a node and queues the children.
struct AllChildren<'q> {
    children: Children<'q>,
    view: View,
}

impl MoveVisitor for AllChildren<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        let AllChildren { children, view } = self;
        match set {
            MoveSet::Piece { role, from, to } => {
                let from = view.square(from);
                let checks = children.checks.by(role, from);
                for to in to {
                    children.push(from, view.square(to), checks);
                }
            }
            MoveSet::Pawns { shift, to } => {
                let passing = if shift.abs() == DOUBLE_PUSH {
                    children.parent.beside_pawns(OWN)
                } else {
                    Bitboard::EMPTY
                };
                let [checks, ..] = children.checks.by_roles(true);
                for to in to {
                    let (from, to) =
                        (view.square(MoveSet::pawn_origin(to, shift)), view.square(to));
                    if passing.meets(to) {
                        children.add_en_passant(from, to);
                    }
                    children.push(from, to, checks);
                }
            }
            MoveSet::Promotions { shift, to } => {
                for to in to {
                    let from = view.square(MoveSet::pawn_origin(to, shift));
                    children.push_promotions(from, view.square(to));
                }
            }
            MoveSet::EnPassant { from, to } => {
                children.push_en_passant(view.square(from), view.square(to));
            }
            MoveSet::Castle { rook, .. } => {
                children.push_castling(rook.relative_to(view.own()));
            }
        }
        ControlFlow::Continue(())
    }
}
