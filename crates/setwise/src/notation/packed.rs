//! Positions packed into 24 bytes, or 30 bytes with the counters, for files and networks.
//!
//! # Layout
//!
//! ```text
//! byte    0        7 8                             23 24 25 26      29
//!        ┌──────────┬────────────────────────────────┬─────┬──────────┐
//!        │ occupied │ piece codes, two in each byte  │half-│ fullmoves│
//!        │ squares  │ │2│1│ │4│3│ … │32│31│          │moves│          │
//!        └──────────┴────────────────────────────────┴─────┴──────────┘
//! ```
//!
//! Bytes 0 to 7 are the [`Bitboard`] of occupied squares: a1 in bit 0, h8 in bit 63.
//! Bytes 8 to 23 hold one four-bit code per piece, in the order of the squares from a1 to h8. The
//! first piece of each pair is in the low half of its byte. Unused codes are zero. Only the longer
//! form has the counters, so the shorter form is a prefix of it. All numbers are little-endian.
//!
//! | code | piece |
//! |---|---|
//! | 0–5 | white pawn, knight, bishop, rook, queen, king |
//! | 6–11 | black pawn, knight, bishop, rook, queen, king |
//! | 12 | a pawn that has just made a double step; its rank, 4 or 5, gives its color |
//! | 13, 14 | a white or black rook with a castling right |
//! | 15 | the black king when Black is to move |
//!
//! The side to move, the castling rights and the en passant square are therefore part of the piece
//! codes. The encoding is canonical: each position has exactly one packed form, so equal bytes mean
//! equal positions.
//!
//! The use of the spare codes follows the compact boards of Disservin's chess-library,
//! <https://github.com/Disservin/chess-library>.

use core::fmt;

use crate::{Bitboard, Color, Piece, Position, PositionError, Rank, Role, Setup, Square};

/// The size in bytes of a packed position without counters.
pub const SIZE: usize = 24;

/// The size in bytes of a packed position with counters.
pub const SIZE_WITH_COUNTERS: usize = 30;

const JUST_STEPPED: u8 = 12;
const WHITE_CASTLES: u8 = 13;
const BLACK_CASTLES: u8 = 14;
const BLACK_MOVES: u8 = 15;

/// The error of [`Position::unpack`] and [`Position::unpack_with_counters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnpackError {
    /// More than 32 squares are occupied; contains the number of occupied squares.
    TooManyPieces(u32),
    /// The pawn on this square is marked as having just made a double step, but it stands on
    /// neither rank 4 nor rank 5, or an earlier pawn has the same mark.
    DoubleStep(Square),
    /// A code after the last piece is not zero.
    Filling {
        /// The index of the byte that contains the code, from 0.
        byte: usize,
    },
    /// The bytes encode a setup that is not a playable position.
    Position(PositionError),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::TooManyPieces(count) => {
                write!(f, "bytes 0 to 7 mark {count} occupied squares (expected at most 32)")
            }
            UnpackError::DoubleStep(square) => write!(
                f,
                "the pawn on {square} is marked as having just made a double step \
                 (expected at most one such pawn, on rank 4 or 5)",
            ),
            UnpackError::Filling { byte } => {
                write!(f, "byte {byte} has bits set after the last piece (expected 0)")
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

impl Setup {
    /// Returns the setup that the bytes encode; the halfmove clock is 0 and the fullmove number 1.
    /// The setup need not be playable.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not the packed form of a setup.
    pub fn unpack(bytes: &[u8; SIZE]) -> Result<Setup, UnpackError> {
        let [b0, b1, b2, b3, b4, b5, b6, b7, pieces @ ..] = *bytes;
        let occupied = Bitboard(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]));
        if occupied.count() > 32 {
            return Err(UnpackError::TooManyPieces(occupied.count()));
        }
        let mut setup = Setup::EMPTY;
        let mut codes =
            (8..).zip(pieces).flat_map(|(byte, two)| [(byte, two & 15), (byte, two >> 4)]);
        for (square, (_, code)) in occupied.into_iter().zip(&mut codes) {
            put(&mut setup, square, code)?;
        }
        match codes.find(|&(_, code)| code != 0) {
            Some((byte, _)) => Err(UnpackError::Filling { byte }),
            None => Ok(setup),
        }
    }

    /// Returns the setup that the bytes encode, with its counters. The setup need not be playable.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Setup::unpack`].
    pub fn unpack_with_counters(bytes: &[u8; SIZE_WITH_COUNTERS]) -> Result<Setup, UnpackError> {
        let [pieces @ .., h0, h1, f0, f1, f2, f3] = bytes;
        Ok(Setup {
            halfmoves: u16::from_le_bytes([*h0, *h1]),
            fullmoves: u32::from_le_bytes([*f0, *f1, *f2, *f3]),
            ..Setup::unpack(pieces)?
        })
    }
}

