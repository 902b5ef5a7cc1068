//! The bitboard: a set of squares in one 64-bit word.
//!
//! Bit *n* stands for the square of index *n*, so a machine word is a set of up to 64 squares, a
//! bitwise operation is a set operation on all 64 at once, and a shift moves every member one
//! step. Arthur Samuel's checkers program had such words in the 1950s; Adelson-Velsky, Arlazarov,
//! Bitman, Zhivotovsky and Uskov described them for chess in 1967 (*Programming a Computer to
//! Play Chess*, Russian Mathematical Surveys 25, 1970).

use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{AntiDiagonal, Diagonal, Direction, File, Rank, Square};

/// A set of squares.
///
/// `&`, `|`, `^`, `!` and `-` are intersection, union, symmetric difference, complement and
/// difference.
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
/// // Members come from a1 along the ranks to h8, or from the other end.
/// let members: Vec<Square> = enemies.into_iter().rev().collect();
/// assert_eq!((enemies.count(), members), (2, vec![Square::H8, Square::F5]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The set of no square.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set of all 64.
    pub const UNIVERSE: Bitboard = Bitboard(!0);

    /// The 32 dark squares, a1 and h8 among them.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// The a1–h1 … a8–h8 squares of one rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u32))
    }

    /// The eight squares of one file.
    #[inline(always)]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// The one to eight squares of a diagonal.
    pub const fn diagonal(diagonal: Diagonal) -> Bitboard {
        const MAIN: u64 = 0x8040_2010_0804_0201;
        // Moved up or down by whole ranks, what leaves the board falls off the word.
        let ranks = diagonal.rank_minus_file();
        Bitboard(if ranks >= 0 { MAIN << (8 * ranks) } else { MAIN >> (-8 * ranks) })
    }

    /// The one to eight squares of an anti-diagonal.
    pub const fn anti_diagonal(anti_diagonal: AntiDiagonal) -> Bitboard {
        const MAIN: u64 = 0x0102_0408_1020_4080;
        let sum = anti_diagonal.rank_plus_file();
        Bitboard(if sum >= 7 { MAIN << (8 * (sum - 7)) } else { MAIN >> (8 * (7 - sum)) })
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u32)
    }

    /// The set with a square added.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u32)
    }

    /// The set with a square taken out.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u32))
    }

    /// The set with a square added if it was absent, taken out if it was there.
    #[inline(always)]
    #[must_use]
    pub const fn toggled(self, square: Square) -> Bitboard {
        Bitboard(self.0 ^ 1 << square as u32)
    }

    /// Whether a square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares are in the set, 0 to 64.
    #[doc(alias = "popcount")]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two squares or more, without counting them.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The squares in this set and in the other.
    #[doc(alias = "and")]
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// The squares in this set, in the other, or in both.
    #[doc(alias = "or")]
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// The squares in exactly one of the two sets.
    #[doc(alias = "xor")]
    #[inline(always)]
    #[must_use]
    pub const fn symmetric_difference(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }

    /// The squares in this set and not in the other.
    #[doc(alias = "andnot")]
    #[inline(always)]
    #[must_use]
    pub const fn difference(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// The squares that are not in this set.
    #[doc(alias = "not")]
    #[inline(always)]
    #[must_use]
    pub const fn complement(self) -> Bitboard {
        Bitboard(!self.0)
    }

    /// The squares that are not in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn nand(self, other: Bitboard) -> Bitboard {
        Bitboard(!(self.0 & other.0))
    }

    /// Whether every square of this set is in the other.
    #[inline(always)]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether every square of the other set is in this one.
    #[inline(always)]
    pub const fn is_superset_of(self, other: Bitboard) -> bool {
        other.is_subset_of(self)
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Every member moved one step; those that would leave the board drop out.
    ///
    /// The rank edges need no mask, because bits fall off the word; a file edge does, or the
    /// step would come back in on the other side.
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

    /// The bare shift of a step: a member on the edge file comes back in on the other side, one
    /// rank off.
    #[inline(always)]
    #[must_use]
    pub const fn shift_wrapping(self, direction: Direction) -> Bitboard {
        let amount = direction.shift();
        Bitboard(if amount > 0 { self.0 << amount } else { self.0 >> -amount })
    }

    /// The lowest square, or `None` of an empty set.
    #[doc(alias = "lsb")]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first_or_a1()) }
    }

    /// The highest square, or `None` of an empty set.
    #[doc(alias = "msb")]
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.ilog2() as u8)) }
    }

    /// The lowest square; A1 of an empty set.
    ///
    /// For a set that is known to have a member, such as a playable position's king: no branch,
    /// and no panic if the caller was wrong.
    #[inline(always)]
    pub const fn first_or_a1(self) -> Square {
        Square::masked(self.0.trailing_zeros() as u8)
    }

    /// The only square, or `None` if there are none or several.
    #[inline(always)]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The set of the lowest square alone: `x & -x`.
    ///
    /// In two's complement `-x` is `!x + 1`: the carry runs through the zeros below the lowest
    /// member, which are ones in `!x`, and stops at it, so it is the only bit that both have.
    ///
    /// ```text
    ///   x          . . X . X X . .      (one rank, h to a: high bits left)
    ///   -x         X X . X . X . .
    ///   x & -x     . . . . . X . .
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn isolate_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_neg())
    }

    /// The set without its lowest square: `x & (x - 1)`.
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

    /// Takes the lowest square out of the set and gives it; `None` of an empty set.
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        *self = self.reset_first();
        first
    }

    /// Takes the highest square out of the set and gives it; `None` of an empty set.
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

    /// All 2ⁿ subsets of the set, the empty one first and the whole one last.
    ///
    /// The carry of `subset - set` ripples through exactly the set's own bits, so each step gives
    /// the next subset in counting order (the "Carry-Rippler" of the literature, Marcel van
    /// Kervinck 1994 and others).
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Bitboard::EMPTY) }
    }
}

