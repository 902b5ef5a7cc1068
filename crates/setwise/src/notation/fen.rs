//! FEN (Forsyth–Edwards Notation): a position as a line of text.
//!
//! A FEN has six fields separated by one space: the board from rank 8 down to rank 1, the side to
//! move, the castling rights, the en passant square, the halfmove clock and the fullmove number.
//! The notation is by David Forsyth (1883), extended by Steven Edwards for the PGN standard (1994).
//! EPD uses the first four fields.
//!
//! # Overview
//!
//! | method | purpose |
//! |---|---|
//! | [`Position::parse_fen`], `text.parse()` | parse exactly six fields; the position must be playable |
//! | [`Position::parse_fen_form`] | parse another [`Form`]: four fields as in [EPD](Form::Epd), [`Form::Lenient`] or [`Form::Repaired`] |
//! | [`Setup::parse_fen`], [`Setup::parse_fen_form`] | the same for a position that need not be playable |
//! | [`Position::fen`] | write, with options for castling rights, en passant square and counters |
//! | `Display`, `to_string` | write as [`Position::fen`] does without options |
//!
//! The parser is strict: all six fields, one space between them, numbers without leading zeros.
//! [`Form::Lenient`] relaxes this: any ASCII white space between and around the fields, missing
//! counters, leading zeros, and the fullmove number 0. Every form but [`Form::Repaired`], which
//! drops the letter, needs a rook for each castling letter. A [`Setup`](crate::Setup) may have any
//! en passant square; a position may not.
//!
//! ```
//! use setwise::{notation::fen::{CastlingStyle, Form}, Position};
//!
//! // Reading.
//! let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
//! let typed = Position::parse_fen_form(" 4k3/8/8/8/8/8/8/4K2R  w K -", Form::Lenient)?;
//! assert_eq!(typed, position);
//! // Writing.
//! assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
//! let shredder = position.fen().castling(CastlingStyle::Shredder).without_counters();
//! assert_eq!(shredder.to_string(), "4k3/8/8/8/8/8/8/4K2R w H -");
//! # Ok::<(), setwise::notation::fen::FenError>(())
//! ```
//!
//! # Castling rights
//!
//! The parser accepts three notations of castling rights:
//!
//! - `KQkq`, of standard chess;
//! - X-FEN (Reinhard Scharnagl, 2003): `K` and `Q` are the outermost rooks on the two sides of the
//!   king, and any other rook is the letter of its file;
//! - Shredder-FEN: every right is the letter of the file of its rook.
//!
//! [`Position::parse_fen`]: crate::Position::parse_fen
//! [`Position::parse_fen_form`]: crate::Position::parse_fen_form
//! [`Position::fen`]: crate::Position::fen
//! [`Setup::parse_fen`]: crate::Setup::parse_fen
//! [`Setup::parse_fen_form`]: crate::Setup::parse_fen_form

mod board;
mod castling;
mod error;
mod read;
mod write;

pub use error::FenError;
use error::{FenErrorKind, Field};
pub use read::Form;
pub use write::{CastlingStyle, EnPassantStyle, Fen};
#[cfg(feature = "serde")]
pub(crate) use {board::read as read_board, write::write_board};
