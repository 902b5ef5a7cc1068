//! En passant: who may really take.

use super::Position;
use crate::attacks::leapers;
use crate::{Bitboard, Role, Square};

impl Position {
    /// The pawns of the side to move that may legally take en passant.
    ///
    /// Two men leave their squares at once and one of them leaves its rank, so no pin says
    /// whether a capture exposes the king. The test is the rule itself: after the capture, is the
    /// king attacked? That settles at once captures along a shared rank, captures that open a
    /// diagonal through either pawn, and captures while in check.
    #[inline]
    pub fn en_passant_capturers(&self) -> Bitboard {
        let Some(target) = self.en_passant else { return Bitboard::EMPTY };
        let us = self.turn;
        let capturers = leapers::pawn(!us, target) & self.board.pieces(us, Role::Pawn);
        capturers.into_iter().filter(|&from| self.is_safe_after_en_passant(from, target)).collect()
    }

    /// The en passant square if some pawn may legally take there.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.en_passant_capturers().any())
    }

    /// The en passant square if some pawn stands ready to take there, pinned or not.
    pub fn pseudo_legal_en_passant(&self) -> Option<Square> {
        let pawns = self.board.pieces(self.turn, Role::Pawn);
        self.en_passant.filter(|&target| leapers::pawn(!self.turn, target).meets(pawns))
    }

    #[inline(never)]
    fn is_safe_after_en_passant(&self, from: Square, target: Square) -> bool {
        let us = self.turn;
        let taken = Bitboard::of(passed_pawn(target));
        let occupied = (self.board.occupied() - taken).without(from).with(target);
        self.is_safe(self.king(us), occupied, taken)
    }
}

/// Where the pawn stands that passed an en passant square: a rank further on.
#[inline(always)]
pub(super) const fn passed_pawn(target: Square) -> Square {
    // The third and fourth ranks differ in bit 3 of the index, and so do the sixth and fifth.
    Square::masked(target as u8 ^ 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pawn_stands_a_rank_beyond_the_square_it_passed() {
        assert_eq!(passed_pawn(Square::E3), Square::E4);
        assert_eq!(passed_pawn(Square::A6), Square::A5);
    }
}
