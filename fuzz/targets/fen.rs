//! Any text is a FEN in each form, or an error with its place. The position is written and parsed
//! back unchanged in every style.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::fen_text;

fuzz_target!(|text: &str| {
    fen_text(text);
});
