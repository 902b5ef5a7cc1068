//! Any text is a square or a move in UCI notation, or is refused. The text begins with the
//! position, or is a move in the initial position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise::Position;
use setwise::notation::fen::Form;
use setwise_fuzz::properties::uci_text;

fuzz_target!(|text: &str| {
    let (fen, uci) = text.split_once('\n').unwrap_or_default();
    match Position::parse_fen_form(fen, Form::Lenient) {
        Ok(position) => uci_text(&position, uci),
        Err(_) => uci_text(&Position::INITIAL, text),
    };
});
