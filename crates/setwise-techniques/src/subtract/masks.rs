//! The masks of lines, from a table or computed.
//!
//! Five techniques take either: with `INLINE` they compute the masks at each lookup, and need no
//! table.

use crate::Card;
use crate::parts::Axis::{self, *};
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

/// Returns the line through a square, without the square.
#[inline(always)]
pub fn line<const INLINE: bool>(from: Square, axis: Axis) -> Bitboard {
    if INLINE {
        let (below, above) = below_and_above(from, axis);
        Bitboard(below | above)
    } else {
        axis.line(from)
    }
}

/// Returns the line through a square with its halves.
#[inline(always)]
pub fn halves<const INLINE: bool>(from: Square, axis: Axis) -> Halves {
    if INLINE {
        let (below, above) = below_and_above(from, axis);
        Halves { below: Bitboard(below | 1), above: Bitboard(above), line: Bitboard(below | above) }
    } else {
        let LinesInHalves { below, above, line } = &HALVES[from];
        let axis = axis as usize;
        Halves { below: below.0[axis], above: above.0[axis], line: line.0[axis] }
    }
}

/// Returns the description of a technique whose masks are in a table, or of the same technique
/// without a table, which has another title.
pub const fn card(inline: bool, inline_title: &'static str, tabled: Card) -> Card {
    if inline { Card { title: inline_title, table_bytes: 0, ..tabled } } else { tabled }
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

/// Returns the bits that are one to seven steps above bit 0, with `bits` bits for a step.
const fn seven_steps(bits: u32) -> u64 {
    let mut ray = 0;
    let mut steps = 1;
    while steps < 8 {
        ray |= 1 << (steps * bits);
        steps += 1;
    }
    ray
}

/// Returns the squares of a line below a square, and those above it: two shifted constants, cut at
/// the edges of the board.
#[inline(always)]
fn below_and_above(from: Square, axis: Axis) -> (u64, u64) {
    let ray = match axis {
        Rank => const { seven_steps(1) },
        File => const { seven_steps(8) },
        Diagonal => const { seven_steps(9) },
        AntiDiagonal => const { seven_steps(7) },
    };
    let (below, above) = (ray.reverse_bits() >> (63 - from as u32), ray << from as u32);
    // The files east of the slider: in each byte the ones between its bit and bit 7, moved up. A
    // shifted ray that leaves on one side comes in again on the other, and is cut there.
    let file = Bitboard::file(setwise::File::A).0 << (from as u32 & 7);
    let east = (Bitboard::file(setwise::File::H).0 - file) << 1;
    match axis {
        File => (below, above),
        Rank | Diagonal => (below & !east, above & east),
        AntiDiagonal => (below & east, above & !east),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_computed_as_they_stand_in_the_table() {
        for square in Square::ALL {
            for axis in Axis::ALL {
                let tabled = halves::<false>(square, axis);
                assert_eq!(halves::<true>(square, axis), tabled, "{square} {axis:?}");
                assert_eq!(line::<true>(square, axis), tabled.line);
                assert_eq!(line::<false>(square, axis), tabled.line);
            }
        }
    }
}
