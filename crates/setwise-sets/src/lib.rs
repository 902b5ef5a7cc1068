//! Set expressions: one language to ask positions and games for sets of squares.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod define;
mod game;
mod tree;

pub use define::Value;
pub use game::Game;
pub use tree::Kind;
