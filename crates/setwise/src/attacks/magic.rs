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
//! address of the slice for each square and piece, 4,096 bytes. A lookup is an AND, a multiplication
//! of three cycles, a shift, and the loads of these four and of an entry. A queen touches three or
//! four cache lines.
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

mod factors;

pub use factors::FACTORS;

use super::Sliders;
use super::slices::{Hash, Piece, Slices};
use crate::{Bitboard, Square};

/// Fancy magic bitboards; see the [module](self).
#[derive(Clone, Copy)]
pub struct FancyMagic(&'static Slices<Magic>);

/// The name of the type, because its tables are long.
impl fmt::Debug for FancyMagic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FancyMagic")
    }
}

/// A factor with the mask and the shift of its square.
#[derive(Clone, Copy)]
struct Magic {
    relevant: Bitboard,
    factor: u64,
    shift: u8,
}

// SAFETY: the product is shifted down to as many bits as there are relevant squares.
unsafe impl Hash for Magic {
    fn of(piece: Piece, from: Square, relevant: Bitboard) -> Magic {
        let factor = FACTORS[piece as usize][from as usize];
        Magic { relevant, factor, shift: 64 - relevant.count() as u8 }
    }

    #[inline(always)]
    fn index(&self, occupied: Bitboard) -> usize {
        ((occupied & self.relevant).0.wrapping_mul(self.factor) >> self.shift) as usize
    }
}

impl FancyMagic {
    /// Returns the technique, which runs on every CPU. The first call builds its tables.
    #[allow(clippy::new_without_default, reason = "it builds tables")]
    pub fn new() -> FancyMagic {
        static TABLES: OnceLock<Slices<Magic>> = OnceLock::new();
        FancyMagic(TABLES.get_or_init(Slices::build))
    }
}

impl Sliders for FancyMagic {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.rook(from, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishop(from, occupied)
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
        let relevant = Piece::Bishop.relevant(Square::B1);
        assert_eq!(relevant.0.wrapping_mul(factor.0), product.0);
        let indices: std::collections::BTreeSet<u64> =
            relevant.subsets().map(|o| o.0.wrapping_mul(factor.0) >> 59).collect();
        assert_eq!(indices.len(), 32);
    }

    #[test]
    fn entries_of_some_occupancies() {
        crate::attacks::slices::check_some_entries::<Magic>();
    }
}
