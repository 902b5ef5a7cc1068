//! Leorik: two masks that reach down from the nearest blockers; the line is attacked between their
//! ends.
//!
//! **Idea.** The bits below the slider's bit separate the lower blockers of a line from the upper
//! ones. `u ^ (u - 1)` of the upper blockers is a mask of all bits up to the lowest of them. All
//! ones, shifted down by the leading zeros of the lower blockers, is a mask of all bits below the
//! highest of those. The bits that are in one mask and not in the other reach from blocker to
//! blocker.
//!
//! ```text
//!  one rank, h to a       h g f e d c b a
//!  upper blockers  u      . X . . . . . .     slider on d
//!  lower blockers         . . . . . . X X
//!  u ^ (u - 1)            . X X X X X X X     up to g
//!  below the lower        . . . . . . . X     below b
//!  XOR                    . X X X X X X .
//!  & line                 . X X X . X X .
//! ```
//!
//! Without upper blockers, `0 ^ (0 - 1)` is all ones. a1 always counts as a lower blocker, so that
//! the second mask is empty if there is no other.
//!
//! **Cost.** 1,024 bytes for the diagonals. Ranks and files are shifted out of a constant, as
//! Leorik does, which is faster than loading them too. Diagonals can be [computed](super::masks) as
//! well. A line takes ten operations, one of them a count of leading zeros. A queen touches one cache
//! line.
//!
//! **When it wins.** With AVX-512, which counts leading zeros in lanes, so that compilers do all
//! four lines at once.
//!
//! **Literature.** Thomas Jahn, Leorik, 2022,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=79049>;
//! <https://www.chessprogramming.org/Leorik>.

use crate::Card;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Sentences, Set, Trace, apply};
use setwise::{Bitboard, File, Square};

/// The technique of Leorik; see the [module](self).
pub type Leorik = ByPart<Span>;

/// The lookup of one line of [`Leorik`].
#[derive(Clone, Copy, Debug)]
pub struct Span;

/// Returns all bits up to the lowest of a set, included; all 64 bits for the empty set.
#[inline(always)]
pub(super) fn up_to_lowest(set: Bitboard) -> Bitboard {
    Bitboard(set.0 ^ set.0.wrapping_sub(1))
}

/// Returns all bits below the highest of a set, where a1 is always in the set.
#[inline(always)]
pub(super) fn below_highest(set: Bitboard) -> Bitboard {
    Bitboard(u64::MAX >> 1 >> set.with(Square::A1).0.leading_zeros())
}

/// Returns the line through a square, without the square: diagonals from a table; ranks and files
/// are a shifted constant.
#[inline(always)]
fn half_tabled(from: Square, axis: Axis) -> Bitboard {
    match axis {
        Axis::Rank => Bitboard(0xff << (from as u32 & 56)).without(from),
        Axis::File => Bitboard(Bitboard::file(File::A).0 << (from as u32 & 7)).without(from),
        Axis::Diagonal | Axis::AntiDiagonal => axis.line(from),
    }
}

impl Lookup for Span {
    const CARD: Card = Card {
        title: "Leorik",
        people: "Thomas Jahn",
        year: "2022",
        source: "https://www.chessprogramming.org/Leorik",
        documents: &[],
        page: crate::page!("leorik.rs"),
        table_bytes: Axis::TABLE_BYTES / 2,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Span> {
        Some(Span)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let line = Set("line", half_tabled(from, axis));
        let blockers = trace.set("blockers", Set("occupied", occupied) & line);
        let below = Bitboard(Bitboard::of(from).0 - 1);
        let upper = Set("upper blockers", *blockers - below);
        let lower = Set("lower blockers", *blockers & below);
        let to_upper = apply("up to the lowest of", up_to_lowest, upper);
        let to_upper = trace.set("up to the upper", to_upper);
        let below_lower = apply("below the highest of", below_highest, lower);
        let below_lower = trace.set("below the lower", below_lower);
        let span = trace.set("span", to_upper ^ below_lower);
        *trace.set("attacked", span & line)
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        ("blockers", "AND keeps the pieces on this line, the only ones that can stop the slider."),
        (
            "up to the upper",
            "x XOR (x − 1) is all bits up to the lowest one: here up to the nearest blocker above.",
        ),
        (
            "below the lower",
            "These are all bits below the nearest blocker below, from its number of leading zeros.",
        ),
        ("span", "XOR removes the smaller set from the larger: from one blocker to the other."),
        (
            "attacked",
            "AND with the line keeps its squares. The line leaves out the slider's own square.",
        ),
    ])];
}
