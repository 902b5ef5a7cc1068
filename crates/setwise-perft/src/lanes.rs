//! Counting the legal moves of many positions at once, one position in each SIMD lane.
//!
//! # Overview
//!
//! A perft spends nearly all its time on the last levels, where it counts the moves of positions
//! that differ little. A register of AVX-512 holds eight bitboards, so one instruction does the
//! same step of set algebra for eight positions. That needs a count without branches and tables,
//! the same for every position:
//!
//! * **Fills.** All sliders of a side are moved at once, direction by direction, by a Kogge-Stone
//!   parallel prefix fill. In one direction the attacks of two sliders never overlap, so a
//!   population count of the attacked squares is a count of moves.
//! * **Pins without tables.** A piece is pinned on a line if it is visible from the king in one
//!   direction and from an enemy slider in the opposite direction.
//!
//! ```text
//!  the king's ray east   the rook's fill west   both: pinned
//!  . . . . . . . .       . . . . . . . .        . . . . . . . .
//!  . . . . . . . .       . . . . . . . .        . . . . . . . .
//!  . K X X X . . .       . . . . X X X r        . . . . X . . .
//!  . . . . . . . .       . . . . . . . .        . . . . . . . .
//! ```
//!
//! In the picture the king is on b, its knight on e and the enemy rook on h. Each ray ends with the
//! first piece that it meets, and the knight is the end of both.
//!
//! * **Families.** Most moves change the number of the other side's moves by an amount that depends
//!   only on their two squares. All such moves of a parent are one *family*, which is counted at
//!   once: the number of moves in the unchanged parent, times the number of children, plus the
//!   changes. [`LaneCounter::each_alone`] turns this off.
//! * **Parents in lanes.** The moves of a parent, and which of them are in the family, are found
//!   for eight parents at once by the same fills. Only the other moves are played one by one.
//! * **Checks apart.** A move that gives check is known before it is made. Its child is queued for
//!   a kernel that also finds checkers and the check mask. The few en passant captures are counted
//!   one by one.
//!
//! # Files
//!
//! `lane` is a position: seven words in a queue, eleven sets in a kernel. `reach` finds the squares
//! that its pieces can reach, and `threats` the moves that could give check, pin a piece or take a
//! square from a king. `family` decides which moves of a parent are in its family, and
//! `family_count` counts them, with the bit `planes`. `queue` stores positions field by field;
//! `kernels` count a queue, instantiated for each `backend`. `children` has the queues and makes
//! children of parents, `flat` eight at a time with AVX-512; `parents` goes from the root to the
//! parents, with a hash table or without; `batch` counts many roots together. `docs/lanes.md`
//! explains the method with its costs.
//!
//! # Source
//!
//! Kogge-Stone for chess: Steffan Westcott, 2002. Positions in lanes: Stuart Riffle's Pigeon, 2012,
//! for evaluation. Gerd Isenberg's *Efficient Generation of Sliding Piece Attacks* ends with the
//! wish to revisit these fills "with x86-64 and SIMD instructions in mind".

/// An array of an expression for each direction 0 to 7. The index is a constant in each of the
/// eight copies, which neither a loop nor a closure guarantees.
macro_rules! eight {
    ($i:ident => $of:expr) => {
        [
            eight!($i = 0, $of),
            eight!($i = 1, $of),
            eight!($i = 2, $of),
            eight!($i = 3, $of),
            eight!($i = 4, $of),
            eight!($i = 5, $of),
            eight!($i = 6, $of),
            eight!($i = 7, $of),
        ]
    };
    ($i:ident = $value:literal, $of:expr) => {{
        let $i = $value;
        $of
    }};
}

mod backend;
mod batch;
mod children;
mod family;
mod family_count;
#[cfg(target_arch = "x86_64")]
mod flat;
mod kernels;
mod lane;
mod parents;
mod planes;
mod queue;
mod reach;
mod threats;

use core::fmt;

use setwise::Position;
use setwise::attacks::Sliders;
use setwise::attacks::{self, Task};
use setwise::perft::bulk;

use self::children::Queues;
use self::lane::{Castlings, View};
use self::parents::{LOWEST, Memory};
use crate::scalar::ScalarCounter;
use crate::table::{Entry, Table, TableError};
pub use backend::{Backend, BackendError, BackendName};

/// A counter that counts many positions at once, or one at a time, as its back-end says.
///
/// Its queues are about 70 KiB on the heap, with AVX-512 about 110 KiB, and it is meant to be used
/// again. Each thread needs a counter of its own. The generator above the last levels uses the
/// fastest technique of this CPU.
///
/// ```
/// use setwise::Position;
/// use setwise_perft::lanes::{Backend, LaneCounter};
///
/// let mut counter = LaneCounter::new(Backend::fastest());
/// assert_eq!(counter.count(&Position::INITIAL, 4), 197_281);
/// assert_eq!(counter.count(&Position::INITIAL, 5), 4_865_609);
/// ```
pub struct LaneCounter {
    backend: Backend,
    method: Method,
}

