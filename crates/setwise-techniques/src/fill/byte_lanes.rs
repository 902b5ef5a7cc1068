//! Byte lanes: a subtraction in each of the eight bytes, after the lines were moved into bytes.
//!
//! **Idea.** In one rank, the borrow of `o - 2r` passes from each slider to the next occupied
//! square above it and stops there. So `o ^ (o - 2r)` are the attacks to the east of any number of
//! sliders: each borrows from its own neighbor. A rank is a byte, and if the subtraction is done
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
//! For the other directions, the board is transformed so that they run east, and the answer is
//! transformed back:
//!
//! ```text
//!  west            mirrored: the bits of each byte reversed
//!  north           transposed: files become ranks
//!  north-east      each file moved down by its number: diagonals become ranks
//!  south-east      each file moved down by seven minus its number: anti-diagonals become ranks
//!  the opposites   the same, then mirrored
//! ```
//!
//! A rank then has two diagonals, one after the other, and a slider on the first may borrow from
//! the second. The *seam* is the first square of each second diagonal: `o ^ (o - seam)` are the
//! squares from there to the first occupied one, which is as far as such a borrow goes. No slider
//! of their own diagonal attacks them, so they are removed.
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
//! **Cost.** No table. East takes ten operations, because the bytes are in one word and no borrow may
//! pass between them. To mirror takes some 15 operations, to transpose 18, and to move files 12. Each is
//! done three times a direction: for the occupied squares, the sliders and the attacks.
//!
//! **When it wins.** To the east. The other directions need an instruction that transforms boards:
//! see `byte_lanes_gfni`.
//!
//! **Literature.** Gerd Isenberg, <https://www.chessprogramming.org/Fill_by_Subtraction>, for the
//! east; the other directions were found for this project, 2026.

use super::Fills;
use crate::Card;
use crate::pseudo_rotation::{pseudo_rotate_45_clockwise, pseudo_rotate_45_counterclockwise};
use crate::trace::{Expr, Expression, Set, Trace, combine};
use setwise::{Bitboard, Direction, File, bitboard};

/// Byte lanes; see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct ByteLanes;

/// The first square of each second diagonal if the board is transformed for north-east, and of each
/// second anti-diagonal if it is for north-west.
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

/// The first square of each second diagonal if the board is transformed for south-west, and of each
/// second anti-diagonal if it is for south-east.
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

/// Returns the squares that separate two lines of a direction on one rank.
pub(super) const fn seam(direction: Direction) -> Bitboard {
    match direction {
        Direction::NorthEast | Direction::NorthWest => FALLING,
        Direction::SouthEast | Direction::SouthWest => RISING,
        _ => Bitboard::EMPTY,
    }
}

/// Returns whether a direction runs west after its lines were moved into ranks, so that the board
/// must be mirrored.
#[inline(always)]
pub(super) const fn is_mirrored(direction: Direction) -> bool {
    use Direction::*;
    matches!(direction, West | South | SouthWest | NorthWest)
}

/// Returns the set with the lines of a direction moved into ranks, so that the direction runs east.
#[inline(always)]
fn into_ranks(set: Bitboard, direction: Direction) -> Bitboard {
    use Direction::*;
    let ranks = match direction {
        East | West => set,
        North | South => set.flip_diagonal(),
        NorthEast | SouthWest => pseudo_rotate_45_clockwise(set),
        SouthEast | NorthWest => pseudo_rotate_45_counterclockwise(set),
    };
    if is_mirrored(direction) { ranks.mirror_horizontal() } else { ranks }
}

/// Returns the set with the ranks moved back into lines: the inverse of [`into_ranks`].
#[inline(always)]
fn from_ranks(set: Bitboard, direction: Direction) -> Bitboard {
    use Direction::*;
    let ranks = if is_mirrored(direction) { set.mirror_horizontal() } else { set };
    match direction {
        East | West => ranks,
        North | South => ranks.flip_diagonal(),
        NorthEast | SouthWest => pseudo_rotate_45_clockwise(ranks.flip_vertical()).flip_vertical(),
        SouthEast | NorthWest => {
            pseudo_rotate_45_counterclockwise(ranks.flip_vertical()).flip_vertical()
        }
    }
}

const FILE_H: u64 = Bitboard::file(File::H).0;

/// Returns twice each byte, without the bits that leave a byte.
#[inline(always)]
fn double(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !FILE_H) << 1)
}

/// Returns the difference of each byte. The top bits are set before the subtraction, so that no
/// byte borrows from the next, and get their right values afterwards.
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
        page: crate::page!("byte_lanes.rs"),
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
        trace.say(
            "Turn the board so that the lines of this direction are ranks, and each is a byte.",
        );
        let o = trace.set(
            "o in ranks",
            combine((), "lines into ranks", occupied, into_ranks(*occupied, direction).0),
        );
        let sliders = Set("sliders", sliders);
        trace.say("The sliders are turned in the same way.");
        let r = trace.set(
            "r in ranks",
            combine((), "lines into ranks", sliders, into_ranks(*sliders, direction).0),
        );
        trace.say("Subtract in all eight bytes at once, without a borrow from one to the next.");
        let borrowed = trace.set("o - 2r", minus_in_bytes(o, Set("2r", double(*r))));
        trace.say("XOR keeps the bits that the borrow changed.");
        let mut attacked = trace.set("changed in ranks", o ^ borrowed);
        let seam = seam(direction);
        if seam.any() {
            trace.say(
                "Two diagonals share a byte. A borrow may leak over the seam between them; this \
                 finds what it changes.",
            );
            let less_seam = trace.set("o - seam", minus_in_bytes(o, Set("seam", seam)));
            trace.say("XOR keeps the bits that leaked.");
            let leak = trace.set("leak", o ^ less_seam);
            trace.say("They are removed.");
            attacked = trace.set("changed in ranks", attacked & !leak);
        }
        let on_lines = from_ranks(*attacked, direction).0;
        trace.say("Turn the ranks back into lines.");
        *trace.set("attacked", combine((), "ranks into lines", attacked, on_lines))
    }
}
