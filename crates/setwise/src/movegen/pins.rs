//! Who gives check, who is pinned, and what a check leaves to the other men.

use crate::attacks::Sliders;
use crate::attacks::rays;
use crate::node::Node;
use crate::{Bitboard, Color, Square};

/// The enemy's men that give check, and the own men that may not leave their line.
pub(super) struct Pins {
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
}

/// Looks from the king along each line on which an enemy slider stands: with nothing between it
/// gives check; a single man between is pinned, if it is ours.
#[inline(always)]
pub(super) fn find<S: Sliders>(node: &Node<S>, us: Color, king: Square) -> Pins {
    let position = &node.position;
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

/// Where a man other than the king must go: anywhere without a check; with one, onto the checker
/// or between it and the king.
#[inline(always)]
pub(super) fn check_mask(king: Square, checkers: Bitboard) -> Bitboard {
    match checkers.first() {
        None => Bitboard::UNIVERSE,
        Some(checker) => rays::between(king, checker).with(checker),
    }
}