impl Position {
    /// Returns the position without its counters in [packed form](crate::notation::packed).
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
        let codes = gathered(self.codes(), occupied.0);
        // More than 32 pieces are possible only after an illegal move played unchecked.
        let half = |half: u32| {
            let spread = codes.map(|set| spread((set >> (16 * half)) as u16));
            spread[0] | spread[1] << 1 | spread[2] << 2 | spread[3] << 3
        };
        let halves = [half(0), half(1)];
        bytes[8..16].copy_from_slice(&halves[0].to_le_bytes());
        bytes[16..].copy_from_slice(&halves[1].to_le_bytes());
        bytes
    }

    /// Returns the position with its counters in [packed form](crate::notation::packed).
    pub fn pack_with_counters(&self) -> [u8; SIZE_WITH_COUNTERS] {
        let mut bytes = [0; SIZE_WITH_COUNTERS];
        bytes[..SIZE].copy_from_slice(&self.pack());
        bytes[SIZE..26].copy_from_slice(&self.halfmoves().to_le_bytes());
        bytes[26..].copy_from_slice(&self.fullmoves().to_le_bytes());
        bytes
    }

    /// Returns the position that the bytes encode; the halfmove clock is 0 and the fullmove number 1.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not the packed form of a setup, or if the setup is not a
    /// playable position. A position of [`Position::ignoring_history`] is refused too; read it by
    /// [`Setup::unpack`].
    pub fn unpack(bytes: &[u8; SIZE]) -> Result<Position, UnpackError> {
        Position::try_from(Setup::unpack(bytes)?).map_err(UnpackError::Position)
    }

    /// Returns the position that the bytes encode, with its counters.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Position::unpack`].
    pub fn unpack_with_counters(bytes: &[u8; SIZE_WITH_COUNTERS]) -> Result<Position, UnpackError> {
        Position::try_from(Setup::unpack_with_counters(bytes)?).map_err(UnpackError::Position)
    }

    /// Returns the codes of the pieces as sets: the set at index `n` contains the squares of the
    /// pieces in whose code bit `n` is 1.
    fn codes(&self) -> [u64; 4] {
        let board = self.board();
        let [pawns, knights, bishops, rooks, queens, kings] =
            Role::ALL.map(|role| board.role(role));
        let black = board.color(Color::Black);
        // From 0 to 5 for white pieces, and 6 more for black ones.
        let mut codes = [
            knights | rooks | kings,
            (bishops | rooks) ^ black,
            ((queens | kings) - black) | ((pawns | knights) & black),
            black - (pawns | knights),
        ]
        .map(|set| set.0);
        let mut replace = |squares: Bitboard, code: u8| {
            for (bit, with_bit) in codes.iter_mut().enumerate() {
                *with_bit &= !squares.0;
                *with_bit |= if code >> bit & 1 != 0 { squares.0 } else { 0 };
            }
        };
        if let Some(passed) = self.en_passant() {
            let target = Square::new(passed.file(), Rank::Fourth.relative_to(!self.turn()));
            replace(Bitboard::of(target) & board.pieces(!self.turn(), Role::Pawn), JUST_STEPPED);
        }
        for (color, code) in [(Color::White, WHITE_CASTLES), (Color::Black, BLACK_CASTLES)] {
            replace(self.castling_rooks() & board.pieces(color, Role::Rook), code);
        }
        if self.turn() == Color::Black {
            replace(board.pieces(Color::Black, Role::King), BLACK_MOVES);
        }
        codes
    }
}

