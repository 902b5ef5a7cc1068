//! Perft: the number of sequences of N legal moves from a position, by its definition.
//!
//! The name is from Robert Hyatt's program Crafty ("performance test"). A rule that is implemented
//! wrongly shows as a wrong count, so published counts check a move generator, and the time taken
//! measures it. The crate `setwise-perft` counts fast.

use crate::Position;

/// Returns the number of sequences of `depth` legal moves from a position.
///
/// Each move is played, the last one too. The depth bounds the recursion, and the count is a `u128`,
/// because the initial position exceeds 64 bits at depth 14.
///
/// ```
/// use setwise::{Position, perft};
///
/// assert_eq!(perft(&Position::INITIAL, 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u8) -> u128 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
}
