//! Castling, in standard chess and in Chess960 alike.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::{Occupied, Sliders, rays};
use crate::moves::CastlingTargets;
use crate::{Bitboard, MoveSet, Rank, Square};

impl<S: Sliders> Generator<'_, S> {
    /// Castling with each rook that has the right; the king is known not to be in check.
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

    /// Whether nothing stands in the way of king and rook, and nothing attacks the king's way.
    #[inline(always)]
    fn may_castle(&self, rook: Square) -> bool {
        let king = self.king;
        let to = CastlingTargets::of(king, rook);
        let kings_way = rays::between(king, to.king).with(to.king);
        let rooks_way = rays::between(rook, to.rook).with(to.rook);
        let others = self.board().occupied().without(king).without(rook);
        if others.meets(kings_way | rooks_way) || !self.filter.to.contains(to.king) {
            return false;
        }
        let kings_way = kings_way.without(king);
        self.safe(kings_way) == kings_way && !self.is_exposed_by(rook, to.king, to.rook)
    }

    /// Whether the king, castled, is attacked because the rook has left its square.
    ///
    /// Only Chess960 has such a position: the rook stands between the king's target and an enemy
    /// rook or queen on the first rank.
    #[inline(always)]
    fn is_exposed_by(&self, rook: Square, king_to: Square, rook_to: Square) -> bool {
        let mut castled = self.node.occupied;
        castled.toggle(Bitboard::of(self.king) ^ Bitboard::of(rook) ^ Bitboard::of(rook_to));
        self.is_hit_by_slider(king_to, &castled)
    }
}
