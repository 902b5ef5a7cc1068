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

/// For each role, the fields of the side in which it stands.
const FIELDS: [[Bitboard; 5]; 6] = {
    const NO: Bitboard = Bitboard::EMPTY;
    const YES: Bitboard = Bitboard::UNIVERSE;
    [
        [YES, NO, NO, NO, NO],
        [NO, YES, NO, NO, NO],
        [NO, NO, YES, NO, NO],
        [NO, NO, NO, YES, NO],
        [NO, NO, YES, YES, NO],
        [NO, NO, NO, NO, YES],
    ]
};

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

    /// Adds men of a role where there are none, and takes them away where they are.
    // Without a branch: the role is seldom the one before.
    #[inline(always)]
    pub(super) fn flip(&mut self, role: Role, squares: Bitboard) {
        let [pawns, knights, bishops, rooks, king] = FIELDS[role as usize];
        self.pawns ^= squares & pawns;
        self.knights ^= squares & knights;
        self.bishops ^= squares & bishops;
        self.rooks ^= squares & rooks;
        self.king ^= squares & king;
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
    pub(super) fn after(mut self, role: Role, from: Bitboard, to: Bitboard) -> Lane {
        self.own.flip(role, from | to);
        self.enemy.clear(to);
        self.castling -= from | to;
        if role == Role::King {
            self.castling -= self.own.rooks;
        }
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
