//! Positions for both sides to look at.

use setwise::Position;

use crate::played::{Watch, play};

/// More do not fit the caches that a search would have them in.
const MOST: usize = 10_000;

/// cozy-chess reads no FEN with more.
const MOST_HALFMOVES: u16 = 100;

/// Positions of standard chess from the games of a text, evenly over its main lines.
pub(crate) fn of_games(text: &[u8]) -> Vec<Position> {
    let Collector(all) = play(text, Collector(Vec::new()));
    all.iter().step_by(all.len().div_ceil(MOST).max(1)).copied().collect()
}

struct Collector(Vec<Position>);

impl Watch for Collector {
    fn moved(&mut self, position: &Position) {
        if !position.is_chess960() && position.halfmoves() <= MOST_HALFMOVES {
            self.0.push(*position);
        }
    }
}
