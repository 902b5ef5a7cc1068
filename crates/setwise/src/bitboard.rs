//! The bitboard: a set of squares in one 64-bit word.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{AntiDiagonal, Diagonal, Direction, File, Rank, Square};

mod iterators;

pub use iterators::{Squares, Subsets};

/// A set of squares.
///
/// Bit 0 is a1, bit 1 is b1, … bit 63 is h8. `{}` prints a board. The light squares are
/// `!Bitboard::DARK`.
///
/// A bitwise operation is a set operation on all 64 squares at once, and a shift moves every member
/// one step. Arthur Samuel's checkers program had such words in the 1950s; Adelson-Velsky,
/// Arlazarov, Bitman, Zhivotovsky and Uskov described them for chess in 1967 (*Programming a
/// Computer to Play Chess*, Russian Mathematical Surveys 25, 1970).
///
/// The operators `&`, `|`, `^`, `!` and `-` are intersection, union, symmetric difference,
/// complement and difference. Iteration goes from a1 along the ranks to h8, or backwards with
/// `rev`.
///
/// ```
/// use setwise::{bitboard, Bitboard, Square};
///
/// let queens_reach = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . X . X . X . .
///     . . X X X . . .
///     X X X . X X X X
///     . . X X X . . .
///     . X . X . X . .
/// };
/// let enemies = Bitboard::from(Square::F5) | Bitboard::from(Square::H8);
/// assert_eq!((queens_reach & enemies).single(), Some(Square::F5));
/// // `rev` iterates from h8 down to a1.
/// let members: Vec<Square> = enemies.into_iter().rev().collect();
/// assert_eq!((enemies.count(), members), (2, vec![Square::H8, Square::F5]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set of all 64 squares.
    pub const UNIVERSE: Bitboard = Bitboard(!0);

    /// The 32 dark squares, including a1 and h8.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// Returns the eight squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u32))
    }

    /// Returns the eight squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// Returns the squares of a diagonal, one to eight of them.
    pub const fn diagonal(diagonal: Diagonal) -> Bitboard {
        const MAIN: u64 = 0x8040_2010_0804_0201;
        // A shift by whole ranks drops the squares that leave the board.
        let ranks = diagonal.rank_minus_file();
        Bitboard(if ranks >= 0 { MAIN << (8 * ranks) } else { MAIN >> (-8 * ranks) })
    }

    /// Returns the squares of an anti-diagonal, one to eight of them.
    pub const fn anti_diagonal(anti_diagonal: AntiDiagonal) -> Bitboard {
        const MAIN: u64 = 0x0102_0408_1020_4080;
        let sum = anti_diagonal.rank_plus_file();
        Bitboard(if sum >= 7 { MAIN << (8 * (sum - 7)) } else { MAIN >> (8 * (7 - sum)) })
    }

    /// Returns the set that contains only the given square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u32)
    }

    /// Returns the set with a square added.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u32)
    }

    /// Returns the set with a square removed.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u32))
    }

    /// Returns whether a square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has at least one square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    #[doc(alias = "popcount")]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has at least two squares, without counting them.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the squares that are in both sets.
    #[doc(alias = "and")]
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// Returns the squares that are in at least one of the two sets.
    #[doc(alias = "or")]
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// Returns the squares that are in this set and not in the other.
    #[doc(alias = "andnot")]
    #[inline(always)]
    #[must_use]
    pub const fn difference(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// Returns the complement of the intersection: the squares that are missing from at least one
    /// of the two sets.
    #[inline(always)]
    #[must_use]
    pub const fn nand(self, other: Bitboard) -> Bitboard {
        Bitboard(!(self.0 & other.0))
    }

    /// Returns whether every square of this set is in the other.
    #[inline(always)]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether every square of the other set is in this one.
    #[inline(always)]
    pub const fn is_superset_of(self, other: Bitboard) -> bool {
        other.is_subset_of(self)
    }

    /// Returns whether the two sets have a square in common.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set with every square moved one step; squares that would leave the board are
    /// dropped.
    ///
    /// At the first and eighth ranks no mask is needed, because the shift drops the bits. At the a
    /// and h files a mask is needed, because the bits would wrap around to the opposite file.
    ///
    /// ```
    /// use setwise::{bitboard, Direction};
    ///
    /// let pawns = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . . .
    ///     X . . . . . . X
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.shift(Direction::NorthEast), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . . . . . .
    ///     . X . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        Bitboard(self.shift_wrapping(direction).0 & direction.post_mask().0)
    }

    /// Returns the set shifted by one step without a mask: a step across the left or right edge
    /// wraps around to the opposite file, one rank off.
    #[inline(always)]
    #[must_use]
    pub const fn shift_wrapping(self, direction: Direction) -> Bitboard {
        let amount = direction.shift();
        Bitboard(if amount > 0 { self.0 << amount } else { self.0 >> -amount })
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    #[doc(alias = "lsb")]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first_or_a1()) }
    }

    /// Returns the square with the highest index, or `None` if the set is empty.
    #[doc(alias = "msb")]
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.ilog2() as u8)) }
    }

    /// Returns the square with the lowest index, or A1 if the set is empty.
    ///
    /// Use it for a set that is known to have a member, such as the king of a playable position. It
    /// has no branch and never panics.
    #[inline(always)]
    pub(crate) const fn first_or_a1(self) -> Square {
        Square::masked(self.0.trailing_zeros() as u8)
    }

    /// Returns the only square of the set, or `None` if the set has no square or several.
    #[inline(always)]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Returns the set with only its lowest square: `x & -x`.
    ///
    /// In two's complement, `-x` is `!x + 1`. The zeros below the lowest set bit are ones in `!x`,
    /// so the carry runs through them and stops at that bit. It is the only bit set in both `x` and
    /// `-x`.
    ///
    /// ```text
    ///   x          . . X . X X . .      (one rank, h to a: high bits on the left)
    ///   -x         X X . X . X . .
    ///   x & -x     . . . . . X . .
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn isolate_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_neg())
    }

    /// Returns the set with only its highest square. It has no branch.
    #[inline(always)]
    pub(crate) const fn isolate_last(self) -> Bitboard {
        // For the empty set the shift is by 0, not by 64.
        Bitboard(self.0 & (1u64 << 63).wrapping_shr(self.0.leading_zeros()))
    }

    /// Returns the set without its lowest square: `x & (x - 1)`.
    ///
    /// ```text
    ///   x          . . X . X X . .
    ///   x - 1      . . X . X . X X
    ///   x & (x-1)  . . X . X . . .
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn reset_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Removes and returns the square with the lowest index, or returns `None` if the set is empty.
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        *self = self.reset_first();
        first
    }

    /// Removes and returns the square with the highest index, or returns `None` if the set is
    /// empty.
    #[inline(always)]
    pub const fn pop_last(&mut self) -> Option<Square> {
        match self.last() {
            Some(last) => {
                *self = self.without(last);
                Some(last)
            }
            None => None,
        }
    }
}

