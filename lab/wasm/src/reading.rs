//! Positions, squares and sets in the text of questions and answers.

use setwise::notation::fen::{CastlingStyle, Form};
use setwise::{Bitboard, Color, Position, Setup, Square};

use crate::Failure;
use crate::json::{Read, Value};

/// Reads the FEN of a question, which need not be playable.
pub(crate) fn setup(asked: &Value) -> Result<Setup, Failure> {
    let fen: String = asked.get("fen")?;
    Setup::parse_fen_form(&fen, Form::Lenient).map_err(|error| Failure::at(error, error.at))
}

/// Reads the FEN of a question, which must be playable.
pub(crate) fn position(asked: &Value) -> Result<Position, Failure> {
    Position::try_from(setup(asked)?).map_err(Failure::plain)
}

/// Returns the FEN, in the style that both standard chess and Chess960 read.
pub(crate) fn fen(position: &Position) -> String {
    let style = if position.is_chess960() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    position.fen().castling(style).to_string()
}

/// Returns the name of a color.
pub(crate) fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns a set as hexadecimal digits.
pub(crate) fn hexadecimal(set: Bitboard) -> String {
    format!("{:016x}", set.0)
}

/// A set in a question: hexadecimal digits, with or without `0x`.
#[derive(Clone, Copy)]
pub(crate) struct Set(pub(crate) Bitboard);

impl Read for Set {
    fn read(value: &Value) -> Result<Set, String> {
        let text = String::read(value)?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
        let word = u64::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal);
        word.map(|word| Set(Bitboard(word)))
            .ok_or_else(|| format!("{text:?} is not a set (expected up to 16 hexadecimal digits)"))
    }
}

/// A square in a question, such as `e4`.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Square);

impl Read for At {
    fn read(value: &Value) -> Result<At, String> {
        let text = String::read(value)?;
        text.parse().map(At).map_err(|_| format!("{text:?} is no square (expected such as e4)"))
    }
}
