//! Finding the pieces that can move to a square, starting from that square.

use crate::attacks::{self, rays, walk};
use crate::position::unblocked;
use crate::{Bitboard, Color, Direction, Position, Rank, Role, Square};

/// The squares from which each role attacks a square on an empty board; empty for pawns.
static ATTACKED_FROM: [[Bitboard; 64]; 6] = {
    let mut attacked_from = [[Bitboard::EMPTY; 64]; 6];
    let mut index = 0;
    while index < 64 {
        let to = Square::ALL[index];
        let (rook, bishop) = (walk::rook(to, Bitboard::EMPTY), walk::bishop(to, Bitboard::EMPTY));
        attacked_from[Role::Knight as usize][index] = attacks::knights(Bitboard::of(to));
        attacked_from[Role::Bishop as usize][index] = bishop;
        attacked_from[Role::Rook as usize][index] = rook;
        attacked_from[Role::Queen as usize][index] = rook.union(bishop);
        attacked_from[Role::King as usize][index] = attacks::kings(Bitboard::of(to));
        index += 1;
    }
    attacked_from
};

impl Position {
    /// Returns the pieces of the side to move, all of one role, that can pseudo-legally
    /// move to a square, which has no piece of their side. Includes pawn pushes and captures, but
    /// not en passant.
    #[inline(always)]
    pub(super) fn candidates(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        unblocked(self.aligned(role, pieces, to), to, self.board().occupied())
    }

    /// Like [`Position::candidates`], but includes sliders whose way is blocked.
    #[inline(always)]
    pub(super) fn aligned(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawn_candidates(pieces, to),
            _ => pieces & ATTACKED_FROM[role as usize][to],
        }
    }

    /// Returns whether an aligned piece can legally move to a square: it is not blocked and its
    /// king is safe afterwards.
    #[inline(always)]
    pub(super) fn can_reach(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.board().occupied();
        // For leapers and aligned pawns no occupied square lies between.
        if rays::between(from, to).meets(occupied) {
            return false;
        }
        let king = if role == Role::King { to } else { self.king(self.turn()) };
        self.is_safe(king, occupied.with(to).without(from), Bitboard::of(to))
    }

    #[inline(always)]
    fn pawn_candidates(&self, pawns: Bitboard, to: Square) -> Bitboard {
        let (us, occupied) = (self.turn(), self.board().occupied());
        if occupied.contains(to) {
            return pawns & attacks::pawn(!us, to);
        }
        let back = match us {
            Color::White => Direction::South,
            Color::Black => Direction::North,
        };
        let before = Bitboard::of(to).shift(back);
        let fourth = Bitboard::rank(Rank::Fourth.relative_to(us));
        if occupied.meets(before) || !fourth.contains(to) {
            return pawns & before;
        }
        pawns & before.shift(back)
    }
}
