//! Castling moves, in standard chess and in Chess960.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::{Occupied, Sliders, rays};
use crate::moves::CastlingTargets;
use crate::{Bitboard, MoveSet, Rank, Square};

impl<S: Sliders> Generator<'_, S> {
    /// Generates castling with each rook that has the right to castle.
    ///
    /// The caller must ensure that the king is not in check.
    #[inline(always)]
    pub(super) fn castling<V: MoveVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let position = &self.node.position;
        let rooks = position.castling() & Bitboard::rank(Rank::First.relative_to(self.us));
        if rooks.is_empty() || !self.filter.quiets || !self.filter.from.contains(self.king) {
            return ControlFlow::Continue(());
        }
        for rook in rooks {
            if self.may_castle(rook) {
                visitor.moves(MoveSet::Castle { king: self.king, rook })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the paths of king and rook are empty and no square on the king's path is
    /// attacked.
    #[inline(always)]
    fn may_castle(&self, rook: Square) -> bool {
        let king = self.king;
        let to = CastlingTargets::of(king, rook);
        let king_path = rays::between(king, to.king).with(to.king);
        let rook_path = rays::between(rook, to.rook).with(to.rook);
        let others = self.board().occupied().without(king).without(rook);
        if others.meets(king_path | rook_path) || !self.filter.to.contains(to.king) {
            return false;
        }
        let king_path = king_path.without(king);
        self.safe(king_path) == king_path && !self.is_exposed_by(rook, to.king, to.rook)
    }

    /// Returns whether the king is attacked after castling because the rook has left its square.
    ///
    /// This is possible only in Chess960, when the rook stands between the king's target and an enemy
    /// rook or queen on the first rank.
    #[inline(always)]
    fn is_exposed_by(&self, rook: Square, king_to: Square, rook_to: Square) -> bool {
        let mut castled = self.node.occupied;
        castled.toggle(Bitboard::of(self.king) ^ Bitboard::of(rook) ^ Bitboard::of(rook_to));
        self.is_attacked_by_slider(king_to, &castled)
    }
}
