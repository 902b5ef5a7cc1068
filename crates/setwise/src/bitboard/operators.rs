//! Set operations, as methods and as operators.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::Bitboard;

impl Bitboard {
    /// Returns the squares that are in both sets.
    ///
    /// ```
    /// use setwise::{Bitboard, bitboard};
    ///
    /// // White's pawns on dark squares restrict White's bishop on dark squares.
    /// let pawns = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . X . . . .
    ///     . . X . . . . .
    ///     X X . . . X X X
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.intersection(Bitboard::DARK), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . X . . . .
    ///     . . X . . . . .
    ///     . X . . . X . X
    ///     . . . . . . . .
    /// });
    /// ```
    #[doc(alias = "and")]
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// Returns the squares that are in at least one of the two sets.
    ///
    /// ```
    /// use setwise::{Direction, Square, attacks::rays, bitboard};
    ///
    /// // A white pawn on d4 is passed if no black pawn is on these squares.
    /// let north = |from| rays::ray(from, Direction::North);
    /// let sides = north(Square::C4).union(north(Square::E4));
    /// assert_eq!(sides.union(north(Square::D4)), bitboard! {
    ///     . . X X X . . .
    ///     . . X X X . . .
    ///     . . X X X . . .
    ///     . . X X X . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[doc(alias = "or")]
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// Returns the squares that are in this set and not in the other.
    ///
    /// ```
    /// use setwise::{Board, Color, Square, attacks, bitboard};
    ///
    /// // The knight on g1 cannot move to e2, which its own pawn occupies.
    /// let own = Board::INITIAL.color(Color::White);
    /// assert_eq!(attacks::knight(Square::G1).difference(own), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . X . X
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[doc(alias = "andnot")]
    #[inline(always)]
    #[must_use]
    pub const fn difference(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// Returns whether every square of this set is in the other.
    ///
    /// ```
    /// use setwise::{Board, Square, attacks::rays};
    ///
    /// // Castling needs empty squares between king and rook.
    /// let path = rays::between(Square::E1, Square::H1);
    /// assert!(!path.is_subset_of(Board::INITIAL.empty()));
    /// ```
    #[inline(always)]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the two sets have a square in common.
    ///
    /// ```
    /// use setwise::{Board, Color, Square, attacks};
    ///
    /// // The knight on b8 attacks its own pawn on d7, and no white piece.
    /// let attacked = attacks::knight(Square::B8);
    /// assert!(attacked.meets(Board::INITIAL.color(Color::Black)));
    /// assert!(!attacked.meets(Board::INITIAL.color(Color::White)));
    /// ```
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
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
    use crate::Square;
    use proptest::prelude::*;

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
            }
            prop_assert_eq!((x & y).is_subset_of(x), true);
            prop_assert_eq!(y.is_subset_of(x | y), true);
            prop_assert_eq!(x.meets(y), (x & y).any());
            prop_assert_eq!(x.is_subset_of(y), (x - y).is_empty());
        }
    }
}
