//! Loops over columns, with the best instructions of the CPU.

use core::ops::{Index, IndexMut};

use setwise::Bitboard;
use setwise::dispatch::{CpuFeatures, Portable, X86_64V3, X86_64V4};

use super::{BLOCK, BLOCKS, Sets, Truths};

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
