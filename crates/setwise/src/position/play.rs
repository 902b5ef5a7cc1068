//! Playing a move: the position after it, as a new value.
//!
//! Copy-make: a position is 80 bytes, so a new one costs less than taking a move back would.

use super::Position;
use super::en_passant::passed_pawn;
use crate::moves::castled;
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square};

impl Position {
    /// The position after a move that is known to be legal here.
    ///
    /// An illegal move gives some position or other, which may not be playable; it cannot panic
    /// or touch memory it should not. [`Position::play`] checks first.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => self.after_castling(from, to),
            MoveKind::EnPassant => self.after_en_passant(from, to),
            MoveKind::Promotion(role) => self.after_promotion(from, to, role),
            MoveKind::Normal => match self.board.role_at(from) {
                Some(Role::Pawn) => self.after_pawn_move(from, to),
                Some(role) => self.after_piece_move(role, from, to),
                None => self.after_nothing(),
            },
        }
    }

    /// The position with the other side to move, nothing else changed but the counters: the null
    /// move of search. Not a legal move, and not playable if the side to move is in check.
    #[must_use]
    pub fn after_nothing(&self) -> Position {
        self.next()
    }

    /// The other side to move, no en passant square, the counters one on.
    #[inline(always)]
    fn next(&self) -> Position {
        Position {
            turn: !self.turn,
            en_passant: None,
            halfmoves: self.halfmoves.saturating_add(1),
            fullmoves: self.fullmoves.saturating_add(u32::from(self.turn == Color::Black)),
            ..*self
        }
    }

    /// Takes the men off some squares and puts one of the side that moved on `to`.
    #[inline(always)]
    fn replace(&mut self, cleared: Bitboard, color: Color, role: Role, to: Square) {
        self.board.clear(cleared);
        self.board.add(Bitboard::of(to), color, role);
        // A rook that moves, or is taken, castles no more.
        self.castling -= cleared;
    }

    /// A knight, bishop, rook, queen or king goes to another square, and takes what stands there.
    #[inline(always)]
    pub(crate) fn after_piece_move(&self, role: Role, from: Square, to: Square) -> Position {
        let us = self.turn;
        let mut next = self.next();
        if self.board.color(!us).contains(to) {
            next.halfmoves = 0;
        }
        next.replace(Bitboard::of(from).with(to), us, role, to);
        if role == Role::King {
            next.castling -= Bitboard::rank(Rank::First.relative_to(us));
        }
        next
    }

    /// A pawn goes one step, two, or takes, without a special rule.
    #[inline(always)]
    pub(crate) fn after_pawn_move(&self, from: Square, to: Square) -> Position {
        let us = self.turn;
        let mut next = self.next();
        next.halfmoves = 0;
        next.replace(Bitboard::of(from).with(to), us, Role::Pawn, to);
        if from as u8 ^ to as u8 == 16 {
            // From the second to the fourth rank, or the seventh to the fifth: midway.
            next.en_passant = Some(Square::masked((from as u8 + to as u8) / 2));
        }
        next
    }

    /// A pawn reaches the last rank, and takes what stands there.
    #[inline(always)]
    pub(crate) fn after_promotion(&self, from: Square, to: Square, role: Role) -> Position {
        let mut next = self.next();
        next.halfmoves = 0;
        next.replace(Bitboard::of(from).with(to), self.turn, role, to);
        next
    }

    /// A pawn takes the pawn that passed the square it goes to.
    #[inline(always)]
    pub(crate) fn after_en_passant(&self, from: Square, to: Square) -> Position {
        let mut next = self.next();
        next.halfmoves = 0;
        let cleared = Bitboard::of(from).with(to).with(passed_pawn(to));
        next.replace(cleared, self.turn, Role::Pawn, to);
        next
    }

    /// The king and a rook castle.
    #[inline(always)]
    pub(crate) fn after_castling(&self, king: Square, rook: Square) -> Position {
        let us = self.turn;
        let to = castled(king, rook);
        let mut next = self.next();
        // Both leave before either arrives: in Chess960 they may change places.
        let cleared = Bitboard::of(king).with(rook).with(to.king).with(to.rook);
        next.replace(cleared, us, Role::King, to.king);
        next.board.add(Bitboard::of(to.rook), us, Role::Rook);
        next.castling -= Bitboard::rank(Rank::First.relative_to(us));
        next
    }
}
