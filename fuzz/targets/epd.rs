//! Any text is EPD, or an error with its place. The operations are written and parsed back
//! unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::epd_text;

fuzz_target!(|text: &str| {
    epd_text(text);
});
