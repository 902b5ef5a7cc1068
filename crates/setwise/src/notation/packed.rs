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

mod bits;
mod error;

use bits::{Arithmetic, Bits, Instructions};
pub use error::UnpackError;
use error::UnpackErrorKind;

use crate::{Bitboard, Board, Color, Piece, Position, Rank, Role, Setup, Square};

/// The size in bytes of a packed position without counters.
pub const SIZE: usize = 24;

/// The size in bytes of a packed position with counters.
pub const SIZE_WITH_COUNTERS: usize = 30;

const JUST_STEPPED: u8 = 12;
const WHITE_CASTLES: u8 = 13;
const BLACK_CASTLES: u8 = 14;
const BLACK_MOVES: u8 = 15;

impl Setup {
    /// Returns the setup that the bytes encode; the halfmove clock is 0 and the fullmove number 1.
    /// The setup need not be playable.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not the packed form of a setup.
    pub fn unpack(bytes: &[u8; SIZE]) -> Result<Setup, UnpackError> {
        unpacked(bytes, Some).map_or_else(|| by_pieces(bytes), Ok)
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
        let codes = bits::gathered(self.codes(), occupied.0);
        // More than 32 pieces are possible only after an illegal move played unchecked.
        let half = |half: u32| {
            let spread = codes.map(|set| bits::spread((set >> (16 * half)) as u16));
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
        match unpacked(bytes, Position::plainly_playable) {
            Some(position) => Ok(position),
            None => Ok(Position::try_from(Setup::unpack(bytes)?)?),
        }
    }

    /// Returns the position that the bytes encode, with its counters.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Position::unpack`].
    pub fn unpack_with_counters(bytes: &[u8; SIZE_WITH_COUNTERS]) -> Result<Position, UnpackError> {
        let [pieces @ .., h0, h1, f0, f1, f2, f3] = bytes;
        let halfmoves = u16::from_le_bytes([*h0, *h1]);
        let fullmoves = u32::from_le_bytes([*f0, *f1, *f2, *f3]);
        let unpacked = unpacked(
            pieces,
            #[inline(always)]
            |setup| Position::plainly_playable(Setup { halfmoves, fullmoves, ..setup }),
        );
        match unpacked {
            Some(position) => Ok(position),
            None => Ok(Position::try_from(Setup::unpack_with_counters(bytes)?)?),
        }
    }

    /// Unpacks rows to the positions of a slice, until a row is not a playable position or one of
    /// both ends, and returns the number of rows that were unpacked. It is faster than to call
    /// [`Position::unpack`] for each. The other positions of the slice have any value afterwards.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// let good = Position::INITIAL.pack();
    /// let mut positions = [Position::INITIAL; 3];
    /// assert_eq!(Position::unpack_rows([&good, &good, &[0; 24]], &mut positions), 2);
    /// assert!(Position::unpack(&[0; 24]).is_err());
    /// ```
    pub fn unpack_rows<'b>(
        rows: impl IntoIterator<Item = &'b [u8; SIZE]>,
        positions: &mut [Position],
    ) -> usize {
        let rows = rows.into_iter().zip(positions);
        match Instructions::new() {
            Some(instructions) => instructions.call(
                (instructions, rows),
                #[inline(always)]
                |(instructions, rows)| unpack_rows(instructions, rows),
            ),
            None => unpack_rows(Arithmetic, rows),
        }
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

/// Calls a function with the setup that the bytes encode. Returns its result, or `None` if the
/// bytes are not the packed form of a setup. The function must be `#[inline(always)]`.
#[inline]
fn unpacked<T>(bytes: &[u8; SIZE], function: impl Fn(Setup) -> Option<T>) -> Option<T> {
    match Instructions::new() {
        Some(instructions) => instructions.call(
            (instructions, bytes),
            #[inline(always)]
            |(instructions, bytes)| by_sets(instructions, bytes).and_then(&function),
        ),
        None => by_sets(Arithmetic, bytes).and_then(function),
    }
}

/// Does what [`Position::unpack_rows`] does.
#[inline(always)]
fn unpack_rows<'b, 'p>(
    bits: impl Bits,
    rows: impl Iterator<Item = (&'b [u8; SIZE], &'p mut Position)>,
) -> usize {
    let mut unpacked = 0;
    for (bytes, position) in rows {
        let is_plain = by_sets(bits, bytes).is_some_and(
            #[inline(always)]
            |setup| position.set_if_plainly_playable(setup),
        );
        if !is_plain {
            match Position::unpack(bytes) {
                Ok(checked) => *position = checked,
                Err(_) => break,
            }
        }
        unpacked += 1;
    }
    unpacked
}

/// Unpacks all pieces at once, as sets. Returns `None` if the bytes are not the packed form of a
/// setup; [`by_pieces`] has the reason.
#[inline(always)]
fn by_sets(bits: impl Bits, bytes: &[u8; SIZE]) -> Option<Setup> {
    let (words, _) = bytes.as_chunks::<8>();
    let [occupied, low, high] = words else { return None };
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (occupied, low, high) = (word(occupied), word(low), word(high));
    let count = occupied.count_ones();
    if count > 32 {
        return None;
    }
    // In two steps, because a shift by all 128 bits is none.
    let filling = (u128::from(high) << 64 | u128::from(low)) >> (2 * count) >> (2 * count);
    if filling != 0 {
        return None;
    }
    let [one, two, four, eight] = bits.scattered(bits.sets([low, high]), occupied);
    let [one, two, four, eight] = [Bitboard(one), Bitboard(two), Bitboard(four), Bitboard(eight)];
    let occupied = Bitboard(occupied);

    let spare = four & eight;
    let stepped = spare - one - two;
    let castling = spare & (one ^ two);
    let black_moves = spare & one & two;
    // The codes 0 and 6, 1 and 7, 2 and 8, and so on.
    let pawns_or_knights = occupied - eight - (two ^ four);
    let bishops_or_rooks = (two ^ eight) - four;
    let queens_or_kings = (four ^ eight) - (two ^ eight);
    let roles = [
        (pawns_or_knights - one) | stepped,
        pawns_or_knights & one,
        bishops_or_rooks - one,
        (bishops_or_rooks & one) | castling,
        queens_or_kings - one,
        (queens_or_kings & one) | black_moves,
    ];
    let fifth = Bitboard::rank(Rank::Fifth);
    let black = ((four & two) - eight) | (eight - four) | (spare & two) | (stepped & fifth);
    let en_passant = match stepped.first() {
        None => None,
        Some(square) => {
            let passed = match square.rank() {
                Rank::Fourth => Rank::Third,
                Rank::Fifth => Rank::Sixth,
                _ => return None,
            };
            if stepped.more_than_one() {
                return None;
            }
            Some(Square::new(square.file(), passed))
        }
    };
    Some(Setup {
        board: Board::of_sets(roles, [occupied - black, black]),
        turn: if black_moves.any() { Color::Black } else { Color::White },
        castling,
        en_passant,
        ..Setup::INITIAL
    })
}

/// Unpacks one piece after the other.
///
/// # Errors
///
/// The bytes are not the packed form of a setup.
#[cold]
fn by_pieces(bytes: &[u8; SIZE]) -> Result<Setup, UnpackError> {
    let [b0, b1, b2, b3, b4, b5, b6, b7, pieces @ ..] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]));
    if occupied.count() > 32 {
        return Err(UnpackErrorKind::TooManyPieces(occupied.count()).into());
    }
    let mut setup = Setup::EMPTY;
    let mut codes = (8..).zip(pieces).flat_map(|(byte, two)| [(byte, two & 15), (byte, two >> 4)]);
    for (square, (_, code)) in occupied.into_iter().zip(&mut codes) {
        put(&mut setup, square, code)?;
    }
    match codes.find(|&(_, code)| code != 0) {
        Some((byte, _)) => Err(UnpackErrorKind::Filling { byte }.into()),
        None => Ok(setup),
    }
}

