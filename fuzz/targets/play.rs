//! Any game from any setup, with one byte for each move: state that is updated from node to node
//! equals state that is recomputed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::play;

fuzz_target!(|bytes: &[u8]| {
    play(bytes);
});
