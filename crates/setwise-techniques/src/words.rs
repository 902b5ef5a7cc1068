//! Arithmetic on arrays of words: an operation on many sets at once.
//!
//! An operation on [`Words`] is a loop over the array, without tables and without branches on its
//! elements. The compiler turns it into vector instructions where the caller is compiled for them,
//! such as inside [`dispatch::call`](setwise::dispatch::call). An array is passed by value, which
//! copies 8 bytes a set.

use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use setwise::Bitboard;

/// An array of `N` sets of squares.
///
/// Each operator acts word by word as the operator of [`Bitboard`]: `-` is the difference of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>(pub [Bitboard; N]);

impl<const N: usize> Words<N> {
    /// Applies a function to each word and the word of the same position in another array.
    // By a loop and not by `array::map`, which may stay out of line: then its function would be
    // compiled without the CPU features of the caller.
    #[inline(always)]
    fn each_with(
        mut self,
        other: Words<N>,
        function: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) -> Words<N> {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word = function(*word, *other);
        }
        self
    }
}

macro_rules! operator {
    ($trait:ident $method:ident) => {
        impl<const N: usize> $trait for Words<N> {
            type Output = Words<N>;

            #[inline(always)]
            fn $method(self, other: Words<N>) -> Words<N> {
                self.each_with(
                    other,
                    #[inline(always)]
                    |set, other| set.$method(other),
                )
            }
        }
    };
}

operator!(BitAnd bitand);
operator!(BitOr bitor);
operator!(BitXor bitxor);
operator!(Sub sub);

impl<const N: usize> Not for Words<N> {
    type Output = Words<N>;

    #[inline(always)]
    fn not(mut self) -> Words<N> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use setwise::dispatch;

    /// Compares an operation on an array with one on each of its sets.
    fn compare<const N: usize>(
        found: Words<N>,
        sets: [Words<N>; 2],
        expected: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) {
        let [a, b] = sets;
        for i in 0..N {
            assert_eq!(found.0[i], expected(a.0[i], b.0[i]), "{:?} and {:?}", a.0[i], b.0[i]);
        }
    }

    fn check<const N: usize>(a: [u64; N], b: [u64; N]) {
        let sets @ [a, b] = [a, b].map(|words| Words(words.map(Bitboard)));
        compare(a & b, sets, |a, b| Bitboard(a.0 & b.0));
        compare(a | b, sets, |a, b| Bitboard(a.0 | b.0));
        compare(a ^ b, sets, |a, b| Bitboard(a.0 ^ b.0));
        compare(a - b, sets, |a, b| Bitboard(a.0 & !b.0));
        compare(!a, sets, |a, _| Bitboard(!a.0));
    }

    proptest! {
        /// The sets may be dense or thin.
        #[test]
        fn operations_are_those_of_each_set(a: [u64; 9], b: [u64; 9], thin: [u64; 9]) {
            let a = core::array::from_fn(|i| a[i] & thin[i]);
            let b = core::array::from_fn(|i| b[i] | thin[8 - i]);
            check::<9>(a, b);
            check::<1>([a[0]], [b[0]]);
            dispatch::call((a, b), #[inline(always)] |(a, b)| check::<9>(a, b));
        }
    }
}