const NOT_FILE_A: Bitboard = Bitboard(!Bitboard::file(File::A).0);
const NOT_FILE_H: Bitboard = Bitboard(!Bitboard::file(File::H).0);

impl Direction {
    /// Returns the squares from which a step stays on the board's files: all squares except the
    /// file at the edge that the step would cross.
    ///
    /// Intersecting with this mask *before* the shift prevents wrapping; [`Direction::post_mask`]
    /// does the same *after* the shift. The tests prove that both give the same result for every
    /// set.
    #[inline(always)]
    pub const fn pre_mask(self) -> Bitboard {
        match self.delta().0 {
            1 => NOT_FILE_H,
            -1 => NOT_FILE_A,
            _ => Bitboard::UNIVERSE,
        }
    }

    /// Returns the squares that a step can reach without wrapping: all squares except the file that
    /// a wrapped step would land on.
    #[inline(always)]
    pub const fn post_mask(self) -> Bitboard {
        self.opposite().pre_mask()
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Bitboard {
        Bitboard::file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Bitboard {
        Bitboard::rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign:ident, $($operator:tt)+) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $($operator)+ other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = Bitboard(self.0 $($operator)+ other.0);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, &);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^);
set_operator!(Sub sub, SubAssign sub_assign, & !);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shifting_a_single_square_equals_stepping_it() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let stepped = Bitboard::of(square).shift(direction);
                assert_eq!(stepped, square.step(direction).into_iter().collect(), "{square}");
            }
        }
    }

    /// Shift and mask act on each bit independently, so equality on the 64 single squares proves
    /// equality on every set. The property test below checks random sets as well.
    #[test]
    fn pre_shift_and_post_shift_masks_are_equal() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let one = Bitboard::of(square);
                assert_eq!(
                    (one & direction.pre_mask()).shift_wrapping(direction),
                    one.shift_wrapping(direction) & direction.post_mask(),
                );
            }
        }
    }

    #[test]
    fn ranks_files_and_diagonals_contain_exactly_their_squares() {
        for square in Square::ALL {
            let with = |on: &dyn Fn(Square) -> bool| -> Bitboard {
                Square::ALL.into_iter().filter(|&s| on(s)).collect()
            };
            let (rank, file) = (square.rank(), square.file());
            assert_eq!(Bitboard::rank(rank), with(&|s| s.rank() == rank));
            assert_eq!(Bitboard::file(file), with(&|s| s.file() == file));
            let diagonal = square.diagonal();
            assert_eq!(Bitboard::diagonal(diagonal), with(&|s| s.diagonal() == diagonal));
            let anti = square.anti_diagonal();
            assert_eq!(Bitboard::anti_diagonal(anti), with(&|s| s.anti_diagonal() == anti));
        }
    }

    #[test]
    fn the_empty_set_has_no_first_or_last_square() {
        let mut empty = Bitboard::EMPTY;
        assert_eq!(empty.first(), None);
        assert_eq!(empty.last(), None);
        assert_eq!(empty.pop_first(), None);
        assert_eq!(empty.pop_last(), None);
        assert_eq!(empty.single(), None);
        assert_eq!(empty.reset_first(), Bitboard::EMPTY);
        assert_eq!(empty.isolate_first(), Bitboard::EMPTY);
    }

    proptest! {
        #[test]
        fn set_algebra_agrees_with_membership(a: u64, b: u64) {
            let (x, y) = (Bitboard(a), Bitboard(b));
            for s in Square::ALL {
                let (in_x, in_y) = (x.contains(s), y.contains(s));
                prop_assert_eq!((x & y).contains(s), in_x && in_y);
                prop_assert_eq!((x | y).contains(s), in_x || in_y);
                prop_assert_eq!((x ^ y).contains(s), in_x != in_y);
                prop_assert_eq!((x - y).contains(s), in_x && !in_y);
                prop_assert_eq!((!x).contains(s), !in_x);
                prop_assert_eq!(x.nand(y).contains(s), !(in_x && in_y));
            }
            prop_assert_eq!((x & y).is_subset_of(x), true);
            prop_assert_eq!((x | y).is_superset_of(y), true);
            prop_assert_eq!(x.meets(y), (x & y).any());
            prop_assert_eq!(x.is_subset_of(y), (x - y).is_empty());
        }

        #[test]
        fn masks_before_and_after_the_shift_agree(a: u64) {
            for direction in Direction::ALL {
                let before = (Bitboard(a) & direction.pre_mask()).shift_wrapping(direction);
                prop_assert_eq!(before, Bitboard(a).shift(direction));
            }
        }
    }
}
