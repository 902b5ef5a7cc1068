//! Perft: how many games of so many moves start here.
//!
//! The name is Robert Hyatt's, from Crafty's "performance test". A wrong rule shows as a wrong
//! count, so published counts check a move generator; the time taken measures it.
//!
//! * [`perft`] is the definition: ten lines that anyone can read.
//! * [`bulk`] counts the last move without playing it, with a technique of your choice and the
//!   best instructions of the CPU, chosen once at the root.
//! * [`walk`](bulk::walk) does the same without that short cut.
//! * [`lanes`] counts many positions at once, and [`hash`] remembers counts.
//! * `division`, with the feature `rayon`, counts by first move on many threads.
//! * [`statistics`] also says how many captures, castlings, checks … the last moves were.
//! * [`suite`] reads files of positions with their counts.
//!
//! Counts are `u128`: the initial position passes 64 bits at depth 14.

pub mod bulk;
#[cfg(feature = "rayon")]
pub mod division;
#[cfg(feature = "std")]
pub mod hash;
pub mod lanes;
pub mod statistics;
pub mod suite;

use crate::Position;

/// How many sequences of `depth` legal moves there are from a position.
///
/// ```
/// use setwise::{perft::perft, Position};
///
/// assert_eq!(perft(&Position::INITIAL, 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
}
