//! Set expressions: one language to ask positions and games for sets of squares.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod columns;
mod cost;
mod define;
mod definitions;
mod error;
mod expression;
mod game;
mod parse;
mod print;
#[cfg(test)]
mod tests;
mod token;
mod transform;
mod tree;
mod words;

pub use columns::{Finder, FinderOptions, GameHits};
pub use define::{PartValue, Value, evaluate, evaluate_parts};
pub use definitions::Definitions;
pub use error::ExpressionError;
pub use expression::{Expression, Source};
pub use game::Game;
pub use tree::Kind;
pub use words::{WORDS, Word};
