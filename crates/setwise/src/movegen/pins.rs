//! Checkers, pinned pieces and the check mask.

use crate::attacks::rays;
use crate::{Bitboard, Color, Position, Square};

/// The enemy pieces that give check, and our own pinned pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pins {
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
}

impl Pins {
    /// Finds those of a side.
    ///
    /// An enemy slider on a line with the king gives check if no piece stands between them. If
    /// exactly one piece stands between them and it is our own, it is pinned.
    /// [`Position::alone_before_king`] is the same without the checkers; here one loop finds both,
    /// and branches for no slider.
    #[inline(always)]
    pub(crate) fn of(position: &Position, us: Color) -> Pins {
        let board = position.board();
        let king = position.king(us);
        let mut pins = Pins { checkers: position.enemy_leapers(us, king), pinned: Bitboard::EMPTY };
        for slider in position.aligned_sliders(!us, king) {
            let blockers = rays::between(king, slider) & board.occupied();
            pins.checkers |=
                if blockers.is_empty() { Bitboard::of(slider) } else { Bitboard::EMPTY };
            pins.pinned |= if blockers.more_than_one() { Bitboard::EMPTY } else { blockers };
        }
        pins.pinned &= board.color(us);
        pins
    }
}

/// Returns the squares that a piece other than the king must move to: with no checker every square,
/// with one checker its square and the squares between it and the king.
#[inline(always)]
pub(super) fn check_mask(king: Square, checkers: Bitboard) -> Bitboard {
    match checkers.first() {
        None => Bitboard::UNIVERSE,
        Some(checker) => rays::between(king, checker).with(checker),
    }
}
