//! Playing moves.
//!
//! Moves are played by copy-make: the position after a move is a new value. A position takes only
//! 80 bytes, so a copy costs less than unmaking a move.

use core::fmt;

use super::Position;
use super::en_passant::passed_pawn;
use crate::moves::CastlingTargets;
use crate::{Bitboard, Color, Move, MoveKind, MoveSet, Rank, Role, Square};

/// The error for a move that is not legal in its position.
///
/// ```
/// use setwise::{Move, Position, Square};
///
/// // A rook pins the knight.
/// let position: Position = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
/// let error = position.play(Move::normal(Square::E2, Square::C3)).expect_err("a pinned knight");
/// assert!(error.to_string().ends_with("the king would be in check, or castle through it"));
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMoveError {
    /// The move.
    pub mv: Move,
    /// Whether the move is [pseudo-legal](Position::pseudo_legal_moves), so that only the safety of
    /// the king forbids it.
    pub is_pseudo_legal: bool,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.is_pseudo_legal {
            true => "the king would be in check, or castle through it",
            false => "no piece of the side to move can make it",
        };
        write!(f, "the move {:?} is not legal in this position: {reason}", self.mv)
    }
}

impl core::error::Error for IllegalMoveError {}

impl Position {
    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMoveError`] if the move is not legal in this position.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMoveError> {
        self.legal(mv).map(|()| self.play_unchecked(mv))
    }

    /// Returns the error of a move if it is not legal.
    pub(crate) fn legal(&self, mv: Move) -> Result<(), IllegalMoveError> {
        if self.is_legal(mv) {
            return Ok(());
        }
        Err(IllegalMoveError { mv, is_pseudo_legal: self.is_pseudo_legal(mv) })
    }

    /// Returns the position after a move that is known to be legal in this position.
    ///
    /// Legality is not checked; [`Position::play`] checks it. For an illegal move the result is
    /// unspecified: it may be a position that no rule allows, such as one without a king, and what
    /// is computed from it has no meaning. Nothing panics or is unsafe. This holds for every method
    /// that plays moves unchecked.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => {
                let bit = |set: Bitboard, square: Square| set.0 >> square as u8 & 1 == 1;
                let is_pawn = bit(self.board.role(Role::Pawn), from);
                let is_king = bit(self.board.role(Role::King), from);
                let is_capture = bit(self.board.occupied(), to);
                self.after_normal(self.turn, [from, to], [is_pawn, is_king, is_capture])
            }
            MoveKind::Castle => self.after_castling(from, to),
            MoveKind::EnPassant => self.after_en_passant(from, to),
            MoveKind::Promotion(role) => self.after_promotion(from, to, role),
        }
    }

    /// Returns the position after a move without a special rule, of any piece of the side to move.
    ///
    /// It has no branch by the role, which no CPU could predict where moves are sorted.
    #[inline(always)]
    pub(super) fn after_normal(
        &self,
        us: Color,
        [from, to]: [Square; 2],
        [is_pawn, is_king, is_capture]: [bool; 3],
    ) -> Position {
        let mut next = Position { board: self.board.moved(from, to), ..*self };
        next.pass();
        next.halfmoves *= u16::from(!is_pawn & !is_capture);
        if next.castling.any() {
            let changed = Bitboard::of(from).with(to);
            let home = Bitboard::rank(Rank::First.relative_to(us));
            next.castling -= if is_king { changed | home } else { changed };
        }
        if let Some(passed) = passed_square(from, to)
            && is_pawn
        {
            next.en_passant = Some(passed);
        }
        next
    }

    /// Returns the position after a null move, as used in search: the other side is to move and no
    /// piece has moved. `None` if the side to move is in check, because then its king could be
    /// captured.
    ///
    /// The en passant square is cleared and the counters are incremented. A null move is not legal
    /// in chess.
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        let mut next = *self;
        next.pass();
        (!self.is_check()).then_some(next)
    }

    /// Calls a visitor with the position after each move of a set: the captures first.
    ///
    /// The moves must be legal in this position, as for [`Position::play_unchecked`]. The visitor
    /// receives a reference, because the positions after the moves of a set differ in few words, and
    /// only these are written for each.
    ///
    /// ```
    /// use setwise::{Filter, MoveSet, Position};
    /// use std::ops::ControlFlow;
    ///
    /// let (position, mut replies) = (Position::INITIAL, 0);
    /// let _ = position.visit_legal_moves(Filter::ALL, |set: MoveSet| -> ControlFlow<()> {
    ///     position.for_each_next(set, |next| replies += next.count_legal_moves());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(replies, 400);
    /// ```
    #[inline(always)]
    pub fn for_each_next(&self, set: MoveSet, mut visitor: impl FnMut(&Position)) {
        match set {
            MoveSet::Piece { role, from, to } => {
                let occupied = self.board.occupied();
                for to in to & occupied {
                    let kind = [false, role == Role::King, true];
                    visitor(&self.after_normal(self.turn, [from, to], kind));
                }
                let quiets = to - occupied;
                if quiets.any() {
                    let mut next = *self;
                    next.prepare_quiets(role, from);
                    for to in quiets {
                        next.copy_moved(self, role, Bitboard::of(from).with(to));
                        visitor(&next);
                    }
                }
            }
            MoveSet::Pawns { shift, to } if shift % 8 == 0 => {
                let mut next = *self;
                next.prepare_pawn_moves();
                for to in to {
                    let from = MoveSet::pawn_origin(to, shift);
                    next.copy_moved(self, Role::Pawn, Bitboard::of(from).with(to));
                    next.set_en_passant(from, to);
                    visitor(&next);
                }
            }
            MoveSet::Pawns { shift, to } => {
                for to in to {
                    let from = MoveSet::pawn_origin(to, shift);
                    visitor(&self.after_normal(self.turn, [from, to], [true, false, true]));
                }
            }
            MoveSet::Promotions { shift, to } => {
                for to in to {
                    let from = MoveSet::pawn_origin(to, shift);
                    for role in Role::PROMOTIONS {
                        visitor(&self.after_promotion(from, to, role));
                    }
                }
            }
            MoveSet::EnPassant { from, to } => visitor(&self.after_en_passant(from, to)),
            MoveSet::Castle { king, rook } => visitor(&self.after_castling(king, rook)),
        }
    }

