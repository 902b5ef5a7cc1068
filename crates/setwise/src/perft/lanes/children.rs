//! From a parent to its children, written straight into lanes.
//!
//! A child is its parent but for the men that moved and the one that was taken, so a set of moves
//! of one man is a few words: the parent's, with the bits of *from* and *to* turned over in the
//! mover's row and the bit of *to* cleared in the other side's. Four children are written at once.
//!
//! What the kernel does not know is counted one by one: children in check, children with an en
//! passant capture, and en passant captures themselves. Who gives check is known before the move
//! is made: a man that lands where its kind attacks the king, or one that stood alone between the
//! king and a slider.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::calm::Calm;
use super::kernel::{Lane, Side};
use super::pending::{Moves, Pending};
use crate::movegen::{Filter, Visitor};
use crate::moves::{castled, origin};
use crate::node::Node;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Direction, MoveSet, Position, Role, Square, leapers, rays};

/// A set as the side sees it whose lanes play north: turned upside down for Black.
#[inline(always)]
pub(super) fn seen(set: Bitboard, us: Color) -> Bitboard {
    if us == Color::White { set } else { set.flip_vertical() }
}

/// A position in a lane, as a side sees it.
#[inline(always)]
fn lane(position: &Position, us: Color) -> Lane {
    let board = position.board();
    let side = |color| Side {
        pawns: seen(board.pieces(color, Role::Pawn), us),
        knights: seen(board.pieces(color, Role::Knight), us),
        bishops: seen(board.bishop_sliders(color), us),
        rooks: seen(board.rook_sliders(color), us),
        king: seen(board.pieces(color, Role::King), us),
    };
    let rooks = position.castling() & board.color(us);
    Lane { own: side(us), enemy: side(!us), castling: seen(rooks, us) }
}

/// Lets the children of a node wait, and gives the moves of those that could not.
#[inline(always)]
pub(super) fn count<S: Sliders>(node: &Node<S>, pending: &Pending) -> u64 {
    let us = !node.position().turn();
    let parent = lane(node.position(), us);
    let checks = Checks::of(node, us);
    let calm = Calm::of(node.position(), us, &parent, pending.castling());
    let mut children = Children {
        node,
        us,
        parent,
        checks,
        calm,
        pending,
        sets: [Moves::NONE; SETS],
        len: 0,
        calm_moves: 0,
        counted: 0,
    };
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut children);
    for set in &children.sets[..children.len] {
        pending.push(&parent, set);
    }
    if children.calm_moves > 0 {
        pending.push_one(&parent, children.calm_moves);
    }
    children.counted
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
    calm: Calm,
    pending: &'n Pending,
    sets: [Moves; SETS],
    len: usize,
    /// How many moves there were that change nothing for us.
    calm_moves: u32,
    /// The moves of the children that are counted one by one.
    counted: u64,
}

impl<S: Sliders> Children<'_, S> {
    #[inline(always)]
    fn bit(&self, square: Square) -> Bitboard {
        seen(Bitboard::of(square), self.us)
    }

    #[inline(always)]
    fn wait(&mut self, moves: Moves) {
        self.sets[self.len % SETS] = moves;
        self.len += usize::from(moves.to.any());
    }

    /// Counts the children of some moves one by one.
    #[inline(always)]
    fn count(&mut self, set: MoveSet) {
        self.node.for_each_next(set, |next| self.counted += u64::from(next.count()));
    }

    /// The squares of some pawns' targets that have an own pawn beside them.
    #[inline(always)]
    fn beside_own_pawns(&self) -> Bitboard {
        let pawns = self.node.position().board().pieces(self.us, Role::Pawn);
        pawns.shift(Direction::East) | pawns.shift(Direction::West)
    }

    #[inline(always)]
    fn promotion(&mut self, from: Square, to: Square) {
        let (from, to) = (self.bit(from), self.bit(to));
        for role in Role::PROMOTIONS {
            let mut lane = self.parent.without(to);
            lane.enemy.pawns ^= from;
            lane.enemy.flip(role, to);
            self.pending.push_one(&lane, 1);
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
                let calm = (to - checks) & self.calm.targets(role, from);
                self.calm_moves += calm.count();
                let to = seen(to - checks - calm, self.us);
                self.wait(Moves { role, from: self.bit(from), shift: 0, to });
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
                let mut to = to - alone;
                if shift % 8 == 0 {
                    let calm = to & self.calm.pawns() & shifted(self.calm.pawns(), shift);
                    self.calm_moves += calm.count();
                    to -= calm;
                }
                let shift = if self.us == Color::White { shift } else { upside_down(shift) };
                let to = seen(to, self.us);
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
                    lane.enemy.king = self.bit(to.king);
                    lane.enemy.rooks ^= self.bit(rook);
                    lane.enemy.rooks ^= self.bit(to.rook);
                    self.pending.push_one(&lane, 1);
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

/// A pawn's step on the board turned upside down: 7 is -9 there, and 9 is -7.
const fn upside_down(shift: i8) -> i8 {
    match shift {
        7 => -9,
        9 => -7,
        -7 => 9,
        -9 => 7,
        _ => -shift,
    }
}

/// Which moves give check.
struct Checks {
    /// For each role, the squares from which it attacks the king.
    squares: [Bitboard; 6],
    /// The men that stand alone between a slider of theirs and the king.
    discoverers: Bitboard,
    /// The squares from which any role could attack the king, if nothing stood between.
    aligned: Bitboard,
}

impl Checks {
    #[inline(always)]
    fn of<S: Sliders>(node: &Node<S>, us: Color) -> Checks {
        let position = node.position();
        let king = position.king(us);
        let discoverers = position.alone_before_king(us);
        let rook = node.sliders.rook(king, node.occupied());
        let bishop = node.sliders.bishop(king, node.occupied());
        let knight = leapers::knight(king);
        let pawn = leapers::pawn(us, king);
        let squares = [pawn, knight, bishop, rook, rook | bishop, Bitboard::EMPTY];
        Checks { squares, discoverers, aligned: rays::queen(king) | knight }
    }

    /// Where a man gives check: anywhere, if it uncovers a slider.
    #[inline(always)]
    fn by(&self, role: Role, from: Square) -> Bitboard {
        if self.discoverers.contains(from) {
            Bitboard::UNIVERSE
        } else {
            self.squares[role as usize]
        }
    }

    /// Whether a move might give check: surely not, if this says no.
    #[inline(always)]
    fn may_come_of(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) || self.aligned.contains(to)
    }
}
