//! SAN (standard algebraic notation) and long algebraic notation: `Nf3`, `exd8=Q+`, `O-O-O#`.
//!
//! SAN is defined by the PGN standard (Steven Edwards, 1994, section 8.2.3). A move consists of:
//!
//! - the letter of the piece;
//! - the part of its origin that distinguishes it from other pieces of the same role that can
//!   *legally* move to the same square;
//! - `x` for a capture;
//! - the target square;
//! - `=` and a letter for a promotion;
//! - `+` for check or `#` for mate.
//!
//! Long algebraic notation has the whole origin: `Ng1-f3`, `e7xd8=Q+`.
//!
//! # Overview
//!
//! | method | purpose |
//! |---|---|
//! | [`Position::san`], [`Position::lan`] | write a move |
//! | [`Position::parse_san`] | parse exact SAN, as [`Position::san`] writes it |
//! | [`Position::parse_san_with`] | parse SAN with the deviations that [`SanOptions`] allow |
//!
//! [`Position::parse_san`] requires the marks `x`, `=`, `+` and `#`; [`SanOptions::LENIENT`] does
//! not:
//!
//! ```
//! use setwise::{notation::san::SanOptions, Position};
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
//! assert_eq!(position.san(position.parse_san("Ra8#")?), "Ra8#");
//! assert!(position.parse_san("Ra8").is_err()); // missing or wrong check mark (expected Ra8#)
//! assert!(position.parse_san_with("Ra8", SanOptions::LENIENT).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Position::san`]: crate::Position::san
//! [`Position::lan`]: crate::Position::lan
//! [`Position::parse_san`]: crate::Position::parse_san
//! [`Position::parse_san_with`]: crate::Position::parse_san_with

mod candidates;
mod error;
mod options;
mod plain;
mod read;
mod syntax;
mod write;

pub use error::SanError;
pub(crate) use error::SanErrorKind;
pub use options::SanOptions;

/// The null move as some files write it: the side to move passes. It is never legal.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];
