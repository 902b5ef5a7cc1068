//! Positions, squares and sets in the text of questions and answers.

use serde::{Deserialize, Deserializer, de};
use setwise::notation::fen::Form;
use setwise::{Bitboard, Color, Position, Setup, Square};

use crate::Failure;

/// Reads a FEN that need not be playable.
pub(crate) fn setup(fen: &str) -> Result<Setup, Failure> {
    Setup::parse_fen_form(fen, Form::Lenient).map_err(|error| Failure::at(error, error.at))
}

/// Reads the FEN of a playable position.
pub(crate) fn position(fen: &str) -> Result<Position, Failure> {
    Position::try_from(setup(fen)?).map_err(Failure::plain)
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

impl<'de> Deserialize<'de> for Set {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Set, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
        let word = u64::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal);
        let word = word.ok_or_else(|| {
            de::Error::custom(format!(
                "{text:?} is not a set (expected up to 16 hexadecimal digits)"
            ))
        })?;
        Ok(Set(Bitboard(word)))
    }
}

/// A square in a question, such as `e4`.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Square);

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<At, D::Error> {
        String::deserialize(from)?.parse().map(At).map_err(de::Error::custom)
    }
}
