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
//! [`cpu_features!`](crate::cpu_features) writes that function, once for every set of features.
//!
//! A loop is a closure for [`call`]:
//!
//! ```
//! use setwise::{Position, dispatch};
//!
//! let positions = [Position::INITIAL; 3];
//! let pieces = dispatch::call(
//!     &positions,
//!     #[inline(always)]
//!     |positions| positions.iter().map(|position| position.board().occupied().count()).sum::<u32>(),
//! );
//! assert_eq!(pieces, 96);
//! ```
//!
//! A level of a recursion is a closure for [`CpuFeatures::call_apart`], given the features that the
//! root has chosen:
//!
//! ```
//! use setwise::Position;
//! use setwise::dispatch::{CpuFeatures, Portable, X86_64V3};
//!
//! /// Returns the number of positions down to a depth.
//! fn nodes<F: CpuFeatures>(features: F, position: &Position, depth: u8) -> u64 {
//!     features.call_apart(
//!         position,
//!         #[inline(always)]
//!         |position| {
//!             if depth == 0 {
//!                 return 1;
//!             }
//!             let moves = position.legal_moves().into_iter();
//!             let below = moves.map(|mv| nodes(features, &position.play_unchecked(mv), depth - 1));
//!             1 + below.sum::<u64>()
//!         },
//!     )
//! }
//!
//! let root = &Position::INITIAL;
//! let count = match X86_64V3::new() {
//!     Some(v3) => nodes(v3, root, 3),
//!     None => nodes(Portable, root, 3),
//! };
//! assert_eq!(count, 1 + 20 + 400 + 8_902);
//! ```
//!
//! What a level calls must be inlined too: a closure or function that the compiler leaves out of
//! line is compiled without the features.
//!
//! [`call`] chooses between x86-64-v3 and the instructions that the crate is compiled for. A type of
//! [`CpuFeatures`] names the features itself, and its value proves that the CPU has them.
//!
//! # Forced levels
//!
//! With the feature `std`, the environment variable `SETWISE_CPU` sets a limit to the features that
//! are detected, so that the code for an older CPU can be tested and measured on a newer one:
//!
//! | `SETWISE_CPU` | features that may be used |
//! |---|---|
//! | `baseline` | what every x86-64 CPU has: SSE2, so neither `popcnt` nor `pext` |
//! | `v3` | x86-64-v3 and nothing beyond: AVX2 and BMI2, but neither AVX-512 nor GFNI |
//! | `v4` | all that the CPU has, which must have x86-64-v4 |
//! | unset or empty | all that the CPU has |
//!
//! Results are the same at each level. What the crate is compiled for, as with `target-cpu=native`,
//! cannot be taken away. The variable is read once. If it names no level, or one that the CPU
//! lacks, nothing is limited, and `forced_level` returns the error; the command and the Python
//! package stop with it. On other architectures than x86-64, only `baseline` is a level of the CPU.
//! Other crates, such as those that decompress files, do not read the variable.
#![allow(unsafe_code, reason = "a call of a function with CPU features is unsafe")]
// Miri: setwise memory::recursions_with_cpu_features

#[cfg(feature = "std")]
mod level;

#[cfg(feature = "std")]
pub use level::{CpuLevel, CpuLevelError, forced_level};

/// CPU features that code is compiled for. A value proves that this CPU has them.
///
/// [`cpu_features!`](crate::cpu_features) defines such a type.
pub trait CpuFeatures: Copy + Send + Sync + 'static {
    /// What the CPU must have, in words; empty if nothing.
    const NEEDS: &'static str;

    /// Returns a value, or `None` if this CPU lacks a feature, a lower level is forced (see
    /// [Forced levels](self#forced-levels)), or nothing tells which features it has (see
    /// [`cpu_features!`](crate::cpu_features)).
    fn new() -> Option<Self>;

    /// Calls a function, such as a loop, with the features.
    ///
    /// It is inlined into a caller that has the features too, and is a call from any other. The
    /// function must be `#[inline(always)]`. A small input is passed in registers; what the
    /// function captures may be passed in memory.
    fn call<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O;

    /// As [`call`](CpuFeatures::call), but is a call from any caller: for each level of a recursion,
    /// whose code would otherwise be copied into itself.
    fn call_apart<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O;
}

/// No CPU features: the instructions that the crate is compiled for or, where code is inlined, the
/// instructions of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portable;

impl CpuFeatures for Portable {
    const NEEDS: &'static str = "";

    #[inline(always)]
    fn new() -> Option<Portable> {
        Some(Portable)
    }

    #[inline(always)]
    fn call<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O {
        function(input)
    }

    #[inline(never)]
    fn call_apart<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O {
        function(input)
    }
}

