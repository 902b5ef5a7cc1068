//! Reading FEN.

use core::fmt;
use core::str::FromStr;

use crate::{
    Bitboard, Board, Color, Direction, File, Piece, Position, PositionError, Rank, Role, Setup,
    Square, rays,
};

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

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Field {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    /// What stands after the last field.
    End,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Turn => "side to move",
            Field::Castling => "castling rights",
            Field::EnPassant => "en passant square",
            Field::Halfmoves => "halfmove counter",
            Field::Fullmoves => "move number",
            Field::End => "end",
        })
    }
}

/// What is wrong with a FEN, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// In which field.
    pub field: Field,
    /// At which byte of the text, which is also at which character, because what stands before an
    /// error is ASCII; the text's length for its end.
    pub at: usize,
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The field is not there.
    Missing,
    /// The character cannot stand here.
    Unexpected(char),
    /// The rank has more or fewer than eight squares; so many.
    RankLength(u32),
    /// There are more or fewer than eight ranks; so many, or nine for more.
    RankCount(u32),
    /// A castling letter that names no rook of that side beside its king.
    NoSuchRook(char),
    /// A castling right is given twice.
    Repeated(char),
    /// A number too large for its counter.
    TooLarge,
    /// A number with a zero in front.
    LeadingZero,
    /// There is more text after the last field, or more than one space between fields.
    Extra,
    /// The FEN is well formed, but the position cannot be played.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, character {}: ", self.field, self.at + 1)?;
        match self.kind {
            FenErrorKind::Missing => f.write_str("the field is missing"),
            FenErrorKind::Unexpected(found) => match self.field {
                Field::Board => write!(f, "{found:?} is neither a piece letter nor 1 to 8 nor /"),
                Field::Turn => write!(f, "{found:?} is not w or b"),
                Field::Castling => write!(f, "{found:?} is not a letter of KQkq or of a file"),
                Field::EnPassant => write!(f, "{found:?} is not part of a square or -"),
                _ => write!(f, "{found:?} is not a digit"),
            },
            FenErrorKind::RankLength(squares) => write!(f, "a rank of {squares} squares, not 8"),
            FenErrorKind::RankCount(9) => f.write_str("more than 8 ranks"),
            FenErrorKind::RankCount(ranks) => write!(f, "{ranks} ranks, not 8"),
            FenErrorKind::NoSuchRook(letter) => {
                write!(f, "{letter:?} names no rook that could castle with its king")
            }
            FenErrorKind::Repeated(letter) => write!(f, "{letter:?} names a right twice"),
            FenErrorKind::TooLarge => f.write_str("the number is too large"),
            FenErrorKind::LeadingZero => f.write_str("a number with a 0 in front"),
            FenErrorKind::Extra => f.write_str("more text than the fields need"),
            FenErrorKind::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            FenErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl Setup {
    /// Reads a FEN of six fields; the setup need not be playable.
    ///
    /// # Errors
    ///
    /// The text is not a FEN; the error names field and byte. Reading stops at the first error, so
    /// it takes no longer than the good part of the text.
    pub fn from_fen(text: &str) -> Result<Setup, FenError> {
        Setup::from_fen_form(text, Form::Strict)
    }

    /// Reads a FEN in a form of your choice; the setup need not be playable.
    ///
    /// # Errors
    ///
    /// As [`Setup::from_fen`].
    pub fn from_fen_form(text: &str, form: Form) -> Result<Setup, FenError> {
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
    /// assert_eq!(Position::from_fen(kiwipete)?.count_legal_moves(), 48);
    ///
    /// let error = Position::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "board, character 1: black has no king");
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a FEN, or the position cannot be played; the error names field and byte.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        Position::from_fen_form(text, Form::Strict)
    }

    /// Reads a FEN in a form of your choice.
    ///
    /// # Errors
    ///
    /// As [`Position::from_fen`].
    pub fn from_fen_form(text: &str, form: Form) -> Result<Position, FenError> {
        let (setup, places) = read(text, form)?;
        Position::try_from(setup).map_err(|error| places.locate(text, error))
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// As [`Position::from_fen`].
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
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
        let names_it = |letter| castling_rook(letter, &self.men) == rook;
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
            0 if start < self.text.len() => self.error(FenErrorKind::Extra, field, start),
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
            return self.error(FenErrorKind::Extra, Field::End, self.at);
        }
        Ok(())
    }
}

