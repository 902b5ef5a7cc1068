//! Any text is parsed as EPD or refused with a located error.

use setwise::Setup;
use setwise::notation::epd::{Epd, EpdError};
use setwise::notation::san::SanOptions;

use super::place_of_character;

/// Parses a text strictly and leniently. Returns whether it is EPD in the lenient form.
pub fn epd_text(text: &str) -> bool {
    let strict = Epd::parse(text);
    let lenient = Epd::parse_with(text, SanOptions::LENIENT);
    if strict.is_ok() {
        assert_eq!(lenient, strict, "{text:?}");
    }
    for outcome in [&strict, &lenient] {
        match outcome {
            Ok(epd) => written_and_read(epd),
            Err(error) => place_of_error(text, *error),
        }
    }
    lenient.is_ok()
}

/// Written EPD parses back, and can be rebuilt operation by operation.
fn written_and_read(epd: &Epd) {
    let text = epd.to_string();
    let read = Epd::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.operations(), epd.operations(), "{text}");
    let position =
        Setup { en_passant: epd.position().legal_en_passant(), ..(*epd.position()).into() };
    assert_eq!(Setup::from(*read.position()), position, "{text}");

    let mut built = Epd::new(*epd.position());
    for operation in epd.operations() {
        let (opcode, value) = (operation.opcode(), operation.value().clone());
        built = built.with(opcode, value).expect("it was read");
    }
    assert_eq!(built, *epd, "{text}");
}

/// The location of an error is in the text or at its end, on a character boundary, and the error
/// has a message.
fn place_of_error(text: &str, error: EpdError) {
    assert_eq!(text[..error.at].chars().count() + 1, error.column, "{error:?}");
    place_of_character(text, error.at, &error.message().to_string());
}
