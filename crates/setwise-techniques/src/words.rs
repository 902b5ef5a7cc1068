//! Arithmetic on arrays of words: an operation on the sets of many positions at once.
//!
//! [`Words`] has a set of squares for each of `N` positions. An operation is a loop over the array,
//! without tables and without branches on its elements. The compiler turns it into vector
//! instructions where the caller is compiled for them, such as inside [`dispatch::call`] or
//! [`CpuFeatures::call`]. A direction should be a constant there, because it decides the shift.
//!
//! A column of hundreds of positions is an array of that length: an operation is then one loop over
//! it. An array is passed by value, which copies 8 bytes a position. The other functions of sets
//! are applied by `map`: `Words(knights.0.map(attacks::knights))`.
//!
//! ```
//! use setwise::words::Words;
//! use setwise::{Bitboard, Direction, Square, dispatch};
//!
//! // The squares that a rook on a1 attacks to the north, in 512 positions.
//! let rooks = Words([Bitboard::of(Square::A1); 512]);
//! let empty = Words([!Bitboard::of(Square::A4); 512]);
//! let attacked = dispatch::call(
//!     (&rooks, &empty),
//!     #[inline(always)]
//!     |(rooks, empty)| rooks.slide(Direction::North, *empty),
//! );
//! assert_eq!(attacked.counts(), [3; 512]);
//! ```
//!
//! [`dispatch::call`]: crate::dispatch::call
//! [`CpuFeatures::call`]: crate::dispatch::CpuFeatures::call

use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::{Bitboard, Direction, File};

/// A set of squares for each of `N` positions.
///
/// Each operator acts word by word as the operator of [`Bitboard`]: `-` is the difference of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>(pub [Bitboard; N]);

impl<const N: usize> Words<N> {
    /// Applies a function to each word.
    // By a loop and not by `array::map`, which may stay out of line: then its function would be
    // compiled without the CPU features of the caller.
    #[inline(always)]
    fn each(mut self, function: impl Fn(Bitboard) -> Bitboard) -> Words<N> {
        for word in &mut self.0 {
            *word = function(*word);
        }
        self
    }

    /// Applies a function to each word and the word of the same position in another array.
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

    /// Returns every square moved one step; squares that would leave the board are dropped.
    #[inline(always)]
    #[must_use]
    pub fn shift(self, direction: Direction) -> Words<N> {
        self.each(
            #[inline(always)]
            |set| set.shift(direction),
        )
    }

    /// Returns the squares and the empty squares that can be reached from them by steps over empty
    /// squares: the occluded fill.
    #[inline(always)]
    #[must_use]
    pub fn fill(self, direction: Direction, empty: Words<N>) -> Words<N> {
        self.each_with(
            empty,
            #[inline(always)]
            |set, empty| fill(direction, set, empty),
        )
    }

    /// Returns the squares that sliders attack in a direction: the empty squares that they pass,
    /// and the first square that is not empty.
    #[inline(always)]
    #[must_use]
    pub fn slide(self, direction: Direction, empty: Words<N>) -> Words<N> {
        self.each_with(
            empty,
            #[inline(always)]
            |set, empty| slide(direction, set, empty),
        )
    }

    /// Returns the squares that rooks attack.
    #[inline(always)]
    #[must_use]
    pub fn rook_attacks(self, empty: Words<N>) -> Words<N> {
        self.each_with(
            empty,
            #[inline(always)]
            |set, empty| {
                slide(Direction::North, set, empty)
                    | slide(Direction::East, set, empty)
                    | slide(Direction::South, set, empty)
                    | slide(Direction::West, set, empty)
            },
        )
    }

    /// Returns the squares that bishops attack.
    #[inline(always)]
    #[must_use]
    pub fn bishop_attacks(self, empty: Words<N>) -> Words<N> {
        self.each_with(
            empty,
            #[inline(always)]
            |set, empty| {
                slide(Direction::NorthEast, set, empty)
                    | slide(Direction::SouthEast, set, empty)
                    | slide(Direction::SouthWest, set, empty)
                    | slide(Direction::NorthWest, set, empty)
            },
        )
    }

