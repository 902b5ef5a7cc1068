//! The text form and the compact form of each type.

use core::fmt;

use ::serde::de::{Error, Unexpected};

use super::Forms;
use crate::notation::fen::{self, EnPassantStyle};
use crate::notation::uci::{CastlingForm, Uci};
use crate::{Bitboard, Board, Color, Move, MoveKind, Piece, Position, Role, Square};

/// Returns the value of a text, or an error with the text and the expected form.
fn some<T: Forms, E: Error>(value: Option<T>, text: &str) -> Result<T, E> {
    value.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &T::EXPECTED))
}

/// Returns the value of a number, or an error with the number and the expected form.
fn of_number<T: Forms, E: Error>(value: Option<T>, number: impl Into<u64>) -> Result<T, E> {
    value.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number.into()), &T::EXPECTED))
}

impl Forms for Square {
    type Compact = u8;

    const EXPECTED: &'static str = "a square, such as e4";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read<E: Error>(text: &str) -> Result<Square, E> {
        some(text.parse().ok(), text)
    }

    fn compact(&self) -> u8 {
        self.index()
    }

    fn expand<E: Error>(index: u8) -> Result<Square, E> {
        of_number(Square::from_index(index), index)
    }
}

impl Forms for Color {
    type Compact = u8;

    const EXPECTED: &'static str = "white or black";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read<E: Error>(text: &str) -> Result<Color, E> {
        some(Color::ALL.into_iter().find(|color| color.name() == text), text)
    }

    fn compact(&self) -> u8 {
        *self as u8
    }

    fn expand<E: Error>(number: u8) -> Result<Color, E> {
        of_number(Color::ALL.get(usize::from(number)).copied(), number)
    }
}

impl Forms for Role {
    type Compact = u8;

    const EXPECTED: &'static str = "pawn, knight, bishop, rook, queen or king";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read<E: Error>(text: &str) -> Result<Role, E> {
        some(Role::ALL.into_iter().find(|role| role.name() == text), text)
    }

    fn compact(&self) -> u8 {
        *self as u8
    }

    fn expand<E: Error>(number: u8) -> Result<Role, E> {
        of_number(Role::ALL.get(usize::from(number)).copied(), number)
    }
}

impl Forms for Piece {
    type Compact = u8;

    const EXPECTED: &'static str = "the FEN letter of a piece, such as N or n";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }

    fn read<E: Error>(text: &str) -> Result<Piece, E> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        some(letter.and_then(Piece::from_letter), text)
    }

    fn compact(&self) -> u8 {
        self.index()
    }

    fn expand<E: Error>(number: u8) -> Result<Piece, E> {
        of_number(Piece::from_index(number), number)
    }
}

impl Forms for Bitboard {
    type Compact = u64;

    const EXPECTED: &'static str = "a set of squares: 0x and 16 hexadecimal digits";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}", self.0)
    }

    fn read<E: Error>(text: &str) -> Result<Bitboard, E> {
        let is_digits = |digits: &&str| {
            digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        };
        let digits = text.strip_prefix("0x").filter(is_digits);
        some(digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()).map(Bitboard), text)
    }

    fn compact(&self) -> u64 {
        self.0
    }

    fn expand<E: Error>(word: u64) -> Result<Bitboard, E> {
        Ok(Bitboard(word))
    }
}

impl Forms for Board {
    type Compact = [u8; 32];

    const EXPECTED: &'static str = "the first field of a FEN";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_board(self, f)
    }

    fn read<E: Error>(text: &str) -> Result<Board, E> {
        fen::read_board(text, 0).map_err(E::custom)
    }

    fn compact(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for square in self.occupied() {
            let code = self.piece_at(square).map_or(0, |piece| piece.index() + 1);
            bytes[usize::from(square.index() / 2)] |= code << (square.index() % 2 * 4);
        }
        bytes
    }

    fn expand<E: Error>(bytes: [u8; 32]) -> Result<Board, E> {
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            let byte = bytes[usize::from(square.index() / 2)];
            if let Some(index) = (byte >> (square.index() % 2 * 4) & 15).checked_sub(1) {
                board.put(square, Piece::expand(index)?);
            }
        }
        Ok(board)
    }
}

impl Forms for Uci {
    type Compact = (Square, Square, Option<Role>);

    const EXPECTED: &'static str = "a move in UCI notation, such as e2e4 or e7e8q";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read<E: Error>(text: &str) -> Result<Uci, E> {
        text.parse().map_err(E::custom)
    }

    fn compact(&self) -> (Square, Square, Option<Role>) {
        (self.from, self.to, self.promoted)
    }

    fn expand<E: Error>((from, to, promoted): Self::Compact) -> Result<Uci, E> {
        if promoted.is_none_or(|role| Role::PROMOTIONS.contains(&role)) {
            Ok(Uci { from, to, promoted })
        } else {
            Err(E::invalid_value(Unexpected::Other("promotion to pawn or king"), &Self::EXPECTED))
        }
    }
}

impl Forms for Move {
    type Compact = u16;

    const EXPECTED: &'static str = "a move, such as e2e4, e7e8q, e1h1 castle or e5d6 en passant";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.uci(CastlingForm::KingTakesRook))?;
        f.write_str(match self.kind() {
            MoveKind::Castle => " castle",
            MoveKind::EnPassant => " en passant",
            MoveKind::Normal | MoveKind::Promotion(_) => "",
        })
    }

    fn read<E: Error>(text: &str) -> Result<Move, E> {
        let (uci, rule) = text.split_once(' ').unwrap_or((text, ""));
        let mv = uci.parse().ok().and_then(|Uci { from, to, promoted }| match (promoted, rule) {
            (None, "") => Some(Move::normal(from, to)),
            (Some(role), "") => Move::promotion(from, to, role),
            (None, "castle") => Some(Move::castle(from, to)),
            (None, "en passant") => Some(Move::en_passant(from, to)),
            _ => None,
        });
        // A space must be followed by a rule.
        some(mv.filter(|_| rule.is_empty() != text.contains(' ')), text)
    }

    fn compact(&self) -> u16 {
        self.to_bits()
    }

    fn expand<E: Error>(bits: u16) -> Result<Move, E> {
        of_number(Move::from_bits(bits), bits)
    }
}

impl Forms for Position {
    type Compact = [u8; 30];

    const EXPECTED: &'static str = "a FEN";

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.fen().en_passant(EnPassantStyle::Always), f)
    }

    fn read<E: Error>(text: &str) -> Result<Position, E> {
        text.parse().map_err(E::custom)
    }

    fn compact(&self) -> [u8; 30] {
        self.pack_with_counters()
    }

    fn expand<E: Error>(bytes: [u8; 30]) -> Result<Position, E> {
        Position::unpack_with_counters(&bytes).map_err(E::custom)
    }
}
