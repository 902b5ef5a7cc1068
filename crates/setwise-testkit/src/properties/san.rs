//! SAN by the definition of the standard, and parsing of arbitrary text.

use setwise::notation::san::{SanError, SanOptions};
use setwise::{Move, Position, Role};

use super::place_of_character;

/// Written SAN follows the standard and parses back.
pub fn written_and_read(position: &Position, moves: &[Move], mv: Move) {
    let at = || format!("{mv:?} in {position:?}");
    let (san, lan) = (position.san(mv), position.lan(mv));
    assert_eq!(san, by_definition(position, moves, mv).as_str(), "{}", at());
    for options in [SanOptions::STRICT, SanOptions::LENIENT] {
        assert_eq!(position.parse_san_with(&san, options), Ok(mv), "{san}: {}", at());
    }
    assert_eq!(position.parse_san_with(&lan, SanOptions::LENIENT), Ok(mv), "{lan}: {}", at());
    let unmarked = san.trim_end_matches(['+', '#']);
    let strict = position.parse_san(unmarked);
    match strict {
        Ok(read) => assert_eq!((read, unmarked), (mv, san.as_str()), "{}", at()),
        Err(error) => {
            let message = format!("missing or wrong check mark + or # (expected {san})");
            assert_eq!(error.message().to_string(), message, "{}", at());
        }
    }
    assert_eq!(position.parse_san_with(unmarked, SanOptions::LENIENT), Ok(mv), "{}", at());
}

/// Returns the SAN of a move by the definition of the PGN standard, from the list of legal moves.
fn by_definition(position: &Position, moves: &[Move], mv: Move) -> String {
    let next = position.play(mv).expect("legal");
    let mark = if next.is_checkmate() {
        "#"
    } else if next.is_check() {
        "+"
    } else {
        ""
    };
    if mv.is_castle() {
        let side = if mv.to() > mv.from() { "O-O" } else { "O-O-O" };
        return format!("{side}{mark}");
    }
    let role = |mv: Move| position.board().role_at(mv.from()).expect("a piece moves");
    let (letter, from) = (role(mv).letter().to_ascii_uppercase(), mv.from());
    let capture = if position.is_capture(mv) { "x" } else { "" };
    let promotion = mv.promoted().map(|role| format!("={}", role.letter().to_ascii_uppercase()));
    let end = format!("{capture}{}{}{mark}", mv.to(), promotion.unwrap_or_default());
    if role(mv) == Role::Pawn {
        let file = if capture.is_empty() { String::new() } else { from.file().letter().into() };
        return format!("{file}{end}");
    }
    let has_role = |other: &&Move| !other.is_castle() && role(**other) == role(mv);
    let rivals: Vec<_> = moves
        .iter()
        .filter(has_role)
        .filter(|other| other.to() == mv.to() && other.from() != from)
        .map(|other| other.from())
        .collect();
    let (file, rank) = (from.file().letter(), from.rank().digit());
    let origin = if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        file.into()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        rank.into()
    } else {
        format!("{file}{rank}")
    };
    format!("{letter}{origin}{end}")
}

/// Parses a text strictly and leniently. Returns whether it is a move in the lenient form.
pub fn san_text(position: &Position, text: &str) -> bool {
    let strict = position.parse_san(text);
    let lenient = position.parse_san_with(text, SanOptions::LENIENT);
    if let Ok(mv) = strict {
        assert_eq!(position.san(mv), text);
        assert_eq!(lenient, strict, "{text:?}");
    }
    for outcome in [strict, lenient] {
        match outcome {
            Ok(mv) => assert!(position.is_legal(mv), "{mv:?} in {position:?}"),
            Err(error) => place_of_error(text, error),
        }
    }
    lenient.is_ok()
}

/// The location of an error is in the text or at its end, on a character boundary, and the error
/// has a message.
fn place_of_error(text: &str, error: SanError) {
    assert!(text.is_char_boundary(error.at), "{error:?}");
    let message = error.message().to_string();
    place_of_character(text, error.at, &message);
    let pieces = message.strip_prefix("the move is ambiguous: the pieces on ");
    assert_eq!(pieces.is_some(), error.name() == "ambiguous-move", "{error:?}");
    if let Some((pieces, _)) = pieces.and_then(|rest| rest.split_once(" can ")) {
        assert!(pieces.split(' ').count() > 1, "{error:?}");
    }
}
