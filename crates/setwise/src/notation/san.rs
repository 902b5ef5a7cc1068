//! Moves in algebraic notation, as people write them: `Nf3`, `exd8=Q+`, `O-O-O#`.
//!
//! Standard algebraic notation is that of the PGN standard (Steven Edwards, 1994, section 8.2.3): a
//! piece's letter, as much of its origin as tells it from others of its kind that could *legally*
//! go to the same square, `x` for a capture, the target, `=` and a letter for a promotion, and `+`
//! or `#` for check or mate. Long algebraic notation gives the whole origin: `Ng1-f3`, `e7xd8=Q+`.
//!
//! | | |
//! |---|---|
//! | [`Position::san`], [`Position::lan`] | a move as text |
//! | [`Position::parse_san`] | text as a move: exactly what `san` writes, or an error that says what differs |
//! | [`Position::parse_san_with`] | the same with [`SanOptions`] for what people write instead |
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
mod words;
mod write;

pub use error::{SanError, SanErrorKind};
pub use options::SanOptions;

/// How some files write that a side passes, which is no legal move: `--`.
pub const NULL_MOVE: &str = "--";
