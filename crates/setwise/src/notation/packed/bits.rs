//! Moves the bits of piece codes between squares and their places in the packed form.
//!
//! A code has four bits, so the codes of a position are four sets: the set at index `n` has the
//! pieces in whose code bit `n` is 1. On squares, a set is a bitboard. Packed, its bit `n` is of the
//! piece with the index `n` in the order of the squares.
#![allow(unsafe_code, reason = "the intrinsics of pext and pdep")]
// Miri: setwise notation::packed::bits::tests::bits_are_gathered_in_their_order

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{_pdep_u64, _pext_u64};
#[cfg(feature = "std")]
use std::sync::OnceLock;

#[cfg(feature = "std")]
use crate::attacks::pext;
use crate::dispatch::{CpuFeatures, X86_64V3};

/// Every fourth bit: bit 0 of each of 16 codes.
const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;

/// The instructions that take the bits of codes apart.
// By loops and not by `array::map`, which may stay out of line: then its function would be compiled
// without the CPU features of the caller.
pub(super) trait Bits: Copy {
    /// Returns the sets of 32 codes: packed, in the low halves of the words.
    fn sets(self, codes: [u64; 2]) -> [u64; 4];

    /// Moves the lowest bits of sets to the places of a mask, in their order.
    fn scattered(self, sets: [u64; 4], mask: u64) -> [u64; 4];
}

/// Arithmetic that every CPU has.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic;

impl Bits for Arithmetic {
    #[inline(always)]
    fn sets(self, codes: [u64; 2]) -> [u64; 4] {
        let mut sets = [0; 4];
        for (bit, set) in sets.iter_mut().enumerate() {
            let [low, high] = codes;
            *set = u64::from(unspread(low >> bit)) | u64::from(unspread(high >> bit)) << 16;
        }
        sets
    }

    #[inline(always)]
    fn scattered(self, mut sets: [u64; 4], mask: u64) -> [u64; 4] {
        for step in steps(mask).into_iter().rev() {
            for set in &mut sets {
                let bits = *set << step.distance & step.moved;
                *set = *set & !step.moved | bits;
            }
        }
        for set in &mut sets {
            *set &= mask;
        }
        sets
    }
}

/// The instructions PEXT and PDEP, where the CPU executes them in hardware and not in microcode.
#[derive(Clone, Copy)]
pub(super) struct Instructions(X86_64V3);

impl Instructions {
    /// Returns a proof that the CPU has them.
    #[cfg(feature = "std")]
    #[inline]
    pub(super) fn new() -> Option<Instructions> {
        // Asking the CPU takes longer than a position, so the answer is kept.
        static FOUND: OnceLock<Option<Instructions>> = OnceLock::new();
        *FOUND.get_or_init(|| {
            let features = X86_64V3::new().filter(|_| pext::is_fast());
            features.map(Instructions)
        })
    }

    /// Returns `None`: without the standard library, features cannot be detected.
    #[cfg(not(feature = "std"))]
    pub(super) fn new() -> Option<Instructions> {
        None
    }

    /// Calls a function with the features.
    #[inline(always)]
    pub(super) fn call<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O {
        self.0.call(input, function)
    }
}

#[cfg(target_arch = "x86_64")]
impl Bits for Instructions {
    #[inline(always)]
    fn sets(self, codes: [u64; 2]) -> [u64; 4] {
        let mut sets = [0; 4];
        for (bit, set) in sets.iter_mut().enumerate() {
            let [low, high] = codes;
            // SAFETY: `self` proves that the CPU has BMI2.
            let [low, high] = unsafe {
                [_pext_u64(low, EVERY_FOURTH << bit), _pext_u64(high, EVERY_FOURTH << bit)]
            };
            *set = low | high << 16;
        }
        sets
    }

    #[inline(always)]
    fn scattered(self, mut sets: [u64; 4], mask: u64) -> [u64; 4] {
        for set in &mut sets {
            // SAFETY: `self` proves that the CPU has BMI2.
            *set = unsafe { _pdep_u64(*set, mask) };
        }
        sets
    }
}

/// There is no value of this type on other architectures.
#[cfg(not(target_arch = "x86_64"))]
impl Bits for Instructions {
    fn sets(self, codes: [u64; 2]) -> [u64; 4] {
        Arithmetic.sets(codes)
    }

    fn scattered(self, sets: [u64; 4], mask: u64) -> [u64; 4] {
        Arithmetic.scattered(sets, mask)
    }
}

