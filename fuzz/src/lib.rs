//! The properties that the fuzz targets share with the library's own tests: the same file.
//!
//! `cargo +nightly fuzz run fen` (or `setup`, `play`, `san`, `epd`, `packed`, `book`, `pgn`) in the
//! folder `fuzz`, with [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz) installed. Those that
//! read text begin with the seeds in `corpus/`: without them three minutes of `fen` and `epd` found
//! no position with two kings, and so nothing behind one.

#[path = "../../crates/setwise/tests/properties/mod.rs"]
pub mod properties;
