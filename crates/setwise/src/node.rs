//! Nodes of the game tree.

use core::fmt;

use crate::attacks::{Occupied, Sliders};
use crate::{Bitboard, MoveSet, Position, Role, Square};

/// A node of the game tree: a position and its occupancy in the form of one sliding-attack
/// technique.
///
/// A [`Position`] is independent of the technique. A search that uses one technique throughout
/// stores its positions as nodes, so that the occupancy is updated incrementally and not recomputed
/// for each position:
///
/// ```
/// use setwise::Filter;
/// use setwise::attacks::{self, Sliders};
/// use setwise::{MoveSet, Node, Position};
/// use std::ops::ControlFlow;
///
/// fn leaves<S: Sliders>(node: &Node<S>, depth: u32) -> u32 {
///     if depth == 1 {
///         return node.count();
///     }
///     let mut sum = 0;
///     let _ = node.visit(Filter::ALL, &mut |set: MoveSet| -> ControlFlow<()> {
///         node.for_each_next(set, |next| sum += leaves(next, depth - 1));
///         ControlFlow::Continue(())
///     });
///     sum
/// }
/// assert_eq!(leaves(&Node::new(Position::INITIAL, attacks::DEFAULT), 3), 8_902);
/// ```
#[derive(Clone, Copy)]
pub struct Node<S: Sliders> {
    pub(crate) position: Position,
    pub(crate) occupied: S::Occupied,
    pub(crate) sliders: S,
}

/// Writes the position.
impl<S: Sliders> fmt::Debug for Node<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").field("position", &self.position).finish_non_exhaustive()
    }
}

impl<S: Sliders> Node<S> {
    /// Returns the node of a position.
    #[inline(always)]
    pub fn new(position: Position, sliders: S) -> Node<S> {
        Node { occupied: S::Occupied::of(position.board().occupied()), position, sliders }
    }

    /// Returns the position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the sliding-attack technique.
    #[inline(always)]
    pub fn sliders(&self) -> S {
        self.sliders
    }

    /// Returns the occupancy in the form of the technique.
    #[inline(always)]
    pub fn occupied(&self) -> &S::Occupied {
        &self.occupied
    }

    /// Returns the node of a position that is one legal move after this one.
    ///
    /// Only the squares whose occupancy changed are updated.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, position: Position) -> Node<S> {
        let mut occupied = self.occupied;
        occupied.toggle(self.position.board().occupied() ^ position.board().occupied());
        Node { position, occupied, sliders: self.sliders }
    }

    /// Calls the visitor with the node after each move of a set: the captures first.
    ///
    /// The moves must be legal in this node's position. The visitor receives a reference, because
    /// the nodes of a set differ in few words, and only these are written for each.
    #[inline(always)]
    pub fn for_each_next(&self, set: MoveSet, mut visitor: impl FnMut(&Node<S>)) {
        let position = &self.position;
        match set {
            MoveSet::Piece { role, from, to } => {
                let occupied = position.board().occupied();
                for to in to & occupied {
                    visitor(&self.next(position.after_piece_move(role, from, to)));
                }
                let quiets = to - occupied;
                if quiets.any() {
                    let mut next = *self;
                    next.position.prepare_quiets(role, from);
                    for to in quiets {
                        next.quiet(self, role, from, to);
                        visitor(&next);
                    }
                }
            }
            MoveSet::Pawns { shift, to } if shift % 8 == 0 => {
                let mut next = *self;
                next.position.prepare_pawn_moves();
                for to in to {
                    let from = MoveSet::pawn_origin(to, shift);
                    next.quiet(self, Role::Pawn, from, to);
                    next.position.set_en_passant(from, to);
                    visitor(&next);
                }
            }
            MoveSet::Pawns { shift, to } => {
                for to in to {
                    let from = MoveSet::pawn_origin(to, shift);
                    visitor(&self.next(position.after_pawn_move(from, to)));
                }
            }
            MoveSet::Promotions { shift, to } => {
                for to in to {
                    let from = MoveSet::pawn_origin(to, shift);
                    for role in Role::PROMOTIONS {
                        visitor(&self.next(position.after_promotion(from, to, role)));
                    }
                }
            }
            MoveSet::EnPassant { from, to } => {
                visitor(&self.next(position.after_en_passant(from, to)));
            }
            MoveSet::Castle { king, rook } => {
                visitor(&self.next(position.after_castling(king, rook)));
            }
        }
    }

    /// Makes this node, which differs from the node `before` in nothing but a prepared position, or
    /// by a quiet move of the same kind, the one after a quiet move of a piece. Only the words that
    /// contain the piece are written.
    #[inline(always)]
    fn quiet(&mut self, before: &Node<S>, role: Role, from: Square, to: Square) {
        let changed = Bitboard::of(from).with(to);
        self.position.copy_moved(&before.position, role, changed);
        self.occupied = before.occupied;
        self.occupied.toggle(changed);
    }
}
