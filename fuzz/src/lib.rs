//! The properties that the fuzz targets check. They are those of `crates/setwise-testkit`, which the
//! tests of the library check too.
//!
//! `cargo +nightly fuzz run fen` (or `setup`, `play`, `san`, `epd`, `packed`, `book`, `pgn`) in the
//! folder `fuzz` runs a target, with [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz) installed.
//! Targets that read text start from the seeds in `corpus/`. Without seeds, three minutes of `fen` and
//! `epd` found no position with two kings, and so no bug that needs one.
//!
//! The documentation of [`properties`] lists bugs that each property finds. The bugs in this table were
//! inserted into a copy of the library, one at a time, and the target found each of them within three
//! minutes:
//!
//! | target | bugs | runs |
//! |---|---|---|
//! | `fen` | a two-digit number with a leading zero is accepted; `K` and `Q` are read as the innermost rook | 34,000; 213,000 |
//! | `setup` | castling rights of a king off its first rank are accepted; an en passant square is accepted although a piece stood in the way of its pawn | 73,000; 17,000 |
//! | `play` | a captured rook keeps its castling right; a king that captures keeps its castling rights | 8,400; 28,000 |

pub use setwise_testkit::properties;
