//! The occupied squares, by a position or by a number.

use clap::Args;
use setwise::Bitboard;

use crate::options::position_help;
use crate::position;
use crate::verdict::Failure;

/// Which squares are occupied.
#[derive(Args)]
pub(crate) struct OccupancyOptions {
    /// A FEN (quoted or not), a well-known name, or - for standard input [default: startpos]
    #[arg(value_name = "POSITION", num_args = 0.., allow_negative_numbers = true)]
    #[arg(long_help = position_help())]
    words: Vec<String>,

    /// The occupied squares as a number, a1 the lowest bit, in place of a position
    #[arg(long, value_name = "HEX", value_parser = hexadecimal, conflicts_with = "words")]
    occupied: Option<Bitboard>,
}

impl OccupancyOptions {
    /// The set of occupied squares.
    pub(crate) fn read(&self) -> Result<Bitboard, Failure> {
        match self.occupied {
            Some(occupied) => Ok(occupied),
            None => Ok(position::read(&self.words)?.board().occupied()),
        }
    }
}

/// A set as `0x…` or as bare hexadecimal digits, with `_` between them as one likes.
fn hexadecimal(text: &str) -> Result<Bitboard, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("a set is up to 16 hexadecimal digits, as in 0x81".to_owned());
    }
    u64::from_str_radix(&digits, 16)
        .map(Bitboard)
        .map_err(|_| "a set has no more than 16 hexadecimal digits".to_owned())
}
