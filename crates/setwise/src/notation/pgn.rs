//! PGN: games as text, with their tags, comments, judgements and variations.
//!
//! Portable Game Notation is Steven Edwards's (*Standard: Portable Game Notation Specification and
//! Implementation Guide*, 1994, <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>).
//!
//! | | |
//! |---|---|
//! | [`Reader`], [`Visitor`] | games of any source one by one, in constant memory, shown piece by piece |
//! | [`Replay`] | a visitor that plays every move of a game and of its variations |
//! | [`GameTree`] | a game with all that a PGN says of it, read, made and written |

mod class;
mod error;
mod lexer;
mod mark;
mod places;
mod reader;
mod replay;
mod start;
mod text;
mod tree;
mod visitor;
mod window;
mod write;

pub use error::{Fault, PgnError, PgnErrorKind, Place};
pub use mark::{Nag, Termination};
pub use reader::Reader;
pub use replay::Replay;
pub use text::Text;
pub use tree::{GameTree, NodeId, TagError};
pub use visitor::{Next, Visitor};

/// A word among the moves is at most so many bytes long, as the standard has it.
pub const MAX_SYMBOL: usize = 255;

/// A tag is at most so many bytes long, from `[` to `]`. The standard has 255 for its value.
pub const MAX_TAG: usize = 16 * 1024;

/// A comment of more bytes than this is shown in pieces.
pub const MAX_PIECE: usize = 16 * 1024;

/// At most so many variations are one within the other.
pub const MAX_DEPTH: u32 = 1 << 17;

/// A [`GameTree`] that is read has at most so many moves.
pub const MAX_TREE_MOVES: usize = 1 << 20;

/// The tags and comments of a [`GameTree`] that is read have together at most so many bytes.
pub const MAX_TREE_TEXT: usize = 1 << 24;
