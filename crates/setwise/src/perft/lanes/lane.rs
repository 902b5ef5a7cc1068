//! A position as lanes hold it: eleven words, those of each field side by side.

use super::reach::is_rooks;
use crate::{Bitboard, Board, Color, Direction, Position, Role};

/// The men of one side. Queens are among both kinds of sliders.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) king: Bitboard,
}

impl Side {
    /// All of them.
    #[inline(always)]
    pub(super) fn all(&self) -> Bitboard {
        self.pawns | self.knights | self.bishops | self.rooks | self.king
    }

    /// Those that slide in the direction of a place in [`Direction::ALL`].
    #[inline(always)]
    pub(super) fn sliders(&self, i: usize) -> Bitboard {
        if is_rooks(i) { self.rooks } else { self.bishops }
    }

    /// The squares beside pawns: who passes there may be taken en passant.
    #[inline(always)]
    pub(super) fn beside_pawns(&self) -> Bitboard {
        self.pawns.shift(Direction::East) | self.pawns.shift(Direction::West)
    }

    /// Whatever man stands on a square goes to another, which is empty.
    // Without a branch: which man it is changes from move to move.
    #[inline(always)]
    fn go(&mut self, from: Bitboard, to: Bitboard) {
        let go = |men: &mut Bitboard| {
            *men ^= if men.meets(from) { from | to } else { Bitboard::EMPTY };
        };
        go(&mut self.pawns);
        go(&mut self.knights);
        go(&mut self.bishops);
        go(&mut self.rooks);
        go(&mut self.king);
    }

    /// A pawn becomes a man of another role.
    #[inline(always)]
    pub(super) fn promote(&mut self, pawn: Bitboard, role: Role) {
        self.pawns ^= pawn;
        match role {
            Role::Pawn | Role::King => {}
            Role::Knight => self.knights ^= pawn,
            Role::Bishop => self.bishops ^= pawn,
            Role::Rook => self.rooks ^= pawn,
            Role::Queen => {
                self.bishops ^= pawn;
                self.rooks ^= pawn;
            }
        }
    }

    /// Takes away what stands on some squares, which is no king.
    #[inline(always)]
    pub(super) fn clear(&mut self, squares: Bitboard) {
        self.pawns -= squares;
        self.knights -= squares;
        self.bishops -= squares;
        self.rooks -= squares;
    }
}

/// A position in a lane, without en passant.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// The side that moves on the last level.
    pub(super) own: Side,
    pub(super) enemy: Side,
    /// The rooks of both that may castle.
    pub(super) castling: Bitboard,
}

impl Lane {
    /// A position, with who moves on the last level.
    #[inline(always)]
    pub(super) fn of(position: &Position, us: Color) -> Lane {
        let board = position.board();
        let side = |color| Side {
            pawns: board.pieces(color, Role::Pawn),
            knights: board.pieces(color, Role::Knight),
            bishops: board.bishop_sliders(color),
            rooks: board.rook_sliders(color),
            king: board.pieces(color, Role::King),
        };
        Lane { own: side(us), enemy: side(!us), castling: position.castling() }
    }

    /// Where nobody stands.
    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard {
        !(self.own.all() | self.enemy.all())
    }

    /// As a position, in which the own side has a color and is to move; without en passant and
    /// counters.
    #[inline(always)]
    pub(super) fn position(&self, us: Color) -> Position {
        let mut board = Board::EMPTY;
        for (side, color) in [(&self.own, us), (&self.enemy, !us)] {
            let queens = side.bishops & side.rooks;
            board.add(side.pawns, color, Role::Pawn);
            board.add(side.knights, color, Role::Knight);
            board.add(side.bishops - queens, color, Role::Bishop);
            board.add(side.rooks - queens, color, Role::Rook);
            board.add(queens, color, Role::Queen);
            board.add(side.king, color, Role::King);
        }
        Position::of(board, us, self.castling)
    }

    /// With the sides changed.
    #[inline(always)]
    pub(super) fn swapped(self) -> Lane {
        Lane { own: self.enemy, enemy: self.own, castling: self.castling }
    }

    /// After a man of the own side has gone to another square, and taken what stood there.
    #[inline(always)]
    pub(super) fn after(mut self, from: Bitboard, to: Bitboard) -> Lane {
        let rooks = if self.own.king.meets(from) { self.own.rooks } else { Bitboard::EMPTY };
        self.castling -= from | to | rooks;
        self.own.go(from, to);
        self.enemy.clear(to);
        self
    }
}

/// What castling with one rook takes; it is the same all through a count.
#[derive(Clone, Copy, Default)]
pub(super) struct Castling {
    /// Where the rook stands; none if there is no such castling.
    pub(super) rook: Bitboard,
    /// The squares on which nobody else may stand.
    pub(super) way: Bitboard,
    /// The squares that nothing may attack, the king's own the first of them.
    pub(super) safe: Bitboard,
}

/// The castlings of the side that moves on the last level, and of the other.
pub(super) type Castlings = [[Castling; 2]; 2];
