//! Why a text is no move in SAN.

use core::fmt;

use crate::Bitboard;
use crate::notation::MoveText;

/// Why a text is no move in SAN, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanError {
    /// What is wrong.
    pub kind: SanErrorKind,
    /// At which byte of the text, which is also at which character, because what stands before an
    /// error is ASCII; the text's length for its end.
    pub at: usize,
}

/// Why a text is no move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanErrorKind {
    /// The text ends before it has named a move.
    Unfinished,
    /// The character cannot stand here.
    Unexpected(char),
    /// Castling is written with zeros.
    Zeros,
    /// It is the null move, `--`, which is not legal.
    NullMove,
    /// No legal move is meant by it.
    NotLegal,
    /// A pawn reaches the last rank and the text does not say what it becomes.
    NoPromotion,
    /// The men on these squares could all make it.
    Ambiguous(Bitboard),
    /// The origin is not given as the standard does, which writes this; most often more of it is
    /// given than is needed.
    Disambiguation(MoveText),
    /// The `x` of a capture is missing, or it is no capture; the standard writes this.
    CaptureMark(MoveText),
    /// The mark of check or mate is missing or wrong; the standard writes this.
    CheckMark(MoveText),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at + 1, self.kind)
    }
}

impl fmt::Display for SanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanErrorKind::Unfinished => f.write_str("the move is not finished"),
            SanErrorKind::Unexpected(found) => {
                write!(f, "{found:?} cannot stand here in a move like Nf3, exd8=Q+ or O-O")
            }
            SanErrorKind::Zeros => f.write_str("castling has letters O, not zeros"),
            SanErrorKind::NullMove => f.write_str("the null move is not a legal move"),
            SanErrorKind::NotLegal => f.write_str("no such move is legal here"),
            SanErrorKind::NoPromotion => f.write_str("what the pawn becomes is missing, as in =Q"),
            SanErrorKind::Ambiguous(men) => {
                f.write_str("the move is ambiguous between the men on")?;
                men.into_iter().try_for_each(|man| write!(f, " {man}"))
            }
            SanErrorKind::Disambiguation(written) => {
                write!(f, "the origin is not given as it should be: {written}")
            }
            SanErrorKind::CaptureMark(written) => {
                write!(f, "the x of a capture is missing or too much: {written}")
            }
            SanErrorKind::CheckMark(written) => {
                write!(f, "the mark of check or mate is missing or wrong: {written}")
            }
        }
    }
}

impl core::error::Error for SanError {}
