//! The masks of lines, and of their halves.
//!
//! A mask can also be computed at each lookup, so that a technique needs no table: the longest ray of
//! the direction, shifted to the slider, and cut where it leaves the board on one side and comes in
//! again on the other. It is cut by the files east of the slider, which are, in each byte, the ones
//! above its bit:
//!
//! ```text
//!  above on the diagonal = (8040201008040200 << s) & east     east = (H − (A << file of s)) << 1
//! ```
//!
//! With computed masks `hyperbola`, `obstruction_difference`, `sbamg`, `leorik` and
//! `slide_arithmetic` are slower where the tables stay in the cache. With cold caches four of them
//! were faster on Sapphire Rapids (`results/techniques.md` in the repository).

use crate::parts::Axis;
use setwise::{Bitboard, Square};

/// A line through a square, without the square, and its halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves {
    /// The lower squares and a1. It acts as a blocker below all others, which changes no attack, so
    /// that a bit scan never has an empty set.
    pub below: Bitboard,
    /// The higher squares.
    pub above: Bitboard,
    /// Both, and a1 only if it is on the line.
    pub line: Bitboard,
}

/// Returns the line through a square with its halves.
#[inline(always)]
pub fn halves(from: Square, axis: Axis) -> Halves {
    let LinesInHalves { below, above, line } = &HALVES[from];
    let axis = axis as usize;
    Halves { below: below.0[axis], above: above.0[axis], line: line.0[axis] }
}

/// A mask for each of the four lines of a square, in one half of a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lines([Bitboard; 4]);

const NONE: Lines = Lines([Bitboard::EMPTY; 4]);

/// The halves of the lines of a square: three in one and a half cache lines.
#[derive(Clone, Copy)]
struct LinesInHalves {
    below: Lines,
    above: Lines,
    line: Lines,
}

static HALVES: [LinesInHalves; 64] = {
    let mut table = [LinesInHalves { below: NONE, above: NONE, line: NONE }; 64];
    let mut index = 0;
    while index < 64 * 4 {
        let (square, axis) = (index / 4, index % 4);
        let line = Axis::ALL[axis].line(Square::ALL[square]);
        let lower = Bitboard((1 << square) - 1);
        table[square].below.0[axis] = line.intersection(lower).with(Square::A1);
        table[square].above.0[axis] = line.difference(lower);
        table[square].line.0[axis] = line;
        index += 1;
    }
    table
};

/// The size of the table behind [`halves`].
pub const HALVES_BYTES: usize = size_of_val(&HALVES);

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::File;

    /// Returns the squares of a line below a square, and those above it, as the page says.
    fn computed(from: Square, axis: Axis) -> (u64, u64) {
        let step = match axis {
            Axis::Rank => 1,
            Axis::File => 8,
            Axis::Diagonal => 9,
            Axis::AntiDiagonal => 7,
        };
        let ray = (1..8).fold(0_u64, |ray, steps| ray | 1 << (steps * step));
        let (below, above) = (ray.reverse_bits() >> (63 - from as u32), ray << from as u32);
        let east =
            (Bitboard::file(File::H).0 - (Bitboard::file(File::A).0 << (from as u32 & 7))) << 1;
        match axis {
            Axis::File => (below, above),
            Axis::Rank | Axis::Diagonal => (below & !east, above & east),
            Axis::AntiDiagonal => (below & east, above & !east),
        }
    }

    #[test]
    fn masks_are_computed_as_they_stand_in_the_table() {
        for square in Square::ALL {
            for axis in Axis::ALL {
                let (below, above) = computed(square, axis);
                let line = Bitboard(below | above);
                let expected = Halves { below: Bitboard(below | 1), above: Bitboard(above), line };
                assert_eq!(halves(square, axis), expected, "{square} {axis:?}");
                assert_eq!(axis.line(square), line);
            }
        }
    }
}
