//! Why a setup is not a playable position.

use core::fmt;

use super::passed_pawn;
use crate::{Color, Square};

/// The reason why a setup is not a playable position.
///
/// It is the first failed check. The checks are, in this order, with the [name](PositionError::name)
/// of the error:
///
/// | name | check |
/// |---|---|
/// | `no-king` | each side has a king |
/// | `two-kings` | and only one |
/// | `too-many-pieces` | each side has at most 16 pieces |
/// | `pawn-on-last-rank` | no pawn is on the first or eighth rank |
/// | `kings-touch` | the kings are not on adjacent squares |
/// | `opponent-in-check` | the side that has just moved is not in check |
/// | `too-many-checkers` | at most two pieces give check: no move can cause more |
/// | `castling-without-rook` | a castling right names the square of a rook |
/// | `castling-off-first-rank` | this rook and its king are on their side's first rank |
/// | `two-castling-rooks` | castling rights name at most one rook on each side of the king |
/// | `en-passant-rank` | the en passant square is on the sixth rank, seen from the side to move |
/// | `en-passant-without-pawn` | the opponent has a pawn beyond it, where the double step ends |
/// | `en-passant-blocked` | it is empty, and so is the origin of the double step |
/// | `en-passant-after-check` | the side to move was not in check before the double step |
/// | `move-number-zero` | the fullmove number is not 0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionError {
    pub(crate) kind: PositionErrorKind,
}

/// The kind of a [`PositionError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PositionErrorKind {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king; the square has the second.
    TwoKings(Color, Square),
    /// A side has more than 16 pieces, which cannot occur in a game.
    TooManyPieces(Color),
    /// A pawn is on this square of the first or eighth rank.
    PawnOnLastRank(Square),
    /// The kings are on adjacent squares; the square has the king of the side to move.
    KingsTouch(Square),
    /// The side that has just moved is in check; the square has its king.
    OpponentInCheck(Square),
    /// More than two pieces give check, which no move can cause; the square is the king's.
    TooManyCheckers(Square),
    /// A castling right names this square, but it has no rook.
    CastlingWithoutRook(Square),
    /// A castling right names the rook on this square, but the rook or its king is not on its
    /// side's first rank.
    CastlingOffFirstRank(Square),
    /// Castling rights name two rooks on the same side of the king; the square has the
    /// second rook.
    TwoCastlingRooks(Square),
    /// The en passant square is not on the rank that the opponent's pawns pass with a double step:
    /// the sixth rank, seen from the side to move.
    EnPassantRank(Square),
    /// The opponent has no pawn on the square beyond the en passant square, where the double step
    /// ends.
    EnPassantWithoutPawn(Square),
    /// A piece is on the en passant square or on the origin square of the double step.
    EnPassantBlocked(Square),
    /// If the double step is taken back, the king of the side to move is in check although its
    /// opponent is to move. So the en passant square cannot be right.
    EnPassantAfterCheck(Square),
    /// The fullmove number is 0; the first move has the number 1.
    MoveNumberZero,
}

impl From<PositionErrorKind> for PositionError {
    fn from(kind: PositionErrorKind) -> PositionError {
        PositionError { kind }
    }
}

