//! Scores: hundredths of a pawn for the side to move, and mates.

/// The longest line of a search, in plies.
pub(crate) const MAX_PLY: usize = 120;
/// Beyond every score.
pub(crate) const INFINITE: i32 = 32_000;
/// A mate at this node. A mate in n plies is worth n less.
pub(crate) const MATE: i32 = 31_000;
/// The least score of a mate: the longest of an endgame table, after the longest line.
pub(crate) const LEAST_MATE: i32 = MATE - MAX_PLY as i32 - 100;

/// Returns whether a score is of a mate, for either side.
pub(crate) fn is_mate(score: i32) -> bool {
    score.abs() >= LEAST_MATE
}

/// Turns a score that counts plies of a mate from a root into one that counts them from the node at
/// a ply.
pub(crate) fn from_node(score: i32, ply: usize) -> i32 {
    if is_mate(score) { score + score.signum() * ply as i32 } else { score }
}

/// The inverse of [`from_node`].
pub(crate) fn from_root(score: i32, ply: usize) -> i32 {
    if is_mate(score) { score - score.signum() * ply as i32 } else { score }
}
