//! The positions of a batch as lanes: a bit for each, and loops over columns with the best
//! instructions of the CPU.

use core::ops::{BitAnd, BitOr, BitXor, Index, IndexMut, Not, Range};

use setwise::Bitboard;
use setwise::dispatch::{CpuFeatures, Portable, X86_64V3, X86_64V4};

use super::{BLOCK, BLOCKS, Sets};

/// A position of a batch: a block, and a place in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub(super) block: usize,
    pub(super) place: usize,
}

impl Lane {
    pub(super) fn new(index: usize) -> Lane {
        Lane { block: index / BLOCK, place: index % BLOCK }
    }
}

/// A value for each position of a batch.
impl<T, const BLOCKS: usize> Index<Lane> for [[T; BLOCK]; BLOCKS] {
    type Output = T;

    #[inline(always)]
    fn index(&self, lane: Lane) -> &T {
        &self[lane.block][lane.place]
    }
}

impl<T, const BLOCKS: usize> IndexMut<Lane> for [[T; BLOCK]; BLOCKS] {
    #[inline(always)]
    fn index_mut(&mut self, lane: Lane) -> &mut T {
        &mut self[lane.block][lane.place]
    }
}

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

/// The instructions that loops over columns are compiled for. A value proves that the CPU has them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Level {
    /// AVX-512.
    V4(X86_64V4),
    /// AVX2.
    V3(X86_64V3),
    /// The instructions that the crate is compiled for.
    Portable,
}

impl Level {
    /// Returns the highest level that the CPU has and
    /// [`SETWISE_CPU`](setwise::dispatch#forced-levels) allows.
    pub(super) fn highest() -> Level {
        X86_64V4::new()
            .map(Level::V4)
            .or_else(|| X86_64V3::new().map(Level::V3))
            .unwrap_or(Level::Portable)
    }

    /// Calls a function with the instructions of the level. It is compiled once for each level, so
    /// this is for functions of many instructions.
    #[inline(always)]
    pub(super) fn call<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O {
        match self {
            Level::V4(v4) => v4.call(input, function),
            Level::V3(v3) => v3.call(input, function),
            Level::Portable => Portable.call(input, function),
        }
    }
}

/// Calls a function with each block of positions that has one of the truths.
#[inline(always)]
fn blocks(wanted: &Truths, mut function: impl FnMut(usize)) {
    for (block, &word) in wanted.0.iter().enumerate() {
        if word != 0 {
            function(block);
        }
    }
}

/// Sets the value of each position of the wanted blocks.
#[inline(always)]
pub(super) fn values<I, T: Copy + Default>(
    wanted: &Truths,
    out: &mut [[T; BLOCK]; BLOCKS],
    input: I,
    of: impl Fn(&I, Lane) -> T,
) {
    inlined!(blocks, [wanted], |block| {
        // A local array, which no input overlaps.
        let mut made = [T::default(); BLOCK];
        for (place, made) in made.iter_mut().enumerate() {
            *made = of(&input, Lane { block, place });
        }
        out[block] = made;
    });
}

/// Sets the truth of each position of the wanted blocks.
#[inline(always)]
pub(super) fn truths<I>(
    wanted: &Truths,
    out: &mut Truths,
    input: I,
    of: impl Fn(&I, Lane) -> bool,
) {
    inlined!(blocks, [wanted], |block| {
        let mut word = 0;
        for place in 0..BLOCK {
            word |= u64::from(of(&input, Lane { block, place })) << place;
        }
        out.0[block] = word;
    });
}

/// Moves the lowest square of each set of the wanted blocks to another set, and returns the
/// positions whose set was not empty.
#[inline(always)]
pub(super) fn take_squares((wanted, from, to): (&Truths, &mut Sets, &mut Sets)) -> Truths {
    let mut had = Truths::NONE;
    blocks(wanted, |block| {
        let mut word = 0;
        let (mut rest, mut first) = (from[block], [Bitboard::EMPTY; BLOCK]);
        for place in 0..BLOCK {
            let set = rest[place];
            word |= u64::from(set.any()) << place;
            first[place] = set.isolate_first();
            rest[place] = set.reset_first();
        }
        (from[block], to[block], had.0[block]) = (rest, first, word);
    });
    had
}
