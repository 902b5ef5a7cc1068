//! Bitboard chess.
#![cfg_attr(not(feature = "std"), no_std)]

pub mod bitboard;
pub mod bitscan;
pub mod leapers;
pub mod mapping;
pub mod movegen;
pub mod node;
pub mod notation;
pub mod perft;
pub mod picture;
pub mod position;
pub mod rays;
pub mod sliders;
pub mod techniques;
pub mod transform;
pub mod walk;

mod board;
mod color;
mod direction;
mod dispatch;
mod legality;
mod moves;
mod role;
mod setup;
mod square;

pub use bitboard::Bitboard;
pub use board::Board;
pub use color::Color;
pub use direction::Direction;
pub use legality::{IllegalMove, MoveList};
pub use movegen::Filter;
pub use moves::{Move, MoveKind, MoveSet, Moves};
pub use position::{Position, PositionError};
pub use role::{Piece, Role};
pub use setup::Setup;
pub use square::{AntiDiagonal, Diagonal, File, ParseSquareError, Rank, Square};
