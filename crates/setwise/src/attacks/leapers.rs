//! Attacks of pawns, knights and kings, which no piece can block.
//!
//! Each exists in two forms: for one square, by a table; and for any number of pieces at once, by
//! shifts.

use crate::{Bitboard, Color, Direction, Square};

macro_rules! by_square {
    ($set_wise:expr) => {{
        let mut table = [Bitboard::EMPTY; 64];
        let mut square = 0;
        while square < 64 {
            table[square] = $set_wise(Bitboard::of(Square::ALL[square]));
            square += 1;
        }
        table
    }};
}

static KNIGHT: [Bitboard; 64] = by_square!(knights);
static KING: [Bitboard; 64] = by_square!(kings);
static PAWN: [[Bitboard; 64]; 2] = [by_square!(white_pawns), by_square!(black_pawns)];

#[inline(always)]
const fn white_pawns(pawns: Bitboard) -> Bitboard {
    pawns.shift(Direction::NorthEast).union(pawns.shift(Direction::NorthWest))
}

#[inline(always)]
const fn black_pawns(pawns: Bitboard) -> Bitboard {
    pawns.shift(Direction::SouthEast).union(pawns.shift(Direction::SouthWest))
}

/// Returns the squares that a set of pawns attacks, occupied or not: a step along each forward
/// diagonal.
///
/// ```
/// use setwise::{Color, attacks, bitboard};
///
/// let pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . . . . . .
///     X . . . . . . X
///     . . . . . . . .
/// };
/// assert_eq!(attacks::pawns(Color::White, pawns), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . X . .
///     . . . . . . . .
///     . X . . . . X .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => white_pawns(pawns),
        Color::Black => black_pawns(pawns),
    }
}

/// Returns the squares that a set of knights attacks: two files and one rank away, or one file and
/// two ranks.
///
/// ```
/// use setwise::{Board, Color, Role, attacks, bitboard};
///
/// // The knights of the initial position, on b1 and g1.
/// let knights = Board::INITIAL.pieces(Color::White, Role::Knight);
/// assert_eq!(attacks::knights(knights), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . X . . X . X
///     . . . X X . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub const fn knights(knights: Bitboard) -> Bitboard {
    use Direction::{East, North, South, West};
    let one = knights.shift(East).union(knights.shift(West));
    let two = knights.shift(East).shift(East).union(knights.shift(West).shift(West));
    let up_down_two = one.shift(North).shift(North).union(one.shift(South).shift(South));
    let up_down_one = two.shift(North).union(two.shift(South));
    up_down_two.union(up_down_one)
}

/// Returns the squares that a set of kings attacks: one step in every direction.
///
/// ```
/// use setwise::{Bitboard, Square, attacks, bitboard};
///
/// // Two kings in opposition. Both attack d5, e5 and f5.
/// let kings = Bitboard::of(Square::E4).with(Square::E6);
/// assert_eq!(attacks::kings(kings), bitboard! {
///     . . . . . . . .
///     . . . X X X . .
///     . . . X . X . .
///     . . . X X X . .
///     . . . X . X . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub const fn kings(kings: Bitboard) -> Bitboard {
    use Direction::{East, North, South, West};
    let sides = kings.shift(East).union(kings.shift(West));
    let row = sides.union(kings);
    sides.union(row.shift(North)).union(row.shift(South))
}

/// Returns the squares that a pawn on `from` attacks: one or two, or none from its last rank.
///
/// ```
/// use setwise::{Bitboard, Color, Square, attacks, bitboard};
///
/// // The white pawns that can attack d5 are on the squares that a black pawn on d5 attacks.
/// assert_eq!(attacks::pawn(Color::Black, Square::D5), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// // A pawn on the h file attacks one square.
/// assert_eq!(attacks::pawn(Color::White, Square::H2), Bitboard::of(Square::G3));
/// ```
#[inline(always)]
pub const fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color as usize][from as usize]
}

/// Returns the squares that a knight on `from` attacks: two to eight.
///
/// ```
/// use setwise::{Square, attacks, bitboard};
///
/// // A knight on f7 attacks a queen on d8 and a rook on h8.
/// assert_eq!(attacks::knight(Square::F7), bitboard! {
///     . . . X . . . X
///     . . . . . . . .
///     . . . X . . . X
///     . . . . X . X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub const fn knight(from: Square) -> Bitboard {
    KNIGHT[from as usize]
}

/// Returns the squares that a king on `from` attacks: three to eight.
///
/// ```
/// use setwise::{Square, attacks, bitboard};
///
/// // A king on g1, after castling.
/// assert_eq!(attacks::king(Square::G1), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X . X
/// });
/// ```
#[inline(always)]
pub const fn king(from: Square) -> Bitboard {
    KING[from as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the squares at a piece's leaps, which is the definition.
    fn leaps(from: Square, deltas: &[(i8, i8)]) -> Bitboard {
        deltas.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
    }

    const KNIGHT_LEAPS: [(i8, i8); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

    #[test]
    fn every_square_agrees_with_the_leaps_of_the_piece() {
        for square in Square::ALL {
            assert_eq!(knight(square), leaps(square, &KNIGHT_LEAPS));
            assert_eq!(king(square), leaps(square, &Direction::ALL.map(Direction::delta)));
            assert_eq!(pawn(Color::White, square), leaps(square, &[(-1, 1), (1, 1)]));
            assert_eq!(pawn(Color::Black, square), leaps(square, &[(-1, -1), (1, -1)]));
        }
    }

    /// NagaSkaki's example: `king_xray[0] = 0x302`, that is b1, a2 and b2.
    #[test]
    fn the_king_on_a1() {
        assert_eq!(king(Square::A1), Bitboard(0x302));
    }

    proptest! {
        #[test]
        fn a_set_attacks_what_its_members_attack(set: u64) {
            let set = Bitboard(set);
            let union = |one: &dyn Fn(Square) -> Bitboard| {
                set.into_iter().fold(Bitboard::EMPTY, |all, square| all | one(square))
            };
            prop_assert_eq!(knights(set), union(&knight));
            prop_assert_eq!(kings(set), union(&king));
            for color in Color::ALL {
                prop_assert_eq!(pawns(color, set), union(&|square| pawn(color, square)));
            }
        }
    }
}
