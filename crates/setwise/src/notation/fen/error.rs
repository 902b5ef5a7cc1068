//! Errors of FENs, and their locations.

use core::fmt;

use crate::{PositionError, Rank};

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    /// The text after the last field.
    End,
}

impl Field {
    /// Describes the contents of the field, for error messages.
    fn expected(self) -> &'static str {
        match self {
            Field::Board => "piece letters, digits 1 to 8 and /, such as 4k3/8",
            Field::Turn => "w or b",
            Field::Castling => "letters of KQkq or of files, or -",
            Field::EnPassant => "a square such as e3, or -",
            Field::Halfmoves | Field::Fullmoves => "a number",
            Field::End => "the end of the FEN",
        }
    }
}

/// The error of parsing a FEN, and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    pub(super) kind: FenErrorKind,
    pub(super) field: Field,
    /// The byte offset of the error, from 0; the length of the text if the error is at its end. The
    /// text before an error is ASCII, so this is also the number of characters before it.
    pub at: usize,
}

/// The kind of a [`FenError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FenErrorKind {
    /// The field, or the rest of it, is missing.
    Missing,
    /// A character that is not allowed here.
    Unexpected(char),
    /// A rank does not have eight squares.
    RankLength {
        /// The rank.
        rank: Rank,
        /// The number of squares of the rank; if it is more than 8, counted up to the error.
        squares: u8,
    },
    /// The board does not have eight ranks; contains the number of ranks, 9 for more than eight.
    RankCount(u32),
    /// There is no rook for a castling letter.
    NoSuchRook(char),
    /// A castling letter gives a right that an earlier letter has given.
    Repeated(char),
    /// A number is too large for its counter.
    TooLarge,
    /// A number has a leading zero.
    LeadingZero,
    /// There is a space before the first field, or more than one space between two fields.
    ExtraSpace,
    /// There is text after the last field.
    ExtraText,
    /// The FEN is well-formed, but the position is not playable.
    Position(PositionError),
}

impl FenError {
    /// Returns the field of the error: `board`, `side to move`, `castling rights`, `en passant
    /// square`, `halfmove clock`, `fullmove number`, or `end` for the text after the last field.
    pub const fn field(&self) -> &'static str {
        match self.field {
            Field::Board => "board",
            Field::Turn => "side to move",
            Field::Castling => "castling rights",
            Field::EnPassant => "en passant square",
            Field::Halfmoves => "halfmove clock",
            Field::Fullmoves => "fullmove number",
            Field::End => "end",
        }
    }

    /// Returns why the position is not playable, or `None` if the FEN is not well-formed.
    pub const fn position(&self) -> Option<PositionError> {
        match self.kind {
            FenErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, character {}: ", self.field(), self.at + 1)?;
        match self.kind {
            FenErrorKind::Missing => write!(f, "missing (expected {})", self.field.expected()),
            FenErrorKind::Unexpected(found) => {
                write!(f, "unexpected {found:?} (expected {})", self.field.expected())
            }
            FenErrorKind::RankLength { rank, squares } => {
                write!(f, "rank {rank} has {squares} squares (expected 8)")
            }
            FenErrorKind::RankCount(9) => f.write_str("more than 8 ranks (expected 8)"),
            FenErrorKind::RankCount(ranks) => write!(f, "{ranks} ranks (expected 8)"),
            FenErrorKind::NoSuchRook(letter) => {
                write!(f, "{letter:?} has no rook (expected king and rook on their first rank)")
            }
            FenErrorKind::Repeated(letter) => {
                write!(f, "{letter:?} repeats a right (expected each right once)")
            }
            FenErrorKind::TooLarge => {
                let most = if self.field == Field::Halfmoves { u16::MAX.into() } else { u32::MAX };
                write!(f, "the number is too large (expected at most {most})")
            }
            FenErrorKind::LeadingZero => {
                f.write_str("the number has a leading zero (expected none)")
            }
            FenErrorKind::ExtraSpace => {
                write!(f, "extra space (expected {})", self.field.expected())
            }
            FenErrorKind::ExtraText => f.write_str("extra text (expected the end of the FEN)"),
            FenErrorKind::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            FenErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}
