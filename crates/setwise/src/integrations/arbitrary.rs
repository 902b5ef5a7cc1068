//! Implementations of `Arbitrary` of [arbitrary](https://docs.rs/arbitrary), by the Rust fuzzing
//! group: values generated from the bytes of a fuzzer.
//!
//! Squares, sets, moves, boards and setups can have any value. Positions are always playable,
//! including Chess960 positions and positions that no game can reach.

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::attacks;
use crate::{Bitboard, Board, Color, Move, Piece, Position, Rank, Role, Setup, Square};

macro_rules! chosen_among_all {
    ($($value:ident)*) => {$(
        impl<'a> Arbitrary<'a> for $value {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<$value> {
                bytes.choose(&$value::ALL).copied()
            }

            fn size_hint(_depth: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }
    )*};
}

chosen_among_all! { Square Color Role }

impl<'a> Arbitrary<'a> for Piece {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Piece> {
        Ok(Piece { color: bytes.arbitrary()?, role: bytes.arbitrary()? })
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (2, Some(2))
    }
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Bitboard> {
        bytes.arbitrary().map(Bitboard)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u64::size_hint(depth)
    }
}

/// Generates any valid encoding of a move, whether or not it is legal in some position.
impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Move> {
        let kind = bytes.int_in_range(1..=7)?;
        let squares = bytes.int_in_range(0..=0xfff)?;
        Move::from_bits(kind << 12 | squares).ok_or(Error::IncorrectFormat)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (3, Some(3))
    }
}

impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Board> {
        let occupied: Bitboard = bytes.arbitrary()?;
        let mut board = Board::EMPTY;
        for square in occupied {
            board.put(square, bytes.arbitrary()?);
        }
        Ok(board)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (8, Some(8 + 64 * 2))
    }
}

/// Generates any values of the fields; hardly any of these setups are playable.
impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Setup> {
        Ok(Setup {
            board: bytes.arbitrary()?,
            turn: bytes.arbitrary()?,
            castling: bytes.arbitrary()?,
            en_passant: bytes.arbitrary()?,
            halfmoves: bytes.arbitrary()?,
            fullmoves: bytes.arbitrary()?,
        })
    }
}

/// Generates a playable position: places two kings, half of the time on their first ranks, and then
/// adds random pieces, castling rights and an en passant square as long as the position remains
/// playable.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Position> {
        let mut setup = Setup { turn: bytes.arbitrary()?, ..Setup::EMPTY };
        let at_home = bytes.arbitrary()?;
        let mut taken = Bitboard::EMPTY;
        for color in Color::ALL {
            let first_rank = Bitboard::rank(Rank::First.relative_to(color));
            let king = if at_home { first_rank } else { Bitboard::UNIVERSE };
            let square = one_of(bytes, king - taken)?;
            setup.board.put(square, Piece { color, role: Role::King });
            taken = attacks::king(square).with(square);
        }
        for _ in 0..bytes.int_in_range(0..=40)? {
            let (square, piece) = (bytes.arbitrary()?, bytes.arbitrary()?);
            let mut with = setup;
            with.board.put(square, piece);
            setup = if is_playable(with) { with } else { setup };
        }
        let chosen: Bitboard = bytes.arbitrary()?;
        for rook in chosen & setup.board.role(Role::Rook) {
            let with = Setup { castling: setup.castling.with(rook), ..setup };
            setup = if is_playable(with) { with } else { setup };
        }
        let with = |square| Setup { en_passant: Some(square), ..setup };
        let passed: Bitboard =
            Square::ALL.into_iter().filter(|&square| is_playable(with(square))).collect();
        if passed.any() && bytes.arbitrary()? {
            setup = with(one_of(bytes, passed)?);
        }
        setup.halfmoves = bytes.arbitrary()?;
        setup.fullmoves = bytes.int_in_range(1..=u32::MAX)?;
        Position::try_from(setup).map_err(|_| Error::IncorrectFormat)
    }
}

fn is_playable(setup: Setup) -> bool {
    Position::try_from(setup).is_ok()
}

/// Returns a random square of a set, which must not be empty.
fn one_of(bytes: &mut Unstructured<'_>, squares: Bitboard) -> Result<Square> {
    let nth = bytes.choose_index(squares.count() as usize)?;
    squares.into_iter().nth(nth).ok_or(Error::EmptyChoose)
}
