//! Which moves give check, known before they are made.

use crate::node::Node;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Role, leapers};

/// Which moves give check to a king.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    /// For each role, the squares from which it attacks the king.
    pub(super) squares: [Bitboard; 6],
    /// The men that stand alone between a slider of theirs and the king.
    pub(super) discoverers: Bitboard,
}

impl Checks {
    /// To a color's king, from what rooks and bishops attack where he stands.
    #[inline(always)]
    pub(super) fn to(
        us: Color,
        king: Bitboard,
        [rook, bishop]: [Bitboard; 2],
        discoverers: Bitboard,
    ) -> Checks {
        let (pawn, knight) = (leapers::pawns(us, king), leapers::knights(king));
        let squares = [pawn, knight, bishop, rook, rook | bishop, Bitboard::EMPTY];
        Checks { squares, discoverers }
    }

    /// To a color's king in a node.
    #[inline(always)]
    pub(super) fn in_node<S: Sliders>(us: Color, node: &Node<S>) -> Checks {
        let position = node.position();
        let king = position.king(us);
        let rook = node.sliders.rook(king, node.occupied());
        let bishop = node.sliders.bishop(king, node.occupied());
        let discoverers = position.alone_before_king(us);
        Checks::to(us, Bitboard::of(king), [rook, bishop], discoverers)
    }

    /// Where a man gives check: anywhere, if it uncovers a slider.
    #[inline(always)]
    pub(super) fn by(&self, role: Role, from: Bitboard) -> Bitboard {
        if self.discoverers.meets(from) { Bitboard::UNIVERSE } else { self.squares[role as usize] }
    }

    /// Whether a man gives check that goes to a square.
    #[inline(always)]
    pub(super) fn given(&self, role: Role, from: Bitboard, to: Bitboard) -> bool {
        // Without a branch.
        ((self.discoverers & from) | (self.squares[role as usize] & to)).any()
    }
}
