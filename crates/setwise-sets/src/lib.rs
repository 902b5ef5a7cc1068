//! Set expressions: one language to ask positions and games for sets of squares.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod columns;
mod define;
mod game;
#[cfg(test)]
mod tests;
mod tree;

pub use columns::{Finder, FinderOptions, GameHits};
pub use define::Value;
pub use game::Game;
pub use tree::Kind;
