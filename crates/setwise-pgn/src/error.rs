//! Errors of games in PGN, and their locations.

use core::fmt;

use super::{MAX_DEPTH, MAX_SYMBOL, MAX_TAG, MAX_TREE_MOVES, MAX_TREE_TEXT, Termination};
use setwise::notation::fen::FenError;
use setwise::notation::san::SanError;

/// A location in a source of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line number, from 1. A line ends with a line feed.
    pub line: u64,
    /// The byte of the line, from 1, without a byte order mark. It counts bytes, not characters,
    /// because the encoding of the source is unknown.
    pub column: u64,
    /// The byte offset in the source, from 0.
    pub byte: u64,
}

/// The error of reading a game in PGN, and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnError {
    pub(super) kind: PgnErrorKind,
    /// The location of the error.
    pub place: Place,
}

/// The kind of a [`PgnError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PgnErrorKind {
    /// A character that is not allowed here.
    Unexpected(char),
    /// A word is longer than [`MAX_SYMBOL`] bytes.
    SymbolTooLong,
    /// A numeric annotation glyph is not `$` followed by a number from 0 to 65535.
    Nag,
    /// A tag value has no closing quotation mark on its line.
    UnclosedValue,
    /// A tag has no `]` after its value. Usually the value contains an unescaped quotation mark.
    UnclosedTag,
    /// A tag is longer than [`MAX_TAG`] bytes.
    TagTooLong,
    /// A comment has no `}` before the end of the source, or before an empty line and a tag `Event`;
    /// the location is its `{`.
    UnclosedComment,
    /// The game ends inside variations; contains the number of unclosed ones.
    UnclosedVariations(u32),
    /// A `)` without a matching `(`.
    UnopenedVariation,
    /// A variation does not follow a move.
    VariationWithoutMove,
    /// Variations are nested more than [`MAX_DEPTH`] deep.
    TooDeep,
    /// The tag `FEN` is not a valid position.
    Start(FenError),
    /// The tag `Variant` names a variant other than standard chess and Chess960.
    Variant,
    /// A move is not valid SAN, or not legal.
    Move(SanError),
    /// A null move is accepted, but the side to move is in check.
    NullMoveInCheck,
    /// The game has no result at its end.
    MissingResult,
    /// The result at the end of the game differs from the tag `Result`, whose value is this.
    MismatchedResult(Termination),
    /// The game exceeds the limits of a tree: [`MAX_TREE_MOVES`], [`MAX_TREE_TEXT`].
    TreeTooLarge,
    /// A visitor has rejected the game; contains the visitor's message.
    Refused(&'static str),
}

/// The error that a [`Visitor`](super::Visitor) returns to reject a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub(super) PgnErrorKind);

impl Fault {
    /// Creates an error with a message of the visitor, located at the start of what it received.
    pub const fn refused(reason: &'static str) -> Fault {
        Fault(PgnErrorKind::Refused(reason))
    }

    /// Creates the error of a game that exceeds the limits of a tree: [`MAX_TREE_MOVES`],
    /// [`MAX_TREE_TEXT`].
    pub const fn tree_too_large() -> Fault {
        Fault(PgnErrorKind::TreeTooLarge)
    }

    /// Returns the byte offset of the error in the tag value or move that the visitor received.
    pub(super) const fn at(&self) -> usize {
        match &self.0 {
            PgnErrorKind::Move(error) => error.at,
            PgnErrorKind::Start(error) => error.at,
            _ => 0,
        }
    }
}

impl From<SanError> for Fault {
    fn from(error: SanError) -> Fault {
        Fault(PgnErrorKind::Move(error))
    }
}

impl From<FenError> for Fault {
    fn from(error: FenError) -> Fault {
        Fault(PgnErrorKind::Start(error))
    }
}

