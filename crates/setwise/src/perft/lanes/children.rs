//! From a parent to its children, sorted by how they are counted.
//!
//! * Additive moves make a family, which waits as one.
//! * Other children wait singly, and are written straight into lanes: a child is its parent but for
//!   the men that moved and the one that was taken, so a set of moves of one man is a few words: the
//!   parent's, with the bits of *from* and *to* turned over in the mover's row and the bit of *to*
//!   cleared in the other side's.
//! * Children in check wait by themselves, because their kernel does more.
//! * What lanes do not know is counted at once, one by one: the en passant captures of children, the
//!   children that are en passant captures, and castlings and promotions that give check.

use core::cell::Cell;
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
    pub(super) singles: Queue<'a, SingleRows<false>>,
    /// Singles, too.
    pub(super) in_check: Queue<'a, SingleRows<true>>,
    /// The moves of one parent whose children wait singly, and those that may give check. They
    /// stand here because to make them anew for each parent took a tenth of the time.
    pub(super) moves: [[Cell<Moves>; SETS]; 2],
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
        self.in_check.finish();
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
        queues,
        quiet: 0,
        checking: 0,
        family: Next::of(&queues.families),
        at_once: 0,
    };
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut children);
    let Children { quiet, checking, family, at_once, .. } = children;
    for moves in &queues.moves[0][..quiet.min(SETS)] {
        queues.singles.push_moves(&parent, &moves.get());
    }
    for moves in &queues.moves[1][..checking.min(SETS)] {
        queues.in_check.push_moves(&parent, &moves.get());
    }
    family.push(&parent);
    if at_once > 0 {
        queues.accounts.add_one(at_once);
    }
}

/// More than there are: sixteen men with a set each, and four kinds of pawn steps.
pub(super) const SETS: usize = 24;

/// Is shown the parent's moves.
struct Children<'n, S: Sliders> {
    node: &'n Node<S>,
    /// Who moves in the children.
    us: Color,
    parent: Lane,
    checks: Checks,
    additive: Additive,
    queues: &'n Queues<'n>,
    /// How many sets of moves wait that give no check, and how many that may.
    quiet: usize,
    checking: usize,
    /// The additive moves.
    family: Next<'n>,
    /// The moves of the children that are counted at once.
    at_once: u64,
}

impl<S: Sliders> Children<'_, S> {
    #[inline(always)]
    fn wait(&mut self, moves: Moves) {
        self.queues.moves[0][self.quiet % SETS].set(moves);
        self.quiet += usize::from(moves.to.any());
    }

    #[inline(always)]
    fn wait_in_check(&mut self, moves: Moves) {
        self.queues.moves[1][self.checking % SETS].set(moves);
        self.checking += usize::from(moves.to.any());
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

    /// Counts the captures en passant after a pawn's double step, of which lanes know nothing.
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let next = self.node.position().after_pawn_move(from, to);
        self.at_once += u64::from(next.en_passant_capturers().count());
    }

    #[inline(always)]
    fn promotion(&mut self, from: Square, to: Square) {
        let (from, to) = (Bitboard::of(from), Bitboard::of(to));
        for role in Role::PROMOTIONS {
            let mut lane = self.parent.without(to);
            lane.enemy.pawns ^= from;
            lane.enemy.flip(role, to);
            self.queues.singles.push_one(&lane);
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
                let origin = Bitboard::of(from);
                self.wait_in_check(Moves { role, from: origin, shift: 0, to: checks });
                let additive = (to - checks) & self.additive.targets(role, from);
                if self.additive.opens(from) {
                    self.family.leave(origin, additive.count());
                }
                self.family.add(additive);
                let to = to - checks - additive;
                self.wait(Moves { role, from: origin, shift: 0, to });
            }
            MoveSet::Pawns { shift, to } => {
                if shift.abs() == 16 {
                    for to in to & self.beside_own_pawns() {
                        self.en_passant(origin(to, shift), to);
                    }
                }
                let (role, from) = (Role::Pawn, Bitboard::EMPTY);
                let uncovered = shifted(self.checks.discoverers, shift);
                let checks = to & (self.checks.squares[role as usize] | uncovered);
                self.wait_in_check(Moves { role, from, shift, to: checks });
                let (origins, targets) = self.additive.pawns(shift);
                let additive = (to - checks) & targets & shifted(origins, shift);
                self.family.leave_each(shifted(additive, -shift));
                self.family.add(additive);
                self.wait(Moves { role, from, shift, to: to - checks - additive });
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
                    self.queues.singles.push_one(&lane);
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