/// Moves the bits of sets that are at the places of a mask to the lowest places, in their order, as
/// the instruction PEXT does. All sets share the steps for the mask.
///
/// The method is by Guy Steele (in Henry Warren, *Hacker's Delight*, second edition, 2012, section
/// 7-4).
fn gathered(mut sets: [u64; 4], mut mask: u64) -> [u64; 4] {
    sets.iter_mut().for_each(|set| *set &= mask);
    // The places with a 0 of the mask directly below them; in later rounds, the places that count.
    let mut zeros = !mask << 1;
    for distance in [1, 2, 4, 8, 16, 32] {
        // The places at or above an odd number of them.
        let mut odd = zeros;
        for shift in [1, 2, 4, 8, 16, 32] {
            odd ^= odd << shift;
        }
        let moved = odd & mask;
        mask = mask ^ moved | moved >> distance;
        for set in &mut sets {
            let bits = *set & moved;
            *set = *set ^ bits | bits >> distance;
        }
        zeros &= !odd;
    }
    sets
}

/// Returns a word whose bits 0, 4, 8, … are the bits of a set.
fn spread(set: u16) -> u64 {
    let mut word = u64::from(set);
    for (shift, kept) in [
        (24, 0x0000_00ff_0000_00ff),
        (12, 0x000f_000f_000f_000f),
        (6, 0x0303_0303_0303_0303),
        (3, 0x1111_1111_1111_1111),
    ] {
        word = (word | word << shift) & kept;
    }
    word
}

/// Puts the piece of a code on its square, and sets the other state that the code implies.
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
        // Only BLACK_MOVES is left of the 16 codes.
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

    /// Compares with moving one bit after the other, for masks of every density.
    #[test]
    fn bits_are_gathered_in_their_order() {
        let mut random = 1u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        for round in 0..4000 {
            let mask = match round % 4 {
                0 => next() & next() & next(),
                1 => next() & next(),
                2 => next() | next(),
                _ => [0, u64::MAX, 1, 1 << 63, next()][round / 4 % 5],
            };
            let sets = [0; 4].map(|_| next());
            let expected = sets.map(|set| {
                let places = (0..64).filter(|place| mask >> place & 1 != 0);
                let bits = places.enumerate().map(|(index, place)| (set >> place & 1) << index);
                bits.sum::<u64>()
            });
            assert_eq!(gathered(sets, mask), expected, "{mask:#x}");
        }
    }

    #[test]
    fn bits_are_spread_to_every_fourth_place() {
        for set in 0..=u16::MAX {
            let expected = (0..16).map(|bit| u64::from(set >> bit & 1) << (4 * bit)).sum();
            assert_eq!(spread(set), expected, "{set:#x}");
        }
    }

    fn packed(fen: &str) -> [u8; SIZE] {
        fen.parse::<Position>().expect(fen).pack()
    }

    /// Checks the codes of the module documentation piece by piece.
    #[test]
    fn packed_bytes_match_the_documented_layout() {
        let bytes = packed("4k3/8/8/3pP3/8/8/8/R3K2R w Q d6 0 1");
        // a1 and e1, h1; d5 and e5; e8.
        assert_eq!(bytes[..8], [0x91, 0, 0, 0, 0x18, 0, 0, 0x10]);
        // A rook with a castling right and the king; a rook without one and the pawn that has just
        // made a double step; the other pawn and the black king.
        assert_eq!(bytes[8..], [0x5d, 0xc3, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(packed("r3k3/8/8/8/8/8/8/4K3 b q - 0 1")[8..10], [0xe5, 0x0f]);

        let long: Position = "4k3/8/8/8/8/8/8/4K3 w - - 258 50595078".parse().expect("a FEN");
        assert_eq!(long.pack_with_counters()[24..], [2, 1, 6, 5, 4, 3]);
        assert_eq!(long.pack_with_counters()[..24], long.pack());
    }

    /// Unpacking preserves everything that move generation needs: castling over blockers is not
    /// legal in the unpacked position either (chess-library #218 and #219).
    #[test]
    fn unpacked_positions_have_the_same_castling_moves() {
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
    fn invalid_bytes_are_refused() {
        let initial = Position::INITIAL.pack();
        let with = |changes: &[(usize, u8)]| {
            let mut bytes = initial;
            changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
            Position::unpack(&bytes)
        };
        assert_eq!(with(&[(4, 1)]), Err(UnpackError::TooManyPieces(33)));
        assert_eq!(with(&[(0, 0), (1, 0), (17, 0x10)]), Err(UnpackError::Filling { byte: 16 }));
        assert_eq!(with(&[(8, 0x1c)]), Err(UnpackError::DoubleStep(Square::A1)));
        // White's pawns on rank 4, two of them marked as having made a double step.
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
