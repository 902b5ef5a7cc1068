//! Errors of packed positions.

use core::fmt;

use crate::{PositionError, Square};

/// The error of unpacking a position: see [`Position::unpack`](crate::Position::unpack).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackError {
    pub(super) kind: UnpackErrorKind,
}

/// The kind of an [`UnpackError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnpackErrorKind {
    /// More than 32 squares are occupied; contains the number of occupied squares.
    TooManyPieces(u32),
    /// The pawn on this square is marked as having just made a double step, but it stands on
    /// neither rank 4 nor rank 5, or an earlier pawn has the same mark.
    DoubleStep(Square),
    /// A code after the last piece is not zero.
    Filling {
        /// The index of the byte that contains the code, from 0.
        byte: usize,
    },
    /// The bytes encode a setup that is not a playable position.
    Position(PositionError),
}

impl UnpackError {
    /// Returns why the position is not playable, or `None` if the bytes encode no setup.
    pub const fn position(&self) -> Option<PositionError> {
        match self.kind {
            UnpackErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl From<UnpackErrorKind> for UnpackError {
    fn from(kind: UnpackErrorKind) -> UnpackError {
        UnpackError { kind }
    }
}

impl From<PositionError> for UnpackError {
    fn from(error: PositionError) -> UnpackError {
        UnpackErrorKind::Position(error).into()
    }
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            UnpackErrorKind::TooManyPieces(count) => {
                write!(f, "bytes 0 to 7 mark {count} occupied squares (expected at most 32)")
            }
            UnpackErrorKind::DoubleStep(square) => write!(
                f,
                "the pawn on {square} is marked as having just made a double step \
                 (expected at most one such pawn, on rank 4 or 5)",
            ),
            UnpackErrorKind::Filling { byte } => {
                write!(f, "byte {byte} has bits set after the last piece (expected 0)")
            }
            UnpackErrorKind::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for UnpackError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            UnpackErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}
