//! Bitboard chess.
#![cfg_attr(not(feature = "std"), no_std)]

pub mod bitboard;
pub mod leapers;
pub mod picture;
pub mod rays;
pub mod sliders;
pub mod techniques;
pub mod walk;

mod color;
mod direction;
mod role;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use direction::Direction;
pub use role::{Piece, Role};
pub use square::{AntiDiagonal, Diagonal, File, ParseSquareError, Rank, Square};