/// A step in which some bits move down to be gathered, or up to be scattered.
#[derive(Clone, Copy, Default)]
struct Step {
    distance: u32,
    /// The upper places of the bits that move.
    moved: u64,
}

/// Returns the steps that move the bits at the places of a mask to the lowest places, in their
/// order, as the instruction PEXT does.
///
/// The method is by Guy Steele (in Henry Warren, *Hacker's Delight*, second edition, 2012, section
/// 7-4).
#[inline(always)]
fn steps(mut mask: u64) -> [Step; 6] {
    let mut steps = [Step::default(); 6];
    // The places with a 0 of the mask directly below them; in later rounds, the places that count.
    let mut zeros = !mask << 1;
    for (round, step) in steps.iter_mut().enumerate() {
        // The places at or above an odd number of them.
        let mut odd = zeros;
        for shift in [1, 2, 4, 8, 16, 32] {
            odd ^= odd << shift;
        }
        let distance = 1 << round;
        let moved = odd & mask;
        mask = mask ^ moved | moved >> distance;
        zeros &= !odd;
        *step = Step { distance, moved };
    }
    steps
}

/// Moves the bits of sets that are at the places of a mask to the lowest places, in their order.
pub(super) fn gathered(mut sets: [u64; 4], mask: u64) -> [u64; 4] {
    sets.iter_mut().for_each(|set| *set &= mask);
    for Step { distance, moved } in steps(mask) {
        for set in &mut sets {
            let bits = *set & moved;
            *set = *set ^ bits | bits >> distance;
        }
    }
    sets
}

/// Returns a word whose bits 0, 4, 8, … are the bits of a set.
pub(super) fn spread(set: u16) -> u64 {
    let mut word = u64::from(set);
    for (shift, kept) in [
        (24, 0x0000_00ff_0000_00ff),
        (12, 0x000f_000f_000f_000f),
        (6, 0x0303_0303_0303_0303),
        (3, EVERY_FOURTH),
    ] {
        word = (word | word << shift) & kept;
    }
    word
}

/// Returns the set of the bits 0, 4, 8, … of a word.
#[inline(always)]
fn unspread(word: u64) -> u16 {
    let mut set = word & EVERY_FOURTH;
    for (shift, kept) in [
        (3, 0x0303_0303_0303_0303),
        (6, 0x000f_000f_000f_000f),
        (12, 0x0000_00ff_0000_00ff),
        (24, 0xffff),
    ] {
        set = (set | set >> shift) & kept;
    }
    set as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Compares with moving one bit after the other, for masks of every density.
    #[test]
    fn bits_are_gathered_in_their_order() {
        let mut random = Random::new();
        let mut next = || random.next();
        for round in 0..if cfg!(miri) { 40 } else { 4000 } {
            let mask = match round % 4 {
                0 => next() & next() & next(),
                1 => next() & next(),
                2 => next() | next(),
                _ => [0, u64::MAX, 1, 1 << 63, next()][round / 4 % 5],
            };
            let sets = [0; 4].map(|_| next());
            let expected = sets.map(|set| {
                let places = (0..64).filter(|place| mask >> place & 1 != 0);
                let bits = places.enumerate().map(|(index, place)| (set >> place & 1) << index);
                bits.sum::<u64>()
            });
            assert_eq!(gathered(sets, mask), expected, "{mask:#x}");
            let scattered = sets.map(|set| set & mask);
            assert_eq!(Arithmetic.scattered(expected, mask), scattered, "{mask:#x}");
            if let Some(instructions) = Instructions::new() {
                assert_eq!(instructions.scattered(expected, mask), scattered, "{mask:#x}");
            }
        }
    }

    #[test]
    fn bits_are_spread_to_every_fourth_place() {
        for set in 0..=u16::MAX {
            let expected: u64 = (0..16).map(|bit| u64::from(set >> bit & 1) << (4 * bit)).sum();
            assert_eq!(spread(set), expected, "{set:#x}");
            assert_eq!(unspread(expected | !EVERY_FOURTH), set, "{set:#x}");
            let sets = [set, !set, set >> 3, 0x9234].map(u64::from);
            let codes = sets.iter().rev().fold(0, |codes, &set| codes << 1 | spread(set as u16));
            let sets = sets.map(|set| set << 16);
            assert_eq!(Arithmetic.sets([0, codes]), sets, "{set:#x}");
            if let Some(instructions) = Instructions::new() {
                assert_eq!(instructions.sets([0, codes]), sets, "{set:#x}");
            }
        }
    }
}
