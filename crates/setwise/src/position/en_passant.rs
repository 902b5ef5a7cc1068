//! En passant captures: the square, and the pawns that may legally capture.

use super::Position;
use crate::attacks;
use crate::{Bitboard, Role, Square};

impl Position {
    /// Returns the pawns of the side to move that may legally capture en passant, at most two.
    ///
    /// An en passant capture empties two squares at once, so pins alone do not tell whether it
    /// exposes the king. The test is the rule itself: the king must not be attacked after the
    /// capture. It covers captures that open the rank shared by the pawns, captures that open a
    /// diagonal through either pawn, and captures while in check.
    #[inline]
    pub fn en_passant_capturers(&self) -> Bitboard {
        let Some(target) = self.en_passant else { return Bitboard::EMPTY };
        let capturers = self.pseudo_legal_en_passant_capturers();
        capturers.into_iter().filter(|&from| self.is_safe_after_en_passant(from, target)).collect()
    }

    /// Returns the pawns of the side to move that attack the en passant square, pinned or not.
    #[inline]
    pub(crate) fn pseudo_legal_en_passant_capturers(&self) -> Bitboard {
        let Some(target) = self.en_passant else { return Bitboard::EMPTY };
        attacks::pawn(!self.turn, target) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Returns the en passant square if a pawn may legally capture there, otherwise `None`.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.en_passant_capturers().any())
    }

    /// Returns the en passant square if a pawn of the side to move attacks it, pinned or not,
    /// otherwise `None`.
    pub fn pseudo_legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.pseudo_legal_en_passant_capturers().any())
    }

    /// Returns whether the king of the side to move is not attacked after an en passant capture.
    #[inline(never)]
    pub(crate) fn is_safe_after_en_passant(&self, from: Square, target: Square) -> bool {
        let us = self.turn;
        let captured = Bitboard::of(passed_pawn(target));
        let occupied = (self.board.occupied() - captured).without(from).with(target);
        self.is_safe(self.king(us), occupied, captured)
    }
}

/// Returns the square of the pawn that passed an en passant square, one rank beyond it.
#[inline(always)]
pub(super) const fn passed_pawn(target: Square) -> Square {
    // Squares of the third and fourth ranks differ in bit 3 of the index only, and so do squares of
    // the sixth and fifth.
    Square::masked(target as u8 ^ 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passed_pawn_is_one_rank_beyond_the_en_passant_square() {
        assert_eq!(passed_pawn(Square::E3), Square::E4);
        assert_eq!(passed_pawn(Square::A6), Square::A5);
    }
}
