//! A player that looks one ply ahead, shared by two examples.

use setwise::{Color, Move, Outcome, Position, Role};

/// What the men of a side are worth together, in pawns.
fn material(position: &Position, color: Color) -> i32 {
    const WORTH: [(Role, i32); 5] =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    // The men of one kind are a set, so they are counted and not looked for.
    let count = |role| position.board().pieces(color, role).count() as i32;
    WORTH.iter().map(|&(role, worth)| worth * count(role)).sum()
}

/// How good a position is for the side that has just moved: mate above all, then material.
fn value(position: &Position) -> i32 {
    match position.outcome() {
        Some(Outcome::Checkmate { .. }) => 1000,
        Some(_) => 0,
        None => material(position, !position.turn()) - material(position, position.turn()),
    }
}

/// The move after which the side to move stands best; the first of several, `None` if there is no
/// legal move.
pub(crate) fn best_move(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    // A move from the list is legal, so it is played without asking again. `max_by_key` would give
    // the last of several.
    moves.into_iter().rev().max_by_key(|&mv| value(&position.play_unchecked(mv)))
}
