//! Any bytes, read as PGN: errors that say where, or games whose trees are written and read back
//! unchanged, and that are passed over as they are read. All options are tried.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::pgn_bytes;

fuzz_target!(|bytes: &[u8]| {
    pgn_bytes(bytes);
});
