//! Builds a book from the moves of games.

use std::collections::HashMap;

use super::Entry;
use setwise::{Move, Position};

/// Collects the moves of games, and makes the entries of a book from them.
///
/// The weight of a move is the number of points that it scored: conventionally 2 for each game that
/// the side to move won, 1 for each draw and 0 for each loss, as in the program PolyGlot by Fabien
/// Letouzey (its manual, at the option `-min-score` of `make-book`).
///
/// ```
/// use setwise::{Move, Position, Square};
/// use setwise_book::{Book, BookError, Builder, Entry};
/// use std::io::Cursor;
///
/// let mut builder = Builder::new();
/// builder.add(&Position::INITIAL, Move::normal(Square::E2, Square::E4), 2);
/// builder.add(&Position::INITIAL, Move::normal(Square::E2, Square::E4), 1);
/// builder.add(&Position::INITIAL, Move::normal(Square::D2, Square::D4), 1);
/// let bytes: Vec<u8> = builder.entries(1).iter().flat_map(Entry::to_bytes).collect();
///
/// let mut book = Book::new(Cursor::new(bytes))?;
/// let moves = book.moves(&Position::INITIAL)?.collect::<Result<Vec<_>, BookError>>()?;
/// let found: Vec<_> = moves.iter().map(|found| (format!("{:?}", found.mv), found.weight)).collect();
/// assert_eq!(found, [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 1)]);
/// # Ok::<(), BookError>(())
/// ```
///
/// It uses some 50 bytes for each different move of each different position.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// The counts of each move, by key and move bits.
    moves: HashMap<(u64, u16), Count>,
}

/// How often a move was played, and what it scored.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    games: u64,
    points: u64,
}

impl Builder {
    /// Creates a builder without moves.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds a move that was played in a game, and the points that it scored. The move is not
    /// checked.
    pub fn add(&mut self, position: &Position, mv: Move, points: u32) {
        let Entry { key, bits, .. } = Entry::new(position, mv, 0);
        let count = self.moves.entry((key, bits)).or_default();
        count.games += 1;
        count.points += u64::from(points);
    }

    /// Returns the entries of the moves that were added at least `min_games` times and scored a
    /// point, in the order of a book. The moves of a position are sorted by weight, the largest
    /// first.
    ///
    /// If a move of a position has more than 65,535 points, the weights of the position are scaled
    /// such that this is the largest, and no weight becomes 0.
    pub fn entries(&self, min_games: u64) -> Vec<Entry> {
        let is_kept = |count: &Count| count.games >= min_games && count.points > 0;
        let kept = self.moves.iter().filter(|(_, count)| is_kept(count));
        let mut moves: Vec<_> =
            kept.map(|(&(key, bits), count)| (key, count.points, bits)).collect();
        moves.sort_unstable_by_key(|&(key, points, bits)| (key, u64::MAX - points, bits));
        let of_position = moves.chunk_by(|a, b| a.0 == b.0);
        of_position
            .flat_map(|moves| {
                moves.iter().map(|&(key, points, bits)| {
                    let weight = scaled(points, moves[0].1);
                    Entry { key, bits, weight, learn: 0 }
                })
            })
            .collect()
    }
}

/// Scales points such that `largest` fits into 16 bits.
fn scaled(points: u64, largest: u64) -> u16 {
    let limit = u64::from(u16::MAX);
    let weight = if largest <= limit {
        points
    } else {
        (u128::from(points) * u128::from(limit) / u128::from(largest)).max(1) as u64
    };
    u16::try_from(weight).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_scaled_to_sixteen_bits() {
        for (points, largest, weight) in [
            (65_535, 65_535, 65_535),
            (65_536, 65_536, 65_535),
            (32_768, 65_536, 32_767),
            (1, 1 << 40, 1),
            (u64::MAX, u64::MAX, 65_535),
            (7, 9, 7),
        ] {
            assert_eq!(scaled(points, largest), weight, "{points} of {largest}");
        }
    }
}
