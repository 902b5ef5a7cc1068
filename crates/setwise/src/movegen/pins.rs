//! Checkers, pinned pieces and the check mask.

use crate::attacks::rays;
use crate::{Bitboard, Color, Position, Square};

/// The enemy pieces that give check, and our own pinned pieces.
pub(super) struct Pins {
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
}

/// Returns the checkers and the pinned pieces.
///
/// An enemy slider on a line with the king gives check if no piece stands between them. If exactly
/// one piece stands between them and it is our own, it is pinned.
/// [`Position::alone_before_king`] is the same without the checkers; here one loop finds both.
#[inline(always)]
pub(super) fn find(position: &Position, us: Color, king: Square) -> Pins {
    let occupied = position.board().occupied();
    let checkers = position.enemy_leapers(us, king);
    let mut pins = Pins { checkers, pinned: Bitboard::EMPTY };
    for slider in position.aligned_sliders(!us, king) {
        let blockers = rays::between(king, slider) & occupied;
        if blockers.is_empty() {
            pins.checkers |= Bitboard::of(slider);
        } else if !blockers.more_than_one() {
            pins.pinned |= blockers & position.board().color(us);
        }
    }
    pins
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
