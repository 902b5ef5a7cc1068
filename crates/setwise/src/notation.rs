//! Text notations for positions, moves and games, and a packed binary form of positions.

mod bytes;
mod move_text;

#[cfg(feature = "alloc")]
pub mod epd;
pub mod fen;
pub mod packed;
#[cfg(feature = "std")]
pub mod pgn;
pub mod san;
pub mod uci;

pub use move_text::MoveText;
