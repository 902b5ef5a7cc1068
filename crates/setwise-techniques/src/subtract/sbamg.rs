//! SBAMG, subtraction-based attack mask generation: `o ^ (o - 3cbn)`.
//!
//! **Idea.** In `o ^ (o - 2r)` the borrow starts at the slider, so it finds only the squares above.
//! In SBAMG it starts at the closest blocker below, *cbn*, so that one subtraction covers both
//! sides. Minus *cbn* once removes that blocker from the occupancy. Minus 2·*cbn* then inverts all
//! bits from the next one up to the upper blocker. Together it is minus 3·*cbn*, and XOR shows the
//! bits that have changed: *cbn*, the upper blocker and all between.
//!
//! ```text
//!  one rank, h to a       h g f e d c b a
//!  o                      . X . . . . X X     slider on d, which is no part of o
//!  cbn                    . . . . . . X .
//!  o - cbn                . X . . . . . X
//!  o - 3cbn               . . X X X X . X     one was borrowed from g
//!  o ^ (o - 3cbn)         . X X X X X X .
//!  & line                 . X X X . X X .
//! ```
//!
//! There must be a *cbn*. Fahad sets the outer squares of the line, which does not change the
//! result. It is enough to set a1: it is below all others, so it is *cbn* only if there is no
//! other, and then all of the line below the slider is attacked. So `o` always contains a1.
//!
//! **Cost.** 6,144 bytes of masks, 96 for each square, as for [obstruction
//! difference](super::obstruction_difference). They can be
//! [computed](super::masks). A line takes nine operations,
//! one of them a count of leading zeros. A queen touches two cache lines.
//!
//! **When it wins.** Under the same conditions as obstruction difference. Compared with hyperbola,
//! it needs no byte swaps and no table of ranks.
//!
//! **Literature.** Syed Fahad, *SBAMG - Completing Hyperbola Quintessence*, 2016,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=59845>;
//! <https://www.chessprogramming.org/SBAMG>.

use super::masks::{HALVES_BYTES, halves};
use super::obstruction_difference::highest;
use crate::Card;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Sentences, Set, Trace, apply};
use setwise::{Bitboard, Square};

/// SBAMG; see the [module](self).
pub type Sbamg = ByPart<Closest>;

/// The lookup of one line of [`Sbamg`].
#[derive(Clone, Copy, Debug)]
pub struct Closest;

impl Lookup for Closest {
    const CARD: Card = Card {
        title: "SBAMG o^(o-3cbn)",
        people: "Syed Fahad",
        year: "2016",
        source: "https://www.chessprogramming.org/SBAMG",
        documents: &[],
        page: crate::page!("sbamg.rs"),
        table_bytes: HALVES_BYTES,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Closest> {
        Some(Closest)
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
        let with_a1 = Set("occupied and a1", occupied.with(Square::A1));
        let o = trace.set("o", with_a1 & Set("line and a1", masks.line.with(Square::A1)));
        let lower = Set("o below", *with_a1 & masks.below);
        let cbn = trace.set("cbn", apply("highest of", highest, lower));
        let less = trace.set("o - 3cbn", o - cbn * 3);
        let changed = trace.set("changed", o ^ less);
        *trace.set("attacked", changed & Set("line", masks.line))
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        (
            "o",
            "AND keeps the pieces on the line. The square a1 is always added, so that there is a \
             lowest one.",
        ),
        (
            "cbn",
            "The nearest blocker below is the highest bit below the slider. The inventors call it \
             cbn, the closest blocker in negative direction.",
        ),
        (
            "o - 3cbn",
            "Three times this bit is the bit and its double. One is removed from o; the other \
             borrows from the nearest blocker above.",
        ),
        ("changed", "XOR keeps the bits that changed."),
        (
            "attacked",
            "AND with the line keeps its squares. The line leaves out the slider's own square.",
        ),
    ])];
}
