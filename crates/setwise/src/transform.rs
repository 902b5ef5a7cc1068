//! Flips, mirrors and rotations of whole sets.

use crate::{Bitboard, bitboard};

/// Swaps the squares of a mask with those `distance` bits above.
const fn delta_swap(set: Bitboard, mask: Bitboard, distance: u32) -> Bitboard {
    let differ = (set.0 ^ set.0 >> distance) & mask.0;
    Bitboard(set.0 ^ differ ^ differ << distance)
}

/// Flips, mirrors and rotations.
///
/// | method | square | a1 goes to | h1 | h8 | a8 | applications until the set is unchanged |
/// |---|---|---|---|---|---|---|
/// | [`flip_vertical`](Bitboard::flip_vertical) | (f, 7 − r) | a8 | h8 | h1 | a1 | 2 |
/// | [`mirror_horizontal`](Bitboard::mirror_horizontal) | (7 − f, r) | h1 | a1 | a8 | h8 | 2 |
/// | [`flip_diagonal`](Bitboard::flip_diagonal) | (r, f) | a1 | a8 | h8 | h1 | 2 |
/// | [`flip_anti_diagonal`](Bitboard::flip_anti_diagonal) | (7 − r, 7 − f) | h8 | h1 | a1 | a8 | 2 |
/// | [`rotate_180`](Bitboard::rotate_180) | (7 − f, 7 − r) | h8 | a8 | a1 | h1 | 2 |
/// | [`rotate_90_clockwise`](Bitboard::rotate_90_clockwise) | (r, 7 − f) | a8 | a1 | h1 | h8 | 4 |
/// | [`rotate_90_counterclockwise`](Bitboard::rotate_90_counterclockwise) | (7 − r, f) | h1 | h8 | a8 | a1 | 4 |
///
/// "Clockwise" is as White sees the board. (f, r) are the file and the rank of a square, 0 to 7;
/// the second column is the square to which it moves. Each transform is a permutation of the
/// squares, so it distributes over all set operations: the flip of a union is the union of the
/// flips.
///
/// They are computed by *delta swaps* (Donald Knuth, *The Art of Computer Programming* 4A, 7.1.3),
/// which swap the squares of a mask with those a fixed distance above, all at once. A permutation
/// of the three bits of the file and the three bits of the rank takes three swaps, in any order:
/// one for blocks of 4 × 4 squares, one for blocks of 2 × 2, and one for single squares.
///
/// Literature: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>; Henry S.
/// Warren, *Hacker's Delight*, 2002, 7-3, for the transposition.
impl Bitboard {
    /// Returns the set flipped upside down: the first rank becomes the eighth.
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

    /// Returns the set mirrored from left to right: the A file becomes the H file.
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

    /// Returns the set flipped about the diagonal a1–h8, which stays: files and ranks are swapped.
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

    /// Returns the set flipped about the anti-diagonal a8–h1, which stays.
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

    /// Returns the set as seen from the other side of the board: both flipped and mirrored.
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

    /// Returns the set rotated to the right: a1 goes to a8, a8 to h8, h8 to h1 and h1 to a1.
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

    /// Returns the set rotated to the left: a1 goes to h1, h1 to h8, h8 to a8 and a8 to a1.
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
}
