//! Any game from any setup, a move by each byte: what is carried along from node to node stays
//! equal to what is worked out anew.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::play;

fuzz_target!(|bytes: &[u8]| {
    play(bytes);
});
