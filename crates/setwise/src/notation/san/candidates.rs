//! Who may make a move, found backwards from its target.

use crate::attacks::{leapers, rays, walk};
use crate::position::unblocked;
use crate::{Bitboard, Color, Direction, Position, Rank, Role, Square};

/// The squares of an empty board from which each role sees a square; none for pawns.
static SEEN_FROM: [[Bitboard; 64]; 6] = {
    let mut seen_from = [[Bitboard::EMPTY; 64]; 6];
    let mut index = 0;
    while index < 64 {
        let to = Square::ALL[index];
        let (rook, bishop) = (walk::rook(to, Bitboard::EMPTY), walk::bishop(to, Bitboard::EMPTY));
        seen_from[Role::Knight as usize][index] = leapers::knights(Bitboard::of(to));
        seen_from[Role::Bishop as usize][index] = bishop;
        seen_from[Role::Rook as usize][index] = rook;
        seen_from[Role::Queen as usize][index] = rook.union(bishop);
        seen_from[Role::King as usize][index] = leapers::kings(Bitboard::of(to));
        index += 1;
    }
    seen_from
};

impl Position {
    /// Those of some men of the side to move, all of one role, that see a square as if no king
    /// could be attacked: pieces whether or not it is empty, pawns that push or take there, but not
    /// en passant.
    #[inline(always)]
    pub(super) fn candidates(&self, role: Role, men: Bitboard, to: Square) -> Bitboard {
        unblocked(self.aligned(role, men, to), to, self.board().occupied())
    }

    /// The same, and pieces whose way is blocked too.
    #[inline(always)]
    pub(super) fn aligned(&self, role: Role, men: Bitboard, to: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawn_candidates(men, to),
            _ => men & SEEN_FROM[role as usize][to],
        }
    }

    /// Whether a man that is aligned with a square can go there and leave his king safe.
    #[inline(always)]
    pub(super) fn is_able(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.board().occupied();
        // Nothing lies between a leaper and its target, nor where a pawn goes.
        if rays::between(from, to).meets(occupied) {
            return false;
        }
        let king = if role == Role::King { to } else { self.king(self.turn()) };
        self.is_safe(king, occupied.with(to).without(from), Bitboard::of(to))
    }

    #[inline(always)]
    fn pawn_candidates(&self, men: Bitboard, to: Square) -> Bitboard {
        let (us, occupied) = (self.turn(), self.board().occupied());
        if occupied.contains(to) {
            return men & leapers::pawn(!us, to);
        }
        let back = match us {
            Color::White => Direction::South,
            Color::Black => Direction::North,
        };
        let before = Bitboard::of(to).shift(back);
        let fourth = Bitboard::rank(Rank::Fourth.relative_to(us));
        if occupied.meets(before) || !fourth.contains(to) {
            return men & before;
        }
        men & before.shift(back)
    }
}
