//! The shells and registers of x86-64.
//!
//! The fills were arrays of words at first, left to the compiler (Rust 1.95). For the eight
//! rotations of AVX-512 it found the very instructions that are named here. For AVX2 it took some
//! lanes out of the register, because a lane that is shifted by nothing looked cheaper alone, and
//! shuffled the rest. So the registers have types of their own.
#![allow(unsafe_code, reason = "the instructions of wide registers, and calls to code with them")]

use core::arch::x86_64::*;
use core::mem::transmute;
use core::ops::{BitAnd, BitOr};

use super::lanes::{FanLanes, Lanes, rotation, shift};
use super::shell::{Fans, Pairs, Shell, Work};
use setwise::{Bitboard, Direction};

macro_rules! shell {
    ($(#[$doc:meta])* $name:ident, $needs:literal, $enable:literal = $($feature:tt)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl Shell for $name {
            const NEEDS: &str = $needs;

            fn new() -> Option<$name> {
                let has_all = true $(&& std::arch::is_x86_feature_detected!($feature))*;
                has_all.then_some($name(()))
            }

            #[inline(always)]
            fn run<W: Work>(
                self,
                work: W,
                rooks: W::Sets,
                bishops: W::Sets,
                empty: W::Sets,
            ) -> W::Output {
                #[target_feature(enable = $enable)]
                #[inline]
                fn with_features<W: Work>(w: W, r: W::Sets, b: W::Sets, e: W::Sets) -> W::Output {
                    w.run(r, b, e)
                }
                // SAFETY: there is no value of this type unless `new` has seen every feature.
                unsafe { with_features(work, rooks, bishops, empty) }
            }
        }
    };
}

shell! {
    /// SSE2: two lanes, which every x86-64 has.
    Sse2, "x86-64", "sse2" = "sse2"
}

shell! {
    /// AVX2: four lanes, each shifted by its own amount.
    Avx2, "x86-64 with AVX2 (Intel since Haswell, AMD since Excavator)", "avx2" = "avx2"
}

shell! {
    /// AVX-512: eight lanes, each rotated by its own amount.
    Avx512, "x86-64 with AVX-512F and VL (Intel since Skylake-X, AMD since Zen 4)",
    "avx512f,avx512vl" = "avx512f" "avx512vl"
}

shell! {
    /// AVX-512 with byte arithmetic, and the instructions for Galois fields, which multiply a
    /// matrix of 8 × 8 bits with bytes and so mirror or transpose a board.
    Gfni, "x86-64 with AVX-512BW and GFNI (Intel since Ice Lake, AMD since Zen 4)",
    "avx512f,avx512bw,gfni" = "avx512f" "avx512bw" "gfni"
}

impl Pairs for Sse2 {
    type Two = X2;

    #[inline(always)]
    fn two(self, sets: [Bitboard; 2]) -> X2 {
        // SAFETY: the shell is the proof of SSE2.
        unsafe { X2::of(sets) }
    }
}

impl Fans for Avx2 {
    type Four = X4;
    type Eight = X4x2;

    #[inline(always)]
    fn four(self, sets: [Bitboard; 4]) -> X4 {
        // SAFETY: the shell is the proof of AVX2.
        unsafe { X4::of(sets) }
    }

    #[inline(always)]
    fn eight(self, sets: [Bitboard; 8]) -> X4x2 {
        // SAFETY: as above.
        unsafe { X4x2::of(sets) }
    }
}

impl Fans for Avx512 {
    type Four = X4;
    type Eight = X8;

    #[inline(always)]
    fn four(self, sets: [Bitboard; 4]) -> X4 {
        // SAFETY: the shell is the proof of AVX-512F, of which AVX2 is a part.
        unsafe { X4::of(sets) }
    }

    #[inline(always)]
    fn eight(self, sets: [Bitboard; 8]) -> X8 {
        // SAFETY: the shell is the proof of AVX-512F.
        unsafe { X8::of(sets) }
    }
}

