//! FEN (Forsyth–Edwards Notation): a position as a line of text.
//!
//! A FEN has six fields separated by one space: the board from rank 8 down to rank 1, the side to
//! move, the castling rights, the en passant square, the halfmove counter and the move number. The
//! notation is by David Forsyth (1883), extended by Steven Edwards for the PGN standard (1994). EPD
//! uses the first four fields.
//!
//! The parser accepts three notations of castling rights:
//!
//! - `KQkq`, of standard chess;
//! - X-FEN (Reinhard Scharnagl, 2003): `K` and `Q` are the outermost rooks on the two sides of the
//!   king, and any other rook is the letter of its file;
//! - Shredder-FEN: every right is the letter of the file of its rook.

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
