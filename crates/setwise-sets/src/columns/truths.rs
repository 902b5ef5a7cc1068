//! A truth for each position of a batch: a bit for each.

use core::ops::{BitAnd, BitOr, BitXor, Not, Range};

use setwise::Bitboard;

use super::BLOCKS;
use super::level::Lane;

/// A truth for each position of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truths(pub(super) [u64; BLOCKS]);

impl Truths {
    pub(super) const NONE: Truths = Truths([0; BLOCKS]);
    pub(super) const ALL: Truths = Truths([!0; BLOCKS]);

    /// Returns the truths of the first positions, and no others.
    pub(super) fn first(count: usize) -> Truths {
        let mut truths = Truths::NONE;
        for (i, word) in truths.0.iter_mut().enumerate() {
            let bits = count.saturating_sub(64 * i).min(64);
            *word = if bits == 64 { !0 } else { (1 << bits) - 1 };
        }
        truths
    }

    pub(super) fn get(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Returns a word of ones if a truth holds, else 0.
    #[inline(always)]
    pub(super) fn mask(&self, lane: Lane) -> Bitboard {
        Bitboard(0_u64.wrapping_sub(self.0[lane.block] >> lane.place & 1))
    }

    pub(super) fn set(&mut self, index: usize, value: bool) {
        let bit = 1 << (index % 64);
        let word = &mut self.0[index / 64];
        *word = if value { *word | bit } else { *word & !bit };
    }

    /// Returns the truths of a range, and no others.
    pub(super) fn of_range(range: Range<usize>) -> Truths {
        Truths::first(range.end) & !Truths::first(range.start)
    }

    /// Sets the truths of a range.
    pub(super) fn fill(&mut self, range: Range<usize>, value: bool) {
        let range = Truths::of_range(range);
        *self = if value { *self | range } else { *self & !range };
    }

    /// Sets every second truth of a range, beginning with the first or the second of them.
    pub(super) fn fill_alternately(&mut self, range: Range<usize>, with_first: bool) {
        let is_odd = range.start % 2 == usize::from(with_first);
        let every_second = Truths([if is_odd { !0 / 3 * 2 } else { !0 / 3 }; BLOCKS]);
        let range = Truths::of_range(range);
        *self = *self & !range | range & every_second;
    }

    /// Returns the first truth of a range that holds.
    pub(super) fn first_in(&self, range: Range<usize>) -> Option<usize> {
        let truths = *self & Truths::of_range(range);
        let block = truths.0.iter().position(|&word| word != 0)?;
        Some(64 * block + truths.0[block].trailing_zeros() as usize)
    }

    /// Returns all truths of the blocks of 64 that have one.
    pub(super) fn whole_blocks(mut self) -> Truths {
        for word in &mut self.0 {
            *word = if *word == 0 { 0 } else { !0 };
        }
        self
    }

    pub(super) fn any(&self) -> bool {
        self.0.iter().any(|&word| word != 0)
    }

    /// Calls a function with each range of truths that hold; a block ends a range.
    pub(super) fn for_each_run(&self, mut visit: impl FnMut(Range<usize>)) {
        for (i, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let first = rest.trailing_zeros();
                let end = first + (rest >> first).trailing_ones();
                visit(64 * i + first as usize..64 * i + end as usize);
                rest &= u64::MAX.checked_shl(end).unwrap_or(0);
            }
        }
    }

    /// Calls a function with the index of each truth that holds.
    #[inline(always)]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (i, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(64 * i + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// Operators that join the bits of words.
macro_rules! operators {
    ($($operator:ident $join:ident $sign:tt;)*) => {
        $(impl $operator for Truths {
            type Output = Truths;

            #[inline(always)]
            fn $join(mut self, other: Truths) -> Truths {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $sign other;
                }
                self
            }
        })*
    };
}
operators! {
    BitAnd bitand &=;
    BitOr bitor |=;
    BitXor bitxor ^=;
}

impl Not for Truths {
    type Output = Truths;

    fn not(self) -> Truths {
        self ^ Truths::ALL
    }
}
