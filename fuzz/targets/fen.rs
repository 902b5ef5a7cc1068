//! Any text, read as a FEN in every form: an error that says where, or a position that is written
//! and read back unchanged in every style.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::fen_text;

fuzz_target!(|text: &str| {
    fen_text(text);
});