/// Writes `LINE:COLUMN`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Writes `LINE:COLUMN: MESSAGE`.
impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Unexpected(found) => write!(
                f,
                "unexpected {found:?} \
                 (expected a move, a comment, a result, or a tag such as [Event \"name\"])",
            ),
            PgnErrorKind::SymbolTooLong => {
                write!(f, "the word is too long (expected at most {MAX_SYMBOL} bytes)")
            }
            PgnErrorKind::Nag => {
                f.write_str("invalid annotation glyph (expected $ and a number from 0 to 65535)")
            }
            PgnErrorKind::UnclosedValue => {
                f.write_str("the tag value has no closing quotation mark on its line")
            }
            PgnErrorKind::UnclosedTag => f.write_str(
                "the tag has no ] after its value (a quotation mark in a value is written \\\")",
            ),
            PgnErrorKind::TagTooLong => {
                write!(f, "the tag is too long (expected at most {MAX_TAG} bytes)")
            }
            PgnErrorKind::UnclosedComment => f.write_str("the comment that begins here has no }"),
            PgnErrorKind::UnclosedVariations(1) => f.write_str(
                "the game ends inside a variation (expected one more closing parenthesis)",
            ),
            PgnErrorKind::UnclosedVariations(count) => write!(
                f,
                "the game ends inside {count} variations \
                 (expected {count} more closing parentheses)"
            ),
            PgnErrorKind::UnopenedVariation => f.write_str("the ) has no matching ("),
            PgnErrorKind::VariationWithoutMove => f.write_str(
                "the variation does not follow a move (expected a move that it replaces)",
            ),
            PgnErrorKind::TooDeep => {
                write!(f, "variations are nested too deep (expected at most {MAX_DEPTH} levels)")
            }
            PgnErrorKind::Start(error) => write!(f, "tag FEN: {error}"),
            PgnErrorKind::Variant => f.write_str(
                "the tag Variant names an unsupported variant (expected Standard or Chess960)",
            ),
            PgnErrorKind::Move(error) => error.message().fmt(f),
            PgnErrorKind::NullMoveInCheck => {
                f.write_str("a null move in check (expected a move that ends the check)")
            }
            PgnErrorKind::MissingResult => {
                f.write_str("the game has no result at its end (expected 1-0, 0-1, 1/2-1/2 or *)")
            }
            PgnErrorKind::MismatchedResult(tag) => write!(
                f,
                "the result at the end of the game differs from the tag Result (expected {tag})"
            ),
            PgnErrorKind::TreeTooLarge => write!(
                f,
                "the game is too large (expected at most {MAX_TREE_MOVES} moves and \
                 {MAX_TREE_TEXT} bytes of text)",
            ),
            PgnErrorKind::Refused(reason) => f.write_str(reason),
        }
    }
}

impl PgnError {
    /// Returns the message without the location.
    pub fn message(&self) -> impl fmt::Display {
        self.kind
    }

    /// Returns the name of the kind of error, of lower-case letters and hyphens, such as
    /// `illegal-move`.
    ///
    /// Errors of moves have the names `illegal-move`, `ambiguous-move`, `null-move`,
    /// `coordinate-move` and `invalid-move`; the last one means that the text is not SAN.
    pub fn name(&self) -> &'static str {
        match self.kind {
            PgnErrorKind::Unexpected(_) => "unexpected-character",
            PgnErrorKind::SymbolTooLong => "word-too-long",
            PgnErrorKind::Nag => "invalid-glyph",
            PgnErrorKind::UnclosedValue => "unclosed-tag-value",
            PgnErrorKind::UnclosedTag => "unclosed-tag",
            PgnErrorKind::TagTooLong => "tag-too-long",
            PgnErrorKind::UnclosedComment => "unclosed-comment",
            PgnErrorKind::UnclosedVariations(_) => "unclosed-variation",
            PgnErrorKind::UnopenedVariation => "unopened-variation",
            PgnErrorKind::VariationWithoutMove => "variation-without-move",
            PgnErrorKind::TooDeep => "nested-too-deep",
            PgnErrorKind::Start(_) => "invalid-fen",
            PgnErrorKind::Variant => "unsupported-variant",
            PgnErrorKind::Move(error) => match error.name() {
                name @ ("illegal-move" | "ambiguous-move" | "null-move" | "coordinate-move") => {
                    name
                }
                _ => "invalid-move",
            },
            PgnErrorKind::NullMoveInCheck => "null-move-in-check",
            PgnErrorKind::MissingResult => "missing-result",
            PgnErrorKind::MismatchedResult(_) => "mismatched-result",
            PgnErrorKind::TreeTooLarge => "tree-too-large",
            PgnErrorKind::Refused(_) => "refused",
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
