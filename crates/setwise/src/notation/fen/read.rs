//! Parsing FEN.

use core::str::FromStr;

use super::{FenError, FenErrorKind, Field, board, castling};
use crate::position::PositionErrorKind;
use crate::{Bitboard, Board, Color, File, Position, PositionError, Rank, Setup, Square};

/// The form of FEN that the parser accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Six fields separated by one space.
    #[default]
    Strict,
    /// The first four fields separated by one space, as in EPD. The halfmove clock is set to 0 and
    /// the fullmove number to 1.
    Epd,
    /// Four to six fields separated and surrounded by any ASCII white space. A missing halfmove
    /// clock is 0 and a missing fullmove number is 1. Numbers may have leading zeros, and the
    /// fullmove number 0 is read as 1.
    Lenient,
    /// As [`Form::Lenient`], but what the pieces rule out is dropped: castling rights of a rook or
    /// king that is elsewhere, and, of a [`Position`], the en passant square. The error of
    /// [`Form::Lenient`] names the first of them.
    Repaired,
}

impl Form {
    fn is_lenient(self) -> bool {
        matches!(self, Form::Lenient | Form::Repaired)
    }
}

impl Setup {
    /// Parses a FEN of six fields; the setup need not be playable.
    ///
    /// Parsing stops at the first error, so its time is `O(n)` in the length of the valid part.
    ///
    /// # Errors
    ///
    /// Returns an error with the field and byte offset if the text is not a FEN.
    pub fn parse_fen(text: &str) -> Result<Setup, FenError> {
        Setup::parse_fen_form(text, Form::Strict)
    }

    /// Parses a FEN in the given form; the setup need not be playable.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Setup::parse_fen`].
    pub fn parse_fen_form(text: &str, form: Form) -> Result<Setup, FenError> {
        read(text, form).map(|(setup, _)| setup)
    }
}

impl Position {
    /// Parses a FEN of six fields.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// assert_eq!(Position::parse_fen(kiwipete)?.count_legal_moves(), 48);
    ///
    /// let error = Position::parse_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "board, character 1: black has no king (expected one)");
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the field and byte offset if the text is not a FEN, or the position is
    /// not playable.
    pub fn parse_fen(text: &str) -> Result<Position, FenError> {
        Position::parse_fen_form(text, Form::Strict)
    }

    /// Parses a FEN in the given form.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Position::parse_fen`].
    pub fn parse_fen_form(text: &str, form: Form) -> Result<Position, FenError> {
        position(text, form, Position::try_from)
    }

    /// Parses a FEN in the given form, and accepts a position that cannot occur in a game only
    /// because of the moves before it; see [`Position::ignoring_history`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Position::parse_fen`], except those [about
    /// history](PositionError::is_about_history).
    pub fn parse_fen_ignoring_history(text: &str, form: Form) -> Result<Position, FenError> {
        position(text, form, Position::ignoring_history)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Parses a FEN; see [`Position::parse_fen`].
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::parse_fen(text)
    }
}

fn position(
    text: &str,
    form: Form,
    check: fn(Setup) -> Result<Position, PositionError>,
) -> Result<Position, FenError> {
    let (mut setup, places) = read(text, form)?;
    loop {
        let error = match check(setup) {
            Ok(position) => return Ok(position),
            Err(error) => error,
        };
        let located = places.locate(text, error);
        match located.field {
            Field::Castling if form == Form::Repaired => {
                // Such an error names the square of a rook with a right.
                setup.castling -= error.square().map_or(setup.castling, Bitboard::of);
            }
            Field::EnPassant if form == Form::Repaired => setup.en_passant = None,
            _ => return Err(located),
        }
    }
}

/// The board, and the offsets of the fields that a [`PositionError`] can refer to.
struct Places {
    pieces: Board,
    board: usize,
    castling: usize,
    en_passant: usize,
    fullmoves: usize,
}

