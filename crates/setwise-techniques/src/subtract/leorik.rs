//! Leorik: two masks that reach down from the nearest blockers; the line is attacked between their
//! ends.
//!
//! **Idea.** The bits below the slider's bit separate the lower blockers of a line from the upper ones.
//! `u ^ (u - 1)` of the upper blockers is a mask of all bits up to the lowest of them. All ones,
//! shifted down by the leading zeros of the lower blockers, is a mask of all bits below the highest of
//! those. The bits that are in one mask and not in the other reach from blocker to blocker.
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
//! Without upper blockers, `0 ^ (0 - 1)` is all ones. a1 always counts as a lower blocker, so that the
//! second mask is empty if there is no other.
//!
//! **Cost.** 1,024 bytes for the diagonals. Ranks and files are shifted out of a constant, as Leorik
//! does, which is faster than loading them too. [`Inline`] needs no table. A line takes ten operations,
//! one of them a count of leading zeros. A queen touches one cache line.
//!
//! **When it wins.** With AVX-512, which counts leading zeros in lanes, so that compilers do all four
//! lines at once.
//!
//! **Literature.** Thomas Jahn, Leorik, 2022, <https://www.talkchess.com/forum3/viewtopic.php?t=79049>;
//! <https://www.chessprogramming.org/Leorik>.

use super::by_line::{ByLine, Computed, DiagonalsTabled, Masks, Subtraction};
use crate::lines::{Axis, on_the_line};
use setwise::attacks::{Card, Term, Trace};
use setwise::{Bitboard, Square};

/// The technique of Leorik; see the [module](self).
pub type Leorik = ByLine<Masked, DiagonalsTabled>;

/// The technique of Leorik without a table; see the [module](self).
pub type Inline = ByLine<Masked, Computed>;

/// The lookup of one line of [`Leorik`].
#[derive(Clone, Copy, Debug)]
pub struct Masked;

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

impl Subtraction for Masked {
    const CARD: Card = Card {
        title: "Leorik",
        people: "Thomas Jahn",
        year: "2022",
        source: "https://www.chessprogramming.org/Leorik",
        documents: &[],
        table_bytes: Axis::TABLE_BYTES / 2,
        needs: "",
    };

    const INLINE: &'static str = "Leorik, inline";

    #[inline(always)]
    fn attacked<M: Masks, T: Trace>(
        from: Square,
        axis: Axis,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let line = M::line(from, axis);
        let blockers = on_the_line("blockers", occupied, line, trace);
        let below = Bitboard(Bitboard::of(from).0 - 1);
        let (lower, upper) = (blockers & below, blockers - below);
        let to_upper = up_to_lowest(upper);
        let terms = [Term::Sign("up to the lowest of"), Term::Set("upper blockers", upper)];
        trace.set("up to the upper", &terms, to_upper);
        let below_lower = below_highest(lower);
        let terms = [Term::Sign("below the highest of"), Term::Set("lower blockers", lower)];
        trace.set("below the lower", &terms, below_lower);
        let span = to_upper ^ below_lower;
        let terms = [
            Term::Set("up to the upper", to_upper),
            Term::Sign("XOR"),
            Term::Set("below the lower", below_lower),
        ];
        trace.set("span", &terms, span);
        let attacked = span & line;
        let terms = [Term::Set("span", span), Term::Sign("AND"), Term::Set("line", line)];
        trace.set("attacked", &terms, attacked);
        attacked
    }
}
