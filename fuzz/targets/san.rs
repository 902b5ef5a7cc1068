//! Any text, read as a move in SAN in the position that stands in front of it, or in the initial
//! one: an error that says where, or a legal move.
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
