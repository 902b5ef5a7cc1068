//! Any text is a move in SAN, or an error with its place. The text begins with the position, or is
//! a move in the initial position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise::Position;
use setwise::notation::fen::Form;
use setwise_fuzz::properties::san_text;

fuzz_target!(|text: &str| {
    let (fen, san) = text.split_once('\n').unwrap_or_default();
    match Position::parse_fen_form(fen, Form::Lenient) {
        Ok(position) => san_text(&position, san),
        Err(_) => san_text(&Position::INITIAL, text),
    };
});