/// Defines a type of [`CpuFeatures`](crate::dispatch::CpuFeatures): its name, what the CPU must
/// have in words, and the features.
///
/// This is the one place where a function gets `#[target_feature]` for code that names no
/// instruction: the features that are detected are those that it is compiled for.
///
/// ```
/// use setwise::Bitboard;
/// use setwise::dispatch::CpuFeatures;
///
/// setwise::cpu_features! {
///     /// AVX2.
///     pub Avx2: "x86-64 with AVX2", "avx2"
/// }
///
/// if let Some(avx2) = Avx2::new() {
///     let union = avx2.call(
///         &[Bitboard(1), Bitboard(6)],
///         #[inline(always)]
///         |sets| sets.iter().fold(Bitboard::EMPTY, |union, &set| union | set),
///     );
///     assert_eq!(union, Bitboard(7));
/// }
/// ```
///
/// Without the feature `std` of this crate, or for another architecture than x86-64, the type has
/// no value.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[macro_export]
macro_rules! cpu_features {
    ($(#[doc = $doc:literal])* $visibility:vis $name:ident: $needs:literal, $($feature:tt)+) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visibility struct $name($crate::dispatch::detect::Detected<$name>);

        impl $name {
            /// Returns true if this CPU has every feature, also if a lower level is forced.
            fn is_detected() -> bool {
                true $(&& $crate::dispatch::detect::is_x86_feature_detected!($feature))+
            }
        }

        impl $crate::dispatch::CpuFeatures for $name {
            const NEEDS: &'static str = $needs;

            fn new() -> Option<$name> {
                let level = const { $crate::dispatch::detect::level_of(&[$($feature),+]) };
                let is_usable = $crate::dispatch::detect::allows(level) && $name::is_detected();
                // SAFETY: the CPU has every feature.
                is_usable.then(|| $name(unsafe { $crate::dispatch::detect::Detected::promise() }))
            }

            #[inline(always)]
            fn call<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O {
                $(#[target_feature(enable = $feature)])+
                #[inline]
                fn with_features<I, O>(input: I, function: impl FnOnce(I) -> O) -> O {
                    function(input)
                }
                // SAFETY: there is no value of this type unless `new` has found every feature.
                unsafe { with_features(input, function) }
            }

            #[inline(always)]
            fn call_apart<I, O>(self, input: I, function: impl FnOnce(I) -> O) -> O {
                $(#[target_feature(enable = $feature)])+
                #[inline(never)]
                fn with_features<I, O>(input: I, function: impl FnOnce(I) -> O) -> O {
                    function(input)
                }
                // SAFETY: as above.
                unsafe { with_features(input, function) }
            }
        }
    };
}

/// Defines a type of [`CpuFeatures`](crate::dispatch::CpuFeatures) without a value, because
/// features can be detected only for x86-64 and with the feature `std` of this crate.
#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
#[macro_export]
macro_rules! cpu_features {
    ($(#[doc = $doc:literal])* $visibility:vis $name:ident: $needs:literal, $($feature:tt)+) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visibility struct $name($crate::dispatch::detect::Detected<$name>);

        impl $crate::dispatch::CpuFeatures for $name {
            const NEEDS: &'static str = $needs;

            fn new() -> Option<$name> {
                None
            }

            fn call<I, O>(self, _: I, _: impl FnOnce(I) -> O) -> O {
                match self.0.0 {}
            }

            fn call_apart<I, O>(self, _: I, _: impl FnOnce(I) -> O) -> O {
                match self.0.0 {}
            }
        }
    };
}

/// What [`cpu_features!`](crate::cpu_features) expands to. **Not a public API.**
#[doc(hidden)]
pub mod detect {
    use core::marker::PhantomData;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    pub use std::arch::is_x86_feature_detected;

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    pub use super::level::{allows, level_of};

    /// The proof in a value of `F`. It is no proof for another type, which may be defined in the
    /// same module:
    ///
    /// ```compile_fail,E0308
    /// # use setwise::dispatch::CpuFeatures;
    /// setwise::cpu_features! { Sse2: "SSE2", "sse2" }
    /// setwise::cpu_features! { Avx512: "AVX-512", "avx512f" }
    ///
    /// let forged = Sse2::new().map(|sse2| Avx512(sse2.0));
    /// ```
    ///
    /// Nor can safe code make one, from its parts or by a trait:
    ///
    /// ```compile_fail,E0423
    /// setwise::cpu_features! { Avx512: "AVX-512", "avx512f" }
    ///
    /// let forged = Avx512(setwise::dispatch::detect::Detected((), std::marker::PhantomData));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// setwise::cpu_features! { Avx512: "AVX-512", "avx512f" }
    ///
    /// let forged = Avx512(Default::default());
    /// ```
    ///
    /// The only attributes are documentation. Another one could remove or replace the type that has
    /// the proof:
    ///
    /// ```compile_fail
    /// setwise::cpu_features! { #[cfg(any())] Avx512: "AVX-512", "avx512f" }
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    /// struct Avx512 {}
    /// fn Avx512(_: setwise::dispatch::detect::Detected<()>) -> Avx512 {
    ///     Avx512 {}
    /// }
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Detected<F>(pub Found, PhantomData<fn() -> F>);

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    pub type Found = ();

    /// No feature can be detected, so there is no proof.
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    pub type Found = core::convert::Infallible;

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    impl<F> Detected<F> {
        /// Returns the proof.
        ///
        /// # Safety
        ///
        /// The CPU must have every feature of `F`.
        #[inline(always)]
        pub const unsafe fn promise() -> Detected<F> {
            Detected((), PhantomData)
        }
    }
}

crate::cpu_features! {
    /// The instructions of x86-64-v3 that bitboards use: Intel since Haswell (2013), AMD since
    /// Excavator (2015). MOVBE, which some virtual machines hide, is not among them.
    pub X86_64V3: "x86-64-v3 (Intel since Haswell, AMD since Excavator)",
    "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

crate::cpu_features! {
    /// The instructions of x86-64-v4 that bitboards use, among them AVX-512: Intel since Skylake-X (2017), AMD since
    /// Zen 4 (2022).
    pub X86_64V4: "x86-64-v4 (Intel since Skylake-X, AMD since Zen 4)",
    "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
    "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"
}

/// Calls a function, such as a loop, with the instructions of x86-64-v3 if the CPU has them, and
/// else with the instructions that the crate is compiled for. The function must be
/// `#[inline(always)]`.
///
/// On x86-64 the function is instantiated twice.
pub fn call<I, O>(input: I, function: impl FnOnce(I) -> O) -> O {
    match X86_64V3::new() {
        Some(v3) => v3.call(input, function),
        None => function(input),
    }
}
