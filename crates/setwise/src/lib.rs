//! Bitboard chess: positions, legal moves, games and notation, computed with sets of squares.
//!
//! # Overview
//!
//! A bitboard is a *set of squares* in a 64-bit word. The generator finds the moves of a piece as
//! such a set, so it can count moves without listing them; [`Position::legal_moves`] lists them.
//! How attacks of rooks, bishops and queens are looked up (the [technique](attacks)) can be chosen,
//! but need not be.
//!
//! | type | what it is | how to get it |
//! |---|---|---|
//! | [`Square`], [`Color`], [`Role`], [`Piece`] | the vocabulary | `Square::E4`, `"e4".parse()` |
//! | [`Bitboard`] | a set of squares | [`Bitboard::of`], [`bitboard!`] |
//! | [`Board`] | piece placement: a set for each role and color | [`Position::board`], [`Board::put`] |
//! | [`Setup`] | a position not yet checked: any pieces on any squares | its fields, [`Setup::parse_fen`] |
//! | [`Position`] | a playable position: one king each, the side that has just moved not in check … ([`PositionError`] lists all conditions) | [`Position::INITIAL`], `fen.parse()`, `Position::try_from(setup)` |
//! | [`Move`] | a move in two bytes | [`Position::parse_san`], [`Position::parse_uci`], [`Position::find_move`], [`Position::legal_moves`] |
//! | [`MoveSet`] | the moves of a piece as a set of target squares | [`Position::visit_legal_moves`] |
//! | [`Game`] | a position with the moves that led to it | [`Game::new`], [`Game::play`] |
//! | [`Outcome`], [`Claim`] | the result of a game; a draw that a player may claim | [`Game::outcome`], [`Game::claim`] |
//!
//! All of them but [`Game`] are `Copy` and have no lifetime parameter. The only global state is the
//! choice of the fastest technique ([`attacks::use_fastest`]) and the CPU features that
//! [`dispatch`] may use (`SETWISE_CPU`); both change speed, never results. [`notation`] has FEN,
//! SAN, UCI, EPD and packed positions; [`svg`] pictures; [`perft()`] is the definition of a count of
//! move sequences. The crates `setwise-pgn` (PGN), `setwise-book` (opening books), `setwise-perft`
//! (fast counting) and `setwise-techniques` (the collection of sliding-attack techniques) build on
//! this one.
//!
//! # Quick start
//!
//! The crate is not on crates.io yet. In `Cargo.toml`, with a checkout of the repository next to
//! your project:
//!
//! ```toml
//! [dependencies]
//! setwise = { path = "../setwise/crates/setwise" }
//! ```
//!
//! ```
//! use setwise::Position;
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
//! for mv in position.legal_moves() {
//!     println!("{} {}", position.san(mv), position.uci(mv));
//! }
//! let mv = position.parse_san("Ra8#")?;
//! let next = position.play(mv)?;
//! println!("{next}"); // its FEN
//! let outcome = next.outcome().ok_or("the game is still in progress")?;
//! assert_eq!(outcome.to_string(), "white wins by checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `parse` and [`parse_san`](Position::parse_san) accept only the exact standard: six FEN fields,
//! `Ra8#` with its mark. For text typed by people use [`Position::parse_fen_form(text,
//! Form::Lenient)`](Position::parse_fen_form) and [`position.parse_san_with(text,
//! SanOptions::LENIENT)`](Position::parse_san_with), with [`notation::fen::Form`] and
//! [`notation::san::SanOptions`].
//!
//! Sets, filters and games:
//!
//! ```
//! use setwise::{Bitboard, Filter, Game, Move, Position, Role, Square};
//!
//! // The squares that white knights attack.
//! let position: Position = "7k/8/8/8/8/2N5/8/K3N3 w - - 0 1".parse()?;
//! let knights = position.board().pieces(position.turn(), Role::Knight);
//! assert_eq!(knights, Bitboard::of(Square::C3).with(Square::E1));
//! assert_eq!(setwise::attacks::knights(knights).count(), 12);
//!
//! // The legal moves of the knights to c2.
//! let to_c2 = Filter::ALL.from(knights).to(Bitboard::of(Square::C2));
//! let moves = position.legal_moves_matching(to_c2);
//! assert_eq!(moves[..], [Move::normal(Square::E1, Square::C2)]);
//!
//! // A game keeps its history.
//! let mut game = Game::new(position);
//! let mv = game.position().parse_san("Nc2")?;
//! game.play(mv)?;
//! assert_eq!(game.position().to_string(), "7k/8/8/8/8/2N5/2N5/K7 b - - 1 1");
//! assert_eq!((game.outcome(), game.undo()), (None, Some(mv)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! No function panics on its input. Bad input is an error value, which prints as a sentence and
//! implements [`Error`](core::error::Error). The errors of positions and moves have the name of
//! what is wrong, so that a program can decide by it.
//!
//! | input | error | it names |
//! |---|---|---|
//! | FEN | [`FenError`](notation::fen::FenError) | the field, the character, and what was expected |
//! | a setup | [`PositionError`] | the rule that it breaks and the square |
//! | a move to play | [`IllegalMoveError`] | the move, and what forbids it |
//! | SAN | [`SanError`](notation::san::SanError) | the byte; for a deviation, the SAN of the move |
//! | UCI | [`UciError`](notation::uci::UciError) | whether the text is not a move, the null move, or which move is not legal |
//! | EPD | [`EpdError`](notation::epd::EpdError) | the byte, the column, the operation |
//! | a packed position | [`UnpackError`](notation::packed::UnpackError) | the square or the byte |
//!
//! [`Caret`](notation::Caret) points at a byte of a text.
//!
//! Methods such as [`Position::play_unchecked`] and [`Position::san`] expect a legal move and do
//! not check it. For an illegal move the result is unspecified, but they never panic.
//!
//! # Performance
//!
//! A position has 80 bytes, and a move makes a new one, so there is no unmake. A [`MoveList`] is on
//! the stack and has room for 415 moves, more than any position with 16 pieces a side can have (218
//! is the most in a reachable position). Only [`Game`], [EPD](notation::epd), the tables of magic
//! and PEXT bitboards and texts requested as a `String` allocate.
//!
//! By default attacks are looked up by a technique that needs no set-up (Kindergarten bitboards).
//! Call [`attacks::use_fastest()`](attacks::use_fastest) once at the start of an engine: lists and
//! counts of moves then come from the fastest technique of this CPU. [`dispatch`] compiles loops and
//! recursions for the features of the CPU, which a search does not need. `peers/README.md` in the
//! repository has measurements.
//!
//! # Feature flags
//!
//! * `std` (on by default): CPU detection at run time, and PEXT and magic bitboards, which build
//!   tables at first use. It enables `alloc`.
//! * `alloc`: what needs only an allocator, [`Game`] and [EPD](notation::epd).
//! * `serde`: squares, colors, roles, pieces, sets, moves, boards, setups and positions in serde's
//!   formats. In text formats they read well (`"e4"`, `"white"`, `"0x000000000000ff00"`, `"e7e8q"`,
//!   a FEN); in binary formats they are numbers and [packed](notation::packed) positions.
//! * `arbitrary`: the same types for fuzzers. Every position is legal.
//!
//! Without features the crate is `no_std`, needs no allocator, and has no dependency.
//!
//! # Scope
//!
//! No search, no evaluation, no variants but Chess960, no endgame tables.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

/// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Tests the examples of the guide for users of cozy-chess.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-cozy-chess.md")]
struct FromCozyChess;

/// Tests the examples of the guide for users of shakmaty.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-shakmaty.md")]
struct FromShakmaty;

pub mod attacks;
mod bitboard;
pub mod dispatch;
mod movegen;
pub mod notation;
mod perft;
mod picture;
mod position;
pub mod svg;
mod transform;

mod board;
mod color;
mod direction;
#[cfg(feature = "alloc")]
mod game;
#[cfg(any(feature = "arbitrary", feature = "serde"))]
mod integrations;
mod move_list;
mod moves;
mod outcome;
mod picker;
#[cfg(test)]
mod random;
mod role;

mod setup;
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use board::Board;
pub use color::Color;
pub use direction::Direction;
#[cfg(feature = "alloc")]
pub use game::Game;
pub use move_list::MoveList;
pub use movegen::{Filter, MoveVisitor};
pub use moves::{CastlingTargets, Move, MoveKind, MoveSet, Moves};
pub use outcome::{Claim, Outcome};
pub use perft::perft;
pub use picker::{Picker, Stage, StagedPicker};
pub use position::{
    Attackers, Changes, EXCHANGE_VALUES, IllegalMoveError, Position, PositionError, SearchPosition,
};
pub use role::{Piece, Role};

pub use setup::Setup;
pub use square::{AntiDiagonal, Diagonal, File, Rank, Square, SquareError};
