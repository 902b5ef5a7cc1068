//! Subtraction, `o ^ (o - 2r)`, a ray at a time; for negative rays the board is rotated.
//!
//! **Idea.** The blocker of a positive ray is the lowest occupied square on it. The occupancy *o*
//! as a number, minus twice the bit *r* of the slider, borrows from the blocker, and all bits from
//! the square after the slider up to the blocker are inverted; XOR shows them. Without a blocker,
//! the borrow runs out at the top, and the whole ray is inverted.
//!
//! The borrow runs to higher bits only. A reversal of the 64 bits rotates the board by 180 degrees:
//! the slider on square *s* is then on 63 - *s*, and a negative ray becomes the opposite positive
//! one. So the same is done there, and the result is rotated back.
//!
//! ```text
//!  o, west of f4      turned             o - 2r             o ^ (o - 2r)       turned back
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . r . . . X .    . . . X X X . .    . . . X X X X .    . . . . . . . .
//!  . X . . . r . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . X X X X . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//! ```
//!
//! **Cost.** 4,096 bytes of rays. A ray takes four operations, and a lookup takes two reversals,
//! each one instruction on ARM and about fifteen on x86. A program that also stores the rotated
//! board, as Mack's did, saves the first reversal. A queen touches eight cache lines.
//!
//! **Many sliders at once.** In one rank the borrow of each slider stops at the next occupied square.
//! So `o ^ (o - 2r)`, subtracted byte by byte, are the attacks to the east of all sliders of a board,
//! and no edge needs a mask (Gerd Isenberg, *Fill by Subtraction*). For another direction the board
//! is mirrored, transposed or its files are moved so that the direction runs east, and the answer
//! back. For all eight directions at once, with AVX-512 and GFNI, that took some 40 instructions;
//! Kogge-Stone takes 13 ([`direction_lanes`](crate::fill::direction_lanes)).
//!
//! **When it wins.** Never: [hyperbola](super::hyperbola) does the same for a line at a time.
//!
//! **Literature.** Ryan Mack's *Hyperbola project* with reverse bitboards, 2000; Gerd Isenberg and
//! Aleks Peshkov, 2007;
//! <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>.

use crate::parts::{ByPart, Lookup, ON_THE_LINE};
use crate::trace::{Sentences, Set, Trace, combine};
use crate::{Card, Document};
use setwise::attacks::rays;
use setwise::{Bitboard, Direction, Square};

/// Subtraction, a ray at a time; see the [module](self).
pub type Subtraction = ByPart<Borrowed>;

/// The lookup of one ray of [`Subtraction`].
#[derive(Clone, Copy, Debug)]
pub struct Borrowed;

#[inline(always)]
fn positive<T: Trace>(
    from: Square,
    direction: Direction,
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    let (ray, r) = (Set("ray", rays::ray(from, direction)), Set("r", Bitboard::of(from)));
    let o = trace.set("o", Set("occupied", occupied) & ray);
    let less = trace.set("o - 2r", o - r * 2);
    *trace.set("attacked", (o ^ less) & ray)
}

impl Lookup for Borrowed {
    const CARD: Card = Card {
        title: "Subtraction o^(o-2r)",
        people: "Ryan Mack, Gerd Isenberg, Aleks Peshkov",
        year: "2000",
        source: "https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("subtraction.rs"),
        table_bytes: 8 * 64 * 8,
        needs: "",
    };

    type Part = Direction;

    fn new() -> Option<Borrowed> {
        Some(Borrowed)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        direction: Direction,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if direction.is_positive() {
            return positive(from, direction, occupied, trace);
        }
        let occupied = Set("occupied", occupied);
        let turned = combine(occupied, "turned", (), occupied.rotate_180().0);
        let turned = trace.set("turned", turned);
        let turned_from = Square::masked(63 - from as u8);
        let there = positive(turned_from, direction.opposite(), *turned, trace);
        let there = Set("attacked", there);
        let attacked = combine(there, "turned back", (), there.rotate_180().0);
        *trace.set("attacked here", attacked)
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        (
            "turned",
            "A borrow runs only towards higher bits. For a ray downwards, turn the board by 180 \
             degrees: then it leads upwards.",
        ),
        ON_THE_LINE,
        (
            "o - 2r",
            "r is the bit of the slider. Subtracting r once would remove the slider from o; \
             subtracting it twice borrows a one from the nearest blocker above, and all zeros on \
             the way become ones.",
        ),
        (
            "attacked",
            "XOR shows the bits that the subtraction changed: the empty squares up to the blocker, \
             and the blocker. AND with the ray drops the borrow that left it.",
        ),
        ("attacked here", "Turn the result back."),
    ])];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's subtraction byte by byte, for all sliders of a board.
    #[test]
    fn a_subtraction_in_each_byte_finds_the_attacks_of_many_sliders_to_the_east() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2_000 {
            random = random.wrapping_mul(0xd129_0d3c_9d4b_87a5).rotate_left(23) ^ 0x5e71;
            let occupied = Bitboard(random);
            let sliders = occupied & Bitboard(random.rotate_left(29));
            let bytes = occupied.0.to_le_bytes().into_iter().zip(sliders.0.to_le_bytes());
            let east = bytes.map(|(o, r)| o ^ o.wrapping_sub(r << 1));
            let mut attacked = [0; 8];
            attacked.iter_mut().zip(east).for_each(|(attacked, east)| *attacked = east);
            let each = |from| setwise::attacks::walk::ray(from, Direction::East, occupied);
            let expected = sliders.into_iter().map(each).fold(Bitboard::EMPTY, Bitboard::union);
            assert_eq!(Bitboard(u64::from_le_bytes(attacked)), expected);
        }
    }
}
