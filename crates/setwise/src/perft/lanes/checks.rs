//! Which moves give check, known before they are made.

use super::lane::Side;
use crate::node::Node;
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Role, leapers};

/// Which moves give check to a king.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    /// The squares from which pawns, knights, bishops and rooks attack the king.
    pub(super) squares: [Bitboard; 4],
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
        Checks { squares: [pawn, knight, bishop, rook], discoverers }
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
        let [pawn, knight, bishop, rook] = self.squares;
        let squares = [pawn, knight, bishop, rook, rook | bishop, Bitboard::EMPTY];
        let discovers = self.discoverers.meets(from);
        if discovers { Bitboard::UNIVERSE } else { squares[role as usize] }
    }

    /// Whether the man on a square, one of a side's, gives check by going to another.
    // Without a branch, as in `Lane::after`.
    #[inline(always)]
    pub(super) fn given(&self, side: &Side, from: Bitboard, to: Bitboard) -> bool {
        let [pawn, knight, bishop, rook] = self.squares;
        let by = |men: Bitboard, squares| if men.meets(from) { squares } else { Bitboard::EMPTY };
        let leapers = by(side.pawns, pawn) | by(side.knights, knight);
        let sliders = by(side.bishops, bishop) | by(side.rooks, rook);
        ((self.discoverers & from) | ((leapers | sliders) & to)).any()
    }
}
