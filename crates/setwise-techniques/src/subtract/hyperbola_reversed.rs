//! Hyperbola quintessence by full reversal: one formula for all four lines, and no table for ranks.
//!
//! **Idea.** [Hyperbola quintessence](super::hyperbola) reverses a line by swapping the bytes of
//! the board, which does not reverse a rank. A reversal of all 64 bits, as in Ryan Mack's original
//! reverse bitboards, rotates the board by 180 degrees and reverses every line:
//!
//! ```text
//!  a rank, a to h         a b c d e f g h
//!  o                      . X . . . X . .     slider r on d
//!  o - r                  . X . X X . . .     one was borrowed from f
//!
//!  o reversed             . . X . . . X .     slider r on e
//!  less r                 . . X . X X . .     one was borrowed from g
//!  turned back            . . X X . X . .
//!
//!  XOR of the two         . X X . X X . .
//! ```
//!
//! **Cost.** 2,048 bytes of line masks, 32 for each square. A line takes nine operations as
//! hyperbola quintessence does, but a reversal is one operation only on a CPU that has it (`rbit`
//! on ARM, `__brevll` on GPUs). x86 takes a byte swap and three rounds of shifts and masks, or does
//! four lines at once in the lanes of AVX2. A queen touches one cache line.
//!
//! **When it wins.** On ARM, on GPUs, and with GFNI, which reverses the bits of bytes.
//!
//! **Literature.** Ryan Mack's reverse bitboards, 2000; Mack, Gerd Isenberg and Aleks Peshkov,
//! 2007; Daniel Inführ on GPUs, 2022, <https://www.talkchess.com/forum3/viewtopic.php?t=79078>;
//! <https://www.chessprogramming.org/Reverse_Bitboards>.

use super::hyperbola::{BOTH_WAYS, both_ways};
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Sentences, Trace};
use crate::{Card, Document};
use setwise::{Bitboard, Square};

/// Hyperbola quintessence by full reversal; see the [module](self).
pub type HyperbolaReversed = ByPart<Reversed>;

/// The lookup of one line of [`HyperbolaReversed`].
#[derive(Clone, Copy, Debug)]
pub struct Reversed;

impl Lookup for Reversed {
    const CARD: Card = Card {
        title: "Hyperbola quintessence by full reversal",
        people: "Ryan Mack, Gerd Isenberg, Aleks Peshkov",
        year: "2007",
        source: "https://www.chessprogramming.org/Reverse_Bitboards",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("hyperbola_reversed.rs"),
        table_bytes: Axis::TABLE_BYTES,
        needs: "",
    };
    const SENTENCES: &'static [Sentences] = &[BOTH_WAYS];

    type Part = Axis;

    fn new() -> Option<Reversed> {
        Some(Reversed)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        both_ways(from, axis.line(from), occupied, Bitboard::rotate_180, trace)
    }
}
