//! From a setup to a position: can it be played?

use core::fmt;

use super::{Position, en_passant::passed_pawn};
use crate::attacks::rays;
use crate::{Bitboard, Color, Direction, Rank, Role, Setup, Square};

/// Why a setup cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionError {
    /// A side has no king.
    NoKing(Color),
    /// A side has a second king, on this square.
    TwoKings(Color, Square),
    /// A side has more than sixteen men, which no game can give.
    TooManyMen(Color),
    /// A pawn stands on a first or last rank.
    PawnOnLastRank(Square),
    /// The kings stand side by side; the square is that of the side to move.
    KingsTouch(Square),
    /// The side that has just moved is in check, so the king on this square could be taken.
    OpponentInCheck(Square),
    /// More than two men give check, which no move can do; the square is the king's.
    TooManyCheckers(Square),
    /// There is a castling right for a square where no rook of that side stands.
    CastlingWithoutRook(Square),
    /// There is a castling right for a rook that is not on its first rank with its king.
    CastlingOffFirstRank(Square),
    /// There are castling rights for two rooks on the same side of the king; the square is that
    /// of the second.
    TwoCastlingRooks(Square),
    /// The en passant square is not on the rank that a pawn of the other side passes.
    EnPassantRank(Square),
    /// No pawn of the other side stands beyond the en passant square.
    EnPassantWithoutPawn(Square),
    /// A man stands on the en passant square or where the pawn came from.
    EnPassantBlocked(Square),
    /// Before the pawn's double step its side would have left the enemy's king in check.
    EnPassantAfterCheck(Square),
    /// The number of the move is 0; the first move is 1.
    MoveNumberZero,
}

impl PositionError {
    /// The square that is wrong, if it is one.
    pub const fn square(self) -> Option<Square> {
        match self {
            PositionError::NoKing(_)
            | PositionError::TooManyMen(_)
            | PositionError::MoveNumberZero => None,
            PositionError::TwoKings(_, square)
            | PositionError::PawnOnLastRank(square)
            | PositionError::KingsTouch(square)
            | PositionError::OpponentInCheck(square)
            | PositionError::TooManyCheckers(square)
            | PositionError::CastlingWithoutRook(square)
            | PositionError::CastlingOffFirstRank(square)
            | PositionError::TwoCastlingRooks(square)
            | PositionError::EnPassantRank(square)
            | PositionError::EnPassantWithoutPawn(square)
            | PositionError::EnPassantBlocked(square)
            | PositionError::EnPassantAfterCheck(square) => Some(square),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PositionError::NoKing(color) => write!(f, "{color} has no king"),
            PositionError::TwoKings(color, square) => {
                write!(f, "{color} has a second king on {square}")
            }
            PositionError::TooManyMen(color) => write!(f, "{color} has more than sixteen men"),
            PositionError::PawnOnLastRank(square) => {
                write!(f, "a pawn on {square}, where none can stand")
            }
            PositionError::KingsTouch(square) => {
                write!(f, "the king on {square} stands next to the other king")
            }
            PositionError::OpponentInCheck(square) => {
                write!(
                    f,
                    "the side that has just moved is in check: its king on {square} could be taken"
                )
            }
            PositionError::TooManyCheckers(square) => {
                write!(f, "more than two men give check to the king on {square}")
            }
            PositionError::CastlingWithoutRook(square) => {
                write!(f, "a castling right for {square}, where no rook of that side stands")
            }
            PositionError::CastlingOffFirstRank(square) => {
                write!(
                    f,
                    "a castling right for {square}, but rook and king must both be on their first rank"
                )
            }
            PositionError::TwoCastlingRooks(square) => {
                write!(
                    f,
                    "a castling right for {square}, but there is another on that side of the king"
                )
            }
            PositionError::EnPassantRank(square) => {
                write!(
                    f,
                    "the en passant square {square} is not on the rank that the other side's pawns pass"
                )
            }
            PositionError::EnPassantWithoutPawn(square) => {
                write!(f, "no pawn of the other side stands beyond the en passant square {square}")
            }
            PositionError::EnPassantBlocked(square) => {
                write!(
                    f,
                    "the pawn that passed {square} could not have come: a man stands in its way"
                )
            }
            PositionError::MoveNumberZero => f.write_str("the first move has the number 1, not 0"),
            PositionError::EnPassantAfterCheck(square) => {
                write!(
                    f,
                    "no pawn can have passed {square}: the king would have been in check before, with the other side to move"
                )
            }
        }
    }
}

