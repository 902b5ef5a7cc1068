//! Hyperbola quintessence: the subtraction in both directions of a line, by a byte swap.
//!
//! **Idea.** `o ^ (o - 2r)` finds the attacked squares above the slider. On the reversed board, the
//! squares below are above it, so the same is done there and the result is reversed. A byte swap
//! reverses the order of the ranks. A file, a diagonal or an anti-diagonal has one square on each rank,
//! so the swap reverses the line. Reversal distributes over XOR, so `o` appears once forward and once
//! reversed and cancels out:
//!
//! ```text
//! attacked = ((o - 2r) ^ swap(swap(o) - 2·swap(r))) & line       where o = occupied & line
//! ```
//!
//! A rank lies in one byte, which the swap does not reverse. Its attacked squares are looked up as
//! [first-rank attacks](crate::index::first_rank), by the slider's file and the six inner squares of
//! the rank.
//!
//! [`Inline`] has no table at all. It moves the rank to the long diagonal, where a byte swap reverses
//! it, and moves the result back. Both moves are a multiplication by the a-file, which copies the first
//! rank to all others, or adds all ranks up in the last.
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

use super::by_line::{ByLine, Computed, Masks, Subtraction, Tabled};
use crate::index::first_rank;
use crate::lines::{Axis, on_the_line};
use setwise::attacks::{Card, Document, Term, Trace};
use setwise::{Bitboard, File, Square};

/// Hyperbola quintessence; see the [module](self).
pub type Hyperbola = ByLine<Swapped, Tabled>;

/// Hyperbola quintessence without a table; see the [module](self).
pub type Inline = ByLine<Swapped, Computed>;

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
    let slider = Bitboard::of(from);
    // The line does not contain the slider, so this is `o - r` already, and minus `r` it is `o - 2r`.
    let o = on_the_line("o", occupied, line, trace);
    let above = Bitboard(o.0.wrapping_sub(slider.0));
    let terms = [Term::Set("o", o), Term::Sign("-"), Term::Set("r", slider)];
    trace.set("above", &terms, above);
    let (turned_o, turned_slider) = (reverse(o), reverse(slider));
    let turned_below = Bitboard(turned_o.0.wrapping_sub(turned_slider.0));
    let terms = [
        Term::Set("o reversed", turned_o),
        Term::Sign("-"),
        Term::Set("r reversed", turned_slider),
    ];
    trace.set("below, reversed", &terms, turned_below);
    let below = reverse(turned_below);
    let attacked = (above ^ below) & line;
    let terms = [
        Term::Set("above", above),
        Term::Sign("XOR"),
        Term::Set("below", below),
        Term::Sign("AND"),
        Term::Set("line", line),
    ];
    trace.set("attacked", &terms, attacked);
    attacked
}

#[inline(always)]
fn rank_stood_up<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    const DIAGONAL: Bitboard = Bitboard::diagonal(Square::A1.diagonal());
    const A_FILE: u64 = Bitboard::file(File::A).0;
    let shift = from as u32 & 56;
    let copies = Bitboard((occupied.0 >> shift & 0xff).wrapping_mul(A_FILE));
    let terms = [Term::Sign("rank of"), Term::Set("occupied", occupied), Term::Sign("× A file")];
    trace.set("copied to all ranks", &terms, copies);
    let on_diagonal = Square::masked(9 * (from as u8 & 7));
    let line = DIAGONAL ^ Bitboard::of(on_diagonal);
    let attacked = both_ways(on_diagonal, line, copies, Bitboard::flip_vertical, trace);
    let laid_down = Bitboard(attacked.0.wrapping_mul(A_FILE) >> 56 << shift);
    let terms = [Term::Set("attacked", attacked), Term::Sign("× A file, last rank put back")];
    trace.set("attacked on the rank", &terms, laid_down);
    laid_down
}

impl Subtraction for Swapped {
    const CARD: Card = Card {
        title: "Hyperbola quintessence",
        people: "Ryan Mack, Gerd Isenberg, Aleks Peshkov",
        year: "2007",
        source: "https://www.chessprogramming.org/Hyperbola_Quintessence",
        documents: &[Document::SlidingPieceAttacks],
        table_bytes: Axis::TABLE_BYTES + first_rank::BYTES,
        needs: "",
    };

    const INLINE: &'static str = "Hyperbola quintessence, inline";

    #[inline(always)]
    fn attacked<M: Masks, T: Trace>(
        from: Square,
        axis: Axis,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if axis != Axis::Rank {
            both_ways(from, M::line(from, axis), occupied, Bitboard::flip_vertical, trace)
        } else if M::COMPUTED {
            rank_stood_up(from, occupied, trace)
        } else {
            first_rank::rank(from, occupied, trace)
        }
    }
}
