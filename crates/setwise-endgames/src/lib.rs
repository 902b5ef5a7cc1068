//! Chess endgame tables of up to five pieces, computed as sets of king squares.
//!
//! # Overview
//!
//! "Where can the black king stand, and White mates in three?" is a set of squares. A table is one
//! such set for each placement of the other pieces, each side to move and each number of moves: a
//! 64-bit word, in which 64 positions are computed at once. [`Tables::build`] computes the tables
//! of some [`Material`] from nothing, without files, and [`Tables::probe`] returns the [`Outcome`]
//! of a position: win, draw or loss, and the number of plies to mate with best play.
//!
//! ```
//! use setwise::Position;
//! use setwise_endgames::{Outcome, Tables};
//!
//! let mut tables = Tables::new();
//! tables.build(&"KRvK".parse()?)?;
//!
//! let position = Position::parse_fen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")?;
//! assert_eq!(tables.probe(&position), Some(Outcome::Win(31)));
//! // The legal moves, the best first.
//! let moves = tables.moves(&position).unwrap_or_default();
//! assert_eq!(moves.first().map(|best| best.1), Some(Outcome::Win(31)));
//! assert_eq!(moves.last().map(|worst| worst.1), Some(Outcome::Draw));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! A word is a set of squares of Black's king, the *word's king*. There is one for each placement of
//! White's king and of the other pieces. One ply of the retrograde analysis is, for all placements:
//!
//! * A move of the word's king into a set `w` is a king step: [`attacks::kings(w)`].
//! * A move of another piece is the word of the placement after it, as a whole. For a slider, the
//!   squares between its two squares are removed from the word, because a king there blocks it.
//! * A side wins if it has a move into the set of positions that the other side loses: the union of
//!   these words.
//! * A side loses if it has a move, and none into the set of positions that the other side does not
//!   win: the complement of such a union.
//! * Captures and promotions lead into smaller tables, which are computed before.
//! * A mirrored placement has the mirrored word. So White's king is only on the 10 squares of the
//!   triangle a1-d1-d4, or, with pawns, on the 32 squares of the files a to d.
//!
//! A right to capture en passant is exact: after a double step beside an enemy pawn, the position
//! has the better of two outcomes, with and without the capture. There is no castling. The
//! fifty-move rule and repetitions do not count.
//!
//! # Time and memory
//!
//! A table has a byte for each position: 80 KiB for three pieces without pawns, 5 MiB for four and
//! 320 MiB for five ([`Material::table_bytes`]). A piece more multiplies memory and time by 64. While
//! a table is computed, about as much is needed again. All tables of four pieces take 220 MiB. The
//! tables of three pieces are computed in less than 0.1 s, all of four in seconds, and one of five
//! without pawns in less than a minute by one core (`results/endgames.md`).
//!
//! With pawns, all tables after promotions are needed too: KRPvKR takes 768 MiB itself and needs
//! four tables of 320 MiB. [`Tables::missing`] says which are needed. Tables of five pieces with two
//! pawns can be computed, but need dozens of others.
//!
//! # Feature flags
//!
//! Without features the crate is `no_std`, and needs an allocator and only the crate `setwise`.
//!
//! * `threads`: the words of a table are computed by the threads of the pool of `rayon` in which
//!   [`Tables::build`] is called.
//! * `files`: `Table::write_to` and `Table::read_from`, compressed and with a hash, and
//!   `SharedTables`, which threads share, for a directory of such files.
//!
//! `docs/reading/endgames.md` of the repository draws the steps.
//!
//! # Sources
//!
//! Endgames by bit-parallel operations: Burton Wendroff, Tony Warnock, Lewis Stiller, Dean Mayer and
//! Ralph Brickner, *Bits and pieces: constructing chess endgame databases on parallel and vector
//! architectures*, Applied Numerical Mathematics 12, 1993, pages 285-295; Lewis Stiller,
//! *Multilinear algebra and chess endgames*, MSRI Publications 29, 1996. A king and a pawn against
//! a king with a word for the squares of a king: Marcel van Kervinck, `pfkpk`,
//! <https://github.com/kervinck/pfkpk>. Nothing is copied from them.
//!
//! [`attacks::kings(w)`]: setwise::attacks::kings
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "files")]
extern crate std;

#[cfg(feature = "files")]
mod files;
mod layout;
mod material;
mod moves;
mod placement;
mod retrograde;
mod seeds;
mod table;
mod tables;

#[cfg(feature = "files")]
pub use files::{ReadError, SharedTables};
pub use material::{MAX_PIECES, Material, MaterialError};
pub use table::{Counts, Outcome, Table};
pub use tables::{Progress, StoppedError, Tables};
