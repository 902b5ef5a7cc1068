//! Any bytes are an input of games, plain or compressed, or an error. Its games do not depend on
//! how it is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::source_bytes;

fuzz_target!(|bytes: &[u8]| {
    source_bytes(bytes);
});
