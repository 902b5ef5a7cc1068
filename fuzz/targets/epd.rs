//! Any text, read as EPD: an error that says where, or operations that are written and read back
//! unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::epd_text;

fuzz_target!(|text: &str| {
    epd_text(text);
});
