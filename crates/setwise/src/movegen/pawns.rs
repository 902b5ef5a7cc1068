//! Pawns, all at once: a push or a capture of every pawn is one shift.
//!
//! ```text
//!  pawns              one step, onto        of these the third     one more step
//!                     empty squares         rank's                 onto empty squares
//!  . . . . . . . .    . . . . . . . .       . . . . . . . .        . . . . . . . .
//!  . . . . n . . .    . . . . n . . .       . . . . . . . .        . . . . X . . .
//!  . . n . . . . .    X . n . . . X X       X . . . . . X X        X . . . . . X X
//!  P . P . . . P P    . . . . . . . .       . . . . . . . .        . . . . . . . .
//! ```
//!
//! The double push goes through the third rank, so a pawn that is blocked one step ahead makes
//! none (the seeds' second document and their fourth, Justin Rogers 2004). Captures shift by 7
//! and 9, with the file that would overflow cleared.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::Sliders;
use crate::{Bitboard, Direction, MoveSet, Rank, Role};

impl<S: Sliders> Generator<'_, S> {
    #[inline(always)]
    pub(super) fn pawns<V: MoveVisitor>(
        &self,
        check_mask: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let pawns = self.men(Role::Pawn);
        let seventh = Bitboard::rank(Rank::Seventh.relative_to(self.us));
        let promoting = pawns & seventh;
        if promoting.any() {
            let steps = self.steps(promoting, check_mask);
            for (shift, to) in [steps.push, steps.capture_east, steps.capture_west] {
                visitor.moves(MoveSet::Promotions { shift, to })?;
            }
        }
        let steps = self.steps(pawns - seventh, check_mask);
        for (shift, to) in [steps.push, steps.double_push, steps.capture_east, steps.capture_west] {
            visitor.moves(MoveSet::Pawns { shift, to })?;
        }
        self.en_passant(visitor)
    }

    /// Where some pawns may go, by the step they make.
    #[inline(always)]
    fn steps(&self, pawns: Bitboard, check_mask: Bitboard) -> Steps {
        let [forward, east, west] = Direction::of_pawns(self.us);
        let third = Bitboard::rank(Rank::Third.relative_to(self.us));
        let empty = self.board().empty();
        let quiets = self.wanted_quiets() & check_mask;
        let captures = self.wanted_captures() & check_mask;

        let pushed = self.free_along(pawns, forward).shift(forward) & empty;
        let pushed_twice = (pushed & third).shift(forward);
        let captured_east = self.free_along(pawns, east).shift(east);
        let captured_west = self.free_along(pawns, west).shift(west);
        Steps {
            push: (forward.shift(), pushed & quiets),
            double_push: (2 * forward.shift(), pushed_twice & quiets),
            capture_east: (east.shift(), captured_east & captures),
            capture_west: (west.shift(), captured_west & captures),
        }
    }

    /// Those of some pawns that may step in a direction: not pinned, or pinned along that very
    /// line.
    #[inline(always)]
    fn free_along(&self, pawns: Bitboard, direction: Direction) -> Bitboard {
        if self.pinned.is_empty() {
            return pawns;
        }
        let line = match direction {
            Direction::North | Direction::South => Bitboard::file(self.king.file()),
            Direction::NorthEast | Direction::SouthWest => Bitboard::diagonal(self.king.diagonal()),
            _ => Bitboard::anti_diagonal(self.king.anti_diagonal()),
        };
        pawns & (line | !self.pinned)
    }

    #[inline(always)]
    fn en_passant<V: MoveVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let position = &self.node.position;
        let Some(to) = position.en_passant() else { return ControlFlow::Continue(()) };
        if self.filter.captures && self.filter.to.contains(to) {
            for from in position.en_passant_capturers() & self.filter.from {
                visitor.moves(MoveSet::EnPassant { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What each step adds to a square's index, and where it leads.
struct Steps {
    push: (i8, Bitboard),
    double_push: (i8, Bitboard),
    capture_east: (i8, Bitboard),
    capture_west: (i8, Bitboard),
}
