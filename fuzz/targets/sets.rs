//! Any text is a set expression or definitions, or an error with its place. What an expression
//! means is written as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_sets::{Definitions, Expression};

fuzz_target!(|text: &str| {
    match Expression::parse(text) {
        Ok(expression) => drop(expression.to_string()),
        Err(error) => assert!(text.get(error.place()).is_some(), "{error}"),
    }
    let _ = Definitions::standard().add(text);
});
