//! The children of a position, by the side that moves.

use setwise::dispatch;
use setwise::{Move, MoveKind, Position, Role};

use super::side::{Side, beside};

/// A legal move, and the side that makes it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    /// The side that has moved, after the move.
    pub(crate) moved: Side,
    /// The hash of that side.
    pub(crate) hash: u64,
    /// Whether the other side loses a piece.
    pub(crate) captures: bool,
}

/// Replaces the contents of a list with the children of a position, whose side to move is given
/// too.
pub(crate) fn find(position: &Position, to_move: &Side, children: &mut Vec<Child>) {
    children.clear();
    dispatch::call(
        (position, to_move, children),
        #[inline(always)]
        |(position, to_move, children)| add(position, to_move, children),
    );
}

#[inline(always)]
fn add(position: &Position, to_move: &Side, children: &mut Vec<Child>) {
    let enemy = position.board().enemy(position.turn());
    let beside_pawns = beside(enemy & position.board().role(Role::Pawn));
    for mv in position.legal_moves() {
        let captures = enemy.contains(mv.to()) || mv.kind() == MoveKind::EnPassant;
        let moved = match to_move.after_plain_move(mv, beside_pawns) {
            Some(moved) => moved,
            None => {
                let child = position.play_unchecked(mv);
                Side::of(&child, position.turn(), child.legal_en_passant())
            }
        };
        children.push(Child { mv, moved, hash: moved.hash(), captures });
    }
}
