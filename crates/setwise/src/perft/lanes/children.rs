//! From a parent to its children, sorted by how they are counted.
//!
//! * Additive moves make a family, which waits as one.
//! * Other children wait singly, and are written straight into lanes: a child is its parent but for
//!   the men that moved and the one that was taken, so a set of moves of one man is a few words: the
//!   parent's, with the bits of *from* and *to* turned over in the mover's row and the bit of *to*
//!   cleared in the other side's.
//! * What lanes do not know is counted at once, one by one: children in check, children with an en
//!   passant capture, and en passant captures themselves.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::accounts::Accounts;
use super::additive::Additive;
use super::checks::Checks;
use super::families::{FamilyRows, Next};
use super::kernel::{Lane, Side};
use super::queue::Queue;
use super::singles::{Moves, SingleRows};
use crate::movegen::{Filter, Visitor};
use crate::moves::{castled, origin};
use crate::node::Node;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Direction, MoveSet, Position, Role, Square};

/// The queues that the children of a node go to.
pub(super) struct Queues<'a> {
    pub(super) families: Queue<'a, FamilyRows>,
    pub(super) singles: Queue<'a, SingleRows>,
    /// Of the children that are counted at once.
    pub(super) accounts: &'a Accounts,
    /// Whether siblings are counted as families where they can be.
    pub(super) multiply: bool,
}

impl Queues<'_> {
    /// Counts all that wait still.
    pub(super) fn finish(&self) {
        self.families.finish();
        self.singles.finish();
    }
}

/// A position in a lane, with who moves there.
#[inline(always)]
fn lane(position: &Position, us: Color) -> Lane {
    let board = position.board();
    let side = |color| Side {
        pawns: board.pieces(color, Role::Pawn),
        knights: board.pieces(color, Role::Knight),
        bishops: board.bishop_sliders(color),
        rooks: board.rook_sliders(color),
        king: board.pieces(color, Role::King),
    };
    let castling = position.castling() & board.color(us);
    Lane { own: side(us), enemy: side(!us), castling }
}

/// Lets the children of a node wait, and counts those that cannot.
#[inline(always)]
pub(super) fn count<S: Sliders>(node: &Node<S>, queues: &Queues) {
    let us = !node.position().turn();
    let parent = lane(node.position(), us);
    let checks = Checks::of(node, us);
    let additive = if queues.multiply {
        Additive::of(node, &checks, us, queues.singles.castling())
    } else {
        Additive::NONE
    };
    let mut children = Children {
        node,
        us,
        parent,
        checks,
        additive,
        singles: &queues.singles,
        sets: [Moves::NONE; SETS],
        len: 0,
        family: Next::of(&queues.families),
        at_once: 0,
    };
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut children);
    let Children { sets, len, family, at_once, .. } = children;
    for moves in &sets[..len] {
        queues.singles.push_moves(&parent, moves);
    }
    family.push(&parent);
    if at_once > 0 {
        queues.accounts.add_one(at_once);
    }
}

/// More than there are: sixteen men with a set each, and four kinds of pawn steps.
const SETS: usize = 24;

/// Is shown the parent's moves.
struct Children<'n, S: Sliders> {
    node: &'n Node<S>,
    /// Who moves in the children.
    us: Color,
    parent: Lane,
    checks: Checks,
    additive: Additive,
    singles: &'n Queue<'n, SingleRows>,
    /// The moves whose children wait singly.
    sets: [Moves; SETS],
    len: usize,
    /// The additive moves.
    family: Next<'n>,
    /// The moves of the children that are counted at once.
    at_once: u64,
}

impl<S: Sliders> Children<'_, S> {
    #[inline(always)]
    fn wait(&mut self, moves: Moves) {
        self.sets[self.len % SETS] = moves;
        self.len += usize::from(moves.to.any());
    }

    /// Counts the children of some moves one by one.
    #[inline(always)]
    fn count(&mut self, set: MoveSet) {
        self.node.for_each_next(set, |next| self.at_once += u64::from(next.count()));
    }

    /// The squares of some pawns' targets that have an own pawn beside them.
    #[inline(always)]
    fn beside_own_pawns(&self) -> Bitboard {
        let pawns = self.node.position().board().pieces(self.us, Role::Pawn);
        pawns.shift(Direction::East) | pawns.shift(Direction::West)
    }

    #[inline(always)]
    fn promotion(&mut self, from: Square, to: Square) {
        let (from, to) = (Bitboard::of(from), Bitboard::of(to));
        for role in Role::PROMOTIONS {
            let mut lane = self.parent.without(to);
            lane.enemy.pawns ^= from;
            lane.enemy.flip(role, to);
            self.singles.push_one(&lane);
        }
    }
}

impl<S: Sliders> Visitor for Children<'_, S> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        match set {
            MoveSet::Piece { role, from, to } => {
                let checks = to & self.checks.by(role, from);
                if checks.any() {
                    self.count(MoveSet::Piece { role, from, to: checks });
                }
                let additive = (to - checks) & self.additive.targets(role, from);
                if self.additive.opens(from) {
                    self.family.leave(Bitboard::of(from), additive.count());
                }
                self.family.add(additive);
                let to = to - checks - additive;
                self.wait(Moves { role, from: Bitboard::of(from), shift: 0, to });
            }
            MoveSet::Pawns { shift, to } => {
                let mut alone = to
                    & (self.checks.squares[Role::Pawn as usize]
                        | shifted(self.checks.discoverers, shift));
                if shift.abs() == 16 {
                    alone |= to & self.beside_own_pawns();
                }
                if alone.any() {
                    self.count(MoveSet::Pawns { shift, to: alone });
                }
                let (origins, targets) = self.additive.pawns(shift);
                let additive = (to - alone) & targets & shifted(origins, shift);
                self.family.leave_each(shifted(additive, -shift));
                self.family.add(additive);
                let to = to - alone - additive;
                self.wait(Moves { role: Role::Pawn, from: Bitboard::EMPTY, shift, to });
            }
            MoveSet::Promotions { shift, to } => {
                for square in to {
                    let from = origin(square, shift);
                    if self.checks.may_come_of(from, square) {
                        self.count(MoveSet::Promotions { shift, to: Bitboard::of(square) });
                    } else {
                        self.promotion(from, square);
                    }
                }
            }
            MoveSet::EnPassant { .. } => self.count(set),
            MoveSet::Castle { king, rook } => {
                let to = castled(king, rook);
                if self.checks.may_come_of(king, to.rook) || self.checks.may_come_of(rook, to.rook)
                {
                    self.count(set);
                } else {
                    let mut lane = self.parent;
                    lane.enemy.king = Bitboard::of(to.king);
                    lane.enemy.rooks ^= Bitboard::of(rook);
                    lane.enemy.rooks ^= Bitboard::of(to.rook);
                    self.singles.push_one(&lane);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn shifted(set: Bitboard, shift: i8) -> Bitboard {
    Bitboard(if shift > 0 { set.0 << shift } else { set.0 >> -shift })
}
