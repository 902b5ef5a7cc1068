//! Validation of setups.

mod error;

pub use error::PositionError;
pub(crate) use error::PositionErrorKind;

use super::{Position, en_passant::passed_pawn};
use crate::attacks::rays;
use crate::{Bitboard, Color, Direction, Rank, Role, Setup, Square};

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    /// Validates a setup and returns the position.
    ///
    /// # Errors
    ///
    /// The first failed check, in the order of [`PositionError`].
    fn try_from(setup: Setup) -> Result<Position, PositionError> {
        validated(setup, History::Checked)
    }
}

impl Position {
    /// Validates a setup as [`try_from`](Position#impl-TryFrom<Setup>-for-Position) does, but
    /// without the two checks that analyse the moves before the position (retrograde analysis).
    ///
    /// So it accepts a king that more than two pieces attack, and an en passant square although the
    /// king of the side to move was in check before the double step. Some perft suites have such
    /// positions. The rules define their moves, and all methods work. The positions after a move
    /// pass all checks. [`Position::parse_fen_ignoring_history`] does the same for a FEN. All other
    /// parsers make all checks, also for the FEN tag of a game in PGN.
    ///
    /// # Errors
    ///
    /// The first failed check, in the order of [`PositionError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use setwise::{Position, Setup};
    ///
    /// // With the pawn back on d2, the bishop would attack the king.
    /// let setup = Setup::parse_fen("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1")?;
    /// assert!(Position::try_from(setup).is_err_and(|error| error.is_about_history()));
    /// assert_eq!(Position::ignoring_history(setup)?.count_legal_moves(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ignoring_history(setup: Setup) -> Result<Position, PositionError> {
        validated(setup, History::Ignored)
    }

    /// Returns the position of a setup if it passes a fast test, which some playable setups fail.
    ///
    /// The test has no loops and few branches. It refuses a position with more than two pieces that
    /// would give check on an otherwise empty board, though some of them may be blocked.
    #[inline(always)]
    pub(crate) fn plainly_playable(setup: Setup) -> Option<Position> {
        let position = unchecked(setup);
        is_plainly_playable(&position).then_some(position)
    }

    /// Becomes the position of a setup if [`Position::plainly_playable`] accepts it, else
    /// [`Position::INITIAL`]. Returns whether it did.
    // The position is written once, to its place: wide loads of fields that have just been written
    // would stall the CPU.
    #[inline(always)]
    pub(crate) fn set_if_plainly_playable(&mut self, setup: Setup) -> bool {
        *self = unchecked(setup);
        let is_plain = is_plainly_playable(self);
        if !is_plain {
            *self = Position::INITIAL;
        }
        is_plain
    }
}

/// Whether the checks about the moves before a position are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum History {
    Checked,
    Ignored,
}

/// Returns a position without any check.
#[inline(always)]
fn unchecked(setup: Setup) -> Position {
    Position {
        board: setup.board,
        castling: setup.castling,
        fullmoves: setup.fullmoves,
        halfmoves: setup.halfmoves,
        turn: setup.turn,
        en_passant: setup.en_passant,
    }
}

