//! Emulated PEXT: the instruction's result by shifts and masks.
//!
//! **Idea.** To pack the bits of a mask, each bit moves down by the number of zeros that the mask
//! has below it. That number is known for each square. It is written in binary, and each binary
//! digit is one step: the bits whose number contains 1 move by 1, then those whose number contains
//! 2 move by 2, and so on for 4, 8, 16 and 32. Two bits never meet: the upper one has at least as
//! many zeros below it, and after each step it is still above the other. So six masks for each
//! square, which say which bits move in each step, replace the instruction:
//!
//! ```text
//!  mask           X . . X X . X .      zeros below:  4     2 2   1
//!  occupied       A . . B C . D .
//!  D by 1         A . . B C . . D
//!  B, C by 2      A . . . . B C D
//!  A by 4         . . . . A B C D
//! ```
//!
//! **Cost.** 861,184 bytes of entries as with the instruction, and 8,192 bytes of masks, a cache
//! line for each piece on each square. A lookup takes 25 operations in a chain. A queen touches
//! four cache lines.
//!
//! **When it wins.** Where there is neither `pext` nor a fast multiplication. Elsewhere a magic
//! factor does with one multiplication what takes six steps here.
//!
//! **Literature.** Henry S. Warren, *Hacker's Delight*, chapter 7, "compress"; Zach Wegner; Jack
//! Lloyd, <https://www.randombit.net/bitbashing/posts/haswell_bit_permutations.html>.
#![allow(unsafe_code, reason = "the promise that an index is bounded")]
// Miri: setwise-techniques index::pext_emulated::tests::entries_of_some_occupancies

use std::sync::OnceLock;

use crate::Card;
use crate::index::tables::{ENTRY, Hash, PieceTable, Slices};
use crate::parts::{ByPart, RookOrBishop};
use crate::trace::{Expression, Sentences, Set, Trace, combine};
use setwise::{Bitboard, Square};

/// Emulated PEXT; see the [module](self).
pub type PextEmulated = ByPart<&'static Slices<Moves, Bitboard>>;

/// The squares that make the index, and the bits that move in the steps of 1, 2, 4 … 32.
#[derive(Clone, Copy)]
pub struct Moves {
    relevant: Bitboard,
    moving: [Bitboard; 6],
}

// SAFETY: the steps move each relevant square to its place among the relevant squares. So the index
// has no more bits than there are relevant squares.
unsafe impl Hash for Moves {
    fn of(piece: RookOrBishop, from: Square) -> Moves {
        let relevant = piece.relevant(from);
        let mut moving = [Bitboard::EMPTY; 6];
        for (square, place) in relevant.into_iter().zip(0..) {
            let zeros_below = square.index() - place;
            for (step, moving) in moving.iter_mut().enumerate() {
                let moved = zeros_below & ((1 << step) - 1);
                if zeros_below >> step & 1 != 0 {
                    *moving = moving.with(Square::masked(square.index() - moved));
                }
            }
        }
        Moves { relevant, moving }
    }

    #[inline(always)]
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize {
        let relevant = Set("relevant squares", self.relevant);
        let mut packed = trace.set("o", Set("occupied", occupied) & relevant);
        for (step, &moving) in self.moving.iter().enumerate() {
            let moving = Set("moving", *packed & moving);
            let moved = *packed ^ *moving | Bitboard(moving.value() >> (1 << step));
            let these = combine(moving, "by", 1 << step, 0);
            packed = trace.set("o", combine(packed, "these moved", these, moved.0));
        }
        packed.value() as usize
    }
}

impl PieceTable for Moves {
    const CARD: Card = Card {
        title: "PEXT bitboards, emulated",
        people: "Henry S. Warren, Zach Wegner",
        year: "2002, 2011",
        source: "https://www.randombit.net/bitbashing/posts/haswell_bit_permutations.html",
        documents: &[],
        page: crate::page!("pext_emulated.rs"),
        table_bytes: Slices::<Moves, Bitboard>::BYTES,
        needs: "",
    };

    fn slices() -> Option<&'static Slices<Moves, Bitboard>> {
        static TABLES: OnceLock<Slices<Moves, Bitboard>> = OnceLock::new();
        Some(TABLES.get_or_init(|| Slices::build(|_, set| set)))
    }

    const SENTENCES: &'static [Sentences] = &[
        Sentences::of(&[
            (
                "o",
                "Only the inner squares of the slider's lines matter: whether a square at the edge \
                 is attacked does not depend on what stands on it. AND keeps the relevant pieces.",
            ),
            (
                "o",
                "Each of them has to move down by the number of other squares below it. That number \
                 in binary says in which of six steps it moves. Those with an odd number move by 1 \
                 now; the others stay.",
            ),
            ("o", "Those with a 2 in their number move by 2."),
            ("o", "Those with a 4 move by 4."),
            ("o", "Those with an 8 move by 8."),
            ("o", "Those with a 16 move by 16."),
            ("o", "Those with a 32 move by 32. Now all relevant squares are adjacent."),
        ]),
        ENTRY,
    ];
}

#[cfg(test)]
mod tests {
    use crate::parts::Lookup;
    use crate::trace::Silent;

    use super::*;

    #[test]
    fn entries_of_some_occupancies() {
        let some = |relevant| [Bitboard::EMPTY, relevant];
        let table: &'static Slices<Moves, Bitboard> =
            Box::leak(Box::new(Slices::build_for(some, |_, set| set)));
        for (from, piece) in Square::ALL.into_iter().zip(RookOrBishop::ALL.into_iter().cycle()) {
            for occupied in some(piece.relevant(from)) {
                let attacked = table.attacked(piece, from, occupied, &mut Silent);
                assert_eq!(attacked, piece.attacks(from, occupied), "{piece:?} {from}");
            }
        }
    }
}
