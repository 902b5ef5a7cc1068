//! Set expressions: one language to ask positions and games for sets of squares.
//!
//! # Overview
//!
//! | item | what it does |
//! |---|---|
//! | [`Expression`] | a question, parsed and checked |
//! | [`Finder`] | finds the positions of many games that match: fast |
//! | [`Evaluator`] | the value at each of many positions: fast |
//! | [`evaluate()`], [`evaluate_parts`] | the value at each position of one game, and of each part of an expression |
//! | [`Definitions`] | words that are defined in the language itself |
//! | [`use_endgames`] | hands in endgame tables, for `won`, `drawn`, `lost` and `mate_in` |
//! | [`WORDS`] | the words of the language, each with a sentence and an example |
//!
//! `docs/find.md` in the repository teaches the language.
//!
//! # Quick start
//!
//! ```
//! use setwise::Position;
//! use setwise_sets::{Expression, Finder, FinderOptions, Game};
//!
//! let question = Expression::parse("attackers(k) & N")?.question()?;
//! let start = Position::parse_fen("4k3/8/3N4/8/8/8/8/4K3 b - - 0 1").expect("a position");
//! let game = Game::of_position(start);
//! let mut plies: Vec<u32> = Vec::new();
//! let mut finder = Finder::new(&question, FinderOptions::default());
//! finder.push(0, &game, &mut |hits| plies.extend(hits.plies));
//! finder.flush(&mut |hits| plies.extend(hits.plies));
//! assert_eq!(plies, [0]);
//! # Ok::<(), setwise_sets::ExpressionError>(())
//! ```
//!
//! # Errors
//!
//! | input | error |
//! |---|---|
//! | a text that is no expression or definition, or costs too much | [`ExpressionError`], with its place |
//!
//! Asking cannot fail. If the moves of a game are not legal in their positions, answers may be wrong,
//! but nothing panics.
//!
//! # Performance
//!
//! A [`Finder`] evaluates 512 positions at once, with the best vector instructions of the CPU
//! ([`setwise::dispatch`]); replaying the moves of games costs as much as most questions. The cost
//! of a question is bounded before it is asked: at most 4,096 parts and 1,000,000 operations on
//! words a position.
//!
//! # Crate layout
//!
//! The files on the way from a text to an answer, in this order; the others help one of them.
//!
//! | file | what it does |
//! |---|---|
//! | `expression` | takes the text; checks depth and cost of what it means |
//! | `token` | cuts the text into tokens |
//! | `parse` | reads tokens by the grammar: names, kinds, definitions |
//! | `words` | has the words, each with the node that it means |
//! | `tree` | holds the nodes, equal ones once |
//! | `columns/finder` | takes games or positions; returns hits or values |
//! | `columns/plan` | decides, for each node, when and in which order it is computed |
//! | `columns/replay` | puts the positions of games into a batch of 512 |
//! | `columns/evaluate` | computes a node for many positions, its parts first |
//! | `columns/kernels` | has the functions of the language, for the words of one position |
//!
//! `tests/define` is the reference: the same answers, one position at a time. Products do not have it.
//!
//! # Feature flags
//!
//! - `definition`: the reference, for fuzzing.
//! - `std` (default): the instructions of the CPU are detected, and [`use_endgames`] is there. Without
//!   it the crate needs `alloc` only.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod columns;
mod cost;
mod definitions;
mod endgames;
mod error;
mod expression;
mod game;
mod parse;
mod print;
#[cfg(any(test, feature = "definition"))]
#[doc(hidden)]
pub mod tests;
mod token;
mod transform;
mod tree;
mod words;

pub use columns::*;
pub use definitions::Definitions;
pub use endgames::Endgames;
#[cfg(feature = "std")]
pub use endgames::use_endgames;
pub use error::ExpressionError;
pub use expression::{Expression, Source};
pub use game::Game;
pub use tree::Kind;
pub use words::{WORDS, Word};
