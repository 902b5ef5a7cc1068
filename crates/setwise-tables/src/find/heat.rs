//! How often each square is in a set.

use setwise::Square;
use setwise_sets::Values;

use super::FoundGame;

/// On how many of the positions that match each square is in a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    positions: u64,
    counts: Vec<u64>,
}

impl Heat {
    /// Adds the positions of a game that match, whose values are sets.
    pub fn add(&mut self, game: &FoundGame) {
        self.counts.resize(Square::ALL.len(), 0);
        self.positions += game.plies.len() as u64;
        if let Some(Values::Sets(sets)) = game.values.first() {
            for square in sets.iter().copied().flatten() {
                self.counts[square as usize] += 1;
            }
        }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns on how many positions a square is in the set.
    pub fn of(&self, square: Square) -> u64 {
        self.counts.get(square as usize).copied().unwrap_or(0)
    }
}
