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
//! A rank lies in one byte, which the swap does not reverse. Its attacked squares are looked up as
//! [first-rank attacks](crate::index::first_rank), by the slider's file and the six inner squares
//! of the rank.
//!
//! [`Inline`] has no table at all. It moves the rank to the long diagonal, where a byte swap
//! reverses it, and moves the result back. Both moves are a multiplication by the a-file, which
//! copies the first rank to all others, or adds all ranks up in the last.
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
//! bytes for ranks. [`Inline`] needs neither. A line takes nine operations, none of them a
//! multiplication.
//!
//! **When it wins.** Where tables must stay small, or where multiplication and PEXT are slow.
//!
//! **Literature.** Ryan Mack, Gerd Isenberg, Aleks Peshkov, 2007;
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>.

use super::masks::{card, line};
use crate::index::first_rank;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Number, Set, Trace, combine};
use crate::{Card, Document};
use setwise::{Bitboard, File, Square};

/// Hyperbola quintessence; see the [module](self).
pub type Hyperbola = ByPart<Swapped<false>>;

/// Hyperbola quintessence without a table; see the [module](self).
pub type Inline = ByPart<Swapped<true>>;

/// The lookup of one line of [`Hyperbola`].
#[derive(Clone, Copy, Debug)]
pub struct Swapped<const INLINE: bool>;

/// Returns the squares attacked in both directions of a line that `reverse` reverses.
#[inline(always)]
pub(super) fn both_ways<T: Trace>(
    from: Square,
    line: Bitboard,
    occupied: Bitboard,
    reverse: impl Fn(Bitboard) -> Bitboard,
    trace: &mut T,
) -> Bitboard {
    let (occupied, line, r) =
        (Set("occupied", occupied), Set("line", line), Set("r", Bitboard::of(from)));
    // The line does not contain the slider, so this is `o - r` already, and minus `r` it is `o -
    // 2r`.
    trace.say(
        "Only the pieces on this line can stop the slider. AND keeps them and drops the rest.",
    );
    let o = trace.set("o", occupied & line);
    trace.say(
        "o is the pieces on the line, and r the bit of the slider. The line leaves out the \
         slider's own square, so o is already o − r of the formula, and minus r it is o − 2r. The \
         borrow comes from the nearest blocker above, and the zeros on the way become ones.",
    );
    let above = trace.set("above", o - r);
    trace.say(
        "Now the other half. Reversing the order of the squares puts those below the slider above \
         it. A byte swap exchanges only the ranks, so c3 becomes c6; that reverses a line with one \
         square on each rank. A full reversal turns the board, so c3 becomes f6.",
    );
    let o_reversed = trace.set("o reversed", combine(o, "reversed", (), reverse(*o).0));
    trace.say("r, the bit of the slider, is reversed too.");
    let r_reversed = trace.set("r reversed", combine(r, "reversed", (), reverse(*r).0));
    trace.say("The same subtraction, o' − r', on the reversed line.");
    let below_reversed = trace.set("below, reversed", o_reversed - r_reversed);
    let below = reverse(*below_reversed).0;
    trace.say("Reverse the result, so that it lies on the line again.");
    let below = trace.set("below", combine(below_reversed, "reversed", (), below));
    trace.say(
        "XOR of both halves: o is in each of them and cancels out, so only the changed bits are \
         left. AND with the line drops the borrow that ran on beyond it.",
    );
    *trace.set("attacked", (above ^ below) & line)
}

#[inline(always)]
fn rank_stood_up<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    const DIAGONAL: Bitboard = Bitboard::diagonal(Square::A1.diagonal());
    let a_file = Set("a-file", Bitboard::file(File::A));
    let (occupied, shift) = (Set("occupied", occupied), Number("8 x rank", from as u64 & 56));
    trace.say(
        "Shift the rank down, keep its eight bits, and multiply by the A file: each of its eight \
         ones makes a copy of the rank.",
    );
    let copies = trace.set("copied to all ranks", (occupied >> shift & 255) * a_file);
    let on_diagonal = Square::masked(9 * (from as u8 & 7));
    let line = DIAGONAL ^ Bitboard::of(on_diagonal);
    let attacked = both_ways(on_diagonal, line, *copies, Bitboard::flip_vertical, trace);
    let attacked = Set("attacked", attacked);
    trace.say(
        "Multiplying by the A file adds up all ranks in the last one. Each file has at most one \
         bit, so nothing carries. Then it is shifted back to the rank.",
    );
    *trace.set("attacked on the rank", (attacked * a_file) >> 56 << shift)
}

impl<const INLINE: bool> Lookup for Swapped<INLINE> {
    const CARD: Card = card(
        INLINE,
        "Hyperbola quintessence, inline",
        Card {
            title: "Hyperbola quintessence",
            people: "Ryan Mack, Gerd Isenberg, Aleks Peshkov",
            year: "2007",
            source: "https://www.chessprogramming.org/Hyperbola_Quintessence",
            documents: &[Document::SlidingPieceAttacks],
            page: crate::page!("hyperbola.rs"),
            table_bytes: Axis::TABLE_BYTES + first_rank::BYTES,
            needs: "",
        },
    );

    type Part = Axis;

    fn new() -> Option<Swapped<INLINE>> {
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
        if axis != Axis::Rank {
            both_ways(from, line::<INLINE>(from, axis), occupied, Bitboard::flip_vertical, trace)
        } else if INLINE {
            rank_stood_up(from, occupied, trace)
        } else {
            first_rank::rank(from, occupied, trace)
        }
    }
}