const NOT_FILE_A: Bitboard = Bitboard::file(File::A).complement();
const NOT_FILE_H: Bitboard = Bitboard::file(File::H).complement();

impl Direction {
    /// The squares that a step may leave: all but the file on the edge it would cross.
    ///
    /// Applied *before* the shift it stops every wrap; [`Direction::post_mask`] does the same
    /// *after* it. The tests prove the two equal for every set.
    #[inline(always)]
    pub const fn pre_mask(self) -> Bitboard {
        match self.delta().0 {
            1 => NOT_FILE_H,
            -1 => NOT_FILE_A,
            _ => Bitboard::UNIVERSE,
        }
    }

    /// The squares that a step may reach: all but the file that a wrap would come in on.
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
    ($trait:ident $method:ident, $assign_trait:ident $assign:ident, $set_method:ident) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                self.$set_method(other)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = self.$set_method(other);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, intersection);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, union);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, symmetric_difference);
set_operator!(Sub sub, SubAssign sub_assign, difference);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        self.complement()
    }
}

/// The members of a set, from the lowest square to the highest, or from the other end.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Square> {
        self.0.pop_last()
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

/// The subsets of a set; see [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        let following = subset.0.wrapping_sub(self.set.0) & self.set.0;
        self.next = (following != 0).then_some(Bitboard(following));
        Some(subset)
    }
}

impl FusedIterator for Subsets {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_step_of_one_square_is_its_neighbour_or_nothing() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let stepped = Bitboard::of(square).shift(direction);
                assert_eq!(stepped, square.step(direction).into_iter().collect(), "{square}");
            }
        }
    }

    /// Shift and mask act on each bit alone, so equality on the 64 single squares is equality on
    /// every set; the property test below is a second witness.
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
    fn lines_hold_exactly_their_squares() {
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
    fn the_empty_set_gives_no_square_from_either_end() {
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

        #[test]
        fn iteration_visits_each_member_once_from_both_ends(a: u64) {
            let set = Bitboard(a);
            let forward: Vec<Square> = set.into_iter().collect();
            let mut backward: Vec<Square> = set.into_iter().rev().collect();
            backward.reverse();
            prop_assert!(forward.is_sorted());
            prop_assert_eq!(&forward, &backward);
            prop_assert_eq!(forward.len(), set.into_iter().len());
            prop_assert_eq!(forward.into_iter().collect::<Bitboard>(), set);
            prop_assert_eq!(set.isolate_first() | set.reset_first(), set);
            prop_assert_eq!(set.isolate_first().single(), set.first());
            prop_assert_eq!(set.more_than_one(), set.count() > 1);
        }

        #[test]
        fn subsets_are_all_there_once(a: u64, squares in prop::collection::vec(0u8..64, 0..10)) {
            let set: Bitboard = squares.into_iter().map(Square::masked).collect();
            let all: std::collections::BTreeSet<Bitboard> = set.subsets().collect();
            prop_assert_eq!(all.len(), 1 << set.count());
            prop_assert!(all.iter().all(|subset| subset.is_subset_of(set)));
            prop_assert!(all.contains(&(Bitboard(a) & set)));
            prop_assert_eq!(set.subsets().count(), 1 << set.count());
        }
    }
}
