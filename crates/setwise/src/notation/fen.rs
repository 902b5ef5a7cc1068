//! FEN: a position as a line of text, read and written.
//!
//! Six fields with one space between: the men from the eighth rank down, the side to move, the
//! castling rights, the en passant square, and the two counters. The notation is David Forsyth's
//! (1883), extended by Steven Edwards for the PGN standard (1994); EPD is its first four fields.
//!
//! Castling rights come in three spellings, all of them read: `KQkq`; X-FEN (Reinhard Scharnagl,
//! 2003), where `K` is the outermost rook on the king's right and another rook is its file's
//! letter; and Shredder-FEN, where every right is a file's letter.

mod board;
mod castling;
mod error;
mod read;
mod write;

pub use error::{FenError, FenErrorKind, Field};
pub use read::Form;
pub use write::{CastlingStyle, EnPassantStyle, Fen};
#[cfg(feature = "serde")]
pub(crate) use {board::read as read_board, write::write_board};
