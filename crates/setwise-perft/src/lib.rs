//! Fast perft: counts of the sequences of legal chess moves, for checking move generators.
//!
//! # Overview
//!
//! *Perft* is the number of sequences of N legal moves from a position. Published counts of many
//! positions show whether a move generator is correct. [`setwise::perft()`] is the definition; this
//! crate counts fast.
//!
//! | item | what it does |
//! |---|---|
//! | [`Counter`] | counts with a back-end: many positions at once, or one at a time |
//! | [`CountMode`] | how the last moves are counted |
//! | [`count_with`] | counts one position at a time, with a technique of your own |
//! | [`Table`] | a hash table of counts, which threads share |
//! | `division`, feature `rayon` | divides a count among threads, by first move |
//! | [`statistics`] | captures, castlings, checks … among the last moves |
//! | [`suite`] | reads files of positions with known counts |
//!
//! # Quick start
//!
//! ```
//! use setwise::Position;
//! use setwise_perft::{Backend, Counter, Table};
//!
//! let mut counter = Counter::new(Backend::fastest());
//! assert_eq!(counter.count(&Position::INITIAL, 5), 4_865_609);
//!
//! // With a hash table of 16 MiB, for large depths.
//! let table = Table::new(16 << 20)?;
//! assert_eq!(counter.count_with_table(&table, &Position::INITIAL, 6), 119_060_324);
//! # Ok::<(), setwise_perft::TableError>(())
//! ```
//!
//! The example `threads` divides a count among threads with the standard library alone.
//!
//! # Errors
//!
//! Counting cannot fail. A depth is a `u8`, which bounds the recursion, and a [`Backend`] exists
//! only if this CPU can run it. Counts are `u128`.
//!
//! | input | error |
//! |---|---|
//! | the size of a [`Table`] whose memory cannot be allocated | [`TableError`] |
//! | the name of a back-end | [`BackendError`] |
//! | a line of a suite | [`CountError`](suite::CountError), which contains the text |
//!
//! # Performance
//!
//! A [`Counter`] counts the last two levels for eight positions at once with AVX-512, for four
//! with AVX2. Without these, one position at a time is the fastest. The back-end is chosen at run
//! time, so no compiler flag is needed. In a release build a count uses less than 64 KiB of stack.
//! `peers/README.md` in the repository compares the speed with other programs, and
//! `results/perft.md` compares the back-ends. `docs/lanes.md` explains the method.
//!
//! # Feature flags
//!
//! * `rayon` (off by default): `division`, counts on the threads of a rayon pool.
//!
//! The crate needs the standard library.
//!
//! # Links
//!
//! * [`setwise`]: positions, moves and the definition of perft.
//! * `setwise-techniques`: the collection of sliding-attack techniques that a [`Counter`] can use.
//! * `setwise-cli`: the command `setwise perft`, and `setwise verify` for suites.
//! * The Chess Programming Wiki on [perft](https://www.chessprogramming.org/Perft).

mod counter;
mod fingerprint;
mod lanes;
mod mode;
mod recursion;
mod scalar;
pub mod statistics;
pub mod suite;
mod table;

#[cfg(feature = "rayon")]
pub mod division;

pub use counter::Counter;
pub use lanes::{Backend, BackendError, BackendName};
pub use mode::CountMode;
pub use scalar::count_with;
pub use table::{Table, TableError};
