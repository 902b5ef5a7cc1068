//! Slide arithmetic: a line by two instructions of BMI, `bzhi` and `blsmsk`.
//!
//! **Idea.** `bzhi` clears all bits of a word from an index upwards. Applied to the blockers and
//! the slider's square, it leaves the lower blockers. `blsmsk` gives all bits up to the lowest one,
//! here of the upper blockers. From these, the bits below the nearest lower blocker are removed,
//! and an AND with the line selects its squares.
//!
//! ```text
//!  one rank, h to a       h g f e d c b a
//!  blockers               . X . . . . X X     slider on d
//!  lower  bzhi            . . . . . . X X
//!  upper  the rest        . X . . . . . .
//!  blsmsk of the upper    . X X X X X X X
//!  without below b        . X X X X X X .
//!  & line                 . X X X . X X .
//! ```
//!
//! It was found independently of [`leorik`](super::leorik), a little earlier, and uses the same two
//! masks. It differs in how the blockers are separated. The code names no instruction: a compiler
//! that may use BMI selects them, and on any other CPU each takes two operations.
//!
//! **Cost.** 2,048 bytes of line masks, 32 for each square, which can be
//! [computed](super::masks). A line takes nine instructions with BMI, one of them a count of leading
//! zeros. A queen touches one cache line.
//!
//! **When it wins.** Under the same conditions as [`leorik`](super::leorik).
//!
//! **Literature.** Jakob Progsch and Daniel Inführ, 2021,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=78693>.

use super::leorik::{below_highest, up_to_lowest};
use crate::Card;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Number, Sentences, Set, Trace, apply, combine};
use setwise::{Bitboard, Square};

/// Slide arithmetic; see the [module](self).
pub type SlideArithmetic = ByPart<Slid>;

/// The lookup of one line of [`SlideArithmetic`].
#[derive(Clone, Copy, Debug)]
pub struct Slid;

/// Returns the squares of a set below a square: `bzhi`.
#[inline(always)]
fn cleared_from(set: Bitboard, square: Square) -> Bitboard {
    Bitboard(set.0 & ((1 << square as u32) - 1))
}

impl Lookup for Slid {
    const CARD: Card = Card {
        title: "Slide arithmetic",
        people: "Jakob Progsch, Daniel Inführ",
        year: "2021",
        source: "https://www.talkchess.com/forum3/viewtopic.php?t=78693",
        documents: &[],
        page: crate::page!("slide_arithmetic.rs"),
        table_bytes: Axis::TABLE_BYTES,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Slid> {
        Some(Slid)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let line = Set("line", axis.line(from));
        let blockers = trace.set("blockers", Set("occupied", occupied) & line);
        let lower = cleared_from(*blockers, from).0;
        let lower = combine(blockers, "BZHI", Number("square", from as u64), lower);
        let lower = trace.set("lower", lower);
        let upper = Set("upper", *blockers ^ *lower);
        let smeared = trace.set("smeared", apply("BLSMSK", up_to_lowest, upper));
        let beyond = trace.set("beyond", apply("below the highest of", below_highest, lower));
        *trace.set("attacked", smeared & !beyond & line)
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        ("blockers", "AND keeps the pieces on this line, the only ones that can stop the slider."),
        (
            "lower",
            "BZHI is an instruction that clears the high bits. It leaves the blockers below the \
             slider; those above are `upper`.",
        ),
        (
            "smeared",
            "BLSMSK is an instruction for x XOR (x − 1): all bits up to the lowest blocker above.",
        ),
        ("beyond", "The bits below the nearest lower blocker are out of reach."),
        ("attacked", "What lies between, on the line, is attacked."),
    ])];
}
