//! Running code with the best instructions that the CPU has.
//!
//! A build for any x86-64 CPU may use none of `popcnt`, `tzcnt`, `pext` and AVX2. A function with
//! `#[target_feature]` may, and can be called once the CPU is known to have them. Two facts of Rust
//! 1.95 matter:
//!
//! * Such a function is not inlined into a caller without the features, so the choice must be made
//!   once, at the root.
//! * A generic recursion that it calls is compiled without the features again, so each level of the
//!   recursion must go through it.
//!
//! Here is that function, once for every recursion. A [`Recursion`] has state, and says what one level
//! does; the code of a level is inlined, and it receives a callback for the next level. A loop is a
//! recursion of one level.
//!
//! ```
//! use setwise::dispatch::{self, Recursion};
//! use setwise::{Position, perft};
//!
//! /// A negamax search for the best material balance, with a count of its nodes.
//! struct Search {
//!     nodes: u64,
//! }
//!
//! impl Recursion for Search {
//!     type Input<'i> = (&'i Position, u8);
//!     type Output = i32;
//!
//!     #[inline(always)]
//!     fn level(
//!         &mut self,
//!         (position, depth): (&Position, u8),
//!         next: impl Fn(&mut Self, (&Position, u8)) -> i32 + Copy,
//!     ) -> i32 {
//!         self.nodes += 1;
//!         let board = position.board();
//!         let (ours, theirs) = (board.color(position.turn()), board.enemy(position.turn()));
//!         let balance = ours.count() as i32 - theirs.count() as i32;
//!         if depth == 0 {
//!             return balance;
//!         }
//!         let moves = position.legal_moves().into_iter();
//!         let scores = moves.map(|mv| -next(self, (&position.play_unchecked(mv), depth - 1)));
//!         scores.max().unwrap_or(balance)
//!     }
//! }
//!
//! let mut search = Search { nodes: 0 };
//! assert_eq!(dispatch::run(&mut search, (&Position::INITIAL, 3)), 0);
//! assert_eq!(search.nodes, 1 + 20 + 400 + 8_902);
//! ```
//!
//! What a level calls must be inlined too: a closure or function that the compiler leaves out of line
//! is compiled without the features.
#![allow(unsafe_code, reason = "a call of a function with CPU features is unsafe")]

/// A recursion that runs with CPU features, or a loop.
pub trait Recursion {
    /// The input of one level, which may borrow from the level above.
    type Input<'i>;

    /// The result of one level.
    type Output;

    /// Does one level, and the levels below it by `next`.
    ///
    /// It must be `#[inline(always)]` and name no CPU feature, so that it is compiled with the features
    /// of the function that it is inlined into.
    fn level(
        &mut self,
        input: Self::Input<'_>,
        next: impl Fn(&mut Self, Self::Input<'_>) -> Self::Output + Copy,
    ) -> Self::Output;
}

/// Runs a recursion with the instructions of x86-64-v3 if the CPU has them, and else with those that
/// the crate is compiled for.
///
/// On x86-64 the recursion is instantiated twice. If that takes too long to compile, see [`run_or`].
/// Without the feature `std` there is only the second instance.
pub fn run<R: Recursion>(recursion: &mut R, input: R::Input<'_>) -> R::Output {
    run_or(recursion, input, baseline)
}

/// Runs a recursion with the instructions of x86-64-v3 if the CPU has them, and else another function.
pub fn run_or<'i, R: Recursion>(
    recursion: &mut R,
    input: R::Input<'i>,
    otherwise: impl FnOnce(&mut R, R::Input<'i>) -> R::Output,
) -> R::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if x86_64::has_v3() {
        // SAFETY: the CPU has every feature of the function.
        unsafe { x86_64::run_v3(recursion, input) }
    } else {
        otherwise(recursion, input)
    }
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    {
        let _ = otherwise;
        baseline(recursion, input)
    }
}

/// Runs a recursion as [`run`] does, and lets the methods that list moves and name no technique use the
/// fastest one of this CPU from then on, as [`attacks::use_fastest`](crate::attacks::use_fastest) does.
///
/// So a search with plain methods, such as
/// [`Position::fill_legal_moves`](crate::Position::fill_legal_moves), needs no type parameter for the
/// technique. The example `search` is a template.
pub fn run_fastest<R: Recursion>(recursion: &mut R, input: R::Input<'_>) -> R::Output {
    #[cfg(feature = "std")]
    crate::attacks::use_fastest();
    run(recursion, input)
}

/// Runs a recursion with the instructions of x86-64-v4, which has AVX-512, if the CPU has them, and
/// else as [`run`] does.
///
/// On x86-64 the recursion is instantiated three times.
pub fn run_widest<R: Recursion>(recursion: &mut R, input: R::Input<'_>) -> R::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if x86_64::has_v4() {
        // SAFETY: the CPU has every feature of the function.
        return unsafe { x86_64::run_v4(recursion, input) };
    }
    run(recursion, input)
}

/// Returns whether [`run`] uses the instructions of x86-64-v3 on this CPU.
pub fn has_x86_64_v3() -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return x86_64::has_v3();
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    false
}

/// Returns whether [`run_widest`] uses the instructions of x86-64-v4 on this CPU.
pub fn has_x86_64_v4() -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return x86_64::has_v4();
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    false
}

/// Runs a recursion with the instructions that the crate is compiled for.
// Inlined into its own callback, a level would be compiled twice.
#[inline(never)]
pub fn baseline<R: Recursion>(recursion: &mut R, input: R::Input<'_>) -> R::Output {
    recursion.level(input, |recursion, input| baseline(recursion, input))
}

/// A proof that this CPU has the instructions of x86-64-v3, so that they need not be detected again.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(crate) struct V3(());

#[cfg(feature = "std")]
impl V3 {
    pub(crate) fn detect() -> Option<V3> {
        has_x86_64_v3().then_some(V3(()))
    }

    /// Runs a recursion with the instructions of x86-64-v3.
    #[inline(always)]
    pub(crate) fn run<R: Recursion>(self, recursion: &mut R, input: R::Input<'_>) -> R::Output {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the value proves that the CPU has every feature of the function.
        unsafe {
            x86_64::run_v3(recursion, input)
        }
        #[cfg(not(target_arch = "x86_64"))]
        baseline(recursion, input)
    }
}

/// The instruction-set levels of the x86-64 psABI supplement.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86_64 {
    use std::arch::is_x86_feature_detected;

    use super::Recursion;

    /// Intel since Haswell (2013), AMD since Excavator (2015).
    pub(super) fn has_v3() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt")
    }

    /// Intel since Skylake-X (2017), AMD since Zen 4 (2022).
    pub(super) fn has_v4() -> bool {
        has_v3()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,movbe,popcnt")]
    #[inline(never)]
    pub(super) fn run_v3<R: Recursion>(recursion: &mut R, input: R::Input<'_>) -> R::Output {
        recursion.level(input, |recursion, input| run_v3(recursion, input))
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,movbe,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    #[inline(never)]
    pub(super) fn run_v4<R: Recursion>(recursion: &mut R, input: R::Input<'_>) -> R::Output {
        recursion.level(input, |recursion, input| run_v4(recursion, input))
    }
}
