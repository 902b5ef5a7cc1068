//! Text notations for positions and moves, and a packed binary form of positions. PGN is the crate
//! `setwise-pgn`.

mod bytes;
mod caret;
mod move_text;

#[cfg(feature = "alloc")]
pub mod epd;
pub mod fen;
pub mod packed;
pub mod san;
pub mod uci;

pub use bytes::first_char;
pub use caret::Caret;
pub use move_text::MoveText;
