//! A counter: many positions at once, or one at a time.

use core::fmt;

use setwise::Position;
use setwise::attacks::{self, Erased, Sliders, Task};

use crate::lanes::parents::{self, LOWEST};
use crate::lanes::queues::Queues;
use crate::lanes::{Backend, batch};
use crate::mode::CountMode;
use crate::scalar;
use crate::table::{Entry, Table, TableError};

/// A counter that counts many positions at once, or one at a time, as its back-end and its mode say.
///
/// Its queues are about 100 KiB on the heap, with AVX-512 about 140 KiB, and it is meant to be used
/// again. Each thread needs a counter of its own. The generator above the last levels uses the
/// fastest technique of this CPU.
///
/// ```
/// use setwise::Position;
/// use setwise_perft::{Backend, Counter};
///
/// let mut counter = Counter::new(Backend::fastest());
/// assert_eq!(counter.count(&Position::INITIAL, 4), 197_281);
/// assert_eq!(counter.count(&Position::INITIAL, 5), 4_865_609);
/// ```
pub struct Counter {
    backend: Backend,
    mode: CountMode,
    method: Method,
}

/// How the last levels are counted.
enum Method {
    Lanes(Box<Queues>),
    /// One position at a time, with the fastest technique.
    Fastest,
    Technique(Erased),
}

impl Counter {
    /// Creates a counter that counts in families. Allocates its queues, unless the back-end is
    /// [`Backend::SCALAR`].
    pub fn new(backend: Backend) -> Counter {
        let method = match backend.lanes() {
            Some(features) => Method::Lanes(Box::new(Queues::new(features))),
            None => Method::Fastest,
        };
        Counter { backend, mode: CountMode::default(), method }
    }

    /// Creates a counter that counts one position at a time with a given technique, called through
    /// function pointers.
    ///
    /// To count at full speed, instantiate [`count_with`](crate::count_with).
    pub fn with_technique(technique: Erased) -> Counter {
        let method = Method::Technique(technique);
        Counter { backend: Backend::SCALAR, mode: CountMode::default(), method }
    }

    /// Returns the counter with another mode. [`CountMode::EachMove`] counts one position at a time.
    #[must_use]
    pub fn mode(mut self, mode: CountMode) -> Counter {
        self.mode = mode;
        self
    }

    /// Returns the number of sequences of `depth` legal moves from a position.
    pub fn count(&mut self, position: &Position, depth: u8) -> u128 {
        self.run(position, depth, None)
    }

    /// Returns the number of sequences of `depth` legal moves from a position. Looks up counts of
    /// positions on the way in a table, and stores them there.
    ///
    /// ```
    /// use setwise::Position;
    /// use setwise_perft::{Backend, Counter, Table};
    ///
    /// let table = Table::new(1 << 20)?;
    /// let mut counter = Counter::new(Backend::fastest());
    /// assert_eq!(counter.count_with_table(&table, &Position::INITIAL, 5), 4_865_609);
    /// # Ok::<(), setwise_perft::TableError>(())
    /// ```
    pub fn count_with_table(&mut self, table: &Table, position: &Position, depth: u8) -> u128 {
        self.run(position, depth, Some(table))
    }

    fn run(&mut self, position: &Position, depth: u8, table: Option<&Table>) -> u128 {
        let Counter { mode, ref mut method, .. } = *self;
        let (queues, technique) = match method {
            Method::Lanes(queues) if mode != CountMode::EachMove => (Some(&mut **queues), None),
            Method::Lanes(_) | Method::Fastest => (None, None),
            Method::Technique(technique) => (None, Some(*technique)),
        };
        let count = Count { queues, position, depth, mode, table };
        match technique {
            Some(technique) => count.run(technique),
            None => attacks::run_fastest(count),
        }
    }

