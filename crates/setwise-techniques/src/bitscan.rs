//! Bit scans: three ways to find the lowest square of a set.
//!
//! | function | operations | table bytes | source |
//! |---|---|---|---|
//! | [`hardware`] | count trailing zeros | 0 | a CPU instruction |
//! | [`de_bruijn`] | negate, and, multiply, shift, look up | 64 | Martin Läuter 1997; Charles Leiserson, Harald Prokop and Keith Randall 1998 |
//! | [`modulo_67`] | negate, and, modulo (two multiplications, shift, subtract), look up | 67 | see [`modulo_67`] |
//!
//! All three give the same square, and `None` for the empty set. The CPU's instruction is the
//! fastest where there is one, and [`Bitboard::first`] uses it. The other two *hash*: they isolate
//! the lowest square, which gives one of 64 powers of two, and map each of those to an entry of its
//! own in a small table. Some techniques for sliding attacks hash whole lines of squares in the
//! same two ways, by multiply-and-shift and by modulo (Gerd Isenberg, *Efficient Generation of
//! Sliding Piece Attacks*, Dresden 2008).
//!
//! # De Bruijn sequences
//!
//! A De Bruijn sequence B(2, 6) is a ring of 64 bits in which each of the 64 words of six bits
//! occurs exactly once. The same with words of three bits, in a ring of eight:
//!
//! ```text
//!   0 0 0 1 0 1 1 1        times 2⁰ = 000   2¹ = 001   2² = 010   2³ = 101
//!                                2⁴ = 011   2⁵ = 111   2⁶ = 110   2⁷ = 100
//! ```
//!
//! A multiplication by 2ⁿ is a shift left by *n*. The top bits are then the word that starts at bit
//! *n*, and no other shift has that word there. The last words continue at the beginning of the
//! ring. The shift brings in zeros instead, so the sequence must begin with zeros: five of them.
//!
//! There are 2^(2⁵ − 6) = 2²⁶ = 67,108,864 such rings (Nicolaas de Bruijn, *A Combinatorial
//! Problem*, 1946; Camille Flye Sainte-Marie had counted them in 1894). Each has one run of six
//! zeros, and gives two constants. Cut before the run, it is an odd number with six leading zeros.
//! Cut after the first zero of the run, it is an even number with five, which is the odd one
//! shifted left by one. So there are 2²⁶ of each [`Parity`], and [`de_bruijn_sequences`] lists
//! them.
//!
//! Literature: <https://www.chessprogramming.org/BitScan>,
//! <https://www.chessprogramming.org/De_Bruijn_Sequence>.

use core::iter::FusedIterator;

use setwise::{Bitboard, Square};

/// Returns the lowest square by the CPU's instruction (`tzcnt` or `bsf`; `rbit` and `clz`), or
/// `None` for the empty set.
#[inline(always)]
pub const fn hardware(set: Bitboard) -> Option<Square> {
    set.first()
}

/// Returns the lowest square by a multiplication with [`DE_BRUIJN`], or `None` for the empty set.
///
/// This is minimal perfect hashing: 64 powers of two have 64 entries, and no entry is left for the
/// empty set, so it is tested first (Leiserson, Prokop and Randall, *Using de Bruijn Sequences to
/// Index a 1 in a Computer Word*, 1998; according to Knuth, Martin Läuter had it in 1997).
///
/// ```
/// use setwise_techniques::bitscan;
/// use setwise::{Bitboard, Square};
///
/// let set = Bitboard::of(Square::C2) | Bitboard::of(Square::F7);
/// assert_eq!(bitscan::de_bruijn(set), Some(Square::C2));
/// assert_eq!(bitscan::de_bruijn(Bitboard::EMPTY), None);
/// ```
#[inline]
pub const fn de_bruijn(set: Bitboard) -> Option<Square> {
    if set.is_empty() {
        return None;
    }
    Some(DE_BRUIJN_SQUARES[de_bruijn_index(set.isolate_first())])
}

