//! Errors of SAN, and their locations.

use core::fmt;

use crate::Bitboard;
use crate::notation::MoveText;

/// The error of parsing a move in SAN, and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanError {
    pub(crate) kind: SanErrorKind,
    /// The byte offset of the error, from 0; the length of the text if the error is at its end. The
    /// text before an error is ASCII, so this is also the number of characters before it.
    pub at: usize,
}

/// The kind of a [`SanError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SanErrorKind {
    /// The text ends before the move is complete.
    Unfinished,
    /// A character that is not allowed here.
    Unexpected(char),
    /// Castling is written with zeros instead of the letter O.
    Zeros,
    /// The text is the null move, `--`, `Z0`, `0000` or `@@@@`, which is never legal.
    NullMove,
    /// The text is well-formed, but no such move is legal.
    NotLegal,
    /// The move of a piece is written with both squares and without its letter, as in UCI notation;
    /// contains the SAN of the move.
    Coordinates(MoveText),
    /// A pawn moves to the last rank without a promotion.
    NoPromotion,
    /// The pieces on these squares can all make the move.
    Ambiguous(Bitboard),
    /// The origin differs from the origin in SAN, usually because it has more than is needed;
    /// contains the SAN of the move.
    Disambiguation(MoveText),
    /// The `x` of a capture is missing, or the move is not a capture; contains the SAN of the move.
    CaptureMark(MoveText),
    /// The `+` or `#` is missing or wrong; contains the SAN of the move.
    CheckMark(MoveText),
}

impl SanError {
    /// Returns the message without the location.
    pub fn message(&self) -> impl fmt::Display {
        self.kind
    }

    /// Returns the name of the kind of error, of lower-case letters and hyphens.
    ///
    /// The move is well-formed if the name is `illegal-move`, `ambiguous-move`,
    /// `missing-promotion`, `wrong-disambiguation`, `wrong-capture-mark` or `wrong-check-mark`. The
    /// other names are `null-move`, `coordinate-move`, `zeros`, `unexpected-character` and
    /// `incomplete-move`.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            SanErrorKind::Unfinished => "incomplete-move",
            SanErrorKind::Unexpected(_) => "unexpected-character",
            SanErrorKind::Zeros => "zeros",
            SanErrorKind::NullMove => "null-move",
            SanErrorKind::NotLegal => "illegal-move",
            SanErrorKind::Coordinates(_) => "coordinate-move",
            SanErrorKind::NoPromotion => "missing-promotion",
            SanErrorKind::Ambiguous(_) => "ambiguous-move",
            SanErrorKind::Disambiguation(_) => "wrong-disambiguation",
            SanErrorKind::CaptureMark(_) => "wrong-capture-mark",
            SanErrorKind::CheckMark(_) => "wrong-check-mark",
        }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at + 1, self.kind)
    }
}

impl fmt::Display for SanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanErrorKind::Unfinished => {
                f.write_str("the move is incomplete (expected a move such as Nf3, exd8=Q+ or O-O)")
            }
            SanErrorKind::Unexpected(found) => {
                write!(f, "unexpected {found:?} (expected a move such as Nf3, exd8=Q+ or O-O)")
            }
            SanErrorKind::Zeros => {
                f.write_str("castling is written with zeros (expected the letter O)")
            }
            SanErrorKind::NullMove => {
                f.write_str("a null move is not legal (expected a legal move)")
            }
            SanErrorKind::NotLegal => f.write_str("the move is not legal in this position"),
            SanErrorKind::Coordinates(san) => {
                write!(f, "the move is written with its squares (expected {san})")
            }
            SanErrorKind::NoPromotion => {
                f.write_str("the promotion is missing (expected =N, =B, =R or =Q)")
            }
            SanErrorKind::Ambiguous(pieces) => {
                f.write_str("the move is ambiguous: the pieces on")?;
                pieces.into_iter().try_for_each(|square| write!(f, " {square}"))?;
                f.write_str(" can all make it (expected the file or rank of one)")
            }
            SanErrorKind::Disambiguation(san) => {
                write!(f, "wrong disambiguation of the origin (expected {san})")
            }
            SanErrorKind::CaptureMark(san) => {
                write!(f, "missing or superfluous capture mark x (expected {san})")
            }
            SanErrorKind::CheckMark(san) => {
                write!(f, "missing or wrong check mark + or # (expected {san})")
            }
        }
    }
}

impl core::error::Error for SanError {}
