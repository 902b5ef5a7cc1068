//! Which move a text in SAN means.

use super::plain::{self, Plain};
use super::words::{Action, CheckMark, Man, Words};
use super::{SanError, SanErrorKind, SanOptions};
use crate::{Bitboard, Move, Position, Rank, Role, Square};

impl Position {
    /// The legal move that a text in standard algebraic notation means.
    ///
    /// The text must be what [`Position::san`] writes, letter by letter.
    ///
    /// ```
    /// use setwise::{notation::san::SanErrorKind, Move, Position, Square};
    ///
    /// let start = Position::INITIAL;
    /// assert_eq!(start.parse_san("Nf3"), Ok(Move::normal(Square::G1, Square::F3)));
    ///
    /// let error = start.parse_san("Ngf3").unwrap_err();
    /// assert!(matches!(error.kind, SanErrorKind::Disambiguation(written) if written == "Nf3"));
    /// let error = start.parse_san("Nd4").unwrap_err();
    /// assert_eq!(error.to_string(), "character 1: no such move is legal here");
    /// ```
    ///
    /// # Errors
    ///
    /// The text is no move in SAN, or no legal one, or may mean several, or is not written as the
    /// standard does; the error says where and which.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.parse_san_with(text, SanOptions::STRICT)
    }

    /// The legal move that a text in algebraic notation means, with options for what may pass that
    /// the standard does not write.
    ///
    /// # Errors
    ///
    /// As [`Position::parse_san`], for what the options do not let pass.
    pub fn parse_san_with(&self, text: &str, options: SanOptions) -> Result<Move, SanError> {
        self.parse_san_bytes(text.as_bytes(), options).map(|(_, mv)| mv)
    }

    /// The same for bytes that need not be text, because PGN does not tell its encoding; with the
    /// role of the man that moves.
    #[inline]
    pub(crate) fn parse_san_bytes(
        &self,
        text: &[u8],
        options: SanOptions,
    ) -> Result<(Role, Move), SanError> {
        if let Some(Plain { man, check_mark }) = plain::read(text)
            && let Ok(mv) = self.move_meant(&man)
            && self.as_written(mv, Some(&man), check_mark, options).is_ok()
        {
            return Ok((man.role, mv));
        }
        self.read_letters(text, options)
    }

    /// The same for any text. What is wrong with one that looked plain is found out here once more,
    /// so that a good one need not carry along where its letters stand.
    #[cold]
    fn read_letters(&self, text: &[u8], options: SanOptions) -> Result<(Role, Move), SanError> {
        let words = Words::read(text, options)?;
        let (role, mv, man) = match &words.action {
            Action::Castle { h_side } => (Role::King, self.castle_meant(*h_side)?, None),
            Action::Man(man) => (man.role, self.move_meant(man)?, Some(man)),
        };
        if words.en_passant_mark && !mv.is_en_passant() {
            return Err(not_legal());
        }
        self.as_written(mv, man, words.check_mark, options)?;
        Ok((role, mv))
    }

    fn castle_meant(&self, h_side: bool) -> Result<Move, SanError> {
        let king = self.king(self.turn());
        let rooks = self.castling() & self.board().color(self.turn());
        let rook = rooks.into_iter().find(|&rook| (rook > king) == h_side);
        let mv = rook.map(|rook| Move::castle(king, rook)).filter(|&mv| self.is_legal(mv));
        mv.ok_or(not_legal())
    }

    /// The only legal move of a man of the role, from where the text says, to where it says.
    ///
    /// Only the men that see the square are tried, and a move is legal if it leaves the king safe:
    /// no moves are generated.
    #[inline(always)]
    fn move_meant(&self, man: &Man) -> Result<Move, SanError> {
        let (us, to, role) = (self.turn(), man.to, man.role);
        let mut men = self.board().pieces(us, role) & man.from;
        if self.board().color(us).contains(to) {
            return Err(not_legal());
        }
        let is_pawn = role == Role::Pawn;
        if is_pawn && !man.has_file {
            // A pawn that takes is named by its file, so `d5` is never `cxd5`.
            men &= Bitboard::file(to.file());
        }
        if is_pawn && self.en_passant() == Some(to) {
            let from = man.only(self.en_passant_capturers() & men)?;
            return if man.promoted.is_none() {
                Ok(Move::en_passant(from, to))
            } else {
                Err(not_legal())
            };
        }
        let from = self.mover(man, self.aligned(role, men, to))?;
        let last_rank = Bitboard::rank(Rank::Eighth.relative_to(us));
        match man.promoted {
            None if is_pawn && last_rank.contains(to) => {
                Err(SanError { kind: SanErrorKind::NoPromotion, at: man.promotion_at })
            }
            None => Ok(Move::normal(from, to)),
            Some(promoted) if is_pawn && last_rank.contains(to) => {
                Move::promotion(from, to, promoted).ok_or(not_legal())
            }
            Some(_) => Err(not_legal()),
        }
    }

    /// The only man of some aligned with the square who can go there.
    ///
    /// Most often a single man is. He is given as soon as it is known that he can, by a branch and
    /// not as a set that remains, so that what follows need not wait for the proof.
    #[inline(always)]
    fn mover(&self, man: &Man, aligned: Bitboard) -> Result<Square, SanError> {
        match aligned.single() {
            Some(from) if self.is_able(man.role, from, man.to) => Ok(from),
            Some(_) => Err(not_legal()),
            None => {
                let is_able = |&from: &Square| self.is_able(man.role, from, man.to);
                man.only(aligned.into_iter().filter(is_able).collect())
            }
        }
    }

    /// Whether the text is what the standard writes for the move, but for what the options let
    /// pass.
    #[inline(always)]
    fn as_written(
        &self,
        mv: Move,
        man: Option<&Man>,
        check_mark: CheckMark<'_>,
        options: SanOptions,
    ) -> Result<(), SanError> {
        if let Some(man) = man {
            if !options.capture_marks && man.is_capture != self.is_capture(mv) {
                let kind = SanErrorKind::CaptureMark(self.san(mv));
                return Err(SanError { kind, at: man.capture_at });
            }
            if !options.disambiguation {
                let origin = self.shortest_origin(mv, man.role, self.is_capture(mv));
                if (man.has_file, man.has_rank) != (origin.file, origin.rank) {
                    let kind = SanErrorKind::Disambiguation(self.san(mv));
                    return Err(SanError { kind, at: man.from_at });
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

impl Man {
    /// The only man of some.
    #[inline(always)]
    fn only(&self, men: Bitboard) -> Result<Square, SanError> {
        match men.single() {
            Some(man) => Ok(man),
            None if men.is_empty() => Err(not_legal()),
            None => Err(SanError { kind: SanErrorKind::Ambiguous(men), at: self.from_at }),
        }
    }
}

fn not_legal() -> SanError {
    SanError { kind: SanErrorKind::NotLegal, at: 0 }
}
