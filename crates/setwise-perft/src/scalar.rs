//! Counting one position at a time, with a technique chosen at run time.

use setwise::attacks::Erased;
use setwise::attacks::Sliders;
use setwise::attacks::{self, Task};
use setwise::{Position, perft};

use crate::table::{Key, Table};

/// A counter that generates the moves of one position at a time.
///
/// It is the reference for [`LaneCounter`](crate::lanes::LaneCounter), which is faster, and it runs
/// on every CPU.
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
    plays_last_move: bool,
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
        ScalarCounter { technique: Some(technique), plays_last_move: false }
    }

    /// Returns the counter that also plays the last move of each sequence instead of counting the
    /// moves of a position at once (bulk counting).
    #[must_use]
    pub fn playing_last_move(self) -> ScalarCounter {
        ScalarCounter { plays_last_move: true, ..self }
    }

    /// Returns the number of sequences of `depth` legal moves from a position.
    pub fn count(&self, position: &Position, depth: u8) -> u128 {
        let &ScalarCounter { technique, plays_last_move } = self;
        let count = ScalarCount { position, depth, plays_last_move, table: None };
        match technique {
            None => attacks::run_fastest(count),
            Some(technique) => count.run(technique),
        }
    }

    /// Returns the number of sequences of `depth` legal moves from a position, and stores counts of
    /// positions on the way in a table.
    ///
    /// The technique is the fastest of this CPU, and the last moves are counted in bulk.
    pub fn count_with_table(&self, table: &Table, position: &Position, depth: u8) -> u128 {
        let table = Some(table);
        attacks::run_fastest(ScalarCount { position, depth, plays_last_move: false, table })
    }
}

struct ScalarCount<'p> {
    position: &'p Position,
    depth: u8,
    plays_last_move: bool,
    table: Option<&'p Table>,
}

impl Task for ScalarCount<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        let ScalarCount { position, depth, plays_last_move, table } = self;
        match table {
            Some(table) => count_with_table(position, depth, sliders, table),
            None if plays_last_move => perft::playing_last_move(position, depth, sliders),
            None => perft::bulk(position, depth, sliders),
        }
    }
}

fn count_with_table<S: Sliders>(position: &Position, depth: u8, sliders: S, table: &Table) -> u128 {
    if depth <= 2 {
        // Counting two plies takes less time than a read from memory.
        return perft::bulk(position, depth, sliders);
    }
    table.get_or_count(Key::of(position), depth, || {
        let children = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
        children.map(|child| count_with_table(&child, depth - 1, sliders, table)).sum()
    })
}
