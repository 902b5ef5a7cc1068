//! King moves other than castling.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::{self, Sliders, rays};
use crate::{Bitboard, MoveSet, Role, Square};

impl<S: Sliders> Generator<'_, S> {
    /// Generates the king's steps to the `safe` squares: those that are not attacked.
    #[inline(always)]
    pub(super) fn king_steps<V: MoveVisitor>(
        &self,
        safe: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let steps = self.king_targets();
        if steps.is_empty() {
            return ControlFlow::Continue(());
        }
        let to = steps & safe;
        visitor.moves(MoveSet::Piece { role: Role::King, from: self.king, to })
    }

    /// Returns the targets of the king that the filter allows, attacked or not.
    #[inline(always)]
    pub(super) fn king_targets(&self) -> Bitboard {
        if !self.wanted.from.contains(self.king) {
            return Bitboard::EMPTY;
        }
        attacks::king(self.king) & self.wanted.targets()
    }

    /// Returns the given squares that no enemy piece attacks once the king has left its square.
    ///
    /// The king is removed from the occupancy first. Otherwise it would block a slider's attack on
    /// the squares behind it.
    #[inline(always)]
    pub(super) fn safe(&self, squares: Bitboard) -> Bitboard {
        if squares.is_empty() {
            return squares;
        }
        let (board, them) = (self.board(), !self.us);
        let mut safe = squares
            - attacks::pawns(them, board.pieces(them, Role::Pawn))
            - attacks::king(self.position.king(them));
        let without_king = board.occupied().without(self.king);
        let knights = board.pieces(them, Role::Knight);
        for square in safe {
            if attacks::knight(square).meets(knights)
                || self.is_attacked_by_slider(square, without_king)
            {
                safe = safe.without(square);
            }
        }
        safe
    }

    /// Returns whether an enemy slider attacks a square, given an occupancy.
    #[inline(always)]
    pub(super) fn is_attacked_by_slider(&self, square: Square, occupied: Bitboard) -> bool {
        let (board, them) = (self.board(), !self.us);
        let (rooks, bishops) = (board.rook_sliders(them), board.bishop_sliders(them));
        // Most squares are on no line with an enemy slider; then no attack lookup is needed.
        rays::rook(square).meets(rooks) && self.sliders.rook(square, occupied).meets(rooks)
            || rays::bishop(square).meets(bishops)
                && self.sliders.bishop(square, occupied).meets(bishops)
    }
}
