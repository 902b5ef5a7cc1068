//! Queries about the members of a set: membership, count, first and last square.

use super::Bitboard;
use crate::Square;

impl Bitboard {
    /// Returns whether a square is in the set.
    ///
    /// ```
    /// use setwise::{Square, attacks};
    ///
    /// assert!(attacks::knight(Square::G1).contains(Square::F3));
    /// assert!(!attacks::knight(Square::G1).contains(Square::G3));
    /// ```
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Returns whether the set is empty.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// assert!(Bitboard::EMPTY.is_empty());
    /// assert!(!Bitboard::of(Square::A1).is_empty());
    /// ```
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has at least one square.
    ///
    /// ```
    /// use setwise::{Bitboard, File, Rank};
    ///
    /// assert!((Bitboard::file(File::D) & Bitboard::rank(Rank::Fourth)).any());
    /// assert!(!(Bitboard::file(File::D) & Bitboard::file(File::E)).any());
    /// ```
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    ///
    /// ```
    /// use setwise::{Bitboard, Square, attacks};
    ///
    /// assert_eq!(Bitboard::UNIVERSE.count(), 64);
    /// assert_eq!(attacks::knight(Square::D4).count(), 8);
    /// ```
    #[doc(alias = "popcount")]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has at least two squares, without counting them.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// let checkers = Bitboard::of(Square::B5).with(Square::F6);
    /// assert!(checkers.more_than_one()); // In double check, only the king can move.
    /// assert!(!checkers.without(Square::F6).more_than_one());
    /// ```
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// let set = Bitboard::of(Square::H1).with(Square::A2).with(Square::F7);
    /// assert_eq!(set.first(), Some(Square::H1));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[doc(alias = "lsb")]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first_or_a1()) }
    }

    /// Returns the square with the highest index, or `None` if the set is empty.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// let set = Bitboard::of(Square::H1).with(Square::B7).with(Square::F7);
    /// assert_eq!(set.last(), Some(Square::F7));
    /// assert_eq!(Bitboard::EMPTY.last(), None);
    /// ```
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
    ///
    /// ```
    /// use setwise::{Board, Color, Role, Square};
    ///
    /// let board = Board::INITIAL;
    /// assert_eq!(board.pieces(Color::White, Role::King).single(), Some(Square::E1));
    /// assert_eq!(board.pieces(Color::White, Role::Rook).single(), None);
    /// ```
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
    ///
    /// ```
    /// use setwise::{Direction, Square, attacks::rays, bitboard};
    ///
    /// // The nearest piece to the north of a rook on d2 is on d4.
    /// let blockers = rays::ray(Square::D2, Direction::North) & bitboard! {
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X X . . .
    ///     . . . . . . . .
    ///     . X . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(blockers.isolate_first(), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
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
    ///
    /// ```
    /// use setwise::bitboard;
    ///
    /// // The rook on f1 has the lowest index.
    /// let rooks = bitboard! {
    ///     X . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . X
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . X . .
    /// };
    /// assert_eq!(rooks.reset_first(), bitboard! {
    ///     X . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . X
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn reset_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Removes and returns the square with the lowest index, or returns `None` if the set is empty.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// let mut set = Bitboard::of(Square::C6).with(Square::E2);
    /// assert_eq!(set.pop_first(), Some(Square::E2));
    /// assert_eq!(set, Bitboard::of(Square::C6));
    /// ```
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        *self = self.reset_first();
        first
    }

    /// Removes and returns the square with the highest index, or returns `None` if the set is
    /// empty.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// let mut set = Bitboard::of(Square::C6).with(Square::E2);
    /// assert_eq!(set.pop_last(), Some(Square::C6));
    /// assert_eq!(set, Bitboard::of(Square::E2));
    /// ```
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
