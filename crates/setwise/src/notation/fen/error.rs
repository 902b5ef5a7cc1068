//! What is wrong with a FEN, and where.

use core::fmt;

use crate::PositionError;

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Field {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    /// What stands after the last field.
    End,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Turn => "side to move",
            Field::Castling => "castling rights",
            Field::EnPassant => "en passant square",
            Field::Halfmoves => "halfmove counter",
            Field::Fullmoves => "move number",
            Field::End => "end",
        })
    }
}

/// What is wrong with a FEN, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// In which field.
    pub field: Field,
    /// At which byte of the text, which is also at which character, because what stands before an
    /// error is ASCII; the text's length for its end.
    pub at: usize,
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The field is not there.
    Missing,
    /// The character cannot stand here.
    Unexpected(char),
    /// The rank has more or fewer than eight squares; so many.
    RankLength(u32),
    /// There are more or fewer than eight ranks; so many, or nine for more.
    RankCount(u32),
    /// A castling letter that names no rook of that side beside its king.
    NoSuchRook(char),
    /// A castling right is given twice.
    Repeated(char),
    /// A number too large for its counter.
    TooLarge,
    /// A number with a zero in front.
    LeadingZero,
    /// There is a space before the first field, or more than one between two fields.
    ExtraSpace,
    /// There is more text after the last field.
    ExtraText,
    /// The FEN is well formed, but the position cannot be played.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, character {}: ", self.field, self.at + 1)?;
        match self.kind {
            FenErrorKind::Missing => f.write_str("the field is missing"),
            FenErrorKind::Unexpected(found) => match self.field {
                Field::Board => write!(f, "{found:?} is neither a piece letter nor 1 to 8 nor /"),
                Field::Turn => write!(f, "{found:?} is not w or b"),
                Field::Castling => write!(f, "{found:?} is not a letter of KQkq or of a file"),
                Field::EnPassant => write!(f, "{found:?} is not part of a square or -"),
                _ => write!(f, "{found:?} is not a digit"),
            },
            FenErrorKind::RankLength(squares) => write!(f, "a rank of {squares} squares, not 8"),
            FenErrorKind::RankCount(9) => f.write_str("more than 8 ranks"),
            FenErrorKind::RankCount(ranks) => write!(f, "{ranks} ranks, not 8"),
            FenErrorKind::NoSuchRook(letter) => {
                write!(f, "{letter:?} names no rook that could castle with its king")
            }
            FenErrorKind::Repeated(letter) => write!(f, "{letter:?} names a right twice"),
            FenErrorKind::TooLarge => f.write_str("the number is too large"),
            FenErrorKind::LeadingZero => f.write_str("a number with a 0 in front"),
            FenErrorKind::ExtraSpace => f.write_str("a space where the field should begin"),
            FenErrorKind::ExtraText => f.write_str("text after the last field"),
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
