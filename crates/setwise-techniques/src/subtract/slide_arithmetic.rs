//! Slide arithmetic: a line by two instructions of BMI, `bzhi` and `blsmsk`.
//!
//! **Idea.** `bzhi` clears all bits of a word from an index upwards. Applied to the blockers and the
//! slider's square, it leaves the lower blockers. `blsmsk` gives all bits up to the lowest one, here of
//! the upper blockers. From these, the bits below the nearest lower blocker are removed, and an AND
//! with the line selects its squares.
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
//! masks. It differs in how the blockers are separated. The code names no instruction: a compiler that
//! may use BMI selects them, and on any other CPU each takes two operations.
//!
//! **Cost.** 2,048 bytes of line masks, 32 for each square. [`Inline`] needs none. A line takes nine
//! instructions with BMI, one of them a count of leading zeros. A queen touches one cache line.
//!
//! **When it wins.** Under the same conditions as [`leorik`](super::leorik).
//!
//! **Literature.** Jakob Progsch and Daniel Inführ, 2021,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=78693>.

use super::by_line::{ByLine, Computed, Masks, Subtraction, Tabled};
use super::leorik::{below_highest, up_to_lowest};
use crate::lines::{Axis, on_the_line};
use setwise::attacks::{Card, Term, Trace};
use setwise::{Bitboard, Square};

/// Slide arithmetic; see the [module](self).
pub type SlideArithmetic = ByLine<Slid, Tabled>;

/// Slide arithmetic without a table; see the [module](self).
pub type Inline = ByLine<Slid, Computed>;

/// The lookup of one line of [`SlideArithmetic`].
#[derive(Clone, Copy, Debug)]
pub struct Slid;

/// Returns the squares of a set below a square: `bzhi`.
#[inline(always)]
fn cleared_from(set: Bitboard, square: Square) -> Bitboard {
    Bitboard(set.0 & ((1 << square as u32) - 1))
}

impl Subtraction for Slid {
    const CARD: Card = Card {
        title: "Slide arithmetic",
        people: "Jakob Progsch, Daniel Inführ",
        year: "2021",
        source: "https://www.talkchess.com/forum3/viewtopic.php?t=78693",
        documents: &[],
        table_bytes: Axis::TABLE_BYTES,
        needs: "",
    };

    const INLINE: &'static str = "Slide arithmetic, inline";

    #[inline(always)]
    fn attacked<M: Masks, T: Trace>(
        from: Square,
        axis: Axis,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let line = M::line(from, axis);
        let blockers = on_the_line("blockers", occupied, line, trace);
        let lower = cleared_from(blockers, from);
        let terms = [
            Term::Set("blockers", blockers),
            Term::Sign("BZHI"),
            Term::Number("square", from as u64),
        ];
        trace.set("lower", &terms, lower);
        let upper = blockers ^ lower;
        let smeared = up_to_lowest(upper);
        trace.set("smeared", &[Term::Sign("BLSMSK"), Term::Set("upper", upper)], smeared);
        let beyond = below_highest(lower);
        let terms = [Term::Sign("below the highest of"), Term::Set("lower", lower)];
        trace.set("beyond", &terms, beyond);
        let attacked = (smeared - beyond) & line;
        let terms = [
            Term::Set("smeared", smeared),
            Term::Sign("AND NOT"),
            Term::Set("beyond", beyond),
            Term::Sign("AND"),
            Term::Set("line", line),
        ];
        trace.set("attacked", &terms, attacked);
        attacked
    }
}
