//! Node: a position on a walk through the game tree, with what the technique in use keeps of it.

use crate::moves::origin;
use crate::sliders::{Occupied, Sliders};
use crate::{MoveSet, Position, Role};

/// A position with its occupancy in the form of one technique: a node of a walk through the game
/// tree.
#[derive(Clone, Copy)]
pub struct Node<S: Sliders> {
    pub(crate) position: Position,
    pub(crate) occupied: S::Occupied,
    pub(crate) sliders: S,
}

impl<S: Sliders> Node<S> {
    /// The node of a position.
    #[inline(always)]
    pub fn new(position: Position, sliders: S) -> Node<S> {
        Node { occupied: S::Occupied::of(position.board().occupied()), position, sliders }
    }

    /// The position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The occupancy as the technique keeps it.
    #[inline(always)]
    pub fn occupied(&self) -> &S::Occupied {
        &self.occupied
    }

    /// The node of a position that is one legal move on: the occupancy follows by what changed.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, position: Position) -> Node<S> {
        let mut occupied = self.occupied;
        occupied.toggle(self.position.board().occupied() ^ position.board().occupied());
        Node { position, occupied, sliders: self.sliders }
    }

    /// Visits the node after each move of a set.
    #[inline(always)]
    pub fn for_each_next(&self, set: MoveSet, mut visitor: impl FnMut(Node<S>)) {
        let position = &self.position;
        match set {
            MoveSet::Piece { role, from, to } => {
                for to in to {
                    visitor(self.next(position.after_piece_move(role, from, to)));
                }
            }
            MoveSet::Pawns { shift, to } => {
                for to in to {
                    visitor(self.next(position.after_pawn_move(origin(to, shift), to)));
                }
            }
            MoveSet::Promotions { shift, to } => {
                for to in to {
                    for role in Role::PROMOTIONS {
                        visitor(self.next(position.after_promotion(origin(to, shift), to, role)));
                    }
                }
            }
            MoveSet::EnPassant { from, to } => {
                visitor(self.next(position.after_en_passant(from, to)));
            }
            MoveSet::Castle { king, rook } => {
                visitor(self.next(position.after_castling(king, rook)));
            }
        }
    }
}
