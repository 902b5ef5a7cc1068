//! Positions and moves as text.

mod move_text;

#[cfg(feature = "std")]
pub mod epd;
pub mod fen;
pub mod san;
pub mod uci;

pub use move_text::MoveText;
