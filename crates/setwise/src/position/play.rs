//! Playing a move: the position after it, as a new value.
//!
//! Copy-make: a position is 80 bytes, so a new one costs less than taking a move back would.

use core::fmt;

use super::Position;
use super::en_passant::passed_pawn;
use crate::moves::CastlingTargets;
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square};

/// A move that is not legal where it was to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMoveError(pub Move);

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalMoveError {}

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    ///
    /// The move is not legal here.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMoveError> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMoveError(mv)) }
    }

    /// The position after a move that is known to be legal here.
    ///
    /// An illegal move gives some position or other, which may not be playable; it cannot panic
    /// or touch memory it should not. [`Position::play`] checks first.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let mut next = *self;
        match self.board.role_at(mv.from()) {
            Some(role) => next.make(role, mv),
            None => next.pass(),
        }
        next
    }

    /// The position with the other side to move, nothing else changed but the counters: the null
    /// move of search. Not a legal move, and not playable if the side to move is in check.
    #[must_use]
    pub fn null_move(&self) -> Position {
        let mut next = *self;
        next.pass();
        next
    }

    /// A knight, bishop, rook, queen or king goes to another square, and takes what stands there.
    #[inline(always)]
    pub(crate) fn after_piece_move(&self, role: Role, from: Square, to: Square) -> Position {
        let mut next = *self;
        next.make_piece_move(role, from, to);
        next
    }

    /// A pawn goes one step, two, or takes, without a special rule.
    #[inline(always)]
    pub(crate) fn after_pawn_move(&self, from: Square, to: Square) -> Position {
        let mut next = *self;
        next.make_pawn_move(from, to);
        next
    }

    /// A pawn reaches the last rank, and takes what stands there.
    #[inline(always)]
    pub(crate) fn after_promotion(&self, from: Square, to: Square, role: Role) -> Position {
        let mut next = *self;
        next.make_promotion(from, to, role);
        next
    }

    /// A pawn takes the pawn that passed the square it goes to.
    #[inline(always)]
    pub(crate) fn after_en_passant(&self, from: Square, to: Square) -> Position {
        let mut next = *self;
        next.make_en_passant(from, to);
        next
    }

    /// The king and a rook castle.
    #[inline(always)]
    pub(crate) fn after_castling(&self, king: Square, rook: Square) -> Position {
        let mut next = *self;
        next.make_castling(king, rook);
        next
    }

    /// Makes a legal move of a man of a role, in place: who plays a game and wants no copy loses no
    /// time in waiting for one.
    #[inline(always)]
    pub(crate) fn make(&mut self, role: Role, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal if role == Role::Pawn => self.make_pawn_move(from, to),
            MoveKind::Normal => self.make_piece_move(role, from, to),
            MoveKind::Castle => self.make_castling(from, to),
            MoveKind::EnPassant => self.make_en_passant(from, to),
            MoveKind::Promotion(promoted) => self.make_promotion(from, to, promoted),
        }
    }

    /// The other side to move, no en passant square, the counters one on.
    #[inline(always)]
    fn pass(&mut self) {
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.saturating_add(u32::from(self.turn == Color::Black));
        self.turn = !self.turn;
    }

    /// Takes the men off some squares and puts one of the side that moved on `to`.
    #[inline(always)]
    fn replace(&mut self, cleared: Bitboard, color: Color, role: Role, to: Square) {
        self.board.replace(cleared, Bitboard::of(to), color, role);
        // A rook that moves, or is taken, castles no more.
        self.castling -= cleared;
    }

    #[inline(always)]
    fn make_piece_move(&mut self, role: Role, from: Square, to: Square) {
        let us = self.turn;
        self.pass();
        if self.board.occupied().contains(to) {
            self.halfmoves = 0;
        }
        self.replace(Bitboard::of(from).with(to), us, role, to);
        if role == Role::King {
            self.castling -= Bitboard::rank(Rank::First.relative_to(us));
        }
    }

    #[inline(always)]
    fn make_pawn_move(&mut self, from: Square, to: Square) {
        let us = self.turn;
        self.pass();
        self.halfmoves = 0;
        self.replace(Bitboard::of(from).with(to), us, Role::Pawn, to);
        if from as u8 ^ to as u8 == 16 {
            // From the second to the fourth rank, or the seventh to the fifth: midway.
            self.en_passant = Some(Square::masked((from as u8 + to as u8) / 2));
        }
    }

    #[inline(always)]
    fn make_promotion(&mut self, from: Square, to: Square, role: Role) {
        let us = self.turn;
        self.pass();
        self.halfmoves = 0;
        self.replace(Bitboard::of(from).with(to), us, role, to);
    }

    #[inline(always)]
    fn make_en_passant(&mut self, from: Square, to: Square) {
        let us = self.turn;
        self.pass();
        self.halfmoves = 0;
        let cleared = Bitboard::of(from).with(to).with(passed_pawn(to));
        self.replace(cleared, us, Role::Pawn, to);
    }

    #[inline(always)]
    fn make_castling(&mut self, king: Square, rook: Square) {
        let us = self.turn;
        let to = CastlingTargets::of(king, rook);
        self.pass();
        // Both leave before either arrives: in Chess960 they may change places.
        let cleared = Bitboard::of(king).with(rook).with(to.king).with(to.rook);
        self.replace(cleared, us, Role::King, to.king);
        self.board.add(Bitboard::of(to.rook), us, Role::Rook);
        self.castling -= Bitboard::rank(Rank::First.relative_to(us));
    }
}
