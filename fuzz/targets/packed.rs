//! Any thirty bytes are a packed position, or an error. The position is packed into the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::packed_bytes;

fuzz_target!(|bytes: [u8; 30]| {
    packed_bytes(&bytes);
});