/// Returns true only if [`validated`] accepts the position.
#[inline(always)]
fn is_plainly_playable(position: &Position) -> bool {
    let board = &position.board;
    let (us, them) = (position.turn, !position.turn);
    let kings = board.role(Role::King);
    let (ours, theirs) = (board.color(us), board.color(them));
    // With two kings, one of each side, each side has one.
    if !((kings & ours).any() & (kings & theirs).any() & (kings.count() == 2)) {
        return false;
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    let is_possible = (ours.count() <= 16)
        & (theirs.count() <= 16)
        & (board.role(Role::Pawn) & last_ranks).is_empty()
        & (position.fullmoves != 0);

    let (king, other) = (position.king(us), position.king(them));
    let (straight, diagonal) = rays::nearest(other, board.occupied());
    let attackers = straight & board.rook_sliders(us)
        | diagonal & board.bishop_sliders(us)
        | position.enemy_leapers_and_king(them, other);
    let possible_checkers = position.aligned_sliders(them, king) | position.enemy_leapers(us, king);
    let has_checks = attackers.is_empty() & (possible_checkers.count() <= 2);

    is_possible
        & has_checks
        & (position.castling - board.role(Role::Rook)).is_empty()
        & is_castling_plain(position, Color::White)
        & is_castling_plain(position, Color::Black)
        && (position.en_passant.is_none() || en_passant(position, History::Checked).is_ok())
}

/// Returns whether the rooks with castling rights of a side, of which none may be elsewhere than on
/// the first rank with the king, are at most one on each side of the king.
#[inline(always)]
fn is_castling_plain(position: &Position, color: Color) -> bool {
    let rights = position.castling & position.board.color(color);
    let king = position.king(color);
    let first_rank = Bitboard::rank(Rank::First.relative_to(color));
    let east = rays::ray(king, Direction::East);
    (rights - first_rank).is_empty()
        & (rights.is_empty() | first_rank.contains(king))
        & !((rights & east).more_than_one() | (rights - east).more_than_one())
}

fn validated(setup: Setup, history: History) -> Result<Position, PositionError> {
    match Position::plainly_playable(setup) {
        Some(position) => Ok(position),
        None => checked(setup, history).map_err(PositionErrorKind::into),
    }
}

/// Checks one condition after the other, in the order of the variants of [`PositionErrorKind`].
fn checked(setup: Setup, history: History) -> Result<Position, PositionErrorKind> {
    pieces(&setup)?;
    let position = unchecked(setup);
    checks(&position, history)?;
    castling(&position)?;
    en_passant(&position, history)?;
    if setup.fullmoves == 0 {
        return Err(PositionErrorKind::MoveNumberZero);
    }
    Ok(position)
}

/// Checks the kings, the number of pieces and the pawns.
fn pieces(setup: &Setup) -> Result<(), PositionErrorKind> {
    for color in Color::ALL {
        let mut kings = setup.board.pieces(color, Role::King);
        kings.pop_first().ok_or(PositionErrorKind::NoKing(color))?;
        if let Some(second) = kings.first() {
            return Err(PositionErrorKind::TwoKings(color, second));
        }
    }
    for color in Color::ALL {
        if setup.board.color(color).count() > 16 {
            return Err(PositionErrorKind::TooManyPieces(color));
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (setup.board.role(Role::Pawn) & last_ranks).first() {
        Some(square) => Err(PositionErrorKind::PawnOnLastRank(square)),
        None => Ok(()),
    }
}

/// Checks that the kings do not touch and that the checks are possible.
fn checks(position: &Position, history: History) -> Result<(), PositionErrorKind> {
    let us = position.turn;
    let (king, other) = (position.king(us), position.king(!us));
    if king.distance(other) == 1 {
        return Err(PositionErrorKind::KingsTouch(king));
    }
    let attackers = position.attackers(other, position.board.occupied());
    if attackers.meets(position.board.color(us)) {
        return Err(PositionErrorKind::OpponentInCheck(other));
    }
    if history == History::Checked && position.checkers().count() > 2 {
        return Err(PositionErrorKind::TooManyCheckers(king));
    }
    Ok(())
}

/// Checks the castling rights.
fn castling(position: &Position) -> Result<(), PositionErrorKind> {
    let rooks = position.board.role(Role::Rook);
    if let Some(square) = (position.castling - rooks).first() {
        return Err(PositionErrorKind::CastlingWithoutRook(square));
    }
    for color in Color::ALL {
        let rights = position.castling & position.board.color(color);
        let king = position.king(color);
        let first_rank = Bitboard::rank(Rank::First.relative_to(color));
        if let Some(square) = (rights - first_rank).first() {
            return Err(PositionErrorKind::CastlingOffFirstRank(square));
        }
        if let Some(square) = rights.first().filter(|_| !first_rank.contains(king)) {
            return Err(PositionErrorKind::CastlingOffFirstRank(square));
        }
        let east = rays::ray(king, Direction::East);
        for side in [rights & east, rights - east] {
            if let Some(second) = side.reset_first().first() {
                return Err(PositionErrorKind::TwoCastlingRooks(second));
            }
        }
    }
    Ok(())
}

/// Checks the en passant square.
fn en_passant(position: &Position, history: History) -> Result<(), PositionErrorKind> {
    let Some(target) = position.en_passant else { return Ok(()) };
    let us = position.turn;
    if target.rank() != Rank::Sixth.relative_to(us) {
        return Err(PositionErrorKind::EnPassantRank(target));
    }
    let pawn = passed_pawn(target);
    if !position.board.pieces(!us, Role::Pawn).contains(pawn) {
        return Err(PositionErrorKind::EnPassantWithoutPawn(target));
    }
    // Two ranks behind the pawn, on its own second rank.
    let origin = Square::masked(pawn as u8 ^ 16);
    let path = Bitboard::of(target).with(origin);
    if position.board.occupied().meets(path) {
        return Err(PositionErrorKind::EnPassantBlocked(target));
    }
    if history == History::Ignored {
        return Ok(());
    }
    // Before the double step it was the opponent's turn, so our king cannot have been in check with
    // the pawn on its origin square.
    let mut before = *position;
    before.board.clear(Bitboard::of(pawn));
    before.board.add(Bitboard::of(origin), !us, Role::Pawn);
    if before.is_check() {
        return Err(PositionErrorKind::EnPassantAfterCheck(target));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
