//! Reads the occupied squares, given as a position or as a number.

use clap::Args;
use setwise::{Bitboard, Position};

use crate::options::OnePosition;
use crate::verdict::Failure;

/// The options that select the occupied squares.
#[derive(Args)]
pub(crate) struct OccupancyOptions {
    #[command(flatten)]
    position: OnePosition,

    /// Give the occupied squares as a number instead of a position; a1 is the lowest bit, h8 the
    /// highest
    #[arg(long, value_name = "HEX", value_parser = hexadecimal, conflicts_with = "words")]
    occupied: Option<Bitboard>,
}

impl OccupancyOptions {
    /// Returns the set of occupied squares.
    pub(crate) fn read(&self) -> Result<Bitboard, Failure> {
        self.read_with_position().map(|(occupied, _)| occupied)
    }

    /// Returns the set of occupied squares, which is empty if none is given.
    pub(crate) fn read_or_empty(&self) -> Result<Bitboard, Failure> {
        if self.occupied.is_none() && !self.position.is_given() {
            return Ok(Bitboard::EMPTY);
        }
        self.read()
    }

    /// Returns the set of occupied squares, and the position that they are from, if they are from
    /// one.
    pub(crate) fn read_with_position(&self) -> Result<(Bitboard, Option<Position>), Failure> {
        match self.occupied {
            Some(occupied) => Ok((occupied, None)),
            None => {
                let position = self.position.read()?;
                Ok((position.board().occupied(), Some(position)))
            }
        }
    }
}

/// Parses a set: hexadecimal digits, with an optional `0x` before and `_` between them.
pub(crate) fn hexadecimal(text: &str) -> Result<Bitboard, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("expected 1 to 16 hexadecimal digits, as in 0x81".to_owned());
    }
    u64::from_str_radix(&digits, 16)
        .map(Bitboard)
        .map_err(|_| "expected at most 16 hexadecimal digits".to_owned())
}