    /// Appends the number of sequences of `depth` legal moves from each of several positions.
    ///
    /// From depth 2 to 7, positions with the same side to move are queued together, as far as they
    /// agree about the squares of kings and rooks that may castle. At a small depth, such as 2 or
    /// 3, many positions are therefore counted faster than one by one.
    ///
    /// ```
    /// use setwise::Position;
    /// use setwise_perft::{Backend, Counter};
    ///
    /// let root = Position::INITIAL;
    /// let positions: Vec<Position> =
    ///     root.legal_moves().into_iter().map(|mv| root.play_unchecked(mv)).collect();
    /// let mut counts = Vec::new();
    /// Counter::new(Backend::fastest()).count_each(&positions, 3, &mut counts);
    /// assert_eq!(counts.iter().sum::<u128>(), 197_281);
    /// ```
    pub fn count_each(&mut self, positions: &[Position], depth: u8, counts: &mut Vec<u128>) {
        match &mut self.method {
            Method::Lanes(queues)
                if self.mode != CountMode::EachMove && batch::DEPTHS.contains(&depth) =>
            {
                queues.families = self.mode == CountMode::Families;
                batch::count_each(queues, positions, depth, counts);
            }
            _ => counts.extend(positions.iter().map(|position| self.count(position, depth))),
        }
    }

    /// Creates a table for [`count_with_table`](Counter::count_with_table) of at most `bytes` bytes.
    /// It is smaller if a count of this depth has fewer positions to store, because their entries
    /// would be spread over more pages of memory. The move sequences to these positions are counted
    /// for that.
    ///
    /// # Errors
    ///
    /// The memory cannot be allocated.
    pub fn table(
        &mut self,
        bytes: usize,
        position: &Position,
        depth: u8,
    ) -> Result<Table, TableError> {
        let limit = bytes as u128;
        let mut paths = 0;
        for plies in 0..=depth.saturating_sub(LOWEST) {
            // The next level has some twenty times as many.
            if 16 * paths * BYTES_PER_PATH >= limit {
                return Table::new(bytes);
            }
            paths += self.count(position, plies);
        }
        Table::new((paths * BYTES_PER_PATH).min(limit) as usize)
    }
}

/// Half an entry for each path to a stored position. If fewer than half of the paths lead to the
/// same positions as others, the table saves little.
const BYTES_PER_PATH: u128 = size_of::<Entry>() as u128 / 2;

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counter { backend, mode, .. } = self;
        f.debug_struct("Counter")
            .field("backend", backend)
            .field("mode", mode)
            .finish_non_exhaustive()
    }
}

struct Count<'c> {
    queues: Option<&'c mut Queues>,
    position: &'c Position,
    depth: u8,
    mode: CountMode,
    table: Option<&'c Table>,
}

impl Task for Count<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        let Count { queues, position, depth, mode, table } = self;
        match (queues, table) {
            (Some(queues), _) if depth >= 2 => {
                queues.families = mode == CountMode::Families;
                parents::count_root(position, depth, sliders, queues, table)
            }
            (_, None) => scalar::count_with(sliders, position, depth, mode),
            (_, Some(table)) => scalar::count_with_table(sliders, position, depth, mode, table),
        }
    }
}

#[cfg(all(test, miri))]
mod tests {
    use setwise::perft;

    use super::*;

    /// Threads count with one table, as `tests/shared_table.rs` does. The technique is one without
    /// tables that are built at run time: Miri takes minutes for them.
    #[test]
    fn lanes_with_one_table_in_miri() {
        let position: &Position = &"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".parse().expect("a FEN");
        let (depth, table) = (4, &Table::new(256).expect("little memory"));
        let (expected, mode) = (perft(position, depth), CountMode::Families);
        std::thread::scope(|scope| {
            for backend in Backend::available() {
                scope.spawn(move || {
                    let Some(features) = backend.lanes() else { return };
                    let queues = Some(&mut Queues::new(features));
                    let count = Count { queues, position, depth, mode, table: Some(table) };
                    assert_eq!(count.run(attacks::DEFAULT), expected, "{}", backend.name());
                });
            }
        });
    }
}
