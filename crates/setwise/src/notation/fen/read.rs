//! Reading FEN.

use core::str::FromStr;

use super::{FenError, FenErrorKind, Field, board, castling};
use crate::{Board, Color, File, Position, PositionError, Rank, Setup, Square};

/// How much a FEN may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Six fields with one space between.
    #[default]
    Strict,
    /// The first four fields with one space between, as EPD has them; the counters are 0 and 1.
    Epd,
    /// Four to six fields with any ASCII white space around; a missing counter is 0 or 1, and a move
    /// number 0 is read as 1.
    Lenient,
}

impl Setup {
    /// Reads a FEN of six fields; the setup need not be playable.
    ///
    /// # Errors
    ///
    /// The text is not a FEN; the error names field and byte. Reading stops at the first error, so
    /// it takes no longer than the good part of the text.
    pub fn parse_fen(text: &str) -> Result<Setup, FenError> {
        Setup::parse_fen_form(text, Form::Strict)
    }

    /// Reads a FEN in a form of your choice; the setup need not be playable.
    ///
    /// # Errors
    ///
    /// As [`Setup::parse_fen`].
    pub fn parse_fen_form(text: &str, form: Form) -> Result<Setup, FenError> {
        read(text, form).map(|(setup, _)| setup)
    }
}

impl Position {
    /// Reads a FEN of six fields.
    ///
    /// ```
    /// use setwise::{notation::fen::Field, Position};
    ///
    /// let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// assert_eq!(Position::parse_fen(kiwipete)?.count_legal_moves(), 48);
    ///
    /// let error = Position::parse_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "board, character 1: black has no king");
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a FEN, or the position cannot be played; the error names field and byte.
    pub fn parse_fen(text: &str) -> Result<Position, FenError> {
        Position::parse_fen_form(text, Form::Strict)
    }

    /// Reads a FEN in a form of your choice.
    ///
    /// # Errors
    ///
    /// As [`Position::parse_fen`].
    pub fn parse_fen_form(text: &str, form: Form) -> Result<Position, FenError> {
        let (setup, places) = read(text, form)?;
        Position::try_from(setup).map_err(|error| places.locate(text, error))
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// As [`Position::parse_fen`].
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::parse_fen(text)
    }
}

/// Where the fields of a FEN begin that a [`PositionError`] can speak of.
struct Places {
    men: Board,
    board: usize,
    castling: usize,
    en_passant: usize,
    fullmoves: usize,
}

impl Places {
    /// The error of a position at the character of the text that it is about.
    fn locate(&self, text: &str, error: PositionError) -> FenError {
        let (field, at) = match error {
            PositionError::CastlingWithoutRook(_)
            | PositionError::CastlingOffFirstRank(_)
            | PositionError::TwoCastlingRooks(_) => {
                (Field::Castling, self.castling + self.castling_offset(text, error.square()))
            }
            PositionError::EnPassantRank(_)
            | PositionError::EnPassantWithoutPawn(_)
            | PositionError::EnPassantBlocked(_)
            | PositionError::EnPassantAfterCheck(_) => (Field::EnPassant, self.en_passant),
            PositionError::MoveNumberZero => (Field::Fullmoves, self.fullmoves),
            _ => (Field::Board, self.board + self.board_offset(text, error.square())),
        };
        FenError { kind: FenErrorKind::Position(error), field, at }
    }

    /// How far into the castling field the letter is that names a rook.
    fn castling_offset(&self, text: &str, rook: Option<Square>) -> usize {
        let names_it = |letter| castling::rook(letter, &self.men) == rook;
        text[self.castling..].find(names_it).unwrap_or(0)
    }

    /// How far into the board's field the letter of a square is.
    fn board_offset(&self, text: &str, square: Option<Square>) -> usize {
        let Some(square) = square else { return 0 };
        // Squares in the order of the text: the eighth rank first.
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

/// The text, and how far it has been read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    form: Form,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, kind: FenErrorKind, field: Field, at: usize) -> Result<T, FenError> {
        Err(FenError { kind, field, at })
    }

    /// Goes to the next field and gives its text and place; `None` at the end of the text.
    fn field(&mut self, field: Field) -> Result<Option<(&'t str, usize)>, FenError> {
        match self.form {
            Form::Lenient => self.skip_white_space(),
            Form::Strict | Form::Epd if field == Field::Board => {}
            Form::Strict | Form::Epd => {
                if self.rest().starts_with(' ') {
                    self.at += 1;
                }
            }
        }
        let start = self.at;
        let is_end = |c: char| match self.form {
            Form::Lenient => c.is_ascii_whitespace(),
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
        if self.form == Form::Lenient {
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
    let castling = castling::read(field, at_castling, &board)?;
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
            if form == Form::Lenient {
                fullmoves = fullmoves.max(1);
            }
        }
    }
    reader.end()?;
    let setup = Setup { board, turn, castling, en_passant, halfmoves, fullmoves };
    let places = Places {
        men: board,
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
        Form::Lenient => reader.field(field),
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
    if text == "-" {
        return Ok(None);
    }
    let fail = |kind, offset| Err(FenError { kind, field: Field::EnPassant, at: start + offset });
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

/// A counter: digits alone, without a zero in front unless it is the only one.
fn counter<N: TryFrom<u32>>(
    text: &str,
    start: usize,
    field: Field,
    form: Form,
) -> Result<N, FenError> {
    let fail = |kind, offset| Err(FenError { kind, field, at: start + offset });
    if text.len() > 1 && text.starts_with('0') && form != Form::Lenient {
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
