//! Any bytes as a Polyglot book: an error that says where, or what reading all of it finds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::book_bytes;

fuzz_target!(|bytes: &[u8]| {
    book_bytes(bytes);
});
