//! The properties that the fuzz targets share with the library's own tests: the same file.
//!
//! `cargo +nightly fuzz run fen` (or `setup`, `play`, `san`, `epd`, `packed`, `book`, `pgn`) in the
//! folder `fuzz`, with [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz) installed. Those that
//! read text begin with the seeds in `corpus/`: without them three minutes of `fen` and `epd` found
//! no position with two kings, and so nothing behind one.
//!
//! What each property fails on stands with the properties. These bugs, planted in a copy of the
//! library one at a time, the targets found by themselves, each within three minutes:
//!
//! | target | bugs | runs |
//! |---|---|---|
//! | `fen` | a number of two digits with a zero in front let through; `K` and `Q` read as the innermost rook | 34,000; 213,000 |
//! | `setup` | castling rights of a king off his first rank accepted; an en passant square accepted whose pawn came through a man | 73,000; 17,000 |
//! | `play` | a taken rook may castle still; a king that takes keeps his castling rights | 8,400; 28,000 |

#[path = "../../crates/setwise/tests/properties/mod.rs"]
pub mod properties;
