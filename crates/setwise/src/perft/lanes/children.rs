//! From a parent to its children that are counted singly.
//!
//! They are written straight into lanes: a child is its parent but for the men that moved and the
//! one that was taken. Those that may be in check wait by themselves, because their kernel does
//! more. What lanes do not know, the en passant captures of a child, is counted at once.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::checks::Checks;
use super::lane::Lane;
use super::origins;
use super::parents::Left;
use super::queues::Queues;
use crate::movegen::{Filter, Visitor, pawn_directions};
use crate::moves::{castled, origin};
use crate::node::Node;
use crate::position::passed_pawn;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, MoveSet, Position, Role, Square};

/// Lets all children of a node wait.
#[inline(always)]
pub(super) fn of_node<S: Sliders>(node: &Node<S>, queues: &Queues) {
    let us = queues.us;
    let children = Children {
        parent: Lane::of(node.position(), us).swapped(),
        checks: Checks::in_node(us, node),
        queues,
    };
    let mut visitor = OfNode { position: node.position(), children };
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut visitor);
}

/// Lets those children of a parent wait that its kernel left.
#[inline(always)]
pub(super) fn of_left(left: &Left, queues: &Queues) {
    let them = !queues.us;
    let children = Children { parent: left.parent.swapped(), checks: left.checks, queues };
    for (kind, to) in left.plain() {
        for to in to {
            children.go(origins::origin(them, kind, to, &children.parent.own), Bitboard::of(to));
        }
    }
    if let Some([single, east, west, castles, passing]) = left.others() {
        children.other(them, [single, east, west], castles, passing);
    }
}

/// A parent whose children are made.
struct Children<'q> {
    /// As the side sees it that moves.
    parent: Lane,
    checks: Checks,
    queues: &'q Queues,
}

impl Children<'_> {
    /// A man goes to a square, and the child waits.
    #[inline(always)]
    fn go(&self, from: Bitboard, to: Bitboard) {
        let child = self.parent.after(from, to).swapped();
        self.queues.child(&child, self.checks.given(&self.parent.own, from, to));
    }

    /// Pawns go by a shift.
    #[inline(always)]
    fn pawns(&self, shift: i8, to: Bitboard) {
        for to in to {
            self.go(Bitboard::of(origin(to, shift)), Bitboard::of(to));
        }
    }

    /// What is not plain.
    #[inline(never)]
    fn other(&self, them: Color, promotions: [Bitboard; 3], rooks: Bitboard, passing: Bitboard) {
        let directions = pawn_directions(them);
        for (direction, to) in directions.into_iter().zip(promotions) {
            self.promote(direction.shift(), to);
        }
        rooks.into_iter().for_each(|rook| self.castle(rook));
        self.pass(&self.parent.position(them), 2 * directions[0].shift(), passing);
    }

    #[inline(never)]
    fn promote(&self, shift: i8, to: Bitboard) {
        for to in to {
            let (from, to) = (Bitboard::of(origin(to, shift)), Bitboard::of(to));
            for role in Role::PROMOTIONS {
                let mut child = self.parent.after(from, to);
                child.own.promote(to, role);
                self.queues.child(&child.swapped(), true);
            }
        }
    }

    #[inline(never)]
    fn castle(&self, rook: Square) {
        let mut child = self.parent;
        let Some(king) = child.own.king.first() else { return };
        let to = castled(king, rook);
        child.own.king = Bitboard::of(to.king);
        child.own.rooks ^= Bitboard::of(rook);
        child.own.rooks ^= Bitboard::of(to.rook);
        self.queues.child(&child.swapped(), true);
    }

    #[inline(never)]
    fn en_passant(&self, from: Square, to: Square) {
        let mut child = self.parent.after(Bitboard::of(from), Bitboard::of(to));
        child.enemy.clear(Bitboard::of(passed_pawn(to)));
        self.queues.child(&child.swapped(), true);
    }

    /// Counts the captures en passant after pawns' double steps, of which lanes know nothing.
    #[inline(always)]
    fn pass(&self, position: &Position, shift: i8, to: Bitboard) {
        for to in to {
            let child = position.after_pawn_move(origin(to, shift), to);
            self.queues.add(child.en_passant_capturers().count());
        }
    }
}

/// Is shown the moves of a node.
struct OfNode<'n> {
    position: &'n Position,
    children: Children<'n>,
}

impl Visitor for OfNode<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        let children = &self.children;
        match set {
            MoveSet::Piece { from, to, .. } => {
                for to in to {
                    children.go(Bitboard::of(from), Bitboard::of(to));
                }
            }
            MoveSet::Pawns { shift, to } => {
                if shift.abs() == DOUBLE_STEP {
                    let to = to & children.parent.enemy.beside_pawns();
                    children.pass(self.position, shift, to);
                }
                children.pawns(shift, to);
            }
            MoveSet::Promotions { shift, to } => children.promote(shift, to),
            MoveSet::EnPassant { from, to } => children.en_passant(from, to),
            MoveSet::Castle { rook, .. } => children.castle(rook),
        }
        ControlFlow::Continue(())
    }
}

/// What a pawn's double step adds to a square's index, or takes from it.
pub(super) const DOUBLE_STEP: i8 = 16;