/// How the last levels are counted.
enum Method {
    Lanes(Box<Queues>),
    Scalar(ScalarCounter),
}

impl LaneCounter {
    /// Creates a counter. Allocates its queues, unless the back-end is
    /// [`BackendName::Scalar`].
    pub fn new(backend: Backend) -> LaneCounter {
        let method = match backend.lanes() {
            Some(features) => Method::Lanes(Box::new(Queues::new(features))),
            None => Method::Scalar(ScalarCounter::new()),
        };
        LaneCounter { backend, method }
    }

    /// Returns the counter that counts every position of the last level by itself, without
    /// families.
    #[must_use]
    pub fn each_alone(mut self) -> LaneCounter {
        match &mut self.method {
            Method::Lanes(queues) => queues.families = false,
            Method::Scalar(counter) => *counter = counter.each_alone(),
        }
        self
    }

    /// Returns the number of sequences of `depth` legal moves from a position.
    pub fn count(&mut self, position: &Position, depth: u8) -> u128 {
        match &mut self.method {
            Method::Lanes(queues) => {
                attacks::run_fastest(LaneCount { queues, position, depth, table: None })
            }
            Method::Scalar(counter) => counter.count(position, depth),
        }
    }

    /// Returns the number of sequences of `depth` legal moves from a position. Looks up counts of
    /// positions on the way in a table, and stores them there.
    ///
    /// ```
    /// use setwise::Position;
    /// use setwise_perft::Table;
    /// use setwise_perft::lanes::{Backend, LaneCounter};
    ///
    /// let table = Table::new(1 << 20)?;
    /// let mut counter = LaneCounter::new(Backend::fastest());
    /// assert_eq!(counter.count_with_table(&table, &Position::INITIAL, 5), 4_865_609);
    /// # Ok::<(), setwise_perft::TableError>(())
    /// ```
    pub fn count_with_table(&mut self, table: &Table, position: &Position, depth: u8) -> u128 {
        match &mut self.method {
            Method::Lanes(queues) => {
                attacks::run_fastest(LaneCount { queues, position, depth, table: Some(table) })
            }
            Method::Scalar(counter) => counter.count_with_table(table, position, depth),
        }
    }

    /// Creates a table for [`count_with_table`](LaneCounter::count_with_table) of at most `bytes`
    /// bytes. It is smaller if a count of this depth has fewer positions to store, because their
    /// entries would be spread over more pages of memory. The move sequences to these positions are
    /// counted for that.
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

impl fmt::Debug for LaneCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let families = match &self.method {
            Method::Lanes(queues) => queues.families,
            Method::Scalar(counter) => counter.has_families(),
        };
        f.debug_struct("LaneCounter")
            .field("backend", &self.backend)
            .field("families", &families)
            .finish_non_exhaustive()
    }
}

struct LaneCount<'c> {
    queues: &'c mut Queues,
    position: &'c Position,
    depth: u8,
    table: Option<&'c Table>,
}

impl Task for LaneCount<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        let LaneCount { queues, position, depth, table } = self;
        if depth < 2 {
            return bulk(position, depth, sliders);
        }
        let view = View::of_depth(position.turn(), depth);
        queues.prepare(Castlings::of_colors(&[*position; 2], view), view);
        match table.map(Memory::of) {
            None => parents::count(position, depth, sliders, queues),
            Some(mut memory) => {
                parents::count_with_table(position, depth, sliders, queues, &mut memory)
            }
        }
    }
}

#[cfg(all(test, miri))]
mod tests {
    use setwise::perft::perft;

    use super::*;

    /// Threads count with one table, as `tests/shared_table.rs` does. The technique is one without
    /// tables that are built at run time: Miri takes minutes for them.
    #[test]
    fn lanes_with_one_table_in_miri() {
        let position: &Position = &"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".parse().expect("a FEN");
        let (depth, table) = (4, &Table::new(256).expect("little memory"));
        let expected = perft(position, depth);
        std::thread::scope(|scope| {
            for backend in Backend::available() {
                scope.spawn(move || {
                    let Some(features) = backend.lanes() else { return };
                    let queues = &mut Queues::new(features);
                    let count = LaneCount { queues, position, depth, table: Some(table) };
                    assert_eq!(count.run(attacks::DEFAULT), expected, "{}", backend.name());
                });
            }
        });
    }
}