/// Returns the lowest square by the remainder of a division by 67, or `None` for the empty set.
///
/// 2 is a primitive root of the prime 67: its powers 2⁰ … 2⁶⁵ have the 66 remainders 1 … 66, each
/// once, and 2⁶⁶ has the remainder 1 again. A word has no 2⁶⁴ and no 2⁶⁵, so their remainders 17
/// and 34 never occur. 0 is the remainder of the empty set alone. The table has `None` there, so
/// the empty set needs no test.
///
/// A division costs more than a multiplication. Compilers replace a division by a constant by two
/// multiplications, so [`de_bruijn`] is faster. Bernie Cosell found the lowest bit of the PDP-1's
/// 18-bit word by modulo 19 in the same way (fun-with-perl mailing list, 1 May 2000). 67 works for
/// 64 bits, as 37 works for 32.
///
/// ```
/// use setwise_techniques::bitscan;
/// use setwise::{Bitboard, Square};
///
/// assert_eq!(bitscan::modulo_67(Bitboard::of(Square::H8)), Some(Square::H8));
/// assert_eq!(bitscan::modulo_67(Bitboard::EMPTY), None);
/// ```
#[inline]
pub const fn modulo_67(set: Bitboard) -> Option<Square> {
    MODULO_67_SQUARES[(set.isolate_first().0 % 67) as usize]
}

/// The constant that [`de_bruijn`] multiplies by: the smallest odd sequence.
///
/// ```
/// assert_eq!(setwise_techniques::bitscan::DE_BRUIJN, 0x0218_a392_cd3d_5dbf);
/// ```
pub const DE_BRUIJN: u64 = match de_bruijn_sequences(Parity::Odd).advance() {
    Some(sequence) => sequence,
    None => panic!("there are 2^26 odd sequences"),
};

/// Returns the top six bits of a power of two times the constant.
const fn de_bruijn_index(single: Bitboard) -> usize {
    (DE_BRUIJN.wrapping_mul(single.0) >> 58) as usize
}

static DE_BRUIJN_SQUARES: [Square; 64] = {
    let mut table = [Square::A1; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[de_bruijn_index(Bitboard::of(square))] = square;
        index += 1;
    }
    table
};

/// `None` at 0, 17 and 34. An `Option<Square>` is a byte.
static MODULO_67_SQUARES: [Option<Square>; 67] = {
    let mut table = [None; 67];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[(Bitboard::of(square).0 % 67) as usize] = Some(square);
        index += 1;
    }
    table
};

/// The two constants of a ring: one is odd and one is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Six leading zeros, and the last bit is one.
    Odd,
    /// Five leading zeros, and the last bit is zero: an odd constant shifted left by one.
    Even,
}

/// Returns all 2²⁶ De Bruijn sequences of one parity, from the smallest to the largest.
///
/// The products of each with the 64 powers of two have 64 different values in the top six bits.
///
/// ```
/// use setwise_techniques::bitscan::{de_bruijn_sequences, Parity};
///
/// let mut odd = de_bruijn_sequences(Parity::Odd);
/// assert_eq!(odd.next(), Some(0x0218_a392_cd3d_5dbf));
/// let mut even = de_bruijn_sequences(Parity::Even);
/// assert_eq!(even.next(), Some(0x0218_a392_cd3d_5dbf << 1));
/// ```
pub const fn de_bruijn_sequences(parity: Parity) -> DeBruijnSequences {
    DeBruijnSequences { parity, bits: 0, length: 6, seen: 1, next_bit: 0 }
}

/// An iterator over the De Bruijn sequences of one parity; see [`de_bruijn_sequences`].
///
/// It extends an odd sequence bit by bit, from six zeros on, and tries a zero before a one. If the
/// word of six bits that a bit completes has occurred already, it removes the bit again.
#[derive(Clone, Debug)]
pub struct DeBruijnSequences {
    parity: Parity,
    /// The odd sequence so far.
    bits: u64,
    /// The number of bits so far, 6 to 64.
    length: u8,
    /// Bit *n* is set once the word *n* occurs.
    seen: u64,
    /// The bit to try next, 0 or 1; 2 if both have been tried.
    next_bit: u64,
}

impl DeBruijnSequences {
    /// Returns the same as [`Iterator::next`], in constants too.
    pub const fn advance(&mut self) -> Option<u64> {
        loop {
            if self.next_bit == 2 {
                if self.length == 6 {
                    return None;
                }
                self.take_back();
                continue;
            }
            let word = (self.bits << 1 | self.next_bit) & 63;
            if self.seen >> word & 1 != 0 {
                self.next_bit += 1;
                continue;
            }
            self.seen |= 1 << word;
            self.bits = self.bits << 1 | self.next_bit;
            self.length += 1;
            self.next_bit = 0;
            if self.length == 64 {
                self.next_bit = 2;
                if self.closes() {
                    return Some(match self.parity {
                        Parity::Odd => self.bits,
                        Parity::Even => self.bits << 1,
                    });
                }
            }
        }
    }

