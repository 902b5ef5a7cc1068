//! Node: a position on a walk through the game tree, with what the technique in use keeps of it.
//!
//! A [`Position`] knows no technique. A search that has chosen one holds its positions as nodes, so
//! that the occupancy need not be made anew for each:
//!
//! ```
//! use setwise::movegen::Filter;
//! use setwise::attacks::{self, Sliders};
//! use setwise::{MoveSet, Position, node::Node};
//! use std::ops::ControlFlow;
//!
//! fn leaves<S: Sliders>(node: &Node<S>, depth: u32) -> u32 {
//!     if depth == 1 {
//!         return node.count();
//!     }
//!     let mut sum = 0;
//!     let _ = node.visit(Filter::ALL, &mut |set: MoveSet| -> ControlFlow<()> {
//!         node.for_each_next(set, |next| sum += leaves(&next, depth - 1));
//!         ControlFlow::Continue(())
//!     });
//!     sum
//! }
//! assert_eq!(leaves(&Node::new(Position::INITIAL, attacks::DEFAULT), 3), 8_902);
//! ```

use core::fmt;

use crate::attacks::{Occupied, Sliders};
use crate::{MoveSet, Position, Role};

/// A position with its occupancy in the form of one technique: a node of a walk through the game
/// tree.
#[derive(Clone, Copy)]
pub struct Node<S: Sliders> {
    pub(crate) position: Position,
    pub(crate) occupied: S::Occupied,
    pub(crate) sliders: S,
}

/// The position, and the technique by its name.
impl<S: Sliders> fmt::Debug for Node<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Node { position, .. } = self;
        f.debug_struct("Node").field("position", position).field("sliders", &S::CARD.title).finish()
    }
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

    /// The technique.
    #[inline(always)]
    pub fn sliders(&self) -> S {
        self.sliders
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
                    visitor(
                        self.next(position.after_pawn_move(MoveSet::pawn_origin(to, shift), to)),
                    );
                }
            }
            MoveSet::Promotions { shift, to } => {
                for to in to {
                    for role in Role::PROMOTIONS {
                        visitor(self.next(position.after_promotion(
                            MoveSet::pawn_origin(to, shift),
                            to,
                            role,
                        )));
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
