//! Positions in 24 bytes, or in 30 with their counters, for files and networks.
//!
//! ```text
//! byte    0        7 8                             23 24 25 26      29
//!        ┌──────────┬────────────────────────────────┬─────┬──────────┐
//!        │ occupied │ the men, two in each byte      │half-│ fullmoves│
//!        │ squares  │ │2│1│ │4│3│ … │32│31│          │moves│          │
//!        └──────────┴────────────────────────────────┴─────┴──────────┘
//! ```
//!
//! The occupied squares are a [`Bitboard`]'s word, a1 in bit 0 and h8 in bit 63.
//! The men follow in the order of their squares from a1 on, four bits each, the first of two in the
//! lower half of its byte, and zeros after the last. The counters come in the longer form only, so
//! that the shorter one is its beginning. All numbers are little-endian.
//!
//! | four bits | man |
//! |---|---|
//! | 0–5 | White's pawn, knight, bishop, rook, queen, king |
//! | 6–11 | Black's, in the same order |
//! | 12 | a pawn that has just made a double step, of the side whose fourth rank it stands on |
//! | 13, 14 | a rook that may castle, White's and Black's |
//! | 15 | Black's king, with Black to move |
//!
//! So what is not a man needs no place of its own. A position has one packed form, and no other
//! bytes are read as it: equal bytes are equal positions.
//!
//! After the compact boards of Disservin's chess-library,
//! <https://github.com/Disservin/chess-library>, which use the spare numbers alike.

use core::fmt;

use crate::{Bitboard, Color, Piece, Position, PositionError, Rank, Role, Setup, Square};

/// Bytes of a position without its counters.
pub const SIZE: usize = 24;

/// Bytes of a position with its counters.
pub const SIZE_WITH_COUNTERS: usize = 30;

const JUST_STEPPED: u8 = 12;
const WHITE_CASTLES: u8 = 13;
const BLACK_CASTLES: u8 = 14;
const BLACK_MOVES: u8 = 15;

/// Why some bytes are no packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnpackError {
    /// More than 32 squares are occupied.
    TooManyMen(u32),
    /// There is a man on this square that cannot have made the last double step: it stands on
    /// neither fourth rank, or is the second that has.
    DoubleStep(Square),
    /// The byte should be zero, after the last man, or the upper half of it.
    Filling {
        /// Its number, from 0 on.
        byte: usize,
    },
    /// The position cannot be played.
    Position(PositionError),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::TooManyMen(count) => write!(f, "{count} men, and 32 are the most"),
            UnpackError::DoubleStep(square) => {
                write!(f, "a pawn on {square} cannot have made the last double step")
            }
            UnpackError::Filling { byte } => {
                write!(f, "byte {byte} is not zero after the last man")
            }
            UnpackError::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for UnpackError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UnpackError::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl Position {
    /// The position without its counters, [packed](crate::notation::packed).
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// let bytes = Position::INITIAL.pack();
    /// assert_eq!(bytes[..9], [0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0x1d]);
    /// assert_eq!(Position::unpack(&bytes)?, Position::INITIAL);
    /// # Ok::<(), setwise::notation::packed::UnpackError>(())
    /// ```
    pub fn pack(&self) -> [u8; SIZE] {
        let occupied = self.board().occupied();
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        for (index, square) in occupied.into_iter().enumerate() {
            // Only an illegal move, played unchecked, can make more men than there is place for.
            if let Some(byte) = bytes.get_mut(8 + index / 2) {
                *byte |= self.code(square) << (index % 2 * 4);
            }
        }
        bytes
    }

    /// The position with its counters, packed.
    pub fn pack_with_counters(&self) -> [u8; SIZE_WITH_COUNTERS] {
        let mut bytes = [0; SIZE_WITH_COUNTERS];
        bytes[..SIZE].copy_from_slice(&self.pack());
        bytes[SIZE..26].copy_from_slice(&self.halfmoves().to_le_bytes());
        bytes[26..].copy_from_slice(&self.fullmoves().to_le_bytes());
        bytes
    }

    /// The position of some bytes, with its counters 0 and 1.
    ///
    /// # Errors
    ///
    /// The bytes are no position packed, or one that cannot be played.
    pub fn unpack(bytes: &[u8; SIZE]) -> Result<Position, UnpackError> {
        Position::try_from(setup(bytes)?).map_err(UnpackError::Position)
    }

    /// The position of some bytes, with its counters.
    ///
    /// # Errors
    ///
    /// As [`Position::unpack`].
    pub fn unpack_with_counters(bytes: &[u8; SIZE_WITH_COUNTERS]) -> Result<Position, UnpackError> {
        let [men @ .., h0, h1, f0, f1, f2, f3] = bytes;
        let setup = Setup {
            halfmoves: u16::from_le_bytes([*h0, *h1]),
            fullmoves: u32::from_le_bytes([*f0, *f1, *f2, *f3]),
            ..setup(men)?
        };
        Position::try_from(setup).map_err(UnpackError::Position)
    }

    /// The four bits of the man on an occupied square.
    fn code(&self, square: Square) -> u8 {
        let Some(Piece { color, role }) = self.board().piece_at(square) else { return 0 };
        let beyond = |passed: Square| Square::new(passed.file(), Rank::Fourth.relative_to(color));
        match (role, color) {
            (Role::Pawn, _)
                if color != self.turn() && self.en_passant().map(beyond) == Some(square) =>
            {
                JUST_STEPPED
            }
            (Role::Rook, Color::White) if self.castling().contains(square) => WHITE_CASTLES,
            (Role::Rook, Color::Black) if self.castling().contains(square) => BLACK_CASTLES,
            (Role::King, Color::Black) if self.turn() == Color::Black => BLACK_MOVES,
            _ => Piece { color, role }.index(),
        }
    }
}

