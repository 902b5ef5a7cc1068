//! Flips, mirrors and rotations of whole sets.
//!
//! | method | square | a1 goes to | h1 | h8 | a8 | comes back after |
//! |---|---|---|---|---|---|---|
//! | [`flip_vertical`](Bitboard::flip_vertical) | (f, 7 − r) | a8 | h8 | h1 | a1 | 2 |
//! | [`mirror_horizontal`](Bitboard::mirror_horizontal) | (7 − f, r) | h1 | a1 | a8 | h8 | 2 |
//! | [`flip_diagonal`](Bitboard::flip_diagonal) | (r, f) | a1 | a8 | h8 | h1 | 2 |
//! | [`flip_anti_diagonal`](Bitboard::flip_anti_diagonal) | (7 − r, 7 − f) | h8 | h1 | a1 | a8 | 2 |
//! | [`rotate_180`](Bitboard::rotate_180) | (7 − f, 7 − r) | h8 | a8 | a1 | h1 | 2 |
//! | [`rotate_90_clockwise`](Bitboard::rotate_90_clockwise) | (r, 7 − f) | a8 | a1 | h1 | h8 | 4 |
//! | [`rotate_90_counterclockwise`](Bitboard::rotate_90_counterclockwise) | (7 − r, f) | h1 | h8 | a8 | a1 | 4 |
//! | [`pseudo_rotate_45_clockwise`](Bitboard::pseudo_rotate_45_clockwise) | (f, r − f mod 8) | a1 | h2 | h1 | a8 | 8 |
//! | [`pseudo_rotate_45_counterclockwise`](Bitboard::pseudo_rotate_45_counterclockwise) | (f, r + f + 1 mod 8) | a2 | h1 | h8 | a1 | 8 |
//!
//! "Clockwise" is as White sees the board. (f, r) are the file and the rank, 0 to 7, of the square
//! whose place is given in the second column. Every one of them is a permutation of the squares,
//! so it distributes over all set operations: to flip a union is to unite the flips. That is what
//! lets a reversed subtraction run down a file (see the hyperbola technique).
//!
//! The work is done by *delta swaps* (Donald Knuth, *The Art of Computer Programming* 4A, 7.1.3):
//! the squares of a mask change places with those a fixed distance above, all at once. A
//! permutation that works on the three bits of the file and the three of the rank takes three,
//! one for blocks of 4 × 4 squares, one for 2 × 2 and one for single squares, in any order.
//!
//! Literature: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>; Henry S.
//! Warren, *Hacker's Delight*, 2002, 7-3, for the transposition.

use crate::{Bitboard, bitboard};

/// The squares of a mask change places with those `distance` above.
const fn delta_swap(set: Bitboard, mask: Bitboard, distance: u32) -> Bitboard {
    let differ = (set.0 ^ set.0 >> distance) & mask.0;
    Bitboard(set.0 ^ differ ^ differ << distance)
}

/// The files whose number, 0 to 7, has the bit 4 (E to H), 2 (C, D, G, H) or 1 (B, D, F, H).
const FILES_4: u64 = 0xf0f0_f0f0_f0f0_f0f0;
const FILES_2: u64 = 0xcccc_cccc_cccc_cccc;
const FILES_1: u64 = 0xaaaa_aaaa_aaaa_aaaa;

impl Bitboard {
    /// The set upside down: the first rank becomes the eighth.
    ///
    /// ```text
    ///   . . . . . . . .      O . . . . . . .
    ///   . X X X X X . .      . X . . . . . .
    ///   . X . . . . . .      . X . . . . . .
    ///   . X . . . . . .      . X X X X . . .
    ///   . X X X X . . .      . X . . . . . .
    ///   . X . . . . . .      . X . . . . . .
    ///   . X . . . . . .      . X X X X X . .
    ///   O . . . . . . .      . . . . . . . .
    /// ```
    ///
    /// A rank is a byte, so this is one byte swap (`bswap`, `rev`).
    #[inline(always)]
    #[must_use]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set in a mirror: the A file becomes the H file.
    ///
    /// ```text
    ///   . . . . . . . .      . . . . . . . .
    ///   . X X X X X . .      . . X X X X X .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X X X X . . .      . . . X X X X .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X . . . . . .      . . . . . . X .
    ///   O . . . . . . .      . . . . . . . O
    /// ```
    ///
    /// The word's bits are reversed and its bytes reversed back. Where the processor cannot reverse
    /// bits, compilers make it three swaps inside the bytes, of 4 files, 2 and 1.
    #[inline]
    #[must_use]
    pub const fn mirror_horizontal(self) -> Bitboard {
        self.rotate_180().flip_vertical()
    }

