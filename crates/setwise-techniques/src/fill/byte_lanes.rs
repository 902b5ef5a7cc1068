//! Byte lanes: a subtraction in each of the eight bytes, after the line has been laid into one.
//!
//! **Idea.** In one rank the borrow of `o - 2r` runs from each slider to the next occupied square
//! above it and stops there, so `o ^ (o - 2r)` are the attacks to the east, of any number of
//! sliders: each borrows from its own neighbour. A rank is a byte, and if the subtraction is done
//! byte by byte, no borrow leaves a rank and no edge needs a mask.
//!
//! ```text
//!  one rank, h to a        h g f e d c b a
//!  occupied  o             . X . . X . . X     sliders on a and d, a blocker on g
//!  sliders   r             . . . . X . . X
//!  2r                      . . . X . . X .
//!  o - 2r                  . . X X . X X X     one was borrowed from g, one from d
//!  o ^ (o - 2r)            . X X X X X X .     e to g by the one on d, b to d by that on a
//! ```
//!
//! The other directions are laid so that they run east, and laid back:
//!
//! ```text
//!  west            a mirror: the bits of each byte reversed
//!  north           a transposition: files become ranks
//!  north-east      each file slid down by its number: diagonals become ranks
//!  south-east      each file slid down by seven less its number: anti-diagonals become ranks
//!  the opposites   the same, then a mirror
//! ```
//!
//! A rank then holds two diagonals, one behind the other, and a slider on the first may borrow
//! from the second. The *seam* is the first square of each second diagonal: `o ^ (o - seam)` are
//! the squares from there to the first occupied one, which is as far as a borrow can leak. They
//! are attacked by none of their own diagonal, and are taken out.
//!
//! ```text
//!  diagonals as ranks  the seam (north-east)
//!  8 8 8 8 8 8 8 8     . X . . . . . .       b1–h7, and a8 before it
//!  7 7 7 7 7 7 7 7     . . X . . . . .
//!  6 6 6 6 6 6 6 6     . . . X . . . .
//!  5 5 5 5 5 5 5 5     . . . . X . . .
//!  4 4 4 4 4 4 4 4     . . . . . X . .
//!  3 3 3 3 3 3 3 3     . . . . . . X .
//!  2 2 2 2 2 2 2 2     . . . . . . . X       a2–g8, and h1 behind it
//!  1 1 1 1 1 1 1 1     . . . . . . . .       a1–h8
//! ```
//!
//! **Cost.** No table. East takes ten operations, because here the bytes are those of one word
//! and the borrow between them must be held back. A mirror takes some 15, a transposition 18 and
//! a slide 12, three of each a direction: occupied squares and sliders in, attacks out.
//!
//! **When it wins.** To the east. The others need an instruction that lays: see `byte_lanes_gfni`.
//!
//! **Literature.** Gerd Isenberg, <https://www.chessprogramming.org/Fill_by_Subtraction>, for the
//! east; the other directions were worked out for this project, 2026.

use super::Fills;
use crate::pseudo_rotation::{pseudo_rotate_45_clockwise, pseudo_rotate_45_counterclockwise};
use setwise::attacks::trace::{Expr, Expression, Set, combine};
use setwise::attacks::{Card, Trace};
use setwise::{Bitboard, Direction, File, bitboard};

/// Byte lanes; see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct ByteLanes;

/// The first square of each second diagonal, laid to run north-east; and of each second
/// anti-diagonal, laid to run north-west.
const FALLING: Bitboard = bitboard! {
    . X . . . . . .
    . . X . . . . .
    . . . X . . . .
    . . . . X . . .
    . . . . . X . .
    . . . . . . X .
    . . . . . . . X
    . . . . . . . .
};

/// The first square of each second diagonal, laid to run south-west; and of each second
/// anti-diagonal, laid to run south-east.
const RISING: Bitboard = bitboard! {
    . . . . . . . X
    . . . . . . X .
    . . . . . X . .
    . . . . X . . .
    . . . X . . . .
    . . X . . . . .
    . X . . . . . .
    . . . . . . . .
};

