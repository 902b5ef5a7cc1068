//! Compressed PEXT bitboards: entries of 16 bits, which a second instruction spreads over the
//! lines.
//!
//! **Idea.** The squares that a rook attacks are a subset of its 14 squares on the empty board; for
//! a bishop there are at most 13. So an entry needs one bit for each of these squares, 16 bits at
//! most, instead of
//! 64. `pext` packs the entries when the table is built, and its inverse `pdep` spreads an entry
//!    over the lines:
//!
//! ```text
//!  lines of a1        entry, 14 bits                     attacked
//!  X . . . . . . .                                       . . . . . . . .
//!  X . . . . . . .                                       . . . . . . . .
//!  X . . . . . . .                                       X . . . . . . .
//!  X . . . . . . .    00111110001111          PDEP  →    X . . . . . . .
//!  X . . . . . . .    a8 … a2, h1 … b1                   X . . . . . . .
//!  X . . . . . . .                                       X . . . . . . .
//!  X . . . . . . .                                       X . . . . . . .
//!  . X X X X X X X                                       . X X X X . . .
//! ```
//!
//! **Cost.** 215,296 bytes of entries instead of 861,184, and 4,096 bytes of masks; a lookup has
//! one instruction of three cycles more. A queen touches three cache lines.
//!
//! **When it wins.** Where the second-level cache is small, or needed for other data.
//!
//! **Literature.** Zach Wegner, Gerd Isenberg; Lasse Hansen 2013; Wylie Garvin 2016;
//! <https://www.chessprogramming.org/BMI2>.
#![allow(unsafe_code, reason = "the pdep intrinsic")]
// Miri: setwise-techniques index::pext_compressed::tests::entries_of_some_occupancies

use std::sync::OnceLock;

use super::pext::{self, pack};
use crate::Card;
use crate::index::tables::{Hash, PieceTable, Slices};
use crate::parts::{ByPart, Lookup, RookOrBishop};
use crate::trace::{Sentences, Set, Trace, combine, described};
use setwise::attacks::pext::is_fast;
use setwise::{Bitboard, Square};

/// Compressed PEXT bitboards; see the [module](self).
pub type PextCompressed = ByPart<Compressed>;

/// The lookup of one piece of [`PextCompressed`].
#[derive(Clone, Copy)]
pub struct Compressed(&'static Slices<Lines, u16>);

/// The squares that make the index, and those that the entry is spread over.
#[derive(Clone, Copy)]
struct Lines {
    relevant: Bitboard,
    lines: Bitboard,
}

// SAFETY: `pext` packs into as many bits as there are relevant squares.
unsafe impl Hash for Lines {
    fn of(piece: RookOrBishop, from: Square) -> Lines {
        let lines = piece.attacks(from, Bitboard::EMPTY);
        Lines { relevant: piece.relevant(from), lines }
    }

    #[inline(always)]
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize {
        pext::index(occupied, self.relevant, trace)
    }
}

/// Returns the low bits of a word, spread over the members of a set.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn spread(packed: u64, over: Bitboard) -> Bitboard {
    // SAFETY: no value of this technique is created before `is_fast` has detected BMI2.
    Bitboard(unsafe { core::arch::x86_64::_pdep_u64(packed, over.0) })
}

#[cfg(not(target_arch = "x86_64"))]
fn spread(_: u64, _: Bitboard) -> Bitboard {
    unreachable!("`is_fast` returns false on this architecture")
}

/// Returns the stored form of a set of attacked squares: at most 14 squares, so the cast is
/// lossless.
fn packed(lines: &Lines, attacked: Bitboard) -> u16 {
    pack(attacked, lines.lines) as u16
}

impl Lookup for Compressed {
    const CARD: Card = Card {
        title: "PEXT bitboards, compressed",
        people: "Zach Wegner, Gerd Isenberg, Lasse Hansen",
        year: "2013",
        page: crate::page!("pext_compressed.rs"),
        table_bytes: Slices::<Lines, u16>::BYTES,
        ..pext::Mask::CARD
    };

    type Part = RookOrBishop;

    fn new() -> Option<Compressed> {
        static TABLES: OnceLock<Option<Slices<Lines, u16>>> = OnceLock::new();
        let tables = || is_fast().then(|| Slices::build(packed));
        TABLES.get_or_init(tables).as_ref().map(Compressed)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let (packed, hash) = self.0.look_up(piece, from, occupied, trace);
        let packed = described("entry of square and index", u64::from(packed));
        let (packed, lines) = (trace.number("packed", packed), Set("lines", hash.lines));
        *trace.set("attacked", combine(packed, "PDEP", lines, spread(*packed, *lines).0))
    }

    const SENTENCES: &'static [Sentences] = &[
        pext::INDEX,
        Sentences::of(&[
            (
                "packed",
                "Look up the entry. It is packed: one bit for each square of the slider's lines.",
            ),
            (
                "attacked",
                "PDEP is the inverse of PEXT: it puts the bits back on the squares of the lines.",
            ),
        ]),
    ];
}

#[cfg(test)]
mod tests {
    use crate::trace::Silent;

    use super::*;

    #[test]
    fn entries_of_some_occupancies() {
        assert!(is_fast() || !cfg!(all(miri, target_feature = "bmi2")), "it would not be run");
        if !is_fast() {
            return;
        }
        let some = |relevant| [Bitboard::EMPTY, relevant];
        let table = Box::leak(Box::new(Slices::build_for(some, packed)));
        for (from, piece) in Square::ALL.into_iter().zip(RookOrBishop::ALL.into_iter().cycle()) {
            for occupied in some(piece.relevant(from)) {
                let attacked = Compressed(table).attacked(piece, from, occupied, &mut Silent);
                assert_eq!(attacked, piece.attacks(from, occupied), "{piece:?} {from}");
            }
        }
    }
}
