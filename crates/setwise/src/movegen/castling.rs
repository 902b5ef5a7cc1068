//! Castling moves, in standard chess and in Chess960.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::{Occupied, Sliders, rays};
use crate::moves::CastlingTargets;
use crate::{Bitboard, MoveSet, Rank, Square};

impl<S: Sliders> Generator<'_, S> {
    /// Generates castling with each rook that has the right to castle, if the paths of king and
    /// rook are free and, for `legal` castling, no square of the king's path is attacked.
    ///
    /// For legal castling, the king must not be in check.
    #[inline(always)]
    pub(super) fn castling<V: MoveVisitor>(
        &self,
        legal: bool,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let position = &self.node.position;
        let rooks = position.castling_rooks() & Bitboard::rank(Rank::First.relative_to(self.us));
        if rooks.is_empty() || !self.wanted.castling || !self.wanted.from.contains(self.king) {
            return ControlFlow::Continue(());
        }
        for rook in rooks {
            let castling = Castling::new(self.king, rook);
            if self.wanted.to.contains(castling.to.king)
                && castling.is_free(self.board().occupied())
                && (!legal || self.is_safe_castling(&castling))
            {
                visitor.moves(MoveSet::Castle { king: self.king, rook })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether no square on the king's path is attacked.
    #[inline(always)]
    fn is_safe_castling(&self, castling: &Castling) -> bool {
        let path = castling.king_path.without(self.king);
        let Castling { rook, to, .. } = *castling;
        self.safe(path) == path && !self.is_exposed_by(rook, to.king, to.rook)
    }

    /// Returns whether the king is attacked after castling because the rook has left its square.
    ///
    /// This is possible only in Chess960, when the rook stands between the king's target and an
    /// enemy rook or queen on the first rank.
    #[inline(always)]
    fn is_exposed_by(&self, rook: Square, king_to: Square, rook_to: Square) -> bool {
        let mut castled = self.node.occupied;
        castled.toggle(Bitboard::of(self.king) ^ Bitboard::of(rook) ^ Bitboard::of(rook_to));
        self.is_attacked_by_slider(king_to, &castled)
    }
}

/// Castling with one rook.
pub(crate) struct Castling {
    king: Square,
    rook: Square,
    /// The squares after castling.
    pub(crate) to: CastlingTargets,
    /// The squares that the king passes and the one that it ends on.
    pub(crate) king_path: Bitboard,
}

impl Castling {
    #[inline(always)]
    pub(crate) fn new(king: Square, rook: Square) -> Castling {
        let to = CastlingTargets::of(king, rook);
        let king_path = rays::between(king, to.king).with(to.king);
        Castling { king, rook, to, king_path }
    }

    /// Returns whether no other piece stands in the way of the king and the rook.
    #[inline(always)]
    pub(crate) fn is_free(&self, occupied: Bitboard) -> bool {
        let rook_path = rays::between(self.rook, self.to.rook).with(self.to.rook);
        let others = occupied.without(self.king).without(self.rook);
        !others.meets(self.king_path | rook_path)
    }
}
