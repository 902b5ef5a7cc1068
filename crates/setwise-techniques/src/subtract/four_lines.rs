//! Techniques that find the attacks on all four lines of a square at once, in one register of AVX2.
#![allow(unsafe_code, reason = "words are put into a register and taken out")]

use core::arch::x86_64::*;
use core::mem::transmute;

use super::hyperbola::Swapped;
use super::masks::{MaskedLine, Masks, Tabled};
use crate::Card;
use crate::parts::Axis;
use crate::trace::{Set, Trace, Traced, combine, silent};
use setwise::{Bitboard, Square};

/// A way to reverse the lines in the lanes of a register. A value proves that this CPU has the
/// instructions.
pub trait Reversal: Copy + Send + Sync + 'static {
    /// The description of the whole technique.
    const CARD: Card;

    /// Whether it reverses ranks too. If not, they are looked up.
    const REVERSES_RANKS: bool;

    /// Returns the reversal, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// Returns the squares attacked along each line, in the order of [`Axis::ALL`]. The set for a
    /// rank is unspecified if ranks are not reversed.
    fn attacked(self, from: Square, occupied: Bitboard) -> [Bitboard; 4];
}

/// The technique that finds the attacks on four lines at once with a [`Reversal`].
#[derive(Clone, Copy, Debug)]
pub struct FourLines<R>(R);

impl<R: Reversal> FourLines<R> {
    #[inline(always)]
    fn along<T: Trace, const N: usize>(
        self,
        axes: [Axis; N],
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let lanes = self.0.attacked(from, occupied);
        let mut together = Bitboard::EMPTY;
        for axis in axes {
            trace.part(axis.name());
            together |= if axis == Axis::Rank && !R::REVERSES_RANKS {
                Swapped::attacked::<Tabled, T>(from, axis, occupied, trace)
            } else {
                let line = Set("line", Tabled::line(from, axis));
                let attacked = lanes[axis as usize].0;
                let attacked = combine(Set("occupied", occupied), "along", line, attacked);
                *trace.set("attacked", attacked)
            };
        }
        together
    }
}

silent!(FourLines<R>, Bitboard where R: Reversal);

impl<R: Reversal> Traced for FourLines<R> {
    const CARD: Card = R::CARD;

    fn new() -> Option<FourLines<R>> {
        R::new().map(FourLines)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.along([Axis::Rank, Axis::File], from, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.along([Axis::Diagonal, Axis::AntiDiagonal], from, *occupied, trace)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.along(Axis::ALL, from, *occupied, trace)
    }
}

/// Returns the attacks in both directions of the four lines through a square. `turned` is the
/// slider's square reversed by `reverse`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn both_ways(
    from: Square,
    turned: Bitboard,
    occupied: Bitboard,
    reverse: impl Fn(__m256i) -> __m256i,
) -> [Bitboard; 4] {
    let in_every_lane = |set: Bitboard| _mm256_set1_epi64x(set.0 as i64);
    let masks = Axis::ALL.map(|axis| Tabled::line(from, axis).0);
    // SAFETY: the register has as many bits as the words; every bit pattern is valid.
    let line = unsafe { transmute::<[u64; 4], __m256i>(masks) };
    // The line leaves out the slider, so this is o - r already, and less r again it is o - 2r.
    let o = _mm256_and_si256(in_every_lane(occupied), line);
    let above = _mm256_sub_epi64(o, in_every_lane(Bitboard::of(from)));
    let below = reverse(_mm256_sub_epi64(reverse(o), in_every_lane(turned)));
    let attacked = _mm256_and_si256(_mm256_xor_si256(above, below), line);
    // SAFETY: as above.
    unsafe { transmute::<__m256i, [u64; 4]>(attacked) }.map(Bitboard)
}

/// Returns each lane with its bytes swapped.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn swap_bytes(lines: __m256i) -> __m256i {
    // Bytes are numbered within each half of the register.
    const LOW: i64 = 0x0001_0203_0405_0607;
    const HIGH: i64 = 0x0809_0a0b_0c0d_0e0f;
    _mm256_shuffle_epi8(lines, _mm256_set_epi64x(HIGH, LOW, HIGH, LOW))
}
