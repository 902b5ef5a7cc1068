//! Parsing the syntax of SAN, independent of a position.

use super::{NULL_MOVES, SanError, SanErrorKind, SanOptions};
use crate::notation::bytes::first_char;
use crate::{Bitboard, File, Rank, Role, Square};

/// The parsed parts of a move in SAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Syntax<'t> {
    pub(super) action: Action,
    pub(super) check_mark: CheckMark<'t>,
    /// Whether the text has the mark `e.p.` or `ep`.
    pub(super) en_passant_mark: bool,
}

/// The mark of check or mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CheckMark<'t> {
    /// The mark as written: empty, `+`, `#` or, if the options allow it, `++`.
    pub(super) text: &'t [u8],
    /// The offset of the mark, or the place for it.
    pub(super) at: usize,
}

/// The kind of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Castling, to the h side or to the a side.
    Castle { h_side: bool },
    /// A move of one piece or pawn.
    PieceMove(PieceMove),
}

/// A move of one piece or pawn, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceMove {
    pub(super) role: Role,
    /// The origin squares that the text allows.
    pub(super) from: Bitboard,
    pub(super) has_file: bool,
    pub(super) has_rank: bool,
    pub(super) is_capture: bool,
    pub(super) to: Square,
    pub(super) promoted: Option<Role>,
    /// The offset of the origin, or the place for it.
    pub(super) from_at: usize,
    /// The offset of the `x`, or the place for it.
    pub(super) capture_at: usize,
    /// The offset of a promotion, or the place for it.
    pub(super) promotion_at: usize,
}

impl<'t> Syntax<'t> {
    /// Parses a whole text.
    pub(super) fn read(text: &'t [u8], options: SanOptions) -> Result<Syntax<'t>, SanError> {
        let mut reader = Reader { text, at: 0, options };
        if NULL_MOVES.iter().any(|null_move| text == null_move.as_bytes()) {
            return Err(SanError { kind: SanErrorKind::NullMove, at: 0 });
        }
        let action = match reader.peek() {
            Some(b'O' | b'0') => reader.castling()?,
            _ => Action::PieceMove(reader.piece_move()?),
        };
        let mut en_passant_mark = reader.en_passant_mark();
        let at = reader.at;
        reader.skip_check_mark();
        let check_mark = CheckMark { text: &text[at..reader.at], at };
        en_passant_mark |= reader.en_passant_mark();
        while options.annotations && reader.take_if(|byte| matches!(byte, b'!' | b'?')).is_some() {}
        match first_char(reader.rest()) {
            None => Ok(Syntax { action, check_mark, en_passant_mark }),
            Some(found) => reader.error(SanErrorKind::Unexpected(found)),
        }
    }
}

/// The text and the offset of the next byte to read; all bytes before it are ASCII.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    options: SanOptions,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, kind: SanErrorKind) -> Result<T, SanError> {
        Err(SanError { kind, at: self.at })
    }

    /// Returns the error that the character here is unexpected, or that the text ends.
    fn unexpected<T>(&self) -> Result<T, SanError> {
        let found = first_char(self.rest());
        self.error(found.map_or(SanErrorKind::Unfinished, SanErrorKind::Unexpected))
    }

    fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Consumes and returns the next byte if it is ASCII and passes the test.
    fn take_if(&mut self, test: impl Fn(u8) -> bool) -> Option<u8> {
        let byte = self.peek().filter(|&byte| byte.is_ascii() && test(byte))?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, wanted: u8) -> bool {
        self.take_if(|byte| byte == wanted).is_some()
    }

    fn castling(&mut self) -> Result<Action, SanError> {
        let letter = if self.peek() == Some(b'0') { b'0' } else { b'O' };
        if letter == b'0' && !self.options.zeros {
            return self.error(SanErrorKind::Zeros);
        }
        self.required(letter)?;
        self.required(b'-')?;
        self.required(letter)?;
        let h_side = !self.take(b'-');
        if !h_side {
            self.required(letter)?;
        }
        Ok(Action::Castle { h_side })
    }

    fn required(&mut self, wanted: u8) -> Result<(), SanError> {
        if self.take(wanted) { Ok(()) } else { self.unexpected() }
    }

    fn piece_move(&mut self) -> Result<PieceMove, SanError> {
        // Upper case only: a lower-case b is a file.
        let letter = self.take_if(|byte| b"NBRQK".contains(&byte));
        let role = letter.and_then(role).unwrap_or(Role::Pawn);
        let from_at = self.at;
        let (first_file, first_rank) = (self.file(), self.rank());
        let capture_at = self.at;
        // Neither an x nor a hyphen can begin a move.
        let is_capture = self.at > 0 && self.take(b'x');
        let may_be_long = self.options.disambiguation && self.at > from_at && !is_capture;
        let hyphen = may_be_long && self.take(b'-');
        let (from_file, from_rank, to) = match (self.file(), first_file, first_rank) {
            (Some(file), ..) => {
                let Some(rank) = self.rank() else { return self.unexpected() };
                (first_file, first_rank, Square::new(file, rank))
            }
            (None, Some(file), Some(rank)) if !is_capture && !hyphen => {
                (None, None, Square::new(file, rank))
            }
            _ => return self.unexpected(),
        };
        // What looked like the origin is the target, so the place for an `x` is before it.
        let capture_at =
            if from_file.is_none() && from_rank.is_none() { from_at } else { capture_at };
        let promotion_at = self.at;
        let promoted = self.promotion()?;
        Ok(PieceMove {
            role,
            from: from_file.map_or(Bitboard::UNIVERSE, Bitboard::file)
                & from_rank.map_or(Bitboard::UNIVERSE, Bitboard::rank),
            has_file: from_file.is_some(),
            has_rank: from_rank.is_some(),
            is_capture,
            to,
            promoted,
            from_at,
            capture_at,
            promotion_at,
        })
    }

    fn file(&mut self) -> Option<File> {
        let letter = self.take_if(|byte| matches!(byte, b'a'..=b'h'))?;
        File::from_letter(letter.into())
    }

    fn rank(&mut self) -> Option<Rank> {
        let digit = self.take_if(|byte| matches!(byte, b'1'..=b'8'))?;
        Rank::from_digit(digit.into())
    }

    fn promotion(&mut self) -> Result<Option<Role>, SanError> {
        let has_sign = self.take(b'=');
        let lenient = self.options.promotions;
        if !has_sign && !lenient {
            return Ok(None);
        }
        let is_role = |byte| b"NBRQ".contains(&byte) || lenient && b"nbrq".contains(&byte);
        match self.take_if(is_role) {
            None if has_sign => self.unexpected(),
            letter => Ok(letter.and_then(role)),
        }
    }

    fn en_passant_mark(&mut self) -> bool {
        let spaces = self.rest().iter().take_while(|&&byte| byte == b' ').count();
        let mark = &self.rest()[spaces..];
        let accepted = [
            (self.options.en_passant_marks, &b"e.p."[..]),
            (self.options.bare_en_passant_marks, b"ep"),
        ];
        let mut accepted = accepted.into_iter().filter(|(is_accepted, _)| *is_accepted);
        let rest = accepted.find_map(|(_, form)| mark.strip_prefix(form));
        self.at = rest.map_or(self.at, |rest| self.text.len() - rest.len());
        rest.is_some()
    }

    fn skip_check_mark(&mut self) {
        if !self.take(b'+') {
            self.take(b'#');
        } else if self.options.check_marks {
            self.take(b'+');
        }
    }
}

fn role(letter: u8) -> Option<Role> {
    Role::from_letter(letter.into())
}
