//! Obstruction difference: the upper blockers minus the nearest lower one.
//!
//! **Idea.** The blockers of a line are divided into those above and those below the slider. As
//! numbers, the upper blockers minus the highest lower blocker borrow from the lowest upper
//! blocker, which sets all bits from the lower blocker up to there. XOR with the upper blockers
//! leaves the span from blocker to blocker, both included, and an AND with the line selects its
//! squares.
//!
//! ```text
//!  one rank, h to a       h g f e d c b a
//!  upper blockers  u      . X . . . . . .     slider on d
//!  lower blockers         . . . . . . X X
//!  nearest lower   n      . . . . . . X .
//!  u - n                  . . X X X X X .     one was borrowed from g
//!  u ^ (u - n)            . X X X X X X .
//!  & line                 . X X X . X X .
//! ```
//!
//! Without an upper blocker, the borrow runs out at the top, and the span has all bits from *n*
//! upwards. Without a lower blocker, there would be no *n*. So a1 always counts as one of the lower
//! blockers: it is below all others, and the AND with the line removes the additional squares.
//! Hoffmann isolated both blockers, 2·*u*₁ - *n*; Inführ found that the other upper blockers do no
//! harm.
//!
//! **Cost.** 6,144 bytes of masks, 96 for each square: the line and its two halves for each of four
//! lines. They can be [computed](super::masks). A line takes seven operations, one of them a count
//! of leading zeros. A queen touches two cache lines.
//!
//! **When it wins.** Where leading zeros are counted fast.
//!
//! **Literature.** Michael Hoffmann 2009, <https://www.talkchess.com/forum3/viewtopic.php?t=29087>;
//! Daniel Inführ 2022; <https://www.chessprogramming.org/Obstruction_Difference>.

use super::masks::{HALVES_BYTES, halves};
use crate::Card;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Sentences, Set, Trace, apply};
use setwise::{Bitboard, Square};

/// Obstruction difference; see the [module](self).
pub type ObstructionDifference = ByPart<Difference>;

/// The lookup of one line of [`ObstructionDifference`].
#[derive(Clone, Copy, Debug)]
pub struct Difference;

/// Returns the highest square of a set, which must not be empty.
#[inline(always)]
pub(super) fn highest(set: Bitboard) -> Bitboard {
    Bitboard(1 << 63 >> set.0.leading_zeros())
}

impl Lookup for Difference {
    const CARD: Card = Card {
        title: "Obstruction difference",
        people: "Michael Hoffmann, Daniel Inführ",
        year: "2009",
        source: "https://www.chessprogramming.org/Obstruction_Difference",
        documents: &[],
        page: crate::page!("obstruction_difference.rs"),
        table_bytes: HALVES_BYTES,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Difference> {
        Some(Difference)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let masks = halves(from, axis);
        let upper = Set("occupied", occupied) & Set("above", masks.above);
        let upper = trace.set("upper blockers", upper);
        let with_a1 = Set("occupied and a1", occupied.with(Square::A1));
        let lower = trace.set("lower blockers", with_a1 & Set("below and a1", masks.below));
        let nearest = trace.set("nearest lower", apply("highest of", highest, lower));
        let difference = trace.set("difference", upper - nearest);
        let span = trace.set("span", upper ^ difference);
        *trace.set("attacked", span & Set("line", masks.line))
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        ("upper blockers", "AND keeps the pieces above the slider on this line."),
        (
            "lower blockers",
            "AND keeps the pieces below the slider. The square a1 is always added, so that there \
             is a lowest blocker even on an empty line.",
        ),
        ("nearest lower", "The nearest of them is the highest bit."),
        (
            "difference",
            "The subtraction borrows from the nearest blocker above and stops at the nearest one \
             below: all bits between the two become ones.",
        ),
        ("span", "XOR keeps the bits that changed: from one blocker to the other."),
        (
            "attacked",
            "AND with the line keeps its squares. The line leaves out the slider's own square.",
        ),
    ])];
}