    /// Returns the position after a promotion, with or without a capture.
    #[inline(always)]
    fn after_promotion(&self, from: Square, to: Square, role: Role) -> Position {
        let mut next = *self;
        next.pass();
        next.halfmoves = 0;
        next.replace(Bitboard::of(from).with(to), self.turn, role, to);
        next
    }

    /// Returns the position after an en passant capture.
    #[inline(always)]
    fn after_en_passant(&self, from: Square, to: Square) -> Position {
        let mut next = *self;
        next.pass();
        next.halfmoves = 0;
        let cleared = Bitboard::of(from).with(to).with(passed_pawn(to));
        next.replace(cleared, self.turn, Role::Pawn, to);
        next
    }

    /// Returns the position after castling.
    #[inline(always)]
    fn after_castling(&self, king: Square, rook: Square) -> Position {
        let us = self.turn;
        let to = CastlingTargets::of(king, rook);
        let mut next = *self;
        next.pass();
        // Both squares are cleared before either piece is placed: in Chess960 king and rook may
        // swap squares.
        let cleared = Bitboard::of(king).with(rook).with(to.king).with(to.rook);
        next.replace(cleared, us, Role::King, to.king);
        next.board.add(Bitboard::of(to.rook), us, Role::Rook);
        next.castling -= Bitboard::rank(Rank::First.relative_to(us));
        next
    }

    /// Changes all but the squares of the moved piece as a quiet move of a knight, bishop, rook,
    /// queen or king does. [`Position::copy_moved`] does the rest.
    #[inline(always)]
    fn prepare_quiets(&mut self, role: Role, from: Square) {
        if role == Role::King {
            self.castling -= Bitboard::rank(Rank::First.relative_to(self.turn));
        }
        self.castling -= Bitboard::of(from);
        self.pass();
    }

    /// Changes all but the squares of the moved pawn and the en passant square as a single or
    /// double step of a pawn does.
    #[inline(always)]
    fn prepare_pawn_moves(&mut self) {
        self.pass();
        self.halfmoves = 0;
    }

    /// Copies the squares of a side's pieces of one role from the position before a quiet move, and
    /// makes the move: `changed` are its two squares.
    #[inline(always)]
    fn copy_moved(&mut self, before: &Position, role: Role, changed: Bitboard) {
        self.board.copy_toggled(&before.board, changed, before.turn, role);
    }

    /// Sets the en passant square after a step of a pawn.
    #[inline(always)]
    fn set_en_passant(&mut self, from: Square, to: Square) {
        self.en_passant = passed_square(from, to);
    }

    /// Switches the side to move, clears the en passant square and increments the counters.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.saturating_add(u32::from(self.turn == Color::Black));
        self.turn = !self.turn;
    }

    /// Removes all pieces from the `cleared` squares, puts one piece on `to`, and removes the
    /// castling rights of the rooks on the `cleared` squares.
    #[inline(always)]
    fn replace(&mut self, cleared: Bitboard, color: Color, role: Role, to: Square) {
        self.board.replace(cleared, Bitboard::of(to), color, role);
        // A rook that moves or is captured loses its castling right.
        self.castling -= cleared;
    }
}

/// Returns the square that a pawn passes by a double step: the en passant square. `None` for
/// another step.
#[inline(always)]
fn passed_square(from: Square, to: Square) -> Option<Square> {
    let is_double = from as u8 ^ to as u8 == 16;
    is_double.then(|| Square::masked((from as u8 + to as u8) / 2))
}