impl Places {
    /// Converts the error of a position to a [`FenError`] at the character that causes it.
    fn locate(&self, text: &str, error: PositionError) -> FenError {
        let (field, at) = match error.kind {
            PositionErrorKind::CastlingWithoutRook(_)
            | PositionErrorKind::CastlingOffFirstRank(_)
            | PositionErrorKind::TwoCastlingRooks(_) => {
                (Field::Castling, self.castling + self.castling_offset(text, error.square()))
            }
            PositionErrorKind::EnPassantRank(_)
            | PositionErrorKind::EnPassantWithoutPawn(_)
            | PositionErrorKind::EnPassantBlocked(_)
            | PositionErrorKind::EnPassantAfterCheck(_) => (Field::EnPassant, self.en_passant),
            PositionErrorKind::MoveNumberZero => (Field::Fullmoves, self.fullmoves),
            _ => (Field::Board, self.board + self.board_offset(text, error.square())),
        };
        FenError { kind: FenErrorKind::Position(error), field, at }
    }

    /// Returns the offset in the castling field of the letter of a rook.
    fn castling_offset(&self, text: &str, rook: Option<Square>) -> usize {
        let is_of_rook = |letter| castling::rook(letter, &self.pieces) == rook;
        text[self.castling..].find(is_of_rook).unwrap_or(0)
    }

    /// Returns the offset in the board field of the letter of a square.
    fn board_offset(&self, text: &str, square: Option<Square>) -> usize {
        let Some(square) = square else { return 0 };
        // The index of the square in the order of the text: rank 8 first.
        let wanted = u32::from(square.flip_vertical().index());
        let mut passed = 0;
        for (offset, letter) in text[self.board..].char_indices() {
            match letter.to_digit(10) {
                Some(empty) => passed += empty,
                None if letter == '/' => {}
                None if passed == wanted => return offset,
                None => passed += 1,
            }
        }
        0
    }
}

/// The text and the offset of the next byte to read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    form: Form,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, kind: FenErrorKind, field: Field, at: usize) -> Result<T, FenError> {
        Err(FenError { kind, field, at })
    }

    /// Consumes the next field and returns its text and offset; `None` at the end of the text.
    fn field(&mut self, field: Field) -> Result<Option<(&'t str, usize)>, FenError> {
        match self.form {
            Form::Lenient | Form::Repaired => self.skip_white_space(),
            Form::Strict | Form::Epd if field == Field::Board => {}
            Form::Strict | Form::Epd => {
                if self.rest().starts_with(' ') {
                    self.at += 1;
                }
            }
        }
        let start = self.at;
        let is_end = |c: char| match self.form {
            Form::Lenient | Form::Repaired => c.is_ascii_whitespace(),
            Form::Strict | Form::Epd => c == ' ',
        };
        let rest = self.rest();
        let length = rest.find(is_end).unwrap_or(rest.len());
        self.at += length;
        match length {
            0 if start < self.text.len() => self.error(FenErrorKind::ExtraSpace, field, start),
            0 => Ok(None),
            _ => Ok(Some((&rest[..length], start))),
        }
    }

    fn required(&mut self, field: Field) -> Result<(&'t str, usize), FenError> {
        match self.field(field)? {
            Some(found) => Ok(found),
            None => self.error(FenErrorKind::Missing, field, self.text.len()),
        }
    }

    fn skip_white_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn end(&mut self) -> Result<(), FenError> {
        if self.form.is_lenient() {
            self.skip_white_space();
        }
        if self.at < self.text.len() {
            return self.error(FenErrorKind::ExtraText, Field::End, self.at);
        }
        Ok(())
    }
}

