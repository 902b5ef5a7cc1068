//! Magic bitboards: a multiplication makes one index of all lines of a piece.
//!
//! **Idea.** Four steps: take the occupied squares that matter, multiply them by a factor that was found
//! once for this square, shift the product down, and load the answer. The page of
//! [fancy magic](setwise::attacks::magic), which `setwise` itself has, draws the product. A factor is
//! *magic* if two occupancies have the same index only if they have the same answer. The [`finder`]
//! tries numbers until one is magic.
//!
//! The members of the family differ in how they store the answers:
//!
//! | technique | index | table |
//! |---|---|---|
//! | [`plain`] | as many bits on every square of a piece | 2,304 KiB, no offsets |
//! | [`fancy`](setwise::attacks::magic) | as many bits as there are relevant squares | 841 KiB |
//! | [`compressed`] | the same, then the number of the set | 264 KiB, one load more |
//! | [`overlapped`], fixed | as many bits on every square of a piece | 820 KiB, shared by all |
//! | [`overlapped`], black | the same, multiplied with other squares too | 790 KiB, shared by all |
//!
//! A bishop's share of fancy is 41,984 bytes and a rook's 819,200. How many occupancies and how
//! many different answers each square has, `setwise magics --table` prints.
//!
//! **When which.** Queens found in the time in which `pext` finds one, by `setwise-bench attacks` in
//! one run on a shared Zen 5, the best of nine rounds:
//!
//! | | random | games | captures | cold caches | one after the other |
//! |---|---|---|---|---|---|
//! | plain | 0.59 | 0.74 | 0.76 | 0.73 | 0.82 |
//! | fancy | 0.71 | 0.79 | 0.81 | 0.84 | 0.91 |
//! | fixed | 0.78 | 0.80 | 0.81 | 0.99 | 0.91 |
//! | black | 0.79 | 0.82 | 0.82 | 1.05 | 0.92 |
//! | compressed | 0.58 | 0.68 | 0.68 | 0.63 | 0.81 |
//!
//! So none wins where `pext` is fast. Elsewhere black is as good as any looked up alone, and fancy in
//! the move generator, where all are within 2 % of one another.
//!
//! **Literature.** Lasse Hansen 2006, after Gerd Isenberg's collapsed lines; Pradu Kannan, *Magic
//! Move-Bitboard Generation in Computer Chess*, 2007;
//! <https://www.chessprogramming.org/Magic_Bitboards>.

mod candidates;
pub mod compressed;
mod factors;
pub mod finder;
pub mod overlapped;
pub mod packing;
pub mod plain;

use crate::parts::RookOrBishop;
use setwise::attacks::trace::{Number, Set, Trace};
use setwise::{Bitboard, Square};

/// What a factor is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The occupied squares among the relevant ones.
    Plain,
    /// Those and all squares that are not relevant: Volker Annuss's black magic.
    Black,
}

impl Form {
    /// The mask that makes [`Form::key`].
    fn mask(self, relevant: Bitboard) -> Bitboard {
        match self {
            Form::Plain => relevant,
            Form::Black => !relevant,
        }
    }

    /// What is multiplied.
    #[inline(always)]
    fn key<T: Trace>(self, occupied: Bitboard, mask: Bitboard, trace: &mut T) -> Set {
        let occupied = Set("occupied", occupied);
        match self {
            Form::Plain => trace.set("o", occupied & Set("relevant squares", mask)),
            Form::Black => trace.set("o", occupied | Set("other squares", mask)),
        }
    }
}

/// A factor with its mask.
#[derive(Clone, Copy, Debug)]
struct Magic {
    mask: Bitboard,
    factor: u64,
}

impl Magic {
    fn of(form: Form, piece: RookOrBishop, from: Square, factor: u64) -> Magic {
        Magic { mask: form.mask(piece.relevant(from)), factor }
    }

    /// The highest bits of the product.
    #[inline(always)]
    fn index<T: Trace>(self, form: Form, occupied: Bitboard, shift: u32, trace: &mut T) -> usize {
        let key = form.key(occupied, self.mask, trace);
        let product = trace.set("product", key * Set("factor", Bitboard(self.factor)));
        trace.number("index", product >> Number("shift", u64::from(shift))).index()
    }
}

/// The bits of the index where all squares of a piece have as many: what the square with the most
/// relevant squares needs, a corner for a rook and the middle for a bishop.
pub const fn fixed_bits(piece: RookOrBishop) -> u32 {
    match piece {
        RookOrBishop::Rook => 12,
        RookOrBishop::Bishop => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of Gerd Isenberg, *Magic Bitboards*, "Perfect Hashing".
    #[test]
    fn occupancies_and_attack_sets_add_up_as_published() {
        let total = |of: fn(RookOrBishop, Square) -> u32| {
            RookOrBishop::ALL.map(|p| Square::ALL.iter().map(|&from| of(p, from)).sum::<u32>())
        };
        assert_eq!(total(|p, from| 1 << p.relevant(from).count()), [102_400, 5_248]);
        assert_eq!(total(RookOrBishop::attack_sets), [4_900, 1_428]);
        assert_eq!(RookOrBishop::Rook.attack_sets(Square::D4), 144);
        assert_eq!(RookOrBishop::Rook.attack_sets(Square::A1), 49);
        assert_eq!(RookOrBishop::Bishop.attack_sets(Square::A8), 7);
    }

    #[test]
    fn the_fixed_bits_are_those_of_the_square_that_needs_the_most() {
        for piece in RookOrBishop::ALL {
            let counts = Square::ALL.map(|from| piece.relevant(from).count());
            assert_eq!(counts.iter().max(), Some(&fixed_bits(piece)));
        }
    }
}
