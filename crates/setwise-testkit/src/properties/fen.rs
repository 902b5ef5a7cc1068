//! Any text is parsed as a FEN or refused with a located error.

use setwise::notation::fen::{CastlingStyle, EnPassantStyle, FenError, Form};
use setwise::{Position, Setup};

use super::place_of_character;

const FORMS: [Form; 3] = [Form::Strict, Form::Epd, Form::Lenient];

/// Parses a text in every form. Returns whether the lenient form gives a position.
pub fn fen_text(text: &str) -> bool {
    let [strict, epd, lenient] = FORMS.map(|form| one_form(text, form));
    // The lenient form agrees with every stricter one.
    for stricter in [strict, epd].into_iter().flatten() {
        assert_eq!(lenient, Some(stricter));
    }
    assert!(strict.is_none() || epd.is_none(), "four fields and six at once");
    if let Some(position) = strict {
        // There are no leading zeros, so the text ends with the counters.
        let counters = format!(" {} {}", position.halfmoves(), position.fullmoves());
        assert!(text.ends_with(&counters), "{counters:?} read");
    }
    repaired(text, lenient);
    lenient.is_some()
}

/// A FEN that the lenient form reads needs no repair, and what is repaired is in two fields.
fn repaired(text: &str, lenient: Option<Position>) {
    match (lenient, Position::parse_fen_form(text, Form::Repaired)) {
        (Some(position), repaired) => assert_eq!(repaired, Ok(position)),
        (None, Err(error)) => place_of_error(text, error),
        (None, Ok(position)) => {
            let error = Position::parse_fen_form(text, Form::Lenient).expect_err("it is refused");
            assert!(matches!(error.field(), "castling rights" | "en passant square"), "{error}");
            written_and_read(&position);
        }
    }
}

fn one_form(text: &str, form: Form) -> Option<Position> {
    let setup = Setup::parse_fen_form(text, form);
    let position = Position::parse_fen_form(text, form);
    match (setup, position) {
        (Err(error), position) => {
            assert_eq!(position, Err(error));
            assert_eq!(error.position(), None, "{error}");
            place_of_error(text, error);
            None
        }
        (Ok(setup), Err(error)) => {
            assert_eq!(error.position(), Some(refusal(setup)));
            place_of_error(text, error);
            letter_of_error(text, setup, error);
            None
        }
        (Ok(setup), Ok(position)) => {
            assert_eq!(Setup::from(position), setup);
            written_and_read(&position);
            Some(position)
        }
    }
}

fn refusal(setup: Setup) -> setwise::PositionError {
    Position::try_from(setup).expect_err("the position was refused")
}

/// The location of an error is in the text or at its end, on a character boundary, and the error
/// has a message.
fn place_of_error(text: &str, error: FenError) {
    assert!(error.at <= text.len(), "{error:?}");
    assert!(text.is_char_boundary(error.at), "{error:?}");
    let message = error.to_string();
    let (_, message) = message.split_once(": ").expect("the place is before the message");
    place_of_character(text, error.at, message);
}

/// If a piece makes a position unplayable, the error is located at the letter of that piece.
fn letter_of_error(text: &str, setup: Setup, error: FenError) {
    let Some(reason) = error.position() else { return };
    if let ("board", Some(square)) = (error.field(), reason.square()) {
        let letter = setup.board.piece_at(square).map(|piece| piece.letter());
        assert_eq!(text[error.at..].chars().next(), letter, "{error:?}");
    }
}

/// FENs in every style parse back: to the same position if nothing is omitted, and otherwise to one
/// with the same key.
pub fn written_and_read(position: &Position) {
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let fen = position.fen().castling(castling).en_passant(EnPassantStyle::Always);
        let text = fen.to_string();
        assert_eq!(text.parse().as_ref(), Ok(position), "{text}");
        let text = fen.without_counters().to_string();
        let read = Position::parse_fen_form(&text, Form::Epd).expect(&text);
        assert_eq!(read.key(), position.key(), "{text}");

        let text = fen.en_passant(EnPassantStyle::Legal).to_string();
        let read: Position = text.parse().expect(&text);
        assert_eq!(read.en_passant(), position.legal_en_passant(), "{text}");
        assert_eq!(read.key(), position.key(), "{text}");
    }
}