macro_rules! register {
    (
        $(#[$doc:meta])*
        $name:ident: $vector:ident of $lanes:literal,
        $and:ident $or:ident $left:ident $right:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name($vector);

        impl $name {
            /// Some sets in a register.
            ///
            /// # Safety
            ///
            /// The CPU must have the instructions of the register.
            #[inline(always)]
            pub(super) unsafe fn of(sets: [Bitboard; $lanes]) -> $name {
                $name::words(sets.map(|set| set.0))
            }

            #[inline(always)]
            fn words(words: [u64; $lanes]) -> $name {
                // SAFETY: words of 64 bits and a register of as many bits; both take any.
                $name(unsafe { transmute::<[u64; $lanes], $vector>(words) })
            }
        }

        impl BitAnd for $name {
            type Output = $name;

            #[inline(always)]
            fn bitand(self, other: $name) -> $name {
                // SAFETY: a register is there only where its instructions are.
                $name(unsafe { $and(self.0, other.0) })
            }
        }

        impl BitOr for $name {
            type Output = $name;

            #[inline(always)]
            fn bitor(self, other: $name) -> $name {
                // SAFETY: as above.
                $name(unsafe { $or(self.0, other.0) })
            }
        }

        impl Lanes<$lanes> for $name {
            #[inline(always)]
            fn sets(self) -> [Bitboard; $lanes] {
                // SAFETY: a register and words of 64 bits, as many; both take any.
                let words = unsafe { transmute::<$vector, [u64; $lanes]>(self.0) };
                words.map(Bitboard)
            }

            #[inline(always)]
            fn masked(self, sets: [Bitboard; $lanes]) -> $name {
                self & $name::words(sets.map(|set| set.0))
            }

            #[inline(always)]
            fn steps(self, direction: Direction, steps: u32) -> $name {
                let amount = shift(direction, steps) as i32;
                // SAFETY: a register is there only where its instructions are.
                $name(unsafe {
                    let amount = _mm_cvtsi32_si128(amount);
                    if direction.is_positive() {
                        $left(self.0, amount)
                    } else {
                        $right(self.0, amount)
                    }
                })
            }
        }
    };
}

register! {
    /// A register of SSE2.
    X2: __m128i of 2, _mm_and_si128 _mm_or_si128 _mm_sll_epi64 _mm_srl_epi64
}

register! {
    /// A register of AVX2.
    X4: __m256i of 4, _mm256_and_si256 _mm256_or_si256 _mm256_sll_epi64 _mm256_srl_epi64
}

register! {
    /// A register of AVX-512F.
    X8: __m512i of 8, _mm512_and_si512 _mm512_or_si512 _mm512_sll_epi64 _mm512_srl_epi64
}

impl FanLanes<4> for X4 {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; 4], steps: u32) -> X4 {
        let amount = |direction, goes| if goes { u64::from(shift(direction, steps)) } else { 0 };
        let left = X4::words(directions.map(|d| amount(d, d.is_positive())));
        let right = X4::words(directions.map(|d| amount(d, !d.is_positive())));
        // SAFETY: a register is there only where its instructions are.
        X4(unsafe { _mm256_srlv_epi64(_mm256_sllv_epi64(self.0, left.0), right.0) })
    }
}

impl FanLanes<8> for X8 {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; 8], steps: u32) -> X8 {
        let left = X8::words(directions.map(|d| u64::from(rotation(d, steps))));
        // SAFETY: a register is there only where its instructions are.
        X8(unsafe { _mm512_rolv_epi64(self.0, left.0) })
    }
}

/// Two registers of AVX2 as one of eight lanes.
#[derive(Clone, Copy, Debug)]
pub struct X4x2(X4, X4);

impl X4x2 {
    /// Some sets in two registers.
    ///
    /// # Safety
    ///
    /// The CPU must have AVX2.
    #[inline(always)]
    pub(super) unsafe fn of(sets: [Bitboard; 8]) -> X4x2 {
        let (low, high) = halves(sets);
        // SAFETY: the caller's.
        unsafe { X4x2(X4::of(low), X4::of(high)) }
    }
}

#[inline(always)]
fn halves<T>([a, b, c, d, e, f, g, h]: [T; 8]) -> ([T; 4], [T; 4]) {
    ([a, b, c, d], [e, f, g, h])
}

impl BitAnd for X4x2 {
    type Output = X4x2;

    #[inline(always)]
    fn bitand(self, other: X4x2) -> X4x2 {
        X4x2(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for X4x2 {
    type Output = X4x2;

    #[inline(always)]
    fn bitor(self, other: X4x2) -> X4x2 {
        X4x2(self.0 | other.0, self.1 | other.1)
    }
}

impl Lanes<8> for X4x2 {
    #[inline(always)]
    fn sets(self) -> [Bitboard; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.sets(), self.1.sets());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn masked(self, sets: [Bitboard; 8]) -> X4x2 {
        let (low, high) = halves(sets);
        X4x2(self.0.masked(low), self.1.masked(high))
    }

    #[inline(always)]
    fn steps(self, direction: Direction, steps: u32) -> X4x2 {
        X4x2(self.0.steps(direction, steps), self.1.steps(direction, steps))
    }
}

impl FanLanes<8> for X4x2 {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; 8], steps: u32) -> X4x2 {
        let (low, high) = halves(directions);
        X4x2(self.0.steps_apart(low, steps), self.1.steps_apart(high, steps))
    }
}