fn read(text: &str, form: Form) -> Result<(Setup, Places), FenError> {
    let mut reader = Reader { text, at: 0, form };
    let (field, at_board) = reader.required(Field::Board)?;
    let board = read_board(field, at_board)?;
    let (field, at) = reader.required(Field::Turn)?;
    let turn = turn(field, at)?;
    let (field, at_castling) = reader.required(Field::Castling)?;
    let castling = castling(field, at_castling, &board)?;
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

/// The first field, which begins at a byte of the text.
pub(crate) fn read_board(text: &str, start: usize) -> Result<Board, FenError> {
    let fail = |kind, offset| Err(FenError { kind, field: Field::Board, at: start + offset });
    let mut board = Board::EMPTY;
    let (mut ranks, mut squares) = (1, 0);
    let mut after_digit = false;
    for (offset, letter) in text.char_indices() {
        if letter == '/' {
            if squares != 8 {
                return fail(FenErrorKind::RankLength(squares), offset);
            }
            if ranks == 8 {
                return fail(FenErrorKind::RankCount(9), offset);
            }
            (ranks, squares, after_digit) = (ranks + 1, 0, false);
        } else if let digit @ '1'..='8' = letter {
            if after_digit {
                return fail(FenErrorKind::Unexpected(letter), offset);
            }
            squares += digit as u32 - '0' as u32;
            after_digit = true;
        } else {
            let Some(piece) = Piece::from_letter(letter) else {
                return fail(FenErrorKind::Unexpected(letter), offset);
            };
            if squares < 8 {
                let from_top = (ranks - 1) * 8 + squares;
                board.put(Square::ALL[from_top as usize].flip_vertical(), piece);
            }
            squares += 1;
            after_digit = false;
        }
        if squares > 8 {
            return fail(FenErrorKind::RankLength(squares), offset);
        }
    }
    if squares != 8 {
        return fail(FenErrorKind::RankLength(squares), text.len());
    }
    if ranks != 8 {
        return fail(FenErrorKind::RankCount(ranks), text.len());
    }
    Ok(board)
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

fn castling(text: &str, start: usize, board: &Board) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    for (offset, letter) in text.char_indices() {
        let fail = |kind| Err(FenError { kind, field: Field::Castling, at: start + offset });
        if !matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q') {
            return fail(FenErrorKind::Unexpected(letter));
        }
        match castling_rook(letter, board) {
            None => return fail(FenErrorKind::NoSuchRook(letter)),
            Some(rook) if rights.contains(rook) => return fail(FenErrorKind::Repeated(letter)),
            Some(rook) => rights = rights.with(rook),
        }
    }
    Ok(rights)
}

/// The rook that a letter of the castling field names.
fn castling_rook(letter: char, board: &Board) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        'k' => outermost_rook(board, color, Direction::East),
        'q' => outermost_rook(board, color, Direction::West),
        _ => {
            let square = Square::new(File::from_letter(letter)?, Rank::First.relative_to(color));
            board.pieces(color, Role::Rook).contains(square).then_some(square)
        }
    }
}

/// The rook farthest from a king on its first rank, in one direction.
fn outermost_rook(board: &Board, color: Color, side: Direction) -> Option<Square> {
    let king = board.pieces(color, Role::King).single()?;
    if king.rank() != Rank::First.relative_to(color) {
        return None;
    }
    let rooks = rays::ray(king, side) & board.pieces(color, Role::Rook);
    if side.is_positive() { rooks.last() } else { rooks.first() }
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