/// Where a direction's lines are two to a rank when it has been laid to run east.
pub(super) const fn seam(direction: Direction) -> Bitboard {
    match direction {
        Direction::NorthEast | Direction::NorthWest => FALLING,
        Direction::SouthEast | Direction::SouthWest => RISING,
        _ => Bitboard::EMPTY,
    }
}

/// Whether a direction runs west when its line has been laid into a rank.
#[inline(always)]
pub(super) const fn is_mirrored(direction: Direction) -> bool {
    use Direction::*;
    matches!(direction, West | South | SouthWest | NorthWest)
}

/// The set with the lines of a direction laid into ranks, so that the direction runs east.
#[inline(always)]
fn lay(set: Bitboard, direction: Direction) -> Bitboard {
    use Direction::*;
    let laid = match direction {
        East | West => set,
        North | South => set.flip_diagonal(),
        NorthEast | SouthWest => pseudo_rotate_45_clockwise(set),
        SouthEast | NorthWest => pseudo_rotate_45_counterclockwise(set),
    };
    if is_mirrored(direction) { laid.mirror_horizontal() } else { laid }
}

/// The way back from [`lay`].
#[inline(always)]
fn lift(laid: Bitboard, direction: Direction) -> Bitboard {
    use Direction::*;
    let laid = if is_mirrored(direction) { laid.mirror_horizontal() } else { laid };
    match direction {
        East | West => laid,
        North | South => laid.flip_diagonal(),
        NorthEast | SouthWest => pseudo_rotate_45_clockwise(laid.flip_vertical()).flip_vertical(),
        SouthEast | NorthWest => {
            pseudo_rotate_45_counterclockwise(laid.flip_vertical()).flip_vertical()
        }
    }
}

const FILE_H: u64 = Bitboard::file(File::H).0;

/// Twice each byte; what leaves a byte is lost.
#[inline(always)]
fn double(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !FILE_H) << 1)
}

/// The difference of each byte. The top bits are put in before the subtraction, so that no byte
/// borrows from the next, and are then what they should be.
#[inline(always)]
fn minus_in_bytes(a: Set, b: Set) -> Expr<Set, Set> {
    let without_top = (a.value() | FILE_H) - (b.value() & !FILE_H);
    let difference = without_top ^ (a.value() ^ !b.value()) & FILE_H;
    combine(a, "- in each byte", b, difference)
}

impl Fills for ByteLanes {
    const CARD: Card = Card {
        title: "Byte lanes",
        people: "Gerd Isenberg (to the east), Setwise (all round)",
        year: "2026",
        source: "https://www.chessprogramming.org/Fill_by_Subtraction",
        documents: &[],
        table_bytes: 0,
        needs: "",
    };

    fn new() -> Option<ByteLanes> {
        Some(ByteLanes)
    }

    #[inline(always)]
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let occupied = Set("occupied", !empty | sliders);
        let o =
            trace.set("o", combine((), "lines into ranks", occupied, lay(*occupied, direction).0));
        let sliders = Set("sliders", sliders);
        let r =
            trace.set("r", combine((), "lines into ranks", sliders, lay(*sliders, direction).0));
        let borrowed = trace.set("o - 2r", minus_in_bytes(o, Set("2r", double(*r))));
        let mut attacked = trace.set("changed", o ^ borrowed);
        let seam = seam(direction);
        if seam.any() {
            let less_seam = trace.set("o - seam", minus_in_bytes(o, Set("seam", seam)));
            let leak = trace.set("leak", o ^ less_seam);
            attacked = trace.set("changed", attacked & !leak);
        }
        let lifted = lift(*attacked, direction).0;
        *trace.set("attacked", combine((), "ranks into lines", attacked, lifted))
    }
}
