//! Any bytes are the `job.json` of a deep perft or an export, or an error that names the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::KINDS;
use setwise_fuzz::properties::job::description_bytes;

fuzz_target!(|bytes: &[u8]| {
    description_bytes(bytes, KINDS);
});