    /// Removes the last bit. The next bit to try is the one after it.
    const fn take_back(&mut self) {
        self.seen &= !(1 << (self.bits & 63));
        self.next_bit = (self.bits & 1) + 1;
        self.bits >>= 1;
        self.length -= 1;
    }

    /// Returns whether the last five words, which continue in the leading zeros, are new too.
    const fn closes(&self) -> bool {
        let mut words = 0;
        let mut shift = 1;
        while shift < 6 {
            words |= 1 << (self.bits << shift & 63);
            shift += 1;
        }
        self.seen & words == 0
    }
}

impl Iterator for DeBruijnSequences {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.advance()
    }
}

impl FusedIterator for DeBruijnSequences {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WAYS: [fn(Bitboard) -> Option<Square>; 3] = [hardware, de_bruijn, modulo_67];

    /// Returns whether a sequence fulfils the definition: 64 shifts have 64 different values in the
    /// top six bits.
    fn is_de_bruijn(sequence: u64) -> bool {
        let words = (0..64).map(|n| sequence.wrapping_mul(1 << n) >> 58);
        words.fold(0u64, |seen, word| seen | 1 << word) == u64::MAX
    }

    #[test]
    fn every_function_finds_every_single_square_and_nothing_in_the_empty_set() {
        for way in WAYS {
            for square in Square::ALL {
                assert_eq!(way(Bitboard::of(square)), Some(square));
                // With every higher square, and with the highest one.
                assert_eq!(way(Bitboard(u64::MAX << square.index())), Some(square));
                assert_eq!(way(Bitboard::of(square).with(Square::H8)), Some(square));
            }
            assert_eq!(way(Bitboard::EMPTY), None);
        }
    }

    #[test]
    fn modulo_67_of_a_power_of_two_is_never_17_or_34() {
        let gaps: Vec<usize> = (0..67).filter(|&r| MODULO_67_SQUARES[r].is_none()).collect();
        assert_eq!(gaps, [0, 17, 34]);
        assert_eq!([(1u128 << 64) % 67, (1u128 << 65) % 67, (1u128 << 66) % 67], [17, 34, 1]);
    }

    #[test]
    fn the_tables_have_the_documented_sizes() {
        assert_eq!(size_of_val(&DE_BRUIJN_SQUARES), 64);
        assert_eq!(size_of_val(&MODULO_67_SQUARES), 67);
    }

    /// Harold Fredricksen and James Maiorana (1978): the smallest sequence is the concatenation of
    /// the Lyndon words whose length divides six, in lexicographic order.
    #[test]
    fn the_constant_is_the_lyndon_words_in_order() {
        let words = "0 000001 000011 000101 000111 001 001011 001101 001111 01 010111 011 011111 1";
        let bits = words.replace(' ', "");
        assert_eq!(bits.len(), 64);
        assert_eq!(u64::from_str_radix(&bits, 2), Ok(DE_BRUIJN));
    }

    #[test]
    fn the_first_hundred_thousand_sequences_are_valid_and_increasing() {
        let mut previous = 0;
        let even = de_bruijn_sequences(Parity::Even);
        for (odd, even) in de_bruijn_sequences(Parity::Odd).zip(even).take(100_000) {
            assert!(is_de_bruijn(odd), "{odd:#018x}");
            assert!(is_de_bruijn(even), "{even:#018x}");
            assert!(odd > previous);
            assert_eq!((odd & 1, odd.leading_zeros()), (1, 6));
            assert_eq!((even & 1, even.leading_zeros()), (0, 5));
            assert_eq!(even, odd << 1);
            previous = odd;
        }
    }

    #[test]
    #[ignore = "deep: counts all 2^26 odd sequences, 40 seconds"]
    fn there_are_67_108_864_odd_sequences() {
        let mut sequences = de_bruijn_sequences(Parity::Odd);
        let (mut count, mut last) = (0u32, 0);
        for sequence in &mut sequences {
            assert!(sequence > last);
            assert!(sequence & 1 != 0);
            (count, last) = (count + 1, sequence);
        }
        assert_eq!(count, 67_108_864);
        // The largest is the constant that many chess programs use.
        assert_eq!(last, 0x03f7_9d71_b4cb_0a89);
        assert_eq!(sequences.next(), None);
    }

    proptest! {
        #[test]
        fn every_function_counts_the_trailing_zeros(a: u64, shift in 0u32..64) {
            for bits in [a, a << shift] {
                let expected = (bits != 0).then(|| Square::ALL[bits.trailing_zeros() as usize]);
                for way in WAYS {
                    prop_assert_eq!(way(Bitboard(bits)), expected);
                }
            }
        }
    }
}
