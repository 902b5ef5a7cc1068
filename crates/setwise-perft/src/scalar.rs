//! Counting one position at a time, with a technique chosen at run time.

use setwise::attacks::Erased;
use setwise::attacks::Sliders;
use setwise::attacks::{self, Task};
use setwise::{Position, perft};

use crate::table::{Key, Table};

/// A counter that generates the moves of one position at a time.
///
/// It runs on every CPU. Moves that change the number of replies by a known amount are not played:
/// such moves of a position, its *family*, are counted together
/// ([`perft::bulk`]). [`ScalarCounter::each_alone`] turns this off. Then it is the reference for
/// [`LaneCounter`](crate::lanes::LaneCounter).
///
/// ```
/// use setwise::Position;
/// use setwise_perft::ScalarCounter;
///
/// assert_eq!(ScalarCounter::new().count(&Position::INITIAL, 4), 197_281);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ScalarCounter {
    technique: Option<Erased>,
    last_moves: LastMoves,
}

/// How the last moves are counted.
#[derive(Clone, Copy, Debug, Default)]
enum LastMoves {
    #[default]
    Families,
    EachAlone,
    Played,
}

impl LastMoves {
    fn count<S: Sliders>(self, position: &Position, depth: u8, sliders: S) -> u128 {
        match self {
            LastMoves::Families => perft::bulk(position, depth, sliders),
            LastMoves::EachAlone => perft::each_alone(position, depth, sliders),
            LastMoves::Played => perft::playing_last_move(position, depth, sliders),
        }
    }
}

impl ScalarCounter {
    /// Creates a counter with the fastest technique of this CPU, instantiated in this crate.
    pub fn new() -> ScalarCounter {
        ScalarCounter::default()
    }

    /// Creates a counter with a given technique, called through function pointers.
    ///
    /// It is slower than [`new`](ScalarCounter::new) with the same technique. To count at full
    /// speed, instantiate [`setwise::perft::bulk`].
    pub fn with_technique(technique: Erased) -> ScalarCounter {
        ScalarCounter { technique: Some(technique), ..ScalarCounter::default() }
    }

    /// Returns the counter that counts the moves of every position of the last level by itself,
    /// without families.
    #[must_use]
    pub fn each_alone(self) -> ScalarCounter {
        ScalarCounter { last_moves: LastMoves::EachAlone, ..self }
    }

    /// Returns the counter that also plays the last move of each sequence instead of counting the
    /// moves of a position at once (bulk counting).
    #[must_use]
    pub fn playing_last_move(self) -> ScalarCounter {
        ScalarCounter { last_moves: LastMoves::Played, ..self }
    }

    /// Returns whether the moves of several positions are counted together.
    pub(crate) fn has_families(&self) -> bool {
        matches!(self.last_moves, LastMoves::Families)
    }

    /// Returns the number of sequences of `depth` legal moves from a position.
    pub fn count(&self, position: &Position, depth: u8) -> u128 {
        let &ScalarCounter { technique, last_moves } = self;
        let count = ScalarCount { position, depth, last_moves, table: None };
        match technique {
            None => attacks::run_fastest(count),
            Some(technique) => count.run(technique),
        }
    }

    /// Returns the number of sequences of `depth` legal moves from a position, and stores counts of
    /// positions on the way in a table.
    ///
    /// The technique is the fastest of this CPU.
    pub fn count_with_table(&self, table: &Table, position: &Position, depth: u8) -> u128 {
        let (last_moves, table) = (self.last_moves, Some(table));
        attacks::run_fastest(ScalarCount { position, depth, last_moves, table })
    }
}

struct ScalarCount<'p> {
    position: &'p Position,
    depth: u8,
    last_moves: LastMoves,
    table: Option<&'p Table>,
}

impl Task for ScalarCount<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        let ScalarCount { position, depth, last_moves, table } = self;
        match table {
            Some(table) => count_with_table(position, depth, last_moves, sliders, table),
            None => last_moves.count(position, depth, sliders),
        }
    }
}

fn count_with_table<S: Sliders>(
    position: &Position,
    depth: u8,
    last_moves: LastMoves,
    sliders: S,
    table: &Table,
) -> u128 {
    if depth <= 2 {
        // Counting two plies takes less time than a read from memory.
        return last_moves.count(position, depth, sliders);
    }
    table.get_or_count(Key::of(position), depth, || {
        let children = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
        let below = |child| count_with_table(&child, depth - 1, last_moves, sliders, table);
        children.map(below).sum()
    })
}
