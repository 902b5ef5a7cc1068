//! Bitboard chess, set by set.
//!
//! A bitboard is a *set of squares* in one 64-bit word. Setwise keeps to that idea all the way
//! up: sliding attacks are sets found by techniques that stand side by side behind one trait, legal
//! moves come out as sets, and a count of moves is a count of set members.
//!
//! ```
//! use setwise::{Position, notation::uci::Uci, perft::perft};
//!
//! let position: Position = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse()?;
//! for mv in position.legal_moves() {
//!     println!("{}", mv.uci(position.castling_form()));
//! }
//! let castle = "e1g1".parse::<Uci>()?.find(&position).ok_or("not legal here")?;
//! let next = position.play(castle)?;
//! assert_eq!(next.to_string(), "4k3/8/8/8/8/8/4P3/5RK1 b - - 1 1");
//! assert_eq!(perft(&next, 2), 54);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The floors
//!
//! Each imports only from those above it.
//!
//! | floor | what it is |
//! |---|---|
//! | [`Color`], [`Role`], [`Square`], [`Direction`] | the words of chess |
//! | [`Bitboard`], [`bitscan`], [`transform`], [`mapping`], [`picture`] | sets of squares: algebra, finding a bit, turning the board, other numberings, drawing |
//! | [`walk`], [`rays`], [`leapers`] | step until blocked, the definition; geometry as tables; pieces that nothing blocks |
//! | [`sliders`], [`techniques`] | the trait of a sliding-attack technique, the techniques, their list |
//! | [`Board`], [`Setup`], [`Position`] | men on squares; anything a FEN can say; what can be played |
//! | [`Move`], [`MoveSet`], [`node`], [`movegen`] | a move in two bytes, moves as a set, and the generator |
//! | [`Outcome`], [`Game`] | how a game ends; its moves, and what their history says |
//! | [`notation`], [`book`], [`dispatch`], [`perft`] | text; opening books; running a recursion with the best instructions of the CPU; counting |
//!
//! # The way of data
//!
//! Text becomes a [`Setup`], a setup becomes a [`Position`] or an error that says what is wrong
//! ([`PositionError`]), a position gives its legal moves ([`Position::legal_moves`], or
//! [`Position::visit_moves`] for the sets themselves), and a move makes a new position
//! ([`Position::play`]). A position is 80 bytes and `Copy`; it knows no technique and carries no
//! key. Whoever walks the tree with a technique of choice holds a [`node::Node`].
//!
//! # What it needs
//!
//! No dependency, no allocator, and with `default-features = false` no standard library. The
//! feature `std` (on by default) adds what looks at the CPU at run time and builds large tables
//! at first use: [PEXT bitboards](sliders::index), and `popcnt`, BMI and AVX2 in
//! [`perft`] without any compiler flag. So it does what needs an
//! allocator or files: a [`Game`] with its history, [EPD](notation::epd), opening
//! [books](book).
//!
//! Two features, off by default, implement traits of other crates. `serde` gives squares, colors,
//! roles, pieces, sets, moves and positions a form for people, as in JSON (`"e4"`, `"white"`,
//! `"knight"`, `"N"`, `"0x000000000000ff00"`, `"e7e8q"` and `"e1h1 castle"`, a FEN), and one for
//! machines: numbers, and [packed](notation::packed) positions. `arbitrary` makes the same of a
//! fuzzer's bytes, every position one that can be played.
//!
//! # What it does not do
//!
//! No search, no evaluation, no variants but Chess960, no endgame tables.
#![cfg_attr(not(feature = "std"), no_std)]

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

pub mod bitboard;
pub mod bitscan;
#[cfg(feature = "std")]
pub mod book;
pub mod dispatch;
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
#[cfg(any(feature = "arbitrary", feature = "serde"))]
mod foreign;
#[cfg(feature = "std")]
mod game;
mod legality;
mod moves;
mod outcome;
mod role;
mod setup;
mod square;

pub use bitboard::Bitboard;
pub use board::Board;
pub use color::Color;
pub use direction::Direction;
#[cfg(feature = "std")]
pub use game::Game;
pub use legality::{IllegalMove, MoveList};
pub use movegen::Filter;
pub use moves::{Move, MoveKind, MoveSet, Moves};
pub use outcome::{Claim, Outcome};
pub use position::{Attackers, Position, PositionError};
pub use role::{Piece, Role};
pub use setup::Setup;
pub use square::{AntiDiagonal, Diagonal, File, ParseSquareError, Rank, Square};
