//! From the root down to the parents, which wait in lanes.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::checks::Checks;
use super::children::{self, DOUBLE_STEP};
use super::lane::Lane;
use super::queues::Queues;
use crate::dispatch::{self, Level};
use crate::movegen::{Filter, Visitor};
use crate::moves::origin;
use crate::node::Node;
use crate::perft::bulk::for_each_child;
use crate::sliders::Sliders;
use crate::sliders::erased::Erased;
use crate::{Bitboard, MoveSet, Role};

/// Counts at least two levels.
pub(super) fn count<S: Sliders>(node: Node<S>, depth: u32, queues: &Queues) -> u64 {
    down(node, depth, queues);
    queues.finish();
    queues.sums.take(queues.sums.owner.get())
}

/// Puts at least two levels into lanes; their moves will belong to the owner that is set.
pub(super) fn down<S: Sliders>(node: Node<S>, depth: u32, queues: &Queues) {
    dispatch::run_or(Walk { node, depth, queues }, |_| {
        let node = Node::new(*node.position(), Erased::of(node.sliders));
        dispatch::baseline(Walk { node, depth, queues });
    });
}

/// A walk of at least two levels; the moves below are counted in the queues.
struct Walk<'q, S: Sliders> {
    node: Node<S>,
    depth: u32,
    queues: &'q Queues,
}

impl<S: Sliders> Level for Walk<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, descend: impl Fn(Self) + Copy) {
        let Walk { node, depth, queues } = self;
        let below = |node| descend(Walk { node, depth: depth - 1, queues });
        match depth {
            2 => parent(&node, queues),
            3 if queues.families => {
                let mut parents = Parents {
                    node: &node,
                    lane: Lane::of(node.position(), queues.us),
                    checks: Checks::in_node(!queues.us, &node),
                    queues,
                    other: below,
                };
                let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut parents);
            }
            _ => for_each_child(&node, below),
        }
    }
}

/// Lets a parent wait, or its children if it is not to be counted with them: if it is in check or
/// could take en passant.
#[inline(always)]
fn parent<S: Sliders>(node: &Node<S>, queues: &Queues) {
    let position = node.position();
    if queues.families && position.en_passant().is_none() && !position.is_check() {
        queues.parent(&Lane::of(position, queues.us));
    } else {
        children::of_node(node, queues);
    }
}

/// Lets the children of a node wait as parents; those wait singly with theirs that are in check or
/// may take en passant.
struct Parents<'n, S: Sliders, F> {
    node: &'n Node<S>,
    lane: Lane,
    checks: Checks,
    queues: &'n Queues,
    other: F,
}

impl<S: Sliders, F: Fn(Node<S>)> Parents<'_, S, F> {
    #[inline(always)]
    fn go(&self, from: Bitboard, to: Bitboard) {
        self.queues.parent(&self.lane.after(from, to));
    }

    /// Plays moves that lanes may not know.
    #[inline(always)]
    fn play(&self, set: MoveSet) {
        self.node.for_each_next(
            set,
            #[inline(always)]
            |next| (self.other)(next),
        );
    }
}

impl<S: Sliders, F: Fn(Node<S>)> Visitor for Parents<'_, S, F> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        match set {
            MoveSet::Piece { role, from, to } => {
                let origin = Bitboard::of(from);
                let checks = to & self.checks.by(role, origin);
                for to in to - checks {
                    self.go(origin, Bitboard::of(to));
                }
                if checks.any() {
                    self.play(MoveSet::Piece { role, from, to: checks });
                }
            }
            MoveSet::Pawns { shift, to } => {
                let discovered = shifted(self.checks.discoverers, shift);
                let mut other = to & (self.checks.squares[Role::Pawn as usize] | discovered);
                if shift.abs() == DOUBLE_STEP {
                    other |= to & self.lane.enemy.beside_pawns();
                }
                for to in to - other {
                    self.go(Bitboard::of(origin(to, shift)), Bitboard::of(to));
                }
                if other.any() {
                    self.play(MoveSet::Pawns { shift, to: other });
                }
            }
            MoveSet::Promotions { .. } | MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => {
                self.play(set);
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn shifted(set: Bitboard, shift: i8) -> Bitboard {
    Bitboard(if shift > 0 { set.0 << shift } else { set.0 >> -shift })
}
