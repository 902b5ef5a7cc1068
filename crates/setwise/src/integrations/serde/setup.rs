//! The serialization of a setup, field by field.
//!
//! A FEN is not enough: the castling rights of a setup may be on squares without a rook, which FEN
//! cannot express.

use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bitboard, Board, Color, Setup, Square};

/// The serde representation of a [`Setup`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Setup", rename = "Setup", deny_unknown_fields)]
struct Fields {
    board: Board,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
    halfmoves: u16,
    fullmoves: u32,
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        Fields::deserialize(deserializer)
    }
}