    /// The set flipped about the diagonal a1–h8, which stays: files and ranks change places.
    ///
    /// ```text
    ///   . . . . . . . .      . . . . . . . .
    ///   . X X X X X . .      . . . . . . . .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X . . . . . .      . . . X . . X .
    ///   . X X X X . . .      . . . X . . X .
    ///   . X . . . . . .      . . . X . . X .
    ///   . X . . . . . .      . X X X X X X .
    ///   O . . . . . . .      O . . . . . . .
    /// ```
    ///
    /// The quadrants on the lower right and the upper left change places; then, inside each
    /// quadrant, the quarters there; then the squares there.
    #[doc(alias = "transpose")]
    #[inline]
    #[must_use]
    pub const fn flip_diagonal(self) -> Bitboard {
        const QUADRANT: Bitboard = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . X X X X
            . . . . X X X X
            . . . . X X X X
            . . . . X X X X
        };
        const QUARTERS: Bitboard = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . X X . . X X
            . . X X . . X X
            . . . . . . . .
            . . . . . . . .
            . . X X . . X X
            . . X X . . X X
        };
        const SQUARES: Bitboard = bitboard! {
            . . . . . . . .
            . X . X . X . X
            . . . . . . . .
            . X . X . X . X
            . . . . . . . .
            . X . X . X . X
            . . . . . . . .
            . X . X . X . X
        };
        let set = delta_swap(self, QUADRANT, 4 * 7);
        let set = delta_swap(set, QUARTERS, 2 * 7);
        delta_swap(set, SQUARES, 7)
    }

    /// The set flipped about the anti-diagonal a8–h1, which stays.
    ///
    /// ```text
    ///   . . . . . . . .      . . . . . . . O
    ///   . X X X X X . .      . X X X X X X .
    ///   . X . . . . . .      . X . . X . . .
    ///   . X . . . . . .      . X . . X . . .
    ///   . X X X X . . .      . X . . X . . .
    ///   . X . . . . . .      . X . . . . . .
    ///   . X . . . . . .      . . . . . . . .
    ///   O . . . . . . .      . . . . . . . .
    /// ```
    ///
    /// As [`flip_diagonal`](Bitboard::flip_diagonal), but lower left and upper right change places.
    #[inline]
    #[must_use]
    pub const fn flip_anti_diagonal(self) -> Bitboard {
        const QUADRANT: Bitboard = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X X X X . . . .
            X X X X . . . .
            X X X X . . . .
            X X X X . . . .
        };
        const QUARTERS: Bitboard = bitboard! {
            . . . . . . . .
            . . . . . . . .
            X X . . X X . .
            X X . . X X . .
            . . . . . . . .
            . . . . . . . .
            X X . . X X . .
            X X . . X X . .
        };
        const SQUARES: Bitboard = bitboard! {
            . . . . . . . .
            X . X . X . X .
            . . . . . . . .
            X . X . X . X .
            . . . . . . . .
            X . X . X . X .
            . . . . . . . .
            X . X . X . X .
        };
        let set = delta_swap(self, QUADRANT, 4 * 9);
        let set = delta_swap(set, QUARTERS, 2 * 9);
        delta_swap(set, SQUARES, 9)
    }

    /// The set seen from the other side of the board: both flipped and mirrored.
    ///
    /// ```text
    ///   . . . . . . . .      . . . . . . . O
    ///   . X X X X X . .      . . . . . . X .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X . . . . . .      . . . X X X X .
    ///   . X X X X . . .      . . . . . . X .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X . . . . . .      . . X X X X X .
    ///   O . . . . . . .      . . . . . . . .
    /// ```
    ///
    /// It reverses the bits of the word, which some processors do in one instruction (`rbit`).
    #[inline(always)]
    #[must_use]
    pub const fn rotate_180(self) -> Bitboard {
        Bitboard(self.0.reverse_bits())
    }

    /// The set turned to the right: a1 goes to a8, a8 to h8, h8 to h1 and h1 to a1.
    ///
    /// ```text
    ///   . . . . . . . .      O . . . . . . .
    ///   . X X X X X . .      . X X X X X X .
    ///   . X . . . . . .      . . . X . . X .
    ///   . X . . . . . .      . . . X . . X .
    ///   . X X X X . . .      . . . X . . X .
    ///   . X . . . . . .      . . . . . . X .
    ///   . X . . . . . .      . . . . . . . .
    ///   O . . . . . . .      . . . . . . . .
    /// ```
    #[inline]
    #[must_use]
    pub const fn rotate_90_clockwise(self) -> Bitboard {
        self.flip_diagonal().flip_vertical()
    }

    /// The set turned to the left: a1 goes to h1, h1 to h8, h8 to a8 and a8 to a1.
    ///
    /// ```text
    ///   . . . . . . . .      . . . . . . . .
    ///   . X X X X X . .      . . . . . . . .
    ///   . X . . . . . .      . X . . . . . .
    ///   . X . . . . . .      . X . . X . . .
    ///   . X X X X . . .      . X . . X . . .
    ///   . X . . . . . .      . X . . X . . .
    ///   . X . . . . . .      . X X X X X X .
    ///   O . . . . . . .      . . . . . . . O
    /// ```
    #[inline]
    #[must_use]
    pub const fn rotate_90_counterclockwise(self) -> Bitboard {
        self.flip_vertical().flip_diagonal()
    }

    /// The set with each diagonal laid into a rank: the file *f* slides down by *f* ranks, and
    /// what leaves at the bottom comes in at the top.
    ///
    /// ```text
    ///   8 7 6 5 4 3 2 1      8 8 8 8 8 8 8 8
    ///   7 6 5 4 3 2 1 8      7 7 7 7 7 7 7 7
    ///   6 5 4 3 2 1 8 7      6 6 6 6 6 6 6 6
    ///   5 4 3 2 1 8 7 6      5 5 5 5 5 5 5 5
    ///   4 3 2 1 8 7 6 5      4 4 4 4 4 4 4 4
    ///   3 2 1 8 7 6 5 4      3 3 3 3 3 3 3 3
    ///   2 1 8 7 6 5 4 3      2 2 2 2 2 2 2 2
    ///   1 8 7 6 5 4 3 2      1 1 1 1 1 1 1 1
    /// ```
    ///
    /// A board of 8 × 8 squares cannot be turned by 45 degrees, so this is no rotation: no square
    /// leaves its file. The main diagonal a1–h8 fills the first rank, and each other rank holds
    /// *two* part-diagonals, those whose rank − file differ by eight: b1–h7 and a8 share the
    /// eighth. To have each diagonal's bits alone and packed side by side, of one bit to eight, is
    /// another thing: Hyatt's diamond,
    /// [`Mapping::ROTATED_45`](crate::mapping::Mapping::ROTATED_45).
    ///
    /// Three steps, one for each bit of the file's number. The way back is to flip, do the same
    /// and flip again:
    ///
    /// ```
    /// use setwise::Bitboard;
    ///
    /// let set = Bitboard(0x0123_4567_89ab_cdef);
    /// let turned = set.pseudo_rotate_45_clockwise();
    /// let back = turned.flip_vertical().pseudo_rotate_45_clockwise().flip_vertical();
    /// assert_eq!(back, set);
    /// ```
    #[inline]
    #[must_use]
    pub const fn pseudo_rotate_45_clockwise(self) -> Bitboard {
        let set = self.0;
        let set = set ^ (set ^ set.rotate_right(8)) & FILES_1;
        let set = set ^ (set ^ set.rotate_right(2 * 8)) & FILES_2;
        Bitboard(set ^ (set ^ set.rotate_right(4 * 8)) & FILES_4)
    }

    /// The set with each anti-diagonal laid into a rank: the file *f* slides down by 7 − *f* ranks,
    /// and what leaves at the bottom comes in at the top.
    ///
    /// ```text
    ///   1 2 3 4 5 6 7 8      8 8 8 8 8 8 8 8
    ///   8 1 2 3 4 5 6 7      7 7 7 7 7 7 7 7
    ///   7 8 1 2 3 4 5 6      6 6 6 6 6 6 6 6
    ///   6 7 8 1 2 3 4 5      5 5 5 5 5 5 5 5
    ///   5 6 7 8 1 2 3 4      4 4 4 4 4 4 4 4
    ///   4 5 6 7 8 1 2 3      3 3 3 3 3 3 3 3
    ///   3 4 5 6 7 8 1 2      2 2 2 2 2 2 2 2
    ///   2 3 4 5 6 7 8 1      1 1 1 1 1 1 1 1
    /// ```
    ///
    /// The mirror image of
    /// [`pseudo_rotate_45_clockwise`](Bitboard::pseudo_rotate_45_clockwise), and all that is said
    /// there holds here. Hyatt's diamond for this side is
    /// [`Mapping::ROTATED_MINUS_45`](crate::mapping::Mapping::ROTATED_MINUS_45).
    #[inline]
    #[must_use]
    pub const fn pseudo_rotate_45_counterclockwise(self) -> Bitboard {
        let set = self.0;
        let set = set ^ (set ^ set.rotate_right(8)) & !FILES_1;
        let set = set ^ (set ^ set.rotate_right(2 * 8)) & !FILES_2;
        Bitboard(set ^ (set ^ set.rotate_right(4 * 8)) & !FILES_4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Mapping;
    use crate::{File, Rank, Square};
    use proptest::prelude::*;

    /// A transform: what it does to a set, what it does to a square's file and rank, and how often
    /// it must be done to come back. In the order of the methods above.
    type Transform = (fn(Bitboard) -> Bitboard, fn(usize, usize) -> (usize, usize), u32);

    const TRANSFORMS: [Transform; 9] = [
        (Bitboard::flip_vertical, |f, r| (f, 7 - r), 2),
        (Bitboard::mirror_horizontal, |f, r| (7 - f, r), 2),
        (Bitboard::flip_diagonal, |f, r| (r, f), 2),
        (Bitboard::flip_anti_diagonal, |f, r| (7 - r, 7 - f), 2),
        (Bitboard::rotate_180, |f, r| (7 - f, 7 - r), 2),
        (Bitboard::rotate_90_clockwise, |f, r| (r, 7 - f), 4),
        (Bitboard::rotate_90_counterclockwise, |f, r| (7 - r, f), 4),
        (Bitboard::pseudo_rotate_45_clockwise, |f, r| (f, (8 + r - f) % 8), 8),
        (Bitboard::pseudo_rotate_45_counterclockwise, |f, r| (f, (r + f + 1) % 8), 8),
    ];

    #[test]
    fn each_transform_moves_every_square_by_its_definition() {
        for (n, (transform, definition, _)) in TRANSFORMS.into_iter().enumerate() {
            for square in Square::ALL {
                let (file, rank) = definition(square.file() as usize, square.rank() as usize);
                let expected = Square::new(File::ALL[file], Rank::ALL[rank]);
                let moved = transform(Bitboard::of(square)).single();
                assert_eq!(moved, Some(expected), "transform {n}, {square}");
            }
        }
    }

    #[test]
    fn each_transform_comes_back_after_its_order_and_not_before() {
        for (n, (transform, _, order)) in TRANSFORMS.into_iter().enumerate() {
            let moved = |times: u32, set| (0..times).fold(set, |set, _| transform(set));
            let comes_back = |times: &u32| {
                Square::ALL.map(Bitboard::of).into_iter().all(|one| moved(*times, one) == one)
            };
            assert_eq!((1..=8).find(comes_back), Some(order), "transform {n}");
        }
    }

    /// Each picture of this page is two boards; what is drawn alike on the left goes to what is
    /// drawn alike on the right.
    #[test]
    fn the_pictures_of_this_page_are_true() {
        let rows: Vec<Vec<char>> = include_str!("transform.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("    ///   "))
            .map(|row| row.chars().filter(|c| *c != ' ').collect())
            .collect();
        assert_eq!(rows.len(), 8 * TRANSFORMS.len());
        for (picture, (transform, ..)) in rows.chunks(8).zip(TRANSFORMS) {
            let drawn = |mark: char, column: usize| -> Bitboard {
                let marked =
                    |s: &Square| picture[7 - s.rank() as usize][column + s.file() as usize] == mark;
                Square::ALL.into_iter().filter(marked).collect()
            };
            for mark in ['.', 'X', 'O', '1', '2', '3', '4', '5', '6', '7', '8'] {
                assert_eq!(transform(drawn(mark, 0)), drawn(mark, 8), "{mark}");
            }
        }
    }

    #[test]
    fn squares_and_sets_flip_alike() {
        for square in Square::ALL {
            let one = Bitboard::of(square);
            assert_eq!(one.flip_vertical().single(), Some(square.flip_vertical()));
            assert_eq!(one.mirror_horizontal().single(), Some(square.mirror_horizontal()));
        }
    }

    #[test]
    fn a_pseudo_rotation_lays_each_diagonal_into_one_rank() {
        for square in Square::ALL {
            let diagonal = square.diagonal();
            let rank = Rank::ALL[diagonal.rank_minus_file().rem_euclid(8) as usize];
            let laid = Bitboard::diagonal(diagonal).pseudo_rotate_45_clockwise();
            assert!(laid.is_subset_of(Bitboard::rank(rank)));

            let anti = square.anti_diagonal();
            let rank = Rank::ALL[(anti.rank_plus_file() as usize + 1) % 8];
            let laid = Bitboard::anti_diagonal(anti).pseudo_rotate_45_counterclockwise();
            assert!(laid.is_subset_of(Bitboard::rank(rank)));
        }
    }

    #[test]
    fn a_pseudo_rotation_is_not_the_packed_diamond() {
        let long = Bitboard::diagonal(Square::A1.diagonal());
        assert_eq!(long.pseudo_rotate_45_clockwise(), Bitboard(0xff));
        assert_eq!(Mapping::ROTATED_45.word(long), 0xff << 28);
        // The pseudo-rotation has a8 share its byte with the diagonal b1-h7; packed, 35 bits and
        // more lie between them.
        let (below, corner) = (Bitboard::diagonal(Square::B1.diagonal()), Bitboard::of(Square::A8));
        let byte = (below | corner).pseudo_rotate_45_clockwise();
        assert_eq!(byte, Bitboard::rank(Rank::Eighth));
        assert_eq!(Mapping::ROTATED_45.word(below), 0x7f << 21);
        assert_eq!(Mapping::ROTATED_45.word(corner), 1 << 63);

        let long = Bitboard::anti_diagonal(Square::A8.anti_diagonal());
        assert_eq!(long.pseudo_rotate_45_counterclockwise(), Bitboard(0xff));
        assert_eq!(Mapping::ROTATED_MINUS_45.word(long), 0xff << 28);
    }

    proptest! {
        #[test]
        fn each_transform_distributes_over_the_set_operations(a: u64, b: u64) {
            let (x, y) = (Bitboard(a), Bitboard(b));
            for (transform, ..) in TRANSFORMS {
                prop_assert_eq!(transform(x | y), transform(x) | transform(y));
                prop_assert_eq!(transform(x & y), transform(x) & transform(y));
                prop_assert_eq!(transform(x ^ y), transform(x) ^ transform(y));
                prop_assert_eq!(transform(!x), !transform(x));
                prop_assert_eq!(transform(x).count(), x.count());
            }
        }

        #[test]
        fn the_transforms_compose_as_the_board_does(a: u64) {
            let set = Bitboard(a);
            let (left, right) = (set.rotate_90_counterclockwise(), set.rotate_90_clockwise());
            prop_assert_eq!(left.rotate_90_clockwise(), set);
            prop_assert_eq!(left.rotate_90_counterclockwise(), set.rotate_180());
            prop_assert_eq!(right.rotate_90_clockwise(), set.rotate_180());
            prop_assert_eq!(set.flip_vertical().mirror_horizontal(), set.rotate_180());
            prop_assert_eq!(set.flip_diagonal().flip_anti_diagonal(), set.rotate_180());
            prop_assert_eq!(
                set.mirror_horizontal().pseudo_rotate_45_clockwise().mirror_horizontal(),
                set.pseudo_rotate_45_counterclockwise()
            );
        }
    }
}
