//! The squares of a set one by one, and its subsets one by one.

use core::iter::FusedIterator;

use super::Bitboard;
use crate::Square;

/// An iterator over the squares of a set, from the lowest index to the highest, or in reverse.
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

impl Bitboard {
    /// Returns an iterator over all 2ⁿ subsets of the set, from the empty set to the whole set.
    ///
    /// The carry of `subset - set` passes only through the bits of the set, so each step gives the
    /// next subset in counting order. This is the "Carry-Rippler" of the literature (Marcel van
    /// Kervinck 1994, and others).
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// let (b1, g1) = (Bitboard::of(Square::B1), Bitboard::of(Square::G1));
    /// let subsets: Vec<Bitboard> = (b1 | g1).subsets().collect();
    /// assert_eq!(subsets, [Bitboard::EMPTY, b1, g1, b1 | g1]);
    /// ```
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Bitboard::EMPTY) }
    }
}

/// An iterator over the subsets of a set; see [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        let next = subset.0.wrapping_sub(self.set.0) & self.set.0;
        self.next = (next != 0).then_some(Bitboard(next));
        Some(subset)
    }
}

impl FusedIterator for Subsets {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
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
        fn every_subset_is_listed_once(a: u64, squares in prop::collection::vec(0u8..64, 0..10)) {
            let set: Bitboard = squares.into_iter().map(Square::masked).collect();
            let all: std::collections::BTreeSet<Bitboard> = set.subsets().collect();
            prop_assert_eq!(all.len(), 1 << set.count());
            prop_assert!(all.iter().all(|subset| subset.is_subset_of(set)));
            prop_assert!(all.contains(&(Bitboard(a) & set)));
            prop_assert_eq!(set.subsets().count(), 1 << set.count());
        }
    }
}
