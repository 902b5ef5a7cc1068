//! Running a recursion with the best instructions that the CPU has.
//!
//! A build for any x86-64 may use none of `popcnt`, `tzcnt`, `pext` or AVX2. A function can be
//! compiled for them all the same, with `#[target_feature]`, and be called once the CPU has shown
//! that it has them. Two facts shape how (Rust 1.95): such a function is not inlined into a
//! caller without the features, so the choice must be made once, at the root; and a generic
//! recursion called from it loses the features again, so the recursion must go through it at
//! each level. Here is that function, once, for every recursion: the recursion says what one
//! level does, inlined, and is handed the way down. A loop is a recursion of one level.
//!
//! ```
//! use setwise::dispatch::{self, Level};
//! use setwise::sliders::{Occupied, Sliders};
//! use setwise::{Bitboard, Square, techniques};
//!
//! /// How many squares a queen attacks on an empty board, from all squares together.
//! struct Reach<S>(S);
//!
//! impl<S: Sliders> Level for Reach<S> {
//!     type Output = u32;
//!
//!     #[inline(always)]
//!     fn run(self, _: impl Fn(Self) -> u32 + Copy) -> u32 {
//!         let mut reach = 0;
//!         for from in Square::ALL {
//!             reach += self.0.queen(from, &S::Occupied::of(Bitboard::EMPTY)).count();
//!         }
//!         reach
//!     }
//! }
//! assert_eq!(dispatch::run(Reach(techniques::DEFAULT)), 1_456);
//! ```
//!
//! What a level does inside should be inlined too: a closure or a function that the compiler
//! leaves out of line is compiled without the features.
#![allow(unsafe_code, reason = "a call into a function with CPU features is unsafe")]

/// One level of a recursion.
pub trait Level: Sized {
    /// What the recursion gives.
    type Output;

    /// Does one level, and the levels below it by `descend`.
    ///
    /// Must be `#[inline(always)]`, and name no CPU feature, so that it takes on those of the
    /// function it is inlined into.
    fn run(self, descend: impl Fn(Self) -> Self::Output + Copy) -> Self::Output;
}

/// Runs a recursion from its first level, with the best instructions that the CPU has; without the
/// feature `std`, with those that the crate is compiled for.
///
/// The recursion is compiled twice on x86-64. Where that takes too long, see [`run_or`].
pub fn run<L: Level>(first: L) -> L::Output {
    run_or(first, baseline)
}

/// Runs a recursion from its first level, with the best instructions that the CPU has, or runs
/// something else in its place on a CPU that lacks those for which it was compiled.
pub fn run_or<L: Level>(first: L, otherwise: impl FnOnce(L) -> L::Output) -> L::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if x86_64_v3::is_available() {
        // SAFETY: the CPU has every feature that the function was compiled for.
        unsafe { x86_64_v3::run(first) }
    } else {
        otherwise(first)
    }
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    {
        let _ = otherwise;
        baseline(first)
    }
}

// Inlined into its own closure a level would be compiled twice.
#[inline(never)]
pub(crate) fn baseline<L: Level>(level: L) -> L::Output {
    level.run(|below| baseline(below))
}

/// The x86-64-v3 level of the processor supplement: Intel since Haswell, AMD since Excavator.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86_64_v3 {
    use std::arch::is_x86_feature_detected;

    use super::Level;

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,movbe,popcnt")]
    #[inline(never)]
    pub(super) fn run<L: Level>(level: L) -> L::Output {
        level.run(|below| run(below))
    }
}
