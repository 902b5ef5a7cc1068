//! Positions and moves as text, and positions packed into bytes.

mod move_text;

#[cfg(feature = "std")]
pub mod epd;
pub mod fen;
pub mod packed;
pub mod san;
pub mod uci;

pub use move_text::MoveText;
