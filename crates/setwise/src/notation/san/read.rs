//! Finding the legal move of a text in SAN.

use super::plain::{self, Plain};
use super::syntax::{Action, CheckMark, PieceMove, Syntax};
use super::{SanError, SanErrorKind, SanOptions};
use crate::{Bitboard, Move, Position, Rank, Role, Square};

impl Position {
    /// Parses a legal move in standard algebraic notation.
    ///
    /// The text must be exactly what [`Position::san`] writes.
    ///
    /// ```
    /// use setwise::{Move, Position, Square};
    ///
    /// let start = Position::INITIAL;
    /// assert_eq!(start.parse_san("Nf3"), Ok(Move::normal(Square::G1, Square::F3)));
    ///
    /// let error = start.parse_san("Ngf3").unwrap_err();
    /// assert_eq!(error.name(), "wrong-disambiguation");
    /// let message = "character 2: wrong disambiguation of the origin (expected Nf3)";
    /// assert_eq!(error.to_string(), message);
    /// let error = start.parse_san("Nd4").unwrap_err();
    /// assert_eq!(error.to_string(), "character 1: the move is not legal in this position");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the byte offset if the text is not valid SAN, the move is illegal or
    /// ambiguous, or the text differs from the SAN of the move.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.parse_san_with(text, SanOptions::STRICT)
    }

    /// Parses a legal move in algebraic notation, which may deviate from SAN as the options allow.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Position::parse_san`], except for deviations that the options allow.
    pub fn parse_san_with(&self, text: &str, options: SanOptions) -> Result<Move, SanError> {
        self.parse_san_bytes(text.as_bytes(), options)
    }

    /// Plays a move in algebraic notation: returns the move, and writes the position after it to
    /// `next`, which is unchanged after an error. The text may have any encoding and may deviate
    /// from SAN as the options allow.
    ///
    /// A reader of games plays from one of two positions into the other. With a position that is
    /// returned and moved it takes a sixth more time: the CPU waits for the parts that were just
    /// written.
    ///
    /// ```
    /// use setwise::{Position, notation::san::SanOptions};
    ///
    /// let mut next = Position::INITIAL;
    /// let e4 = Position::INITIAL.play_san(b"e4", SanOptions::STRICT, &mut next)?;
    /// assert_eq!(next, Position::INITIAL.play(e4).expect("it is legal"));
    /// # Ok::<(), setwise::notation::san::SanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Position::parse_san_with`].
    #[inline]
    pub fn play_san(
        &self,
        text: &[u8],
        options: SanOptions,
        next: &mut Position,
    ) -> Result<Move, SanError> {
        let mv = self.parse_san_bytes(text, options)?;
        *next = self.play_unchecked(mv);
        Ok(mv)
    }

    /// Like [`Position::parse_san_with`], for bytes.
    // On a page its size counts: one copy for all callers.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn parse_san_bytes(&self, text: &[u8], options: SanOptions) -> Result<Move, SanError> {
        if let Some(Plain { piece_move, check_mark }) = plain::read(text)
            && let Ok(mv) = self.resolve(&piece_move)
            && self.check_deviations(mv, Some(&piece_move), check_mark, options).is_ok()
        {
            return Ok(mv);
        }
        self.parse_slowly(text, options)
    }

    /// The slow path of [`Position::parse_san_bytes`]. It also parses texts that the fast path has
    /// rejected, to find the error.
    #[cold]
    fn parse_slowly(&self, text: &[u8], options: SanOptions) -> Result<Move, SanError> {
        let syntax = Syntax::read(text, options)?;
        let (mv, piece_move) = match &syntax.action {
            Action::Castle { h_side } => (self.resolve_castling(*h_side)?, None),
            Action::PieceMove(piece_move) => match self.resolve(piece_move) {
                Ok(mv) => (mv, Some(piece_move)),
                Err(error) => {
                    let Some(mv) = self.resolve_coordinates(piece_move) else {
                        return Err(error);
                    };
                    if !options.coordinates {
                        let kind = SanErrorKind::Coordinates(self.san(mv));
                        return Err(SanError { kind, at: 0 });
                    }
                    (mv, None)
                }
            },
        };
        if syntax.en_passant_mark && !mv.is_en_passant() {
            return Err(not_legal());
        }
        self.check_deviations(mv, piece_move, syntax.check_mark, options)?;
        Ok(mv)
    }

    fn resolve_castling(&self, h_side: bool) -> Result<Move, SanError> {
        let king = self.king(self.turn());
        let rooks = self.castling_rooks() & self.board().color(self.turn());
        let rook = rooks.into_iter().find(|&rook| (rook > king) == h_side);
        let mv = rook.map(|rook| Move::castle(king, rook)).filter(|&mv| self.is_legal(mv));
        mv.ok_or(not_legal())
    }

    /// Returns the legal move of a piece, not a pawn, whose two squares the text gives without a
    /// letter.
    fn resolve_coordinates(&self, piece_move: &PieceMove) -> Option<Move> {
        let from = piece_move.from.single()?;
        let role = self.board().role_at(from)?;
        if piece_move.role != Role::Pawn || role == Role::Pawn {
            return None;
        }
        self.find_move(from, piece_move.to, piece_move.promoted)
    }

    /// Returns the only legal move with the role, origin and target of the text.
    ///
    /// No moves are generated: only the pieces aligned with the target are tested.
    #[inline(always)]
    fn resolve(&self, piece_move: &PieceMove) -> Result<Move, SanError> {
        let (us, to, role) = (self.turn(), piece_move.to, piece_move.role);
        let mut pieces = self.board().pieces(us, role) & piece_move.from;
        if self.board().color(us).contains(to) {
            return Err(not_legal());
        }
        let is_pawn = role == Role::Pawn;
        if is_pawn && !piece_move.has_file {
            // A pawn capture has its file, so `d5` is never `cxd5`.
            pieces &= Bitboard::file(to.file());
        }
        if is_pawn && self.en_passant() == Some(to) {
            let from = piece_move.only(self.en_passant_capturers() & pieces)?;
            return if piece_move.promoted.is_none() {
                Ok(Move::en_passant(from, to))
            } else {
                Err(not_legal())
            };
        }
        let from = self.mover(piece_move, self.aligned(role, pieces, to))?;
        let last_rank = Bitboard::rank(Rank::Eighth.relative_to(us));
        match piece_move.promoted {
            None if is_pawn && last_rank.contains(to) => {
                Err(SanError { kind: SanErrorKind::NoPromotion, at: piece_move.promotion_at })
            }
            None => Ok(Move::normal(from, to)),
            Some(promoted) if is_pawn && last_rank.contains(to) => {
                Move::promotion(from, to, promoted).ok_or(not_legal())
            }
            Some(_) => Err(not_legal()),
        }
    }

    /// Returns the only one of the aligned pieces that can legally move to the target.
    ///
    /// Most often a single piece is aligned. The separate branch for it lets the CPU continue with
    /// that piece speculatively, before the test has completed.
    #[inline(always)]
    fn mover(&self, piece_move: &PieceMove, aligned: Bitboard) -> Result<Square, SanError> {
        match aligned.single() {
            Some(from) if self.can_reach(piece_move.role, from, piece_move.to) => Ok(from),
            Some(_) => Err(not_legal()),
            None => {
                let can_reach =
                    |&from: &Square| self.can_reach(piece_move.role, from, piece_move.to);
                piece_move.only(aligned.into_iter().filter(can_reach).collect())
            }
        }
    }

    /// Checks that the text is the SAN of the move, except for deviations that the options allow.
    #[inline(always)]
    fn check_deviations(
        &self,
        mv: Move,
        piece_move: Option<&PieceMove>,
        check_mark: CheckMark<'_>,
        options: SanOptions,
    ) -> Result<(), SanError> {
        if let Some(piece_move) = piece_move {
            if !options.capture_marks && piece_move.is_capture != self.is_capture(mv) {
                let kind = SanErrorKind::CaptureMark(self.san(mv));
                return Err(SanError { kind, at: piece_move.capture_at });
            }
            if !options.disambiguation {
                let origin = self.shortest_origin(mv, piece_move.role, self.is_capture(mv));
                if (piece_move.has_file, piece_move.has_rank) != (origin.file, origin.rank) {
                    let kind = SanErrorKind::Disambiguation(self.san(mv));
                    return Err(SanError { kind, at: piece_move.from_at });
                }
            }
        }
        if !options.check_marks && check_mark.text != self.check_mark(mv).as_bytes() {
            let kind = SanErrorKind::CheckMark(self.san(mv));
            return Err(SanError { kind, at: check_mark.at });
        }
        Ok(())
    }
}

impl PieceMove {
    /// Returns the only square of a set; an error if there is none or more than one.
    #[inline(always)]
    fn only(&self, pieces: Bitboard) -> Result<Square, SanError> {
        match pieces.single() {
            Some(square) => Ok(square),
            None if pieces.is_empty() => Err(not_legal()),
            None => Err(SanError { kind: SanErrorKind::Ambiguous(pieces), at: self.from_at }),
        }
    }
}

fn not_legal() -> SanError {
    SanError { kind: SanErrorKind::NotLegal, at: 0 }
}
