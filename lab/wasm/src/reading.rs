//! Positions, squares and sets in the text of questions and answers.

use setwise::notation::fen::{CastlingStyle, Form};
use setwise::{Bitboard, Position, Setup, Square};

use crate::answer::Failure;
use crate::question::Question;

/// Reads the FEN of a question, which need not be playable.
pub(crate) fn setup(asked: &Question) -> Result<Setup, Failure> {
    Setup::parse_fen_form(asked.text("fen"), Form::Lenient)
        .map_err(|error| Failure::at(error, error.at))
}

/// Reads the FEN of a question, which must be playable.
pub(crate) fn position(asked: &Question) -> Result<Position, Failure> {
    Position::try_from(setup(asked)?).map_err(Failure::plain)
}

/// Returns the FEN, in the style that both standard chess and Chess960 read.
pub(crate) fn fen(position: &Position) -> String {
    let style = if position.is_chess960() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    position.fen().castling(style).to_string()
}

/// Returns a set as hexadecimal digits.
pub(crate) fn hexadecimal(set: Bitboard) -> String {
    format!("{:016x}", set.0)
}

/// Reads a set: hexadecimal digits, with or without `0x`.
pub(crate) fn set(text: &str) -> Result<Bitboard, Failure> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let word = u64::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal);
    word.map(Bitboard).ok_or_else(|| {
        Failure::plain(format!("{text:?} is not a set (expected up to 16 hexadecimal digits)"))
    })
}

/// Reads a square, such as `e4`.
pub(crate) fn square(text: &str) -> Result<Square, Failure> {
    let square = text.parse();
    square.map_err(|_| Failure::plain(format!("{text:?} is no square (expected such as e4)")))
}
