//! The properties that the fuzz targets share with the library's own tests: the same file.
//!
//! `cargo +nightly fuzz run fen` (or `setup`, `play`, `san`, `epd`, `packed`, `book`) in the
//! folder `fuzz`, with [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz) installed.
//! `cargo +nightly fuzz run fen` (or `setup`, `play`, `san`, `epd`, `pgn`) in the folder `fuzz`, with
//! [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz) installed.

#[path = "../../crates/setwise/tests/properties/mod.rs"]
pub mod properties;
