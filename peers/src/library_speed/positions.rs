//! Positions for both sides.

use setwise::Position;

use crate::played::play;

/// The largest number of positions. More would not fit into the caches, where a search has them.
const MOST: usize = 10_000;

/// The largest halfmove clock that cozy-chess reads in a FEN.
const MOST_HALFMOVES: u16 = 100;

/// Returns positions of standard chess from the games of a text, evenly distributed over the main
/// lines.
pub(crate) fn of_games(text: &[u8]) -> Vec<Position> {
    let mut all = Vec::new();
    play(text, |position, is_end| {
        if !is_end && !position.is_chess960() && position.halfmoves() <= MOST_HALFMOVES {
            all.push(*position);
        }
    });
    all.iter().step_by(all.len().div_ceil(MOST).max(1)).copied().collect()
}