fn read(text: &str, form: Form) -> Result<(Setup, Places), FenError> {
    let mut reader = Reader { text, at: 0, form };
    let (field, at_board) = reader.required(Field::Board)?;
    let board = board::read(field, at_board)?;
    let (field, at) = reader.required(Field::Turn)?;
    let turn = turn(field, at)?;
    let (field, at_castling) = reader.required(Field::Castling)?;
    let castling = castling::read(field, at_castling, &board, form == Form::Repaired)?;
    let (field, at_en_passant) = reader.required(Field::EnPassant)?;
    let en_passant = en_passant(field, at_en_passant)?;
    let (mut halfmoves, mut fullmoves, mut at_fullmoves) = (0, 1, text.len());
    if form != Form::Epd {
        if let Some((field, at)) = counter_field(&mut reader, Field::Halfmoves)? {
            halfmoves = counter(field, at, Field::Halfmoves, form)?;
        }
        if let Some((field, at)) = counter_field(&mut reader, Field::Fullmoves)? {
            at_fullmoves = at;
            fullmoves = counter(field, at, Field::Fullmoves, form)?;
            if form.is_lenient() {
                fullmoves = fullmoves.max(1);
            }
        }
    }
    reader.end()?;
    let setup = Setup { board, turn, castling, en_passant, halfmoves, fullmoves };
    let places = Places {
        pieces: board,
        board: at_board,
        castling: at_castling,
        en_passant: at_en_passant,
        fullmoves: at_fullmoves,
    };
    Ok((setup, places))
}

fn counter_field<'t>(
    reader: &mut Reader<'t>,
    field: Field,
) -> Result<Option<(&'t str, usize)>, FenError> {
    match reader.form {
        Form::Lenient | Form::Repaired => reader.field(field),
        Form::Strict | Form::Epd => reader.required(field).map(Some),
    }
}

fn turn(text: &str, at: usize) -> Result<Color, FenError> {
    let mut letters = text.char_indices();
    let (color, rest) = match letters.next() {
        Some((_, 'w')) => (Color::White, letters.next()),
        Some((_, 'b')) => (Color::Black, letters.next()),
        other => (Color::White, other),
    };
    match rest {
        None => Ok(color),
        Some((offset, found)) => {
            let kind = FenErrorKind::Unexpected(found);
            Err(FenError { kind, field: Field::Turn, at: at + offset })
        }
    }
}

fn en_passant(text: &str, start: usize) -> Result<Option<Square>, FenError> {
    let fail = |kind, offset| Err(FenError { kind, field: Field::EnPassant, at: start + offset });
    if let Some(rest) = text.strip_prefix('-') {
        return match rest.chars().next() {
            Some(found) => fail(FenErrorKind::Unexpected(found), 1),
            None => Ok(None),
        };
    }
    let mut letters = text.char_indices();
    let file = match letters.next() {
        Some((_, letter @ 'a'..='h')) => File::from_letter(letter),
        Some((offset, found)) => return fail(FenErrorKind::Unexpected(found), offset),
        None => None,
    };
    let rank = match letters.next() {
        Some((offset, found)) => match Rank::from_digit(found) {
            Some(rank) => Some(rank),
            None => return fail(FenErrorKind::Unexpected(found), offset),
        },
        None => None,
    };
    match (file.zip(rank), letters.next()) {
        (Some((file, rank)), None) => Ok(Some(Square::new(file, rank))),
        (_, Some((offset, found))) => fail(FenErrorKind::Unexpected(found), offset),
        (None, None) => fail(FenErrorKind::Missing, text.len()),
    }
}

/// Parses a counter: digits only. A leading zero is an error, except in a lenient form.
fn counter<N: TryFrom<u32>>(
    text: &str,
    start: usize,
    field: Field,
    form: Form,
) -> Result<N, FenError> {
    let fail = |kind, offset| Err(FenError { kind, field, at: start + offset });
    if text.len() > 1 && text.starts_with('0') && !form.is_lenient() {
        return fail(FenErrorKind::LeadingZero, 0);
    }
    let mut number = 0u32;
    for (offset, letter) in text.char_indices() {
        let Some(digit) = letter.to_digit(10) else {
            return fail(FenErrorKind::Unexpected(letter), offset);
        };
        match number.checked_mul(10).and_then(|tens| tens.checked_add(digit)) {
            Some(sum) => number = sum,
            None => return fail(FenErrorKind::TooLarge, 0),
        }
    }
    match N::try_from(number) {
        Ok(number) => Ok(number),
        Err(_) => fail(FenErrorKind::TooLarge, 0),
    }
}
