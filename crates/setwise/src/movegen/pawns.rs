//! Pawn moves, for all pawns at once: one shift makes a push or a capture of every pawn.
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
//! A double push is a second step of the pawns that reached the third rank with the first step, so
//! a pawn that is blocked one step ahead has none (Gerd Isenberg; Justin Rogers 2004). Captures
//! shift by 7 and 9, and the file onto which they would wrap is masked out.

use core::ops::ControlFlow;

use super::{Generator, MoveVisitor};
use crate::attacks::Sliders;
use crate::{Bitboard, Direction, MoveSet, Rank, Role};

impl<S: Sliders> Generator<'_, S> {
    /// Generates all pawn moves but en passant captures.
    #[inline(always)]
    pub(super) fn pawns<V: MoveVisitor>(
        &self,
        check_mask: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let pawns = self.movable(Role::Pawn);
        let seventh = Bitboard::rank(Rank::Seventh.relative_to(self.us));
        let promoting = pawns & seventh;
        if promoting.any() {
            let captures = self.wanted.promoting_captures & check_mask;
            let quiets = self.wanted.promoting_quiets & check_mask;
            let steps = self.steps(promoting, captures, quiets);
            for (shift, to) in [steps.push, steps.capture_east, steps.capture_west] {
                visitor.moves(MoveSet::Promotions { shift, to })?;
            }
        }
        let (captures, quiets) =
            (self.wanted.captures & check_mask, self.wanted.quiets & check_mask);
        let steps = self.steps(pawns - seventh, captures, quiets);
        for (shift, to) in [steps.push, steps.double_push, steps.capture_east, steps.capture_west] {
            visitor.moves(MoveSet::Pawns { shift, to })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the given targets that the given pawns reach, for each kind of step.
    #[inline(always)]
    fn steps(&self, pawns: Bitboard, captures: Bitboard, quiets: Bitboard) -> Steps {
        let [forward, east, west] = Direction::of_pawns(self.us);
        let third = Bitboard::rank(Rank::Third.relative_to(self.us));
        let empty = self.board().empty();

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

    /// Returns the given pawns that may step in a direction: those that are not pinned or are
    /// pinned along that line.
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

    /// Generates the en passant captures, `legal` or pseudo-legal ones.
    #[inline(always)]
    pub(super) fn en_passant<V: MoveVisitor>(
        &self,
        legal: bool,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let position = &self.node.position;
        let Some(to) = position.en_passant() else { return ControlFlow::Continue(()) };
        if self.wanted.en_passant && self.wanted.to.contains(to) {
            let capturers = if legal {
                position.en_passant_capturers()
            } else {
                position.pseudo_legal_en_passant_capturers()
            };
            for from in capturers & self.wanted.from {
                visitor.moves(MoveSet::EnPassant { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The index shift and the target squares of each kind of pawn step.
struct Steps {
    push: (i8, Bitboard),
    double_push: (i8, Bitboard),
    capture_east: (i8, Bitboard),
    capture_west: (i8, Bitboard),
}
