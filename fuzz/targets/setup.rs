//! Any setup is refused with a reason, or is a position whose moves, counts, keys, checks, pins and
//! text agree with each other.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::setup;

fuzz_target!(|bytes: &[u8]| {
    setup(bytes);
});
