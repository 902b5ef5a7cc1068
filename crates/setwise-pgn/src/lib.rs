//! PGN (Portable Game Notation): games as text, with tags, comments, annotation glyphs and
//! variations.
//!
//! The notation is by Steven Edwards (*Standard: Portable Game Notation Specification and
//! Implementation Guide*, 1994, <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>).
//!
//! # Overview
//!
//! | type | purpose |
//! |---|---|
//! | [`Reader`], [`Visitor`] | stream the games of a source through callbacks, in constant memory |
//! | [`InMemory`] | a text in memory as a source, read without a copy |
//! | [`Replay`] | a visitor that plays every move of a game and of its variations |
//! | [`Described`], [`GameError`] | errors that name the file, the game, its players and the move |
//! | [`Options`], [`Deviation`] | which deviations from the standard are accepted; they are counted |
//! | [`annotations`](annotations()), [`engine_annotation`] | clock times and evaluations in comments |
//! | [`GameTree`] | a whole game in memory, with tags, comments and variations: parse, build and write it |
//! | `files` (feature) | find files, decompress them, decode their text |
//! | `threads` (feature) | read files with several threads, with results in order |
//!
//! # Quick start
//!
//! ```
//! use setwise_pgn::{Reader, Replay};
//!
//! let (mut reader, mut replay) = (Reader::new(&b"1. e4 e5 2. Nf3 *"[..]), Replay::new());
//! while let Some(game) = reader.read_game(&mut replay)? {
//!     match game {
//!         Ok(()) => assert_eq!(replay.position().fullmoves(), 2),
//!         Err(error) => println!("{error}"),
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The source may be a [`File`](std::fs::File), also without a buffer, as in `examples/replay.rs`,
//! or what `files::decompressed` returns for a compressed file.
//!
//! Text of any encoding is read; [`Text`] decodes it. An error has the line, the column and the byte
//! of its place, and the reader goes on with the next game.
//!
//! # Limits
//!
//! A word of the moves has at most 255 bytes, as the standard defines it, and a tag at most 16 KiB
//! from `[` to `]`. Variations are nested at most 131,072 deep. A longer word or tag and a deeper
//! variation are errors of their game. A comment may have any length: a visitor receives it in
//! pieces of at most 16 KiB. A [`GameTree`] that is parsed has at most [`MAX_TREE_MOVES`] moves and
//! [`MAX_TREE_TEXT`] bytes of text.
//!
//! # Feature flags
//!
//! Without a feature the crate depends on `setwise` alone, and is also for WebAssembly.
//!
//! - `files`: the module `files`, with the crates that decompress.
//! - `threads`: the module `threads`. It enables `files`.
//! - `zstd`: Zstandard is read by the C library instead of a crate in Rust. It enables `files`.
//!
//! # Crate layout
//!
//! A `window` of 64 KiB on the `source` lets the `lexer` return tokens; the `reader` passes them
//! to a `visitor` by the grammar. `replay` is a visitor, with `start` (the tags of the first
//! position) and `moves`; `described` is a visitor around another; `tree` is another, which `write`
//! writes. `class` and `places` find bytes.

/// Tests the example of the page about PGN.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/pgn.md")]
struct Page;

mod annotations;
mod class;
mod described;
mod error;
#[cfg(feature = "files")]
#[cfg_attr(
    not(feature = "threads"),
    allow(dead_code, unused_imports, reason = "the module `threads` uses more of it")
)]
pub mod files;
mod lexer;
mod mark;
mod moves;
mod options;
mod places;
mod reader;
mod replay;
mod source;
mod start;
mod text;
#[cfg(feature = "threads")]
pub mod threads;
mod tree;
mod visitor;
mod window;
mod write;

pub use annotations::{Annotation, Evaluation, annotations, engine_annotation};
pub use described::{Described, GameError};
use error::PgnErrorKind;
pub use error::{Fault, PgnError, Place};
pub use mark::{Nag, Termination};
pub use moves::Played;
pub use options::{Deviation, DeviationCounts, Options};
pub use reader::Reader;
pub use replay::Replay;
pub use source::{InMemory, Source};
pub use text::Text;
pub use tree::{GameTree, NodeId, TagError};
pub use visitor::{Next, Visitor};
pub use write::LeftOut;

/// The maximum length of a word in the move section, in bytes, as the standard defines it.
const MAX_SYMBOL: usize = 255;

/// The maximum length of a tag from `[` to `]`, in bytes. The standard limits the value to 255.
const MAX_TAG: usize = 16 * 1024;

/// The maximum number of bytes of a comment that are passed to [`Visitor::comment`] at once.
const MAX_PIECE: usize = 16 * 1024;

/// The maximum nesting depth of variations.
const MAX_DEPTH: u32 = 1 << 17;

/// The maximum number of moves of a [`GameTree`] that is parsed.
pub const MAX_TREE_MOVES: usize = 1 << 20;

/// The maximum total size of the tags and comments of a [`GameTree`] that is parsed, in bytes.
pub const MAX_TREE_TEXT: usize = 1 << 24;
