//! Any bytes, with any options, are PGN games, or errors with their places. The game trees are
//! written and parsed back unchanged, and games are skipped up to the same places as they are read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::pgn_bytes;

fuzz_target!(|bytes: &[u8]| {
    pgn_bytes(bytes);
});
