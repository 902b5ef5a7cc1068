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
use crate::attacks::{Sliders, rays};
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
        let free = self.free(pawns);
        if promoting.any() {
            let captures = self.wanted.promoting_captures & check_mask;
            let quiets = self.wanted.promoting_quiets & check_mask;
            let steps = self.steps(free, promoting, captures, quiets);
            for (shift, to) in [steps.push, steps.capture_east, steps.capture_west] {
                visitor.moves(MoveSet::Promotions { shift, to })?;
            }
        }
        let (captures, quiets) =
            (self.wanted.captures & check_mask, self.wanted.quiets & check_mask);
        let steps = self.steps(free, !seventh, captures, quiets);
        for (shift, to) in [steps.push, steps.double_push, steps.capture_east, steps.capture_west] {
            visitor.moves(MoveSet::Pawns { shift, to })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the given targets that pawns reach, for each kind of step. Only the `free` pawns on
    /// the given squares step.
    #[inline(always)]
    fn steps(
        &self,
        free: [Bitboard; 3],
        squares: Bitboard,
        captures: Bitboard,
        quiets: Bitboard,
    ) -> Steps {
        let [forward, east, west] = Direction::of_pawns(self.us);
        let third = Bitboard::rank(Rank::Third.relative_to(self.us));
        let empty = self.board().empty();
        let [free_forward, free_east, free_west] = free;

        let pushed = (free_forward & squares).shift(forward) & empty;
        // `quiets` are empty squares, which the second step needs too.
        let pushed_twice = (pushed & third).shift(forward);
        let captured_east = (free_east & squares).shift(east);
        let captured_west = (free_west & squares).shift(west);
        Steps {
            push: (forward.shift(), pushed & quiets),
            double_push: (2 * forward.shift(), pushed_twice & quiets),
            capture_east: (east.shift(), captured_east & captures),
            capture_west: (west.shift(), captured_west & captures),
        }
    }

    /// Returns the given pawns that may push, capture east and capture west: those that are not
    /// pinned, or are pinned along the line of the step.
    #[inline(always)]
    fn free(&self, pawns: Bitboard) -> [Bitboard; 3] {
        let pinned = pawns & self.pinned;
        if pinned.is_empty() {
            return [pawns; 3];
        }
        // A pawn that is pinned on a diagonal may capture only away from its king.
        let [_, east, west] = Direction::of_pawns(self.us);
        let file = Bitboard::file(self.king.file());
        let (east, west) = (rays::ray(self.king, east), rays::ray(self.king, west));
        [pawns - (pinned - file), pawns - (pinned - east), pawns - (pinned - west)]
    }

    /// Generates the en passant captures, `legal` or pseudo-legal ones.
    #[inline(always)]
    pub(super) fn en_passant<V: MoveVisitor>(
        &self,
        legal: bool,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let position = self.position;
        let Some(to) = position.en_passant() else { return ControlFlow::Continue(()) };
        if self.wanted.en_passant && self.wanted.to.contains(to) {
            let capturers = position.pseudo_legal_en_passant_capturers() & self.wanted.from;
            for from in capturers {
                if !legal || position.is_safe_after_en_passant(from, to) {
                    visitor.moves(MoveSet::EnPassant { from, to })?;
                }
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
