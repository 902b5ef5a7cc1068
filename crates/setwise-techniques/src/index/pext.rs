//! PEXT bitboards with their steps, as [`setwise::attacks::pext`] describes them.
#![allow(unsafe_code, reason = "the intrinsic of pext")]
// Miri: setwise-techniques index::pext_compressed::tests::entries_of_some_occupancies

use std::sync::OnceLock;

use crate::Card;
use crate::index::tables::{ENTRY, Hash, PieceTable, Slices};
use crate::parts::{ByPart, RookOrBishop};
use crate::trace::{Sentences, Set, Trace, combine};
use setwise::attacks::pext::is_fast;
use setwise::{Bitboard, Square};

/// PEXT bitboards; see the [module](self).
pub type Pext = ByPart<&'static Slices<Mask, Bitboard>>;

/// The relevant squares, whose occupancy is the index.
#[derive(Clone, Copy)]
pub struct Mask(Bitboard);

// SAFETY: `pext` packs into as many bits as there are relevant squares.
unsafe impl Hash for Mask {
    fn of(piece: RookOrBishop, from: Square) -> Mask {
        Mask(piece.relevant(from))
    }

    #[inline(always)]
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize {
        index(occupied, self.0, trace)
    }
}

/// Returns the occupancy of the relevant squares, packed into the low bits.
#[inline(always)]
pub(super) fn index<T: Trace>(occupied: Bitboard, relevant: Bitboard, trace: &mut T) -> usize {
    let index = pack(occupied, relevant);
    let (occupied, relevant) = (Set("occupied", occupied), Set("relevant squares", relevant));
    trace.number("index", combine(occupied, "PEXT", relevant, index)).index()
}

/// The sentences of the index.
pub(super) const INDEX: Sentences = Sentences::of(&[(
    "index",
    "PEXT is an instruction that takes the bits at the relevant squares and packs them side by \
         side. The result is the index. Its last digit is the relevant square with the lowest \
         number, its first the one with the highest.",
)]);

/// Returns the members of a set that are in a mask, packed into the low bits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn pack(set: Bitboard, mask: Bitboard) -> u64 {
    // SAFETY: no value of these techniques is created before `is_fast` has detected BMI2.
    unsafe { core::arch::x86_64::_pext_u64(set.0, mask.0) }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn pack(_: Bitboard, _: Bitboard) -> u64 {
    unreachable!("`is_fast` returns false on this architecture")
}

impl PieceTable for Mask {
    const CARD: Card = Card {
        title: "PEXT bitboards",
        people: "Zach Wegner, Gerd Isenberg",
        year: "2011",
        source: "https://www.chessprogramming.org/BMI2#PEXTBitboards",
        documents: &[],
        page: crate::page!(source: setwise::attacks::sources::PEXT),
        table_bytes: Slices::<Mask, Bitboard>::BYTES,
        needs: "x86-64 with fast BMI2 (Intel since Haswell, AMD since Zen 3)",
    };

    fn slices() -> Option<&'static Slices<Mask, Bitboard>> {
        static TABLES: OnceLock<Option<Slices<Mask, Bitboard>>> = OnceLock::new();
        let tables = || is_fast().then(|| Slices::build(|_, attacked| attacked));
        TABLES.get_or_init(tables).as_ref()
    }

    const SENTENCES: &'static [Sentences] = &[INDEX, ENTRY];
}
