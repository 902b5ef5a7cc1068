//! Fancy magic bitboards: a multiplication makes one index of all lines of a piece.
//!
//! **Idea.** Four steps: take the occupied squares that matter, multiply them by a factor that was
//! found once for this square, shift the product down, and load the attacked squares from a table.
//! A product is a sum of copies of the occupancy, one for each bit of the factor. The copies are
//! placed so that each relevant square comes to a place of its own in the highest bits. A bishop on
//! b1 has one square on each file, so its factor is the factor of
//! [`kindergarten`](super::kindergarten):
//!
//! ```text
//!  o = occupied & relevant      factor            product
//!  . . . . . . . .          . . . . . . . .    . . . C D E F G  >> 59  =  C D E F G
//!  . . . . . . . .          . X . . . . . .    . . . C D E F .            0 to 31
//!  . . . . . . G .          . X . . . . . .    . . . C D E . .
//!  . . . . . F . .      ×   . X . . . . . .  = . . . C D . . .
//!  . . . . E . . .          . X . . . . . .    . . . C . . . .
//!  . . . D . . . .          . X . . . . . .    . . . . . . . .
//!  . . C . . . . .          . . . . . . . .    . . . . . . . .
//!  . b . . . . . .          . . . . . . . .    . . . . . . . .
//! ```
//!
//! With two lines, the copies of some squares collide, and no formula gives the factor: numbers are
//! tried until one is *magic*, which means that two occupancies have the same index only if the
//! piece attacks the same squares. A rook on a1 has 4,096 relevant occupancies and attacks 49
//! different sets, and many occupancies may share an entry, which is a *constructive* collision.
//! The crate `setwise-techniques` has the finder of the factors, and other members of the family.
//!
//! *Fancy* means that each square has a shift of its own. A rook has twelve relevant squares in the
//! corners and ten in the middle; a bishop has nine in the middle and five at most edges. So the
//! slice of the table that belongs to a square has two to the power of that number of entries:
//!
//! ```text
//!  shifts, rook                     shifts, bishop
//!  52 53 53 53 53 53 53 52          58 59 59 59 59 59 59 58
//!  53 54 54 54 54 54 54 53          59 59 59 59 59 59 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 57 57 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 55 55 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 55 55 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 57 57 57 57 59 59
//!  53 54 54 54 54 54 54 53          59 59 59 59 59 59 59 59
//!  52 53 53 53 53 53 53 52          58 59 59 59 59 59 59 58
//! ```
//!
//! **Cost.** 102,400 + 5,248 = 107,648 entries, 861,184 bytes; a mask, a factor, a shift and the
//! place of the slice for each square, with both pieces in one cache line, 4,096 bytes. A lookup is
//! an AND, a multiplication of three cycles, a shift and two loads. A queen touches three cache
//! lines.
//!
//! **When it wins.** Wherever [`pext`](super::pext) is missing or slow and the second-level cache
//! is large.
//!
//! **Literature.** Lasse Hansen 2006, after Gerd Isenberg's collapsed lines; Pradu Kannan, *Magic
//! Move-Bitboard Generation in Computer Chess*, 2007;
//! <https://www.chessprogramming.org/Magic_Bitboards#Fancy>.
#![allow(unsafe_code, reason = "the promise that an index is bounded")]
// Miri: setwise attacks::magic::tests::entries_of_some_occupancies

use std::fmt;
use std::sync::OnceLock;

pub(super) mod factors;

use super::Sliders;
use super::parts::RookOrBishop;
use super::parts::tables::{Hash, Slices};
use super::parts::trace::{Number, Set, Silent, Trace};
use crate::{Bitboard, Square};

/// Fancy magic bitboards; see the [module](self).
#[derive(Clone, Copy)]
pub struct FancyMagic(&'static Slices<Magic, Bitboard>);

/// The name of the type, because its tables are long.
impl fmt::Debug for FancyMagic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FancyMagic")
    }
}

/// A factor with the mask and the shift of its square.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Magic {
    mask: Bitboard,
    factor: u64,
    shift: u8,
}

// SAFETY: the product is shifted down to as many bits as there are relevant squares.
unsafe impl Hash for Magic {
    fn of(piece: RookOrBishop, from: Square) -> Magic {
        let mask = piece.relevant(from);
        let factor = factors::FACTORS[piece as usize][from as usize];
        Magic { mask, factor, shift: 64 - mask.count() as u8 }
    }

    #[inline(always)]
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize {
        let occupied = Set("occupied", occupied);
        trace.say(
            "Only the inner squares of the slider's lines matter: whether a square at the edge is \
             attacked does not depend on what stands on it. AND keeps the relevant pieces.",
        );
        let o = trace.set("o", occupied & Set("relevant squares", self.mask));
        trace.say(
            "Multiply by the magic factor of this square. The product is the sum of copies of o, \
             one for each bit of the factor, each shifted to that bit. The factor was found by \
             trial, so that the top bits of the product are different wherever the attacked \
             squares are.",
        );
        let product = trace.number("product", o * Number("factor", self.factor));
        trace.say(
            "The shift keeps the top bits of the product, which are highlighted. They are the \
             index.",
        );
        trace.number("index", product >> Number("shift", self.shift.into())).index()
    }
}

impl FancyMagic {
    /// Returns the technique, which runs on every CPU. The first call builds its tables.
    #[allow(clippy::new_without_default, reason = "it builds tables")]
    pub fn new() -> FancyMagic {
        static TABLES: OnceLock<Slices<Magic, Bitboard>> = OnceLock::new();
        FancyMagic(TABLES.get_or_init(|| Slices::build(|_, attacked| attacked)))
    }
}

/// The lookups with their steps, for the collection of techniques.
#[doc(hidden)]
impl FancyMagic {
    pub const TABLE_BYTES: usize = Slices::<Magic, Bitboard>::BYTES;

    #[inline(always)]
    pub fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.0.attacked(RookOrBishop::Rook, from, occupied, trace)
    }

    #[inline(always)]
    pub fn trace_bishop<T: Trace>(
        self,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.0.attacked(RookOrBishop::Bishop, from, occupied, trace)
    }
}

impl Sliders for FancyMagic {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.trace_rook(from, occupied, &mut Silent)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.trace_bishop(from, occupied, &mut Silent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn the_drawn_factor_is_magic_and_gives_the_drawn_product() {
        let factor = bitboard! {
            . . . . . . . .
            . X . . . . . .
            . X . . . . . .
            . X . . . . . .
            . X . . . . . .
            . X . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let product = bitboard! {
            . . . X X X X X
            . . . X X X X .
            . . . X X X . .
            . . . X X . . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let relevant = RookOrBishop::Bishop.relevant(Square::B1);
        assert_eq!(relevant.0.wrapping_mul(factor.0), product.0);
        let indices: std::collections::BTreeSet<u64> =
            relevant.subsets().map(|o| o.0.wrapping_mul(factor.0) >> 59).collect();
        assert_eq!(indices.len(), 32);
    }

    #[test]
    fn entries_of_some_occupancies() {
        crate::attacks::parts::tables::check_some_entries::<Magic>();
    }
}
