//! Bitboard chess, set by set.
//!
//! A bitboard is a *set of squares* in one 64-bit word. Setwise keeps to that idea all the way
//! up: sliding attacks are sets found by techniques behind one trait, legal
//! moves come out as sets, and a count of moves is a count of set members.
//!
//! ```
//! use setwise::Position;
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
//! for mv in position.legal_moves() {
//!     println!("{}", position.san(mv));
//! }
//! let next = position.play(position.parse_san("Ra8#")?)?;
//! let outcome = next.outcome().ok_or("nobody has won yet")?;
//! assert_eq!(outcome.to_string(), "white wins by checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The ladder
//!
//! Each rung is made of those below it, and is a plain value: `Copy` up to [`Position`], without a
//! lifetime, a global table to set up or anything to close.
//!
//! | | what it is | where it comes from |
//! |---|---|---|
//! | [`Square`], [`Color`], [`Role`] | the words of chess | `Square::E4`, `"e4".parse()` |
//! | [`Bitboard`] | a set of squares, in one word | [`Bitboard::of`], [`bitboard!`], most questions |
//! | [`Board`] | which man stands where: a set for each kind of man | [`Position::board`], [`Board::put`] |
//! | [`Setup`] | a board, whose turn it is, rights and counters: anything that a FEN can say | fields, [`Setup::parse_fen`] |
//! | [`Position`] | a setup that can be played | `text.parse()`, `Position::try_from(setup)` |
//! | [`Move`], [`MoveSet`] | a legal move in two bytes; moves that share a man or a step | [`Position::legal_moves`], [`Position::visit_legal_moves`] |
//! | [`Game`] | a position with the moves that led to it | [`Game::new`], [`Game::play`] |
//! | [`Outcome`], [`Claim`] | how it has ended, or why it may be ended | [`Game::outcome`], [`Game::claim`] |
//!
//! ```
//! use setwise::{Bitboard, Filter, Game, Move, Outcome, Position, Role, Square};
//!
//! // Sets: which squares are attacked by white knights, whatever stands there?
//! let position: Position = "7k/8/8/8/8/2N5/8/K3N3 w - - 0 1".parse()?;
//! let knights = position.board().pieces(position.turn(), Role::Knight);
//! assert_eq!(knights, Bitboard::of(Square::C3).with(Square::E1));
//! assert_eq!(setwise::attacks::leapers::knights(knights).count(), 12);
//!
//! // Moves: of the knights alone, to a square of one's choice.
//! let to_c2 = Filter::ALL.from(knights).to(Bitboard::of(Square::C2));
//! assert_eq!(position.legal_moves_matching(to_c2)[..], [Move::normal(Square::E1, Square::C2)]);
//!
//! // A game, which knows its past.
//! let mut game = Game::new(position);
//! let mv = game.position().parse_san("Nc2")?;
//! game.play(mv)?;
//! assert_eq!(game.position().to_string(), "7k/8/8/8/8/2N5/2N5/K7 b - - 1 1");
//! assert_eq!((game.outcome(), game.undo()), (None, Some(mv)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What can go wrong
//!
//! No call panics on what it is given, and bad input is an error that says where. Every error is a
//! value to compare and match on, prints as a sentence, and is an [`Error`](core::error::Error).
//!
//! | what | error | it names |
//! |---|---|---|
//! | a text is no FEN | [`FenError`](notation::fen::FenError) | the field, the byte, and what is wrong there |
//! | a setup cannot be played | [`PositionError`] | the rule and the square |
//! | a move is not legal | [`IllegalMoveError`] | the move |
//! | a text is no move | [`SanError`](notation::san::SanError), [`UciError`](notation::uci::UciError) | the byte, and what the standard writes instead |
//! | a line is no EPD | [`EpdError`](notation::epd::EpdError) | the byte, the column, the operation |
//! | a game of PGN is wrong | [`PgnError`](notation::pgn::PgnError) | the line, the column, the byte |
//! | bytes are no packed position | [`UnpackError`](notation::packed::UnpackError) | the square, the byte, or why it cannot be played |
//! | a file is no opening book | [`BookError`](book::BookError) | the entry and the byte |
//!
//! Methods that ask for a legal move and give no error, such as [`Position::play_unchecked`] and
//! [`Position::san`], take your word for it: of another move they make some position or text or
//! other, and still do not panic.
//!
//! # What it costs
//!
//! A position is 80 bytes and makes the next one as a new value, so there is nothing to take back.
//! Moves are counted without being listed; a list is 415 moves long on the stack, which no position
//! exceeds. Nothing allocates but [`Game`], texts that you ask for as a `String`,
//! [EPD](notation::epd), and what reads from files. Whatever takes longer than a look at the men says so at its place.
//!
//! # The floors
//!
//! Each imports only from those above it.
//!
//! | floor | what it is |
//! |---|---|
//! | [`Color`], [`Role`], [`Square`], [`Direction`] | the words of chess |
//! | [`Bitboard`], [`transform`], [`picture`] | sets of squares: algebra, flips and rotations, drawing |
//! | [`attacks`] | attacked squares: leapers, rays, and techniques for sliders |
//! | [`Board`], [`Setup`], [`Position`] | men on squares; anything a FEN can say; what can be played |
//! | [`Move`], [`MoveSet`], [`node`], [`movegen`] | a move in two bytes, moves as a set, and the generator |
//! | [`Outcome`], [`Game`] | how a game ends; its moves, and what their history says |
//! | [`notation`], [`svg`], [`book`] | positions and moves as text; boards as pictures; opening books |
//! | [`dispatch`], [`perft`] | running a recursion with the best instructions of the CPU; counting |
//!
//! # The way of data
//!
//! Text becomes a [`Setup`], a setup becomes a [`Position`] or an error that says what is wrong
//! ([`PositionError`]), a position gives its legal moves ([`Position::legal_moves`], or
//! [`Position::visit_legal_moves`] for the sets themselves), and a move makes a new position
//! ([`Position::play`]). A position knows no technique and carries no key: whoever walks the tree
//! with a technique of choice holds a [`node::Node`], and whoever needs keys moves them on with
//! [`Position::key_after`].
//!
//! # What it needs
//!
//! No dependency, no allocator, and with `default-features = false` no standard library. The feature
//! `alloc` adds what needs an allocator and no more: a [`Game`] with its history and
//! [EPD](notation::epd). The feature
//! `std` (on by default) adds what looks at the CPU at run time and builds large tables
//! at first use: [PEXT bitboards](attacks::pext), and `popcnt`, BMI and AVX2 in
//! [`perft`] without any compiler flag. So it does what needs an
//! files: [PGN](notation::pgn) and opening [books](book). It enables `alloc`.
//!
//! Two features, off by default, implement traits of other crates. `serde` gives squares, colors,
//! roles, pieces, sets, moves, boards, setups and positions a form for people, as in JSON (`"e4"`,
//! `"white"`, `"knight"`, `"N"`, `"0x000000000000ff00"`, `"e7e8q"` and `"e1h1 castle"`, the fields of
//! a setup, a FEN), and one for machines: numbers, and [packed](notation::packed) positions.
//! `arbitrary` makes the same of a fuzzer's bytes, every position one that can be played.
//!
//! # What it does not do
//!
//! No search, no evaluation, no variants but Chess960, no endgame tables.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// And so are those of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-cozy-chess.md")]
struct FromCozyChess;

pub mod attacks;
pub mod bitboard;
#[cfg(feature = "std")]
pub mod book;
pub mod dispatch;
pub mod movegen;
pub mod node;
pub mod notation;
pub mod perft;
pub mod picture;
mod position;
pub mod svg;
pub mod transform;

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
mod role;
mod setup;
mod square;

pub use bitboard::Bitboard;
pub use board::Board;
pub use color::Color;
pub use direction::Direction;
#[cfg(feature = "alloc")]
pub use game::Game;
pub use move_list::MoveList;
pub use movegen::Filter;
pub use moves::{CastlingTargets, Move, MoveKind, MoveSet, Moves};
pub use outcome::{Claim, Outcome};
pub use position::{
    Attackers, EXCHANGE_VALUES, ExchangeValues, IllegalMoveError, Position, PositionError,
};
pub use role::{Piece, Role};
pub use setup::Setup;
pub use square::{AntiDiagonal, Diagonal, File, Rank, Square, SquareError};