    /// Returns the number of squares of each word.
    #[inline(always)]
    pub fn counts(self) -> [u32; N] {
        let mut counts = [0; N];
        for (count, word) in counts.iter_mut().zip(&self.0) {
            *count = word.count();
        }
        counts
    }
}

/// Returns the occluded fill of one set: a Kogge-Stone fill in steps of one, two and four.
///
/// **Source.** Steffan Westcott, 2002,
/// <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[inline(always)]
fn fill(direction: Direction, set: Bitboard, empty: Bitboard) -> Bitboard {
    let one = |set: Bitboard| set.shift_wrapping(direction);
    let two = |set: Bitboard| one(one(set));
    let four = |set: Bitboard| two(two(set));

    // A step over an edge ends on a file that is never open.
    let open = empty & direction.post_mask();
    let reached = set | (open & one(set));
    let open = open & one(open);
    let reached = reached | (open & two(reached));
    let open = open & two(open);
    reached | (open & four(reached))
}

/// Returns the squares that the sliders of one set attack in a direction: [`Words::slide`] of one
/// word, for loops over other arrays.
#[inline(always)]
pub fn slide(direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
    if direction == Direction::East {
        return slide_east(sliders, empty);
    }
    fill(direction, sliders, empty).shift(direction)
}

/// Returns the squares that sliders attack to the east, by one subtraction.
///
/// The borrow from the square beside a slider ends at the next slider or obstacle, or at the edge,
/// so no two sliders borrow from the same square and none from another rank.
///
/// **Source.** <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>.
#[inline(always)]
fn slide_east(sliders: Bitboard, empty: Bitboard) -> Bitboard {
    let edge = Bitboard::file(File::H);
    let stops = !empty | edge | sliders;
    let beside = (sliders - edge).0 << 1;
    stops ^ Bitboard(stops.0.wrapping_sub(beside))
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
    fn not(self) -> Words<N> {
        self.each(
            #[inline(always)]
            |set| !set,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{self, walk};
    use crate::{Color, Square, dispatch};
    use proptest::prelude::*;

    /// Returns the union of the sets of all squares of a set: what an operation finds square by
    /// square.
    fn walked(set: Bitboard, of: impl Fn(Square) -> Bitboard) -> Bitboard {
        set.into_iter().map(of).fold(Bitboard::EMPTY, Bitboard::union)
    }

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
        for direction in Direction::ALL {
            let step = |from: Square| from.step(direction).into_iter().collect();
            compare(a.shift(direction), sets, |a, _| walked(a, step));
            let ray = |empty: Bitboard| move |from| walk::ray(from, direction, !empty);
            compare(a.slide(direction, b), sets, |a, empty| walked(a, ray(empty)));
            compare(a.fill(direction, b), sets, |a, empty| a | walked(a, ray(empty)) & empty);
        }
        compare(a.rook_attacks(b), sets, |a, empty| walked(a, |from| walk::rook(from, !empty)));
        compare(a.bishop_attacks(b), sets, |a, empty| walked(a, |from| walk::bishop(from, !empty)));
        compare(Words(a.0.map(attacks::knights)), sets, |a, _| walked(a, attacks::knight));
        compare(Words(a.0.map(attacks::kings)), sets, |a, _| walked(a, attacks::king));
        for color in [Color::White, Color::Black] {
            let pawn = |from| attacks::pawn(color, from);
            let pawns = a.0.map(|set| attacks::pawns(color, set));
            compare(Words(pawns), sets, |a, _| walked(a, pawn));
        }
        assert_eq!(a.counts(), a.0.map(|set| set.into_iter().count() as u32));
    }

    proptest! {
        /// The sets may be dense or thin; a slider may stand on an empty square or not.
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
