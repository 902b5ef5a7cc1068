//! Any bytes are a Polyglot book, or an error with its place. Lookups agree with reading the whole
//! book.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::book_bytes;

fuzz_target!(|bytes: &[u8]| {
    book_bytes(bytes);
});