impl core::error::Error for PositionError {}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    /// The playable position of a setup.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, in the order of [`PositionError`]'s variants.
    fn try_from(setup: Setup) -> Result<Position, PositionError> {
        men(&setup)?;
        let position = Position {
            board: setup.board,
            castling: setup.castling,
            fullmoves: setup.fullmoves,
            halfmoves: setup.halfmoves,
            turn: setup.turn,
            en_passant: setup.en_passant,
        };
        checks(&position)?;
        castling(&position)?;
        en_passant(&position)?;
        if setup.fullmoves == 0 {
            return Err(PositionError::MoveNumberZero);
        }
        Ok(position)
    }
}

fn men(setup: &Setup) -> Result<(), PositionError> {
    for color in Color::ALL {
        let mut kings = setup.board.pieces(color, Role::King);
        kings.pop_first().ok_or(PositionError::NoKing(color))?;
        if let Some(second) = kings.first() {
            return Err(PositionError::TwoKings(color, second));
        }
    }
    for color in Color::ALL {
        if setup.board.color(color).count() > 16 {
            return Err(PositionError::TooManyMen(color));
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (setup.board.role(Role::Pawn) & last_ranks).first() {
        Some(square) => Err(PositionError::PawnOnLastRank(square)),
        None => Ok(()),
    }
}

fn checks(position: &Position) -> Result<(), PositionError> {
    let us = position.turn;
    let (king, other) = (position.king(us), position.king(!us));
    if king.distance(other) == 1 {
        return Err(PositionError::KingsTouch(king));
    }
    let attackers = position.attackers(other, position.board.occupied());
    if attackers.meets(position.board.color(us)) {
        return Err(PositionError::OpponentInCheck(other));
    }
    if position.checkers().count() > 2 {
        return Err(PositionError::TooManyCheckers(king));
    }
    Ok(())
}

fn castling(position: &Position) -> Result<(), PositionError> {
    let rooks = position.board.role(Role::Rook);
    if let Some(square) = (position.castling - rooks).first() {
        return Err(PositionError::CastlingWithoutRook(square));
    }
    for color in Color::ALL {
        let rights = position.castling & position.board.color(color);
        let king = position.king(color);
        let first_rank = Bitboard::rank(Rank::First.relative_to(color));
        if let Some(square) = (rights - first_rank).first() {
            return Err(PositionError::CastlingOffFirstRank(square));
        }
        if let Some(square) = rights.first().filter(|_| !first_rank.contains(king)) {
            return Err(PositionError::CastlingOffFirstRank(square));
        }
        let east = rays::ray(king, Direction::East);
        for side in [rights & east, rights - east] {
            if let Some(second) = side.reset_first().first() {
                return Err(PositionError::TwoCastlingRooks(second));
            }
        }
    }
    Ok(())
}

fn en_passant(position: &Position) -> Result<(), PositionError> {
    let Some(target) = position.en_passant else { return Ok(()) };
    let us = position.turn;
    if target.rank() != Rank::Sixth.relative_to(us) {
        return Err(PositionError::EnPassantRank(target));
    }
    let pawn = passed_pawn(target);
    if !position.board.pieces(!us, Role::Pawn).contains(pawn) {
        return Err(PositionError::EnPassantWithoutPawn(target));
    }
    // Two ranks back from where the pawn stands, on its own second rank.
    let origin = Square::masked(pawn as u8 ^ 16);
    let way = Bitboard::of(target).with(origin);
    if position.board.occupied().meets(way) {
        return Err(PositionError::EnPassantBlocked(target));
    }
    // With the pawn back where it came from it was the other side's turn, so our king cannot
    // have been in check then.
    let mut before = *position;
    before.board.clear(Bitboard::of(pawn));
    before.board.add(Bitboard::of(origin), !us, Role::Pawn);
    if before.is_check() {
        return Err(PositionError::EnPassantAfterCheck(target));
    }
    Ok(())
}
