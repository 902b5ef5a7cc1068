//! The king's steps.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::{Occupied, Sliders};
use crate::attacks::{leapers, rays};
use crate::{Bitboard, MoveSet, Role, Square};

impl<S: Sliders> Generator<'_, S> {
    /// Steps to squares that no enemy attacks.
    #[inline(always)]
    pub(super) fn king_steps<V: MoveVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        if !self.filter.from.contains(self.king) {
            return ControlFlow::Continue(());
        }
        let steps = leapers::king(self.king) & self.wanted();
        if steps.is_empty() {
            return ControlFlow::Continue(());
        }
        let to = self.safe(steps);
        visitor.moves(MoveSet::Piece { role: Role::King, from: self.king, to })
    }

    /// Those of some squares that no enemy attacks once the king has left his own.
    ///
    /// The king is lifted off the board first: he must not hide from a slider behind himself.
    #[inline(always)]
    pub(super) fn safe(&self, squares: Bitboard) -> Bitboard {
        let mut safe = squares;
        let mut lifted = self.node.occupied;
        lifted.toggle(Bitboard::of(self.king));
        for square in safe {
            let leapers = self.node.position.enemy_leapers_and_king(self.us, square);
            if leapers.any() || self.is_hit_by_slider(square, &lifted) {
                safe = safe.without(square);
            }
        }
        safe
    }

    /// Whether an enemy slider attacks a square through an occupancy.
    #[inline(always)]
    pub(super) fn is_hit_by_slider(&self, square: Square, occupied: &S::Occupied) -> bool {
        let (board, them) = (self.board(), !self.us);
        let (rooks, bishops) = (board.rook_sliders(them), board.bishop_sliders(them));
        // Most squares lie on no line of any slider, and then nothing need be looked up.
        rays::rook(square).meets(rooks) && self.sliders.rook(square, occupied).meets(rooks)
            || rays::bishop(square).meets(bishops)
                && self.sliders.bishop(square, occupied).meets(bishops)
    }
}
