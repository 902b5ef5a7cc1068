//! The fastest perft on a CPU: counts of legal move sequences.
//!
//! # Overview
//!
//! *Perft* is the number of sequences of N legal moves from a position. [`setwise::perft`] has the
//! definition; this crate counts fast.
//!
//! | item | what it does |
//! |---|---|
//! | [`LaneCounter`] | counts many positions at once, in SIMD registers |
//! | [`ScalarCounter`] | counts one position at a time |
//! | [`Table`] | a hash table of counts, which threads share |
//! | `division`, feature `rayon` | divides a count among threads, by first move |
//! | [`statistics`] | captures, castlings, checks … among the last moves |
//! | [`suite`] | reads files of positions with known counts |
//!
//! # Quick start
//!
//! ```
//! use setwise::Position;
//! use setwise_perft::{Backend, LaneCounter};
//!
//! let mut counter = LaneCounter::new(Backend::widest());
//! assert_eq!(counter.count(&Position::INITIAL, 5), 4_865_609);
//! ```
//!
//! # Errors
//!
//! Counting cannot fail. A depth is a `u8`, which bounds the recursion, and a [`Backend`] exists only
//! if this CPU can run it. A [`Table`] whose memory cannot be allocated is a [`TableError`].
//!
//! # Performance
//!
//! `peers/README.md` in the repository compares counts with other programs. A release build uses less
//! than 64 KiB of stack above the frames of the recursion.
//!
//! # Feature flags
//!
//! * `rayon` (off by default): `division`, counts on the threads of a rayon pool.

mod fingerprint;
pub mod lanes;
pub mod scalar;
pub mod statistics;
pub mod suite;
pub mod table;

#[cfg(feature = "rayon")]
pub mod division;

pub use lanes::{Backend, BackendName, LaneCounter};
pub use scalar::ScalarCounter;
pub use table::{Table, TableError};
