//! Which move a text in SAN means.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::words::{Action, Man, Words};
use super::{SanError, SanErrorKind, SanOptions};
use crate::{Bitboard, Filter, Move, Position, Role};

impl Position {
    /// The legal move that a text in standard algebraic notation means.
    ///
    /// The text must be what [`Position::san`] writes, letter by letter.
    ///
    /// ```
    /// use setwise::{notation::san::SanErrorKind, Move, Position, Square};
    ///
    /// let start = Position::INITIAL;
    /// assert_eq!(start.read_san("Nf3"), Ok(Move::normal(Square::G1, Square::F3)));
    ///
    /// let error = start.read_san("Ngf3").unwrap_err();
    /// assert!(matches!(error.kind, SanErrorKind::Disambiguation(written) if written == "Nf3"));
    /// let error = start.read_san("Nd4").unwrap_err();
    /// assert_eq!(error.to_string(), "character 1: no such move is legal here");
    /// ```
    ///
    /// # Errors
    ///
    /// The text is no move in SAN, or no legal one, or may mean several, or is not written as the
    /// standard does; the error says where and which.
    pub fn read_san(&self, text: &str) -> Result<Move, SanError> {
        self.read_san_with(text, SanOptions::STRICT)
    }

    /// The legal move that a text in algebraic notation means, with options for what may pass that
    /// the standard does not write.
    ///
    /// # Errors
    ///
    /// As [`Position::read_san`], for what the options do not let pass.
    pub fn read_san_with(&self, text: &str, options: SanOptions) -> Result<Move, SanError> {
        let words = Words::read(text, options)?;
        let mv = match &words.action {
            Action::Castle { h_side } => self.castle_meant(*h_side)?,
            Action::Man(man) => self.move_meant(man)?,
        };
        if words.en_passant_mark && !mv.is_en_passant() {
            return Err(not_legal());
        }
        self.as_written(mv, &words, options)?;
        Ok(mv)
    }

    fn castle_meant(&self, h_side: bool) -> Result<Move, SanError> {
        let king = self.king(self.turn());
        let rooks = self.castling() & self.board().color(self.turn());
        let rook = rooks.into_iter().find(|&rook| (rook > king) == h_side);
        let mv = rook.map(|rook| Move::castle(king, rook)).filter(|&mv| self.is_legal(mv));
        mv.ok_or(not_legal())
    }

    /// The only legal move of a man of the role, from where the text says, to where it says.
    fn move_meant(&self, man: &Man) -> Result<Move, SanError> {
        let file = man.from_file.map_or(Bitboard::UNIVERSE, Bitboard::file);
        let rank = man.from_rank.map_or(Bitboard::UNIVERSE, Bitboard::rank);
        let mut men = self.board().pieces(self.turn(), man.role) & file & rank;
        if man.role == Role::Pawn && man.from_file.is_none() {
            // A pawn that takes is named by its file, so `d5` is never `cxd5`.
            men &= Bitboard::file(man.to.file());
        }
        let (mut found, mut origins, mut promotes) = (None, Bitboard::EMPTY, false);
        let filter = Filter::ALL.from(men).to(Bitboard::of(man.to));
        let ControlFlow::<Infallible>::Continue(()) = self.visit_moves(filter, |set| {
            for mv in set {
                if mv.promoted() == man.promoted && !mv.is_castle() {
                    found = Some(mv);
                    origins |= Bitboard::of(mv.from());
                }
                promotes |= mv.promoted().is_some();
            }
            ControlFlow::Continue(())
        });
        let (kind, at) = match found {
            Some(mv) if !origins.more_than_one() => return Ok(mv),
            Some(_) => (SanErrorKind::Ambiguous(origins), man.from_at),
            None if promotes && man.promoted.is_none() => {
                (SanErrorKind::NoPromotion, man.promotion_at)
            }
            None => return Err(not_legal()),
        };
        Err(SanError { kind, at })
    }

    /// Whether the text is what the standard writes for the move, but for what the options let
    /// pass.
    fn as_written(&self, mv: Move, words: &Words<'_>, options: SanOptions) -> Result<(), SanError> {
        if let Action::Man(man) = &words.action {
            let is_capture = self.is_capture(mv);
            if !options.capture_marks && man.is_capture != is_capture {
                let kind = SanErrorKind::CaptureMark(self.san(mv));
                return Err(SanError { kind, at: man.capture_at });
            }
            if !options.disambiguation {
                let origin = self.shortest_origin(mv, man.role, is_capture);
                if (man.from_file.is_some(), man.from_rank.is_some()) != (origin.file, origin.rank)
                {
                    let kind = SanErrorKind::Disambiguation(self.san(mv));
                    return Err(SanError { kind, at: man.from_at });
                }
            }
        }
        if !options.check_marks && words.check_mark != self.check_mark(mv) {
            let kind = SanErrorKind::CheckMark(self.san(mv));
            return Err(SanError { kind, at: words.check_mark_at });
        }
        Ok(())
    }
}

fn not_legal() -> SanError {
    SanError { kind: SanErrorKind::NotLegal, at: 0 }
}
