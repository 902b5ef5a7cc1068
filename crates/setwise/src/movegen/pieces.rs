//! Knights, bishops, rooks and queens: one by one, each a set of targets.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::Sliders;
use crate::attacks::{leapers, rays};
use crate::{Bitboard, MoveSet, Role};

impl<S: Sliders> Generator<'_, S> {
    #[inline(always)]
    pub(super) fn pieces<V: MoveVisitor>(
        &self,
        check_mask: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let targets = self.wanted() & check_mask;
        let (sliders, occupied) = (self.sliders, &self.node.occupied);

        // A pinned knight has no move: none of its leaps stays on a line.
        for from in self.men(Role::Knight) - self.pinned {
            let to = leapers::knight(from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Knight, from, to })?;
        }
        for from in self.men(Role::Bishop) - self.pinned {
            let to = sliders.bishop(from, occupied) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Bishop, from, to })?;
        }
        for from in self.men(Role::Rook) - self.pinned {
            let to = sliders.rook(from, occupied) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Rook, from, to })?;
        }
        for from in self.men(Role::Queen) - self.pinned {
            let to = sliders.queen(from, occupied) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Queen, from, to })?;
        }
        if self.pinned.any() {
            self.pinned_sliders(targets, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// A pinned slider stays on its line, and may take the man that pins it.
    #[inline(always)]
    fn pinned_sliders<V: MoveVisitor>(
        &self,
        targets: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let (sliders, occupied) = (self.sliders, &self.node.occupied);
        for from in self.men(Role::Bishop) & self.pinned {
            let to = sliders.bishop(from, occupied) & rays::line(self.king, from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Bishop, from, to })?;
        }
        for from in self.men(Role::Rook) & self.pinned {
            let to = sliders.rook(from, occupied) & rays::line(self.king, from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Rook, from, to })?;
        }
        for from in self.men(Role::Queen) & self.pinned {
            let to = sliders.queen(from, occupied) & rays::line(self.king, from) & targets;
            visitor.moves(MoveSet::Piece { role: Role::Queen, from, to })?;
        }
        ControlFlow::Continue(())
    }

    /// The own men of one role that the filter lets move.
    #[inline(always)]
    pub(super) fn men(&self, role: Role) -> Bitboard {
        self.board().pieces(self.us, role) & self.filter.from
    }
}
