//! The registers of SSE2, AVX2 and AVX-512.
//!
//! The fills were arrays of words at first, left to the compiler (Rust 1.95). For the eight
//! rotations of AVX-512 it found the same instructions that are named here. For AVX2 it took some
//! lanes out of the register, because a lane that is not shifted looked cheaper alone, and shuffled
//! the rest. So the registers have types of their own.
#![allow(unsafe_code, reason = "the instructions of wide registers")]

use core::arch::x86_64::*;
use core::mem::transmute;
use core::ops::{BitAnd, BitOr};

use super::registers::{Register, ShiftEach, rotation, shift};
use super::simd::{EightLanes, TwoLanes};
use crate::cpu_features::{Avx2, Avx512, Sse2};
use setwise::{Bitboard, Direction};

impl TwoLanes for Sse2 {
    type Two = X2;

    #[inline(always)]
    fn two(self, sets: [Bitboard; 2]) -> X2 {
        // SAFETY: the value is the proof of SSE2.
        unsafe { X2::of(sets) }
    }
}

impl EightLanes for Avx2 {
    type Four = X4;
    type Eight = X4x2;

    #[inline(always)]
    fn four(self, sets: [Bitboard; 4]) -> X4 {
        // SAFETY: the value is the proof of AVX2.
        unsafe { X4::of(sets) }
    }

    #[inline(always)]
    fn eight(self, sets: [Bitboard; 8]) -> X4x2 {
        // SAFETY: as above.
        unsafe { X4x2::of(sets) }
    }
}

impl EightLanes for Avx512 {
    type Four = X4;
    type Eight = X8;

    #[inline(always)]
    fn four(self, sets: [Bitboard; 4]) -> X4 {
        // SAFETY: the value is the proof of AVX-512F, of which AVX2 is a part.
        unsafe { X4::of(sets) }
    }

    #[inline(always)]
    fn eight(self, sets: [Bitboard; 8]) -> X8 {
        // SAFETY: the value is the proof of AVX-512F.
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
            /// Returns a register with sets.
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
                // SAFETY: the register has as many bits as the words; every bit pattern is valid.
                $name(unsafe { transmute::<[u64; $lanes], $vector>(words) })
            }
        }

        impl BitAnd for $name {
            type Output = $name;

            #[inline(always)]
            fn bitand(self, other: $name) -> $name {
                // SAFETY: a value is made only with the proof that the CPU has its instructions.
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

        impl Register<$lanes> for $name {
            #[inline(always)]
            fn sets(self) -> [Bitboard; $lanes] {
                // SAFETY: the words have as many bits as the register; every bit pattern is valid.
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
                // SAFETY: a value is made only with the proof that the CPU has its instructions.
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

impl ShiftEach<4> for X4 {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; 4], steps: u32) -> X4 {
        let amount = |direction, goes| if goes { u64::from(shift(direction, steps)) } else { 0 };
        let left = X4::words(directions.map(|d| amount(d, d.is_positive())));
        let right = X4::words(directions.map(|d| amount(d, !d.is_positive())));
        // SAFETY: a value is made only with the proof that the CPU has its instructions.
        X4(unsafe { _mm256_srlv_epi64(_mm256_sllv_epi64(self.0, left.0), right.0) })
    }
}

impl ShiftEach<8> for X8 {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; 8], steps: u32) -> X8 {
        let left = X8::words(directions.map(|d| u64::from(rotation(d, steps))));
        // SAFETY: a value is made only with the proof that the CPU has its instructions.
        X8(unsafe { _mm512_rolv_epi64(self.0, left.0) })
    }
}

/// Two registers of AVX2 as one of eight lanes.
#[derive(Clone, Copy, Debug)]
pub struct X4x2(X4, X4);

impl X4x2 {
    /// Returns two registers with sets.
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

impl Register<8> for X4x2 {
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

impl ShiftEach<8> for X4x2 {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; 8], steps: u32) -> X4x2 {
        let (low, high) = halves(directions);
        X4x2(self.0.steps_apart(low, steps), self.1.steps_apart(high, steps))
    }
}
