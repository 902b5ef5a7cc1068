//! From a parent to its children that are counted singly.
//!
//! They are written straight into lanes: a child is its parent but for the men that moved and the
//! one that was taken. Those that may be in check wait by themselves, because their kernel does
//! more. What lanes do not know, the en passant captures of a child, is counted at once.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::checks::Checks;
use super::lane::Lane;
use super::parents::{CASTLES, JUMPS, KING, Left, PAWNS};
use super::queues::Queues;
use super::reach::{jump_back, opposite};
use crate::movegen::{Filter, Visitor, pawn_directions};
use crate::moves::{castled, origin};
use crate::node::Node;
use crate::position::passed_pawn;
use crate::sliders::Sliders;
use crate::{Bitboard, Direction, MoveSet, Position, Rank, Role, Square, rays};

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
    let parent = left.parent().swapped();
    let children = Children { parent, checks: left.checks(queues.us), queues };
    let pawns = pawn_directions(!queues.us).map(Direction::shift);
    let shifts = [pawns[0], 2 * pawns[0], pawns[1], pawns[2]];
    for place in left.any() {
        let place = usize::from(place.index());
        let to = left.set(place);
        match place {
            ..JUMPS => children.slides(place, to),
            JUMPS..PAWNS => children.jumps(place - JUMPS, to),
            PAWNS..KING => children.pawns(shifts[place - PAWNS], to),
            KING => children.go_each(Role::King, parent.own.king, to),
            CASTLES => to.into_iter().for_each(|rook| children.castle(rook)),
            _ => {
                let position = parent.position(!queues.us);
                children.pass(&position, shifts[1], to);
            }
        }
    }
}

/// A parent whose children are made.
struct Children<'q> {
    /// As the side sees it that moves.
    parent: Lane,
    checks: Checks,
    queues: &'q Queues<'q>,
}

impl Children<'_> {
    /// A man goes to a square, and the child waits.
    #[inline(always)]
    fn go(&self, role: Role, from: Bitboard, to: Bitboard) {
        let child = self.parent.after(role, from, to).swapped();
        self.queues.child(&child, self.checks.given(role, from, to));
    }

    #[inline(always)]
    fn go_each(&self, role: Role, from: Bitboard, to: Bitboard) {
        for to in to {
            self.go(role, from, Bitboard::of(to));
        }
    }

    /// Sliders go in the direction of a place in [`Direction::ALL`].
    #[inline(always)]
    fn slides(&self, i: usize, to: Bitboard) {
        let own = &self.parent.own;
        let back = Direction::ALL[opposite(i)];
        for to in to {
            let men = rays::ray(to, back) & own.all();
            let from = if back.is_positive() { men.first() } else { men.last() };
            let from = from.map_or(Bitboard::EMPTY, Bitboard::of);
            let role = match (own.rooks.meets(from), own.bishops.meets(from)) {
                (true, true) => Role::Queen,
                (true, false) => Role::Rook,
                _ => Role::Bishop,
            };
            self.go(role, from, Bitboard::of(to));
        }
    }

    /// Knights go by the jump of a place in their list.
    #[inline(always)]
    fn jumps(&self, i: usize, to: Bitboard) {
        for to in to {
            let to = Bitboard::of(to);
            self.go(Role::Knight, jump_back(i, to), to);
        }
    }

    /// Pawns go by a shift, and promote on the last rank.
    #[inline(always)]
    fn pawns(&self, shift: i8, to: Bitboard) {
        for to in to {
            let (from, to) = (Bitboard::of(origin(to, shift)), Bitboard::of(to));
            if to.meets(LAST_RANKS) {
                self.promote(from, to);
            } else {
                self.go(Role::Pawn, from, to);
            }
        }
    }

    #[inline(never)]
    fn promote(&self, from: Bitboard, to: Bitboard) {
        for role in Role::PROMOTIONS {
            let mut child = self.parent.after(role, Bitboard::EMPTY, to);
            child.own.pawns -= from;
            self.queues.child(&child.swapped(), true);
        }
    }

    #[inline(never)]
    fn castle(&self, rook: Square) {
        let mut child = self.parent;
        if let Some(king) = child.own.king.first() {
            let to = castled(king, rook);
            child.own.king = Bitboard::of(to.king);
            child.own.rooks ^= Bitboard::of(rook);
            child.own.rooks ^= Bitboard::of(to.rook);
            self.queues.child(&child.swapped(), true);
        }
    }

    #[inline(never)]
    fn en_passant(&self, from: Square, to: Square) {
        let mut child = self.parent.after(Role::Pawn, Bitboard::of(from), Bitboard::of(to));
        child.enemy.clear(Bitboard::of(passed_pawn(to)));
        self.queues.child(&child.swapped(), true);
    }

    /// Counts the captures en passant after pawns' double steps, of which lanes know nothing.
    #[inline(always)]
    fn pass(&self, position: &Position, shift: i8, to: Bitboard) {
        for to in to {
            let child = position.after_pawn_move(origin(to, shift), to);
            self.queues.at_once(child.en_passant_capturers().count());
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
            MoveSet::Piece { role, from, to } => children.go_each(role, Bitboard::of(from), to),
            MoveSet::Pawns { shift, to } => {
                if shift.abs() == DOUBLE_STEP {
                    let to = to & children.parent.enemy.beside_pawns();
                    children.pass(self.position, shift, to);
                }
                children.pawns(shift, to);
            }
            MoveSet::Promotions { shift, to } => children.pawns(shift, to),
            MoveSet::EnPassant { from, to } => children.en_passant(from, to),
            MoveSet::Castle { rook, .. } => children.castle(rook),
        }
        ControlFlow::Continue(())
    }
}

/// What a pawn's double step adds to a square's index, or takes from it.
pub(super) const DOUBLE_STEP: i8 = 16;

const LAST_RANKS: Bitboard = Bitboard::rank(Rank::First).union(Bitboard::rank(Rank::Eighth));