impl PositionError {
    /// Returns the name of the failed check, of lower-case letters and hyphens, such as `no-king`.
    pub const fn name(self) -> &'static str {
        match self.kind {
            PositionErrorKind::NoKing(_) => "no-king",
            PositionErrorKind::TwoKings(..) => "two-kings",
            PositionErrorKind::TooManyPieces(_) => "too-many-pieces",
            PositionErrorKind::PawnOnLastRank(_) => "pawn-on-last-rank",
            PositionErrorKind::KingsTouch(_) => "kings-touch",
            PositionErrorKind::OpponentInCheck(_) => "opponent-in-check",
            PositionErrorKind::TooManyCheckers(_) => "too-many-checkers",
            PositionErrorKind::CastlingWithoutRook(_) => "castling-without-rook",
            PositionErrorKind::CastlingOffFirstRank(_) => "castling-off-first-rank",
            PositionErrorKind::TwoCastlingRooks(_) => "two-castling-rooks",
            PositionErrorKind::EnPassantRank(_) => "en-passant-rank",
            PositionErrorKind::EnPassantWithoutPawn(_) => "en-passant-without-pawn",
            PositionErrorKind::EnPassantBlocked(_) => "en-passant-blocked",
            PositionErrorKind::EnPassantAfterCheck(_) => "en-passant-after-check",
            PositionErrorKind::MoveNumberZero => "move-number-zero",
        }
    }

    /// Returns the square that the error is about, or `None` if it is not about a square.
    pub const fn square(self) -> Option<Square> {
        match self.kind {
            PositionErrorKind::NoKing(_)
            | PositionErrorKind::TooManyPieces(_)
            | PositionErrorKind::MoveNumberZero => None,
            PositionErrorKind::TwoKings(_, square)
            | PositionErrorKind::PawnOnLastRank(square)
            | PositionErrorKind::KingsTouch(square)
            | PositionErrorKind::OpponentInCheck(square)
            | PositionErrorKind::TooManyCheckers(square)
            | PositionErrorKind::CastlingWithoutRook(square)
            | PositionErrorKind::CastlingOffFirstRank(square)
            | PositionErrorKind::TwoCastlingRooks(square)
            | PositionErrorKind::EnPassantRank(square)
            | PositionErrorKind::EnPassantWithoutPawn(square)
            | PositionErrorKind::EnPassantBlocked(square)
            | PositionErrorKind::EnPassantAfterCheck(square) => Some(square),
        }
    }

    /// Returns whether only the moves before the position are impossible: the error is
    /// `too-many-checkers` or `en-passant-after-check`.
    ///
    /// [`Position::ignoring_history`](crate::Position::ignoring_history) does not make these two checks.
    pub const fn is_about_history(self) -> bool {
        matches!(
            self.kind,
            PositionErrorKind::TooManyCheckers(_) | PositionErrorKind::EnPassantAfterCheck(_)
        )
    }
}

/// Writes what is wrong, where, and what was expected.
impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PositionErrorKind::NoKing(color) => write!(f, "{color} has no king (expected one)"),
            PositionErrorKind::TwoKings(color, square) => {
                write!(f, "{color} has a second king on {square} (expected one king)")
            }
            PositionErrorKind::TooManyPieces(color) => {
                write!(f, "{color} has more than 16 pieces (expected at most 16)")
            }
            PositionErrorKind::PawnOnLastRank(square) => {
                write!(f, "a pawn is on {square} (expected ranks 2 to 7)")
            }
            PositionErrorKind::KingsTouch(square) => {
                write!(
                    f,
                    "the king on {square} is next to the other king (expected a distance of \
                     at least two squares)"
                )
            }
            PositionErrorKind::OpponentInCheck(square) => {
                write!(
                    f,
                    "the side that has just moved is in check: its king on {square} \
                     could be captured (expected only the side to move in check)"
                )
            }
            PositionErrorKind::TooManyCheckers(square) => {
                write!(
                    f,
                    "more than two pieces give check to the king on {square} (expected at most two)"
                )
            }
            PositionErrorKind::CastlingWithoutRook(square) => {
                write!(
                    f,
                    "a castling right names {square}, where there is no rook (expected a rook)"
                )
            }
            PositionErrorKind::CastlingOffFirstRank(square) => {
                write!(
                    f,
                    "a castling right names the rook on {square} (expected rook and king on \
                     their first rank)"
                )
            }
            PositionErrorKind::TwoCastlingRooks(square) => {
                write!(
                    f,
                    "two castling rights name rooks on the same side of the king, the second \
                     on {square} (expected at most one)"
                )
            }
            PositionErrorKind::EnPassantRank(square) => {
                write!(
                    f,
                    "the en passant square {square} is on the wrong rank (expected rank 6 \
                     with White to move, rank 3 with Black to move)"
                )
            }
            PositionErrorKind::EnPassantWithoutPawn(square) => {
                write!(
                    f,
                    "the opponent has no pawn on {}, beyond the en passant square {square} \
                     (expected a pawn that has just made a double step)",
                    passed_pawn(square)
                )
            }
            PositionErrorKind::EnPassantBlocked(square) => {
                write!(
                    f,
                    "no pawn can have passed the en passant square {square}: a piece is on \
                     it or on the origin of the double step (expected both empty)"
                )
            }
            PositionErrorKind::MoveNumberZero => {
                f.write_str("the fullmove number is 0 (expected 1 or more)")
            }
            PositionErrorKind::EnPassantAfterCheck(square) => {
                write!(
                    f,
                    "no pawn can have passed the en passant square {square}: if the double step \
                     is taken back, the king of the side to move is in check although its \
                     opponent is to move (expected no en passant square)"
                )
            }
        }
    }
}

impl core::error::Error for PositionError {}
