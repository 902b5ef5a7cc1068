//! Positions and moves as text.

pub mod fen;
pub mod uci;
