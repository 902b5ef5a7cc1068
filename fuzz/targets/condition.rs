//! Any text is a condition on games (`--where`) and material, or an error with its place.
//! Conditions that are made of others have the values that follow.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_fuzz::properties::condition_text;

fuzz_target!(|text: &str| {
    condition_text(text);
});
