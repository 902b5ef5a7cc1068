//! A player that looks one ply ahead. Two examples use it.

use setwise::{Color, Move, Outcome, Position, Role};

/// Returns the material of a side, in pawns.
fn material(position: &Position, color: Color) -> i32 {
    const WORTH: [(Role, i32); 5] =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    // The pieces of one role are a bitboard, so a population count is enough.
    let count = |role| position.board().pieces(color, role).count() as i32;
    WORTH.iter().map(|&(role, worth)| worth * count(role)).sum()
}

/// Evaluates a position for the side that has just moved: checkmate, otherwise the material
/// balance.
fn value(position: &Position) -> i32 {
    match position.outcome() {
        Some(Outcome::Checkmate { .. }) => 1000,
        Some(_) => 0,
        None => material(position, !position.turn()) - material(position, position.turn()),
    }
}

/// Returns the move with the best value for the side to move; the first one if several are equal,
/// `None` if there is no legal move.
pub(crate) fn best_move(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    // Moves of the list are legal, so they are played unchecked. The list is reversed because
    // `max_by_key` returns the last of several equal elements.
    moves.into_iter().rev().max_by_key(|&mv| value(&position.play_unchecked(mv)))
}