/// What the first 24 bytes say, playable or not.
fn setup(bytes: &[u8; SIZE]) -> Result<Setup, UnpackError> {
    let [b0, b1, b2, b3, b4, b5, b6, b7, men @ ..] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]));
    if occupied.count() > 32 {
        return Err(UnpackError::TooManyMen(occupied.count()));
    }
    let mut setup = Setup::EMPTY;
    let mut codes = (8..).zip(men).flat_map(|(byte, two)| [(byte, two & 15), (byte, two >> 4)]);
    for (square, (_, code)) in occupied.into_iter().zip(&mut codes) {
        put(&mut setup, square, code)?;
    }
    match codes.find(|&(_, code)| code != 0) {
        Some((byte, _)) => Err(UnpackError::Filling { byte }),
        None => Ok(setup),
    }
}

/// Puts a man on its square, with what its four bits say besides.
fn put(setup: &mut Setup, square: Square, code: u8) -> Result<(), UnpackError> {
    let piece = match (Piece::from_index(code), code) {
        (Some(piece), _) => piece,
        (None, JUST_STEPPED) => {
            let (color, passed) = match square.rank() {
                Rank::Fourth => (Color::White, Rank::Third),
                Rank::Fifth => (Color::Black, Rank::Sixth),
                _ => return Err(UnpackError::DoubleStep(square)),
            };
            if setup.en_passant.replace(Square::new(square.file(), passed)).is_some() {
                return Err(UnpackError::DoubleStep(square));
            }
            Piece { color, role: Role::Pawn }
        }
        (None, WHITE_CASTLES | BLACK_CASTLES) => {
            setup.castling |= Bitboard::of(square);
            let color = if code == WHITE_CASTLES { Color::White } else { Color::Black };
            Piece { color, role: Role::Rook }
        }
        // BLACK_MOVES is what is left of four bits.
        (None, _) => {
            setup.turn = Color::Black;
            Piece { color: Color::Black, role: Role::King }
        }
    };
    setup.board.put(square, piece);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(fen: &str) -> [u8; SIZE] {
        fen.parse::<Position>().expect(fen).pack()
    }

    /// The table of this page, man by man.
    #[test]
    fn the_layout_is_as_drawn() {
        let bytes = packed("4k3/8/8/3pP3/8/8/8/R3K2R w Q d6 0 1");
        // a1 and e1, h1; d5 and e5; e8.
        assert_eq!(bytes[..8], [0x91, 0, 0, 0, 0x18, 0, 0, 0x10]);
        // The rook that may castle, the king; the rook that may not, the pawn that stepped; the
        // pawn, Black's king.
        assert_eq!(bytes[8..], [0x5d, 0xc3, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(packed("r3k3/8/8/8/8/8/8/4K3 b q - 0 1")[8..10], [0xe5, 0x0f]);

        let long: Position = "4k3/8/8/8/8/8/8/4K3 w - - 258 50595078".parse().expect("a FEN");
        assert_eq!(long.pack_with_counters()[24..], [2, 1, 6, 5, 4, 3]);
        assert_eq!(long.pack_with_counters()[..24], long.pack());
    }

    /// Nothing that the generator asks is lost on the way: castling past other men, once unpacked, is
    /// no more legal than before (chess-library #218 and #219).
    #[test]
    fn an_unpacked_position_castles_as_before() {
        for (fen, castlings) in [
            ("r1b1k2r/8/8/8/8/8/8/R3KB1R w KQkq - 0 1", 1),
            ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", 1),
            ("1rk3r1/8/8/8/8/8/8/1RK2BR1 w GBgb - 0 1", 1),
            ("4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1", 2),
        ] {
            let unpacked = Position::unpack(&packed(fen)).expect(fen);
            let moves = unpacked.legal_moves();
            assert_eq!(moves.iter().filter(|mv| mv.is_castle()).count(), castlings, "{fen}");
            assert_eq!(moves[..], fen.parse::<Position>().expect(fen).legal_moves()[..]);
        }
    }

    #[test]
    fn bytes_that_are_no_position() {
        let initial = Position::INITIAL.pack();
        let with = |changes: &[(usize, u8)]| {
            let mut bytes = initial;
            changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
            Position::unpack(&bytes)
        };
        assert_eq!(with(&[(4, 1)]), Err(UnpackError::TooManyMen(33)));
        assert_eq!(with(&[(0, 0), (1, 0), (17, 0x10)]), Err(UnpackError::Filling { byte: 16 }));
        assert_eq!(with(&[(8, 0x1c)]), Err(UnpackError::DoubleStep(Square::A1)));
        // White's pawns on the fourth rank, two of them marked.
        let two = with(&[(1, 0), (3, 0xff), (12, 0x0c), (13, 0x0c)]);
        assert_eq!(two, Err(UnpackError::DoubleStep(Square::C4)));
        let king = with(&[(10, 0x42)]);
        assert_eq!(king, Err(UnpackError::Position(PositionError::NoKing(Color::White))));

        let mut long = Position::INITIAL.pack_with_counters();
        long[26] = 0;
        let error = Position::unpack_with_counters(&long).expect_err("the first move is 1");
        assert_eq!(error, UnpackError::Position(PositionError::MoveNumberZero));
    }
}
