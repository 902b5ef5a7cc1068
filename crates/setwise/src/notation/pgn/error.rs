//! What is wrong with a game in PGN, and where.

use core::fmt;

use super::{MAX_DEPTH, MAX_SYMBOL, MAX_TAG, MAX_TREE_MOVES, MAX_TREE_TEXT};
use crate::notation::fen::FenError;
use crate::notation::san::{SanError, SanErrorKind};

/// A place in a source of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the line, from 1 on. A line ends with a line feed.
    pub line: u64,
    /// At which byte of the line, from 1 on; a byte order mark is not counted. Characters are not
    /// counted, because a file need not tell its encoding.
    pub column: u64,
    /// At which byte of the source, from 0 on.
    pub byte: u64,
}

/// What is wrong with a game in PGN, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// What is wrong.
    pub kind: PgnErrorKind,
    /// Where.
    pub place: Place,
}

/// What is wrong with a game in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The character cannot stand here.
    Unexpected(char),
    /// A word is longer than [`MAX_SYMBOL`] bytes.
    SymbolTooLong,
    /// A numeric annotation glyph is not a `$` and a number that fits 16 bits.
    Nag,
    /// A tag's value has no closing quotation mark on its line.
    UnclosedValue,
    /// A tag is not closed by a `]`; most often its value has a quotation mark without a backslash.
    UnclosedTag,
    /// A tag is longer than [`MAX_TAG`] bytes.
    TagTooLong,
    /// A comment has no `}`; the place is that of its `{`.
    UnclosedComment,
    /// The game ends inside so many variations.
    UnclosedVariations(u32),
    /// A `)` closes no variation.
    UnopenedVariation,
    /// A variation does not follow a move that it could replace.
    VariationWithoutMove,
    /// There are more than [`MAX_DEPTH`] variations one within the other.
    TooDeep,
    /// The tag `FEN` holds no position to play from.
    Start(FenError),
    /// The tag `Variant` names a game with other rules.
    Variant,
    /// A move is none in SAN, or not legal.
    Move(SanErrorKind),
    /// The game is larger than a tree may be: [`MAX_TREE_MOVES`], [`MAX_TREE_TEXT`].
    TreeTooLarge,
    /// A visitor has refused the game, for this reason.
    Refused(&'static str),
}

/// What a [`Visitor`](super::Visitor) finds wrong with what it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: PgnErrorKind,
    /// At which byte of what it was shown.
    pub at: usize,
}

impl Fault {
    /// A reason of a visitor's own, about all of what it was shown.
    pub const fn refused(reason: &'static str) -> Fault {
        Fault { kind: PgnErrorKind::Refused(reason), at: 0 }
    }
}

impl From<SanError> for Fault {
    fn from(SanError { kind, at }: SanError) -> Fault {
        Fault { kind: PgnErrorKind::Move(kind), at }
    }
}

impl From<FenError> for Fault {
    fn from(error: FenError) -> Fault {
        Fault { kind: PgnErrorKind::Start(error), at: error.at }
    }
}

/// `LINE:COLUMN`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// `LINE:COLUMN: what is wrong`.
impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Unexpected(found) => write!(f, "{found:?} cannot stand here"),
            PgnErrorKind::SymbolTooLong => write!(f, "a word of more than {MAX_SYMBOL} bytes"),
            PgnErrorKind::Nag => f.write_str("an annotation glyph is $ and a number up to 65535"),
            PgnErrorKind::UnclosedValue => {
                f.write_str("the tag's value has no closing quotation mark")
            }
            PgnErrorKind::UnclosedTag => f.write_str(
                "the tag has no ] after its value, in which a quotation mark is written \\\"",
            ),
            PgnErrorKind::TagTooLong => write!(f, "a tag of more than {MAX_TAG} bytes"),
            PgnErrorKind::UnclosedComment => f.write_str("the comment that begins here has no }"),
            PgnErrorKind::UnclosedVariations(count) => {
                write!(f, "the game ends within {count} unclosed variations")
            }
            PgnErrorKind::UnopenedVariation => f.write_str("the ) closes no variation"),
            PgnErrorKind::VariationWithoutMove => {
                f.write_str("the variation follows no move that it could replace")
            }
            PgnErrorKind::TooDeep => {
                write!(f, "more than {MAX_DEPTH} variations, one within the other")
            }
            PgnErrorKind::Start(error) => write!(f, "the tag FEN: {error}"),
            PgnErrorKind::Variant => f.write_str("the tag Variant names a game with other rules"),
            PgnErrorKind::Move(error) => error.fmt(f),
            PgnErrorKind::TreeTooLarge => {
                write!(f, "more than {MAX_TREE_MOVES} moves or {MAX_TREE_TEXT} bytes of text")
            }
            PgnErrorKind::Refused(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            PgnErrorKind::Start(error) => Some(error),
            _ => None,
        }
    }
}
