//! The masks of lines, from a table or computed, and the techniques that take either.

use core::marker::PhantomData;

use crate::Card;
use crate::parts::Axis::{self, *};
use crate::parts::Lookup;
use crate::trace::Trace;
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

/// A source of the masks of lines.
pub trait Masks: Copy + Send + Sync + 'static {
    /// Whether the masks are computed at each lookup and take no memory.
    const COMPUTED: bool;

    /// Returns the line through a square, without the square.
    fn line(from: Square, axis: Axis) -> Bitboard;

    /// Returns the line with its halves.
    #[inline(always)]
    fn halves(from: Square, axis: Axis) -> Halves {
        let line = Self::line(from, axis);
        let lower = Bitboard(Bitboard::of(from).0 - 1);
        Halves { below: (line & lower).with(Square::A1), above: line - lower, line }
    }
}

/// Masks from a table.
#[derive(Clone, Copy, Debug)]
pub struct Tabled;

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

/// The size of the table behind [`Masks::halves`].
pub const HALVES_BYTES: usize = size_of_val(&HALVES);

impl Masks for Tabled {
    const COMPUTED: bool = false;

    #[inline(always)]
    fn line(from: Square, axis: Axis) -> Bitboard {
        axis.line(from)
    }

    #[inline(always)]
    fn halves(from: Square, axis: Axis) -> Halves {
        let LinesInHalves { below, above, line } = &HALVES[from];
        let axis = axis as usize;
        Halves { below: below.0[axis], above: above.0[axis], line: line.0[axis] }
    }
}

/// Diagonals from a table; ranks and files are a shifted constant.
#[derive(Clone, Copy, Debug)]
pub struct DiagonalsTabled;

impl Masks for DiagonalsTabled {
    const COMPUTED: bool = false;

    #[inline(always)]
    fn line(from: Square, axis: Axis) -> Bitboard {
        match axis {
            Rank => Bitboard(0xff << (from as u32 & 56)).without(from),
            File => Bitboard(Bitboard::file(setwise::File::A).0 << (from as u32 & 7)).without(from),
            Diagonal | AntiDiagonal => axis.line(from),
        }
    }
}

/// Masks computed at each lookup: two shifted constants a line, cut at the edges of the board.
#[derive(Clone, Copy, Debug)]
pub struct Computed;

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

impl Computed {
    /// Returns the lower squares, without a1, and the higher squares.
    #[inline(always)]
    fn below_and_above(from: Square, axis: Axis) -> (u64, u64) {
        let ray = match axis {
            Rank => const { seven_steps(1) },
            File => const { seven_steps(8) },
            Diagonal => const { seven_steps(9) },
            AntiDiagonal => const { seven_steps(7) },
        };
        let (below, above) = (ray.reverse_bits() >> (63 - from as u32), ray << from as u32);
        // The files east of the slider: in each byte the ones between its bit and bit 7, moved up.
        // A shifted ray that leaves on one side comes in again on the other, and is cut there.
        let file = Bitboard::file(setwise::File::A).0 << (from as u32 & 7);
        let east = (Bitboard::file(setwise::File::H).0 - file) << 1;
        match axis {
            File => (below, above),
            Rank | Diagonal => (below & !east, above & east),
            AntiDiagonal => (below & east, above & !east),
        }
    }
}

impl Masks for Computed {
    const COMPUTED: bool = true;

    #[inline(always)]
    fn line(from: Square, axis: Axis) -> Bitboard {
        let (below, above) = Computed::below_and_above(from, axis);
        Bitboard(below | above)
    }

    #[inline(always)]
    fn halves(from: Square, axis: Axis) -> Halves {
        let (below, above) = Computed::below_and_above(from, axis);
        Halves { below: Bitboard(below | 1), above: Bitboard(above), line: Bitboard(below | above) }
    }
}

/// A technique that finds the attacked squares of one line, given its masks.
pub trait MaskedLine: Copy + Send + Sync + 'static {
    /// The description of the whole technique, with its masks in a table.
    const CARD: Card;

    /// Its title where the masks are computed.
    const INLINE: &'static str;

    /// Returns the squares attacked along a line, and shows each step to a trace.
    ///
    /// Must be `#[inline(always)]`, as the methods of [`Sliders`](setwise::attacks::Sliders) are.
    fn attacked<M: Masks, T: Trace>(
        from: Square,
        axis: Axis,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard;
}

/// A technique with its masks.
#[derive(Clone, Copy)]
pub struct Masked<S, M>(PhantomData<(S, M)>);

impl<S: MaskedLine, M: Masks> Lookup for Masked<S, M> {
    const CARD: Card =
        if M::COMPUTED { Card { title: S::INLINE, table_bytes: 0, ..S::CARD } } else { S::CARD };

    type Part = Axis;

    type Occupied = Bitboard;

    fn new() -> Option<Masked<S, M>> {
        Some(Masked(PhantomData))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: &Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        S::attacked::<M, T>(from, axis, *occupied, trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_computed_as_they_stand_in_the_table() {
        for square in Square::ALL {
            for axis in Axis::ALL {
                let tabled = Tabled::halves(square, axis);
                assert_eq!(Computed::halves(square, axis), tabled, "{square} {axis:?}");
                assert_eq!(Computed::line(square, axis), tabled.line);
                assert_eq!(Tabled::line(square, axis), tabled.line);
            }
        }
    }
}
