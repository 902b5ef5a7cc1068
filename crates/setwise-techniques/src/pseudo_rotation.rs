//! Pseudo-rotations by 45 degrees: each diagonal, or each anti-diagonal, moves into a rank.
//!
//! | function | square | a1 goes to | h1 | h8 | a8 | applications until the set is unchanged |
//! |---|---|---|---|---|---|---|
//! | [`pseudo_rotate_45_clockwise`] | (f, r − f mod 8) | a1 | h2 | h1 | a8 | 8 |
//! | [`pseudo_rotate_45_counterclockwise`] | (f, r + f + 1 mod 8) | a2 | h1 | h8 | a1 | 8 |
//!
//! (f, r) are the file and the rank, 0 to 7. The flips and rotations proper are methods of
//! [`Bitboard`].
//!
//! Literature: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.

use setwise::Bitboard;

/// The files whose number, 0 to 7, has the bit 4 (E to H), 2 (C, D, G, H) or 1 (B, D, F, H).
const FILES_4: u64 = 0xf0f0_f0f0_f0f0_f0f0;
const FILES_2: u64 = 0xcccc_cccc_cccc_cccc;
const FILES_1: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// Returns the set with each diagonal moved into a rank: the file *f* moves down by *f* ranks, and
/// squares that leave at the bottom come back at the top.
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
/// A board of 8 × 8 squares cannot be rotated by 45 degrees, so this is no rotation: every square
/// stays on its file. The main diagonal a1–h8 fills the first rank, and each other rank holds *two*
/// part-diagonals, whose rank − file differ by eight: b1–h7 and a8 share the eighth rank. Hyatt's
/// diamond, [`Mapping::ROTATED_45`](crate::mapping::Mapping::ROTATED_45), packs each diagonal by
/// itself into one to eight adjacent bits.
///
/// There are three steps, one for each bit of the file's number. The inverse is to flip, do the
/// same, and flip again:
///
/// ```
/// use setwise::Bitboard;
/// use setwise_techniques::pseudo_rotation::pseudo_rotate_45_clockwise;
///
/// let set = Bitboard(0x0123_4567_89ab_cdef);
/// let turned = pseudo_rotate_45_clockwise(set);
/// let back = pseudo_rotate_45_clockwise(turned.flip_vertical()).flip_vertical();
/// assert_eq!(back, set);
/// ```
#[inline]
#[must_use]
pub const fn pseudo_rotate_45_clockwise(set: Bitboard) -> Bitboard {
    let set = set.0;
    let set = set ^ (set ^ set.rotate_right(8)) & FILES_1;
    let set = set ^ (set ^ set.rotate_right(2 * 8)) & FILES_2;
    Bitboard(set ^ (set ^ set.rotate_right(4 * 8)) & FILES_4)
}

/// Returns the set with each anti-diagonal moved into a rank: the file *f* moves down by 7 − *f*
/// ranks, and squares that leave at the bottom come back at the top.
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
/// The mirror image of [`pseudo_rotate_45_clockwise`], with the same properties. Hyatt's diamond
/// for this direction is [`Mapping::ROTATED_MINUS_45`](crate::mapping::Mapping::ROTATED_MINUS_45).
#[inline]
#[must_use]
pub const fn pseudo_rotate_45_counterclockwise(set: Bitboard) -> Bitboard {
    let set = set.0;
    let set = set ^ (set ^ set.rotate_right(8)) & !FILES_1;
    let set = set ^ (set ^ set.rotate_right(2 * 8)) & !FILES_2;
    Bitboard(set ^ (set ^ set.rotate_right(4 * 8)) & !FILES_4)
}
