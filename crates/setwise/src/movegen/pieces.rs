//! Moves of knights, bishops, rooks and queens: one set of targets for each piece.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::Sliders;
use crate::attacks::{self, rays};
use crate::{Bitboard, MoveSet, Role};

impl<S: Sliders> Generator<'_, S> {
    /// Generates all moves of knights, bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn pieces<V: MoveVisitor>(
        &self,
        check_mask: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let targets = self.wanted.targets() & check_mask;
        let (sliders, occupied) = (self.sliders, self.board().occupied());

        // A pinned knight has no legal move, because every knight move leaves the pin line.
        for from in self.movable(Role::Knight) - self.pinned {
            let to = attacks::knight(from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Knight, from, to })?;
        }
        for from in self.movable(Role::Bishop) - self.pinned {
            let to = sliders.bishop(from, occupied) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Bishop, from, to })?;
        }
        for from in self.movable(Role::Rook) - self.pinned {
            let to = sliders.rook(from, occupied) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Rook, from, to })?;
        }
        for from in self.movable(Role::Queen) - self.pinned {
            let to = sliders.queen(from, occupied) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Queen, from, to })?;
        }
        if self.pinned.any() {
            self.pinned_sliders(targets, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Generates the moves of pinned sliders: along the pin line, including the capture of the
    /// pinning piece.
    #[inline(always)]
    fn pinned_sliders<V: MoveVisitor>(
        &self,
        targets: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let (sliders, occupied) = (self.sliders, self.board().occupied());
        for from in self.movable(Role::Bishop) & self.pinned {
            let to = sliders.bishop(from, occupied) & rays::line(self.king, from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Bishop, from, to })?;
        }
        for from in self.movable(Role::Rook) & self.pinned {
            let to = sliders.rook(from, occupied) & rays::line(self.king, from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Rook, from, to })?;
        }
        for from in self.movable(Role::Queen) & self.pinned {
            let to = sliders.queen(from, occupied) & rays::line(self.king, from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Queen, from, to })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns our own pieces of one role that the filter allows to move.
    #[inline(always)]
    pub(super) fn movable(&self, role: Role) -> Bitboard {
        self.board().pieces(self.us, role) & self.wanted.from
    }
}
