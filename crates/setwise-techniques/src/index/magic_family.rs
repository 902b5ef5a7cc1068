//! Magic bitboards: a multiplication turns all lines of a piece into one index.
//!
//! **Idea.** A lookup has four steps: take the occupied squares that matter, multiply them by a
//! factor that was found once for this square, shift the product down, and load the attacked
//! squares. The page of [fancy magic](setwise::attacks::magic), which `setwise` itself has, draws
//! the product. A factor is *magic* if two occupancies have the same index only if the piece
//! attacks the same squares. The [`finder`] tries numbers until one is magic.
//!
//! The members of the family differ in how they store the attacked squares:
//!
//! | technique | bits of the index | table |
//! |---|---|---|
//! | [`plain`] | the same for every square of a piece | 2,304 KiB, no offsets |
//! | [`fancy`] | the number of relevant squares | 841 KiB |
//! | [`compressed`] | as fancy; the entry is the number of the set | 264 KiB, one load more |
//! | [`overlapped`], fixed | the same for every square of a piece | 820 KiB, shared by all squares |
//! | [`overlapped`], black | as fixed; the squares that are not relevant are multiplied too | 790 KiB, shared by all squares |
//!
//! In fancy magic, bishops take 41,984 bytes and rooks 819,200. `setwise magics --table` prints the
//! number of occupancies and of different attack sets of each square.
//!
//! **When it wins.** None of them is the fastest where `pext` is fast. Elsewhere, black magic is at
//! least as fast as the others in lookups alone, and all are within a few percent of each other in
//! the move generator. `results/techniques.md` in the repository has the measurements.
//!
//! **Literature.** Lasse Hansen 2006, after Gerd Isenberg's collapsed lines; Pradu Kannan, *Magic
//! Move-Bitboard Generation in Computer Chess*, 2007;
//! <https://www.chessprogramming.org/Magic_Bitboards>.

mod candidates;
pub mod compressed;
mod factors;
pub mod fancy;
pub mod finder;
pub mod overlapped;
pub mod plain;

use crate::parts::RookOrBishop;
use crate::trace::{Number, Sentences, Set, Trace};
use setwise::{Bitboard, Square};

/// The set that is multiplied by a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The occupied squares among the relevant ones.
    Plain,
    /// The same, and all squares that are not relevant: Volker Annuss's black magic.
    Black,
}

impl Form {
    /// Returns the mask of [`Form::key`].
    fn mask(self, relevant: Bitboard) -> Bitboard {
        match self {
            Form::Plain => relevant,
            Form::Black => !relevant,
        }
    }

    /// Returns the set that is multiplied.
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

    /// Returns the highest bits of the product.
    #[inline(always)]
    fn index<T: Trace>(self, form: Form, occupied: Bitboard, shift: u32, trace: &mut T) -> usize {
        let key = form.key(occupied, self.mask, trace);
        let product = trace.number("product", key * Number("factor", self.factor));
        trace.number("index", product >> Number("shift", u64::from(shift))).index()
    }
}

/// Returns the number of bits of the index where it is the same for all squares of a piece. It is
/// the number of relevant squares of the square that has the most: a corner for a rook, and the
/// middle for a bishop.
pub const fn fixed_bits(piece: RookOrBishop) -> u32 {
    match piece {
        RookOrBishop::Rook => 12,
        RookOrBishop::Bishop => 9,
    }
}

/// The sentences of the set that is multiplied.
const PLAIN_KEY: Sentences = Sentences::of(&[(
    "o",
    "Only the inner squares of the slider's lines matter: whether a square at the edge is \
         attacked does not depend on what stands on it. AND keeps the relevant pieces.",
)]);

const BLACK_KEY: Sentences = Sentences::of(&[(
    "o",
    "The black form of magic: OR sets all squares that do not matter, so the relevant pieces \
         are what is left to vary.",
)]);

/// The sentences of the index.
const INDEX: Sentences = Sentences::of(&[
    (
        "product",
        "Multiply by the magic factor of this square. The product is the sum of copies of o, one \
         for each bit of the factor, each shifted to that bit. The factor was found by trial, so \
         that the top bits of the product are different wherever the attacked squares are.",
    ),
    (
        "index",
        "The shift keeps the top bits of the product, which are highlighted. They are the index.",
    ),
]);

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

    /// The smallest bishop slices of the record table of the Chess Programming Wiki,
    /// <https://www.chessprogramming.org/Magic_Bitboards#Magic_Records>. All bishops have the 38 KB
    /// that Isenberg's talk names: 38,400 bytes.
    #[test]
    fn published_factors_put_all_bishops_into_38_400_bytes() {
        let records = [
            "5 a1 ffedf9fd7cfcffff h1 7ffdfdfcbd79ffff a8 fffffcfcfd79edff h8 43ff9e4ef4ca2c89",
            "4 b1 fc0962854a77f576 g1 fc0a66c64a7ef576 b8 fc0863fccb147576 g8 fc087e8e4bb2f736",
            "4 a2 fc0846a64a34fff6 b2 fc087a874a3cf7f6 g2 fc0864ae59b4ff76 h2 3c0860af4b35ff76",
            "4 a3 73c01af56cf4cffb b3 41a01cfad64aaffc g3 7c0c028f5b34ff76 h3 fc0a028e5ab4df76",
            "4 a6 dcefd9b54bfcc09f b6 f95ffa765afd602b g6 43ff9a5cf4ca0c01 h6 4bffcd8e7c587601",
            "4 a7 fc0ff2865334f576 b7 fc0bf6ce5924f576 g7 c3ffb7dc36ca8c89 h7 c3ff8a54f4ca2c89",
        ];
        let piece = RookOrBishop::Bishop;
        let mut entries = Square::ALL.map(|from| 1 << piece.relevant(from).count());
        for record in records {
            let mut words = record.split(' ');
            let bits: u32 = words.next().and_then(|word| word.parse().ok()).expect("a number");
            while let (Some(from), Some(factor)) = (words.next(), words.next()) {
                let from: Square = from.parse().expect("a square");
                let factor = u64::from_str_radix(factor, 16).expect("hexadecimal");
                let target = finder::Target::new(piece, from, Form::Plain, bits).expect("few bits");
                assert!(target.check(factor).is_ok(), "{from}");
                entries[from as usize] = 1 << bits;
            }
        }
        assert_eq!(entries.iter().sum::<u32>() * 8, 38_400);
    }

    #[test]
    fn the_fixed_bits_are_those_of_the_square_that_needs_the_most() {
        for piece in RookOrBishop::ALL {
            let counts = Square::ALL.map(|from| piece.relevant(from).count());
            assert_eq!(counts.iter().max(), Some(&fixed_bits(piece)));
        }
    }
}
