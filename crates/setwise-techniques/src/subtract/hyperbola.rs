//! Hyperbola quintessence: the subtraction in both directions of a line, by a byte swap.
//!
//! **Idea.** Let o be the occupied squares of a line and r the bit of the slider. Then the
//! expression `o ^ (o - 2r)` finds the attacked squares above the slider. On the reversed board,
//! the squares below are above it, so the same is done there and the result is reversed. A byte
//! swap reverses the order of the ranks. A file, a diagonal or an anti-diagonal has one square on
//! each rank, so the swap reverses the line. Reversal distributes over XOR, so `o` appears once
//! forward and once reversed and cancels out:
//!
//! ```text
//! attacked = ((o - 2r) ^ swap(swap(o) - 2·swap(r))) & line       where o = occupied & line
//! ```
//!
//! The masks leave out the slider's own square, so *o* is without *r* already, and the code subtracts
//! *r* once.
//!
//! A rank lies in one byte, which the swap does not reverse. Its attacked squares are looked up as
//! [first-rank attacks](crate::index::first_rank), by the slider's file and the six inner squares
//! of the rank.
//!
//! It can be done without tables. A line is a constant shifted to the slider; [`masks`](super::masks)
//! has the formula. A rank is moved to the long diagonal, where a byte swap reverses it, and moved
//! back. Both moves are a multiplication by the a-file, which copies the first rank to all others, or
//! adds all ranks up in the last.
//!
//! ```text
//!  the first rank        times the A file     on the diagonal
//!  . . . . . . . .       . X . . X . X .      . . . . . . . .
//!  . . . . . . . .       . X . . X . X .      . . . . . . X .
//!  . . . . . . . .       . X . . X . X .      . . . . . . . .
//!  . . . . . . . .   →   . X . . X . X .  &   . . . . X . . .
//!  . . . . . . . .       . X . . X . X .      . . . . . . . .
//!  . . . . . . . .       . X . . X . X .      . . . . . . . .
//!  . . . . . . . .       . X . . X . X .      . X . . . . . .
//!  . X . . X . X .       . X . . X . X .      . . . . . . . .
//! ```
//!
//! **Cost.** 2,048 bytes of line masks, 32 for each square, so a lookup touches one cache line; 512
//! bytes for ranks. A line takes nine operations, none of them a multiplication.
//!
//! **When it wins.** Where tables must stay small, or where multiplication and PEXT are slow.
//!
//! **Literature.** Ryan Mack, Gerd Isenberg, Aleks Peshkov, 2007;
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>.

use crate::index::first_rank;
use crate::parts::{Axis, ByPart, Lookup, ON_THE_LINE};
use crate::trace::{Sentences, Set, Trace, combine};
use crate::{Card, Document};
use setwise::{Bitboard, Square};

/// Hyperbola quintessence; see the [module](self).
pub type Hyperbola = ByPart<Swapped>;

/// The lookup of one line of [`Hyperbola`].
#[derive(Clone, Copy, Debug)]
pub struct Swapped;

/// Returns the squares attacked in both directions of a line that `reverse` reverses.
#[inline(always)]
pub(super) fn both_ways<T: Trace>(
    from: Square,
    line: Bitboard,
    occupied: Bitboard,
    reverse: impl Fn(Bitboard) -> Bitboard,
    trace: &mut T,
) -> Bitboard {
    let (occupied, line) = (Set("occupied", occupied), Set("line", line));
    let r = Set("r", Bitboard::of(from));
    let o = trace.set("o", occupied & line);
    // The line does not contain the slider, so o is o - r already, and minus r it is o - 2r.
    let above = trace.set("above", o - r);
    let o_reversed = trace.set("o reversed", combine(o, "reversed", (), reverse(*o).0));
    let r_reversed = trace.set("r reversed", combine(r, "reversed", (), reverse(*r).0));
    let below_reversed = trace.set("below, reversed", o_reversed - r_reversed);
    let below = combine(below_reversed, "reversed", (), reverse(*below_reversed).0);
    let below = trace.set("below", below);
    *trace.set("attacked", (above ^ below) & line)
}

pub(super) const BOTH_WAYS: Sentences = Sentences::of(&[
    ON_THE_LINE,
    (
        "above",
        "o is the pieces on the line, and r the bit of the slider. The line leaves out the \
         slider's own square, so o is already o − r of the formula, and minus r it is o − 2r. The \
         borrow comes from the nearest blocker above, and the zeros on the way become ones.",
    ),
    (
        "o reversed",
        "Now the other half. Reversing the order of the squares puts those below the slider above \
         it. A byte swap exchanges only the ranks, so c3 becomes c6; that reverses a line with one \
         square on each rank. A full reversal turns the board, so c3 becomes f6.",
    ),
    ("r reversed", "r, the bit of the slider, is reversed too."),
    ("below, reversed", "The same subtraction, o' − r', on the reversed line."),
    ("below", "Reverse the result, so that it lies on the line again."),
    (
        "attacked",
        "XOR of both halves: o is in each of them and cancels out, so only the changed bits are \
         left. AND with the line drops the borrow that ran on beyond it.",
    ),
]);

impl Lookup for Swapped {
    const CARD: Card = Card {
        title: "Hyperbola quintessence",
        people: "Ryan Mack, Gerd Isenberg, Aleks Peshkov",
        year: "2007",
        source: "https://www.chessprogramming.org/Hyperbola_Quintessence",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("hyperbola.rs"),
        table_bytes: Axis::TABLE_BYTES + first_rank::BYTES,
        needs: "",
    };
    const SENTENCES: &'static [Sentences] = &[first_rank::RANK, first_rank::LOOK_UP, BOTH_WAYS];

    type Part = Axis;

    fn new() -> Option<Swapped> {
        Some(Swapped)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if axis == Axis::Rank {
            return first_rank::rank(from, occupied, trace);
        }
        both_ways(from, axis.line(from), occupied, Bitboard::flip_vertical, trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Silent;
    use setwise::File;
    use setwise::attacks::walk;

    #[test]
    fn a_rank_on_the_diagonal_needs_no_table() {
        let (a_file, diagonal) =
            (Bitboard::file(File::A).0, Bitboard::diagonal(Square::A1.diagonal()));
        for from in Square::ALL {
            let shift = from as u32 & 56;
            for row in 0..=255_u64 {
                let copies = Bitboard(row.wrapping_mul(a_file));
                let there = Square::masked(9 * (from as u8 & 7));
                let line = diagonal.without(there);
                let attacked = both_ways(there, line, copies, Bitboard::flip_vertical, &mut Silent);
                let attacked = Bitboard(attacked.0.wrapping_mul(a_file) >> 56 << shift);
                let walked = walk::rook(from, Bitboard(row << shift)) & Bitboard(0xff << shift);
                assert_eq!(attacked, walked, "{from} {row:08b}");
            }
        }
    }
}
