//! Which moves give check, known before they are made.

use crate::node::Node;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Role, Square, leapers, rays};

/// Which moves give check.
pub(super) struct Checks {
    /// For each role, the squares from which it attacks the king.
    pub(super) squares: [Bitboard; 6],
    /// The men that stand alone between a slider of theirs and the king.
    pub(super) discoverers: Bitboard,
    /// The squares from which any role could attack the king, if nothing stood between.
    aligned: Bitboard,
}

impl Checks {
    #[inline(always)]
    pub(super) fn of<S: Sliders>(node: &Node<S>, us: Color) -> Checks {
        let position = node.position();
        let king = position.king(us);
        let discoverers = position.alone_before_king(us);
        let rook = node.sliders.rook(king, node.occupied());
        let bishop = node.sliders.bishop(king, node.occupied());
        let knight = leapers::knight(king);
        let pawn = leapers::pawn(us, king);
        let squares = [pawn, knight, bishop, rook, rook | bishop, Bitboard::EMPTY];
        Checks { squares, discoverers, aligned: rays::queen(king) | knight }
    }

    /// Where a man gives check: anywhere, if it uncovers a slider.
    #[inline(always)]
    pub(super) fn by(&self, role: Role, from: Square) -> Bitboard {
        if self.discoverers.contains(from) {
            Bitboard::UNIVERSE
        } else {
            self.squares[role as usize]
        }
    }

    /// Whether a move might give check: surely not, if this says no.
    #[inline(always)]
    pub(super) fn may_come_of(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) || self.aligned.contains(to)
    }
}