/// Puts the piece of a code on its square, and sets the other state that the code implies.
fn put(setup: &mut Setup, square: Square, code: u8) -> Result<(), UnpackError> {
    let piece = match (Piece::from_index(code), code) {
        (Some(piece), _) => piece,
        (None, JUST_STEPPED) => {
            let (color, passed) = match square.rank() {
                Rank::Fourth => (Color::White, Rank::Third),
                Rank::Fifth => (Color::Black, Rank::Sixth),
                _ => return Err(UnpackErrorKind::DoubleStep(square).into()),
            };
            if setup.en_passant.replace(Square::new(square.file(), passed)).is_some() {
                return Err(UnpackErrorKind::DoubleStep(square).into());
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
    use crate::random::Random;

    /// Rows of random codes, with few double steps and with bits after the last piece, are the same
    /// setups and errors by sets as piece by piece.
    #[test]
    fn all_pieces_at_once_are_the_pieces_one_by_one() {
        let mut random = Random::new();
        let mut next = || random.next();
        let [mut read, mut refused, mut passed] = [0; 3];
        for _ in 0..1_000_000 {
            // About 8, 16 or 32 pieces.
            let choice = next();
            let both = next() & next();
            let occupied = match choice >> 62 {
                0 => both & next(),
                1 => both | next() & both.rotate_left(7),
                _ => both,
            };
            let mut codes = u128::from(next()) << 64 | u128::from(next());
            let count = occupied.count_ones();
            if choice & 7 != 0 {
                codes &= u128::MAX.checked_shr(128 - 4 * count.min(32)).unwrap_or(0);
            }
            if choice & 8 != 0 {
                // Most double steps become white pawns.
                let every: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
                let stepped = codes >> 3 & codes >> 2 & !(codes >> 1) & !codes & every;
                codes &= !((stepped & !(stepped >> 1 & next() as u128)) * 12);
            }
            let mut bytes = [0; SIZE];
            bytes[..8].copy_from_slice(&occupied.to_le_bytes());
            bytes[8..].copy_from_slice(&codes.to_le_bytes());
            let expected = by_pieces(&bytes);
            assert_eq!(by_sets(Arithmetic, &bytes), expected.ok(), "{bytes:x?}");
            assert_eq!(unpacked(&bytes, Some), expected.ok(), "{bytes:x?}");
            assert_eq!(Setup::unpack(&bytes), expected, "{bytes:x?}");
            read += usize::from(expected.is_ok());
            refused += usize::from(expected.is_err());
            passed += usize::from(expected.is_ok_and(|setup| setup.en_passant.is_some()));
        }
        assert!(read > 100_000 && refused > 100_000 && passed > 1_000, "{read} {refused} {passed}");
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
            Position::unpack(&bytes).map_err(|error| error.kind)
        };
        assert_eq!(with(&[(4, 1)]), Err(UnpackErrorKind::TooManyPieces(33)));
        assert_eq!(with(&[(0, 0), (1, 0), (17, 0x10)]), Err(UnpackErrorKind::Filling { byte: 16 }));
        assert_eq!(with(&[(8, 0x1c)]), Err(UnpackErrorKind::DoubleStep(Square::A1)));
        // White's pawns on rank 4, two of them marked as having made a double step.
        let two = with(&[(1, 0), (3, 0xff), (12, 0x0c), (13, 0x0c)]);
        assert_eq!(two, Err(UnpackErrorKind::DoubleStep(Square::C4)));
        let error = with(&[(10, 0x42)]).expect_err("no white king");
        assert!(
            matches!(error, UnpackErrorKind::Position(error) if error.name() == "no-king"),
            "{error:?}"
        );

        let mut long = Position::INITIAL.pack_with_counters();
        long[26] = 0;
        let error = Position::unpack_with_counters(&long).expect_err("the first move is 1");
        assert_eq!(error.position().map(|error| error.name()), Some("move-number-zero"));
    }
}
