//! Byte lanes in the eight lanes of AVX-512, laid by the instructions for Galois fields.
//!
//! **Idea.** A lane holds the board laid for one direction; then one addition, two subtractions
//! and some logic on 64 bytes answer all eight ([`byte_lanes`](super::byte_lanes)). To lay it,
//! `vgf2p8affineqb` multiplies each byte of a lane, as a vector of bits, by an 8 × 8 matrix of
//! bits. The board can be the bytes, or the matrix:
//!
//! ```text
//!  lane            bytes               matrix              gives
//!  east, and NE SE the board           the identity        the board
//!  west, and SW NW the board           the other diagonal  the board in a mirror
//!  south           one bit in each     the board           files as ranks, in a mirror
//!  north           one bit in each     the board flipped   files as ranks
//! ```
//!
//! so one instruction lays four kinds of lanes. Before it the diagonals are slid into ranks, by
//! three rotations with a selection after each, in which the other lanes select nothing.
//!
//! **Cost.** No table; masks of 64 bytes. All eight directions take some 40 instructions: 10 to
//! lay the occupied squares, 10 the sliders, 7 between, 10 to lift the attacks. Kogge-Stone does
//! the same in 13 ([`direction_lanes`](super::direction_lanes)).
//!
//! **When it wins.** Not so: all that a side attacks comes 0.28 times as often as with PEXT, and
//! eight sides at once 0.53 times, where Kogge-Stone reaches 1.05 and 2.15 ([`direction_lanes`](super::direction_lanes) has
//! the measure). The arithmetic between is half of Kogge-Stone's; the laying and lifting is
//! several times as much as that saves.
//!
//! **Literature.** Worked out for this project, 2026; the bit matrices are those of Daniel
//! Inführ's reversal, <https://www.talkchess.com/forum3/viewtopic.php?t=81335>.
#![allow(unsafe_code, reason = "a call into a function with CPU features is unsafe")]

use core::arch::x86_64::*;
use core::mem::transmute;

use super::byte_lanes::{ByteLanes, is_mirrored, seam};
use super::simd::Layout;
use crate::cpu_features::Avx512Gfni;
use setwise::{Bitboard, Direction};

/// Byte lanes under AVX-512 and GFNI; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct ByteLanesGfni;

/// A word for each lane, in the order of [`Direction::ALL`].
const fn lanes(words: [u64; 8]) -> __m512i {
    // SAFETY: eight words of 64 bits and a register of as many bits; both take any.
    unsafe { transmute::<[u64; 8], __m512i>(words) }
}

/// The words of the rook's lanes are nought; a diagonal's word is followed by its complement, for
/// the anti-diagonal.
const fn slid(files: u64) -> __m512i {
    lanes([0, 0, 0, 0, files, !files, files, !files])
}

/// The files whose number has the bit 1, 2 or 4: they slide down so far in the lanes of diagonals,
/// and the other files in those of anti-diagonals.
const FILES_1: __m512i = slid(0xaaaa_aaaa_aaaa_aaaa);
const FILES_2: __m512i = slid(0xcccc_cccc_cccc_cccc);
const FILES_4: __m512i = slid(0xf0f0_f0f0_f0f0_f0f0);

/// The two diagonals of the bit matrix, which leave each byte as it is and mirror it. As bytes,
/// they are single bits from the highest to the lowest, and from the lowest to the highest.
const IDENTITY: u64 = 0x0102_0408_1020_4080;
const MIRROR: u64 = 0x8040_2010_0804_0201;

/// The lanes in which the board is the matrix: north and south.
const FILES_TO_RANKS: __mmask8 = 0b0000_0101;

const MATRICES: __m512i = {
    let mut matrices = [IDENTITY; 8];
    let mut lane = 0;
    while lane < 8 {
        if is_mirrored(Direction::ALL[lane]) {
            matrices[lane] = MIRROR;
        }
        lane += 1;
    }
    lanes(matrices)
};

const SEAMS: __m512i = {
    let mut seams = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        seams[lane] = seam(Direction::ALL[lane]).0;
        lane += 1;
    }
    lanes(seams)
};

/// The order of the bytes: as they are (each two lanes are numbered through), but for the lanes
/// of north, or of north and south, where they are flipped.
const fn flipped(north: u64, south: u64) -> __m512i {
    const HIGH: u64 = 0x0f0e_0d0c_0b0a_0908;
    const LOW: u64 = 0x0706_0504_0302_0100;
    lanes([north, HIGH, south, HIGH, LOW, HIGH, LOW, HIGH])
}

const FLIP_NORTH: __m512i = flipped(0x0001_0203_0405_0607, 0x0706_0504_0302_0100);
const FLIP_BOTH: __m512i = flipped(0x0001_0203_0405_0607, 0x0001_0203_0405_0607);

/// Bytes times matrices, the lanes in their roles: after the flip, `units` are the bytes where the
/// board is the matrix.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn multiply(boards: __m512i, flip: __m512i, units: __m512i) -> __m512i {
    let boards = _mm512_shuffle_epi8(boards, flip);
    let bytes = _mm512_mask_blend_epi64(FILES_TO_RANKS, boards, units);
    let matrices = _mm512_mask_blend_epi64(FILES_TO_RANKS, MATRICES, boards);
    _mm512_gf2p8affine_epi64_epi8::<0>(bytes, matrices)
}

/// The first where the mask has ones, the second elsewhere.
#[target_feature(enable = "avx512f")]
#[inline]
fn select(mask: __m512i, ones: __m512i, zeros: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0b1100_1010>(mask, ones, zeros)
}

/// Each lane laid so that its direction runs east.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn lay(boards: __m512i) -> __m512i {
    let boards = select(FILES_1, _mm512_ror_epi64::<8>(boards), boards);
    let boards = select(FILES_2, _mm512_ror_epi64::<16>(boards), boards);
    let boards = select(FILES_4, _mm512_ror_epi64::<32>(boards), boards);
    multiply(boards, FLIP_NORTH, lanes([MIRROR; 8]))
}

/// The way back from [`lay`]. South lies in a mirror, so its files are taken from the other side.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn lift(laid: __m512i) -> __m512i {
    const UNITS: __m512i = lanes([MIRROR, 0, IDENTITY, 0, 0, 0, 0, 0]);
    let boards = multiply(laid, FLIP_BOTH, UNITS);
    let boards = select(FILES_1, _mm512_rol_epi64::<8>(boards), boards);
    let boards = select(FILES_2, _mm512_rol_epi64::<16>(boards), boards);
    select(FILES_4, _mm512_rol_epi64::<32>(boards), boards)
}

#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn attacks(sliders: __m512i, empty: __m512i) -> __m512i {
    let occupied = _mm512_ternarylogic_epi64::<0b1100_1111>(empty, sliders, sliders);
    let (o, r) = (lay(occupied), lay(sliders));
    let changed = _mm512_xor_si512(o, _mm512_sub_epi8(o, _mm512_add_epi8(r, r)));
    let leak = _mm512_xor_si512(o, _mm512_sub_epi8(o, SEAMS));
    lift(_mm512_andnot_si512(leak, changed))
}

impl Layout<Avx512Gfni> for ByteLanesGfni {
    type Alone = ByteLanes;

    const SOURCE: &str = "https://www.chessprogramming.org/Fill_by_Subtraction";

    #[inline(always)]
    fn four(
        features: Avx512Gfni,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4] {
        let rays = Self::eight(features, sliders, sliders, empty);
        directions.map(|direction| rays[direction as usize])
    }

    #[inline(always)]
    fn eight(_: Avx512Gfni, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let (r, b) = (rooks.0, bishops.0);
        let (sliders, empty) = (lanes([r, r, r, r, b, b, b, b]), lanes([empty.0; 8]));
        // SAFETY: the value of `Avx512Gfni` is the proof of the features.
        let rays = unsafe { attacks(sliders, empty) };
        // SAFETY: a register and eight words of 64 bits; both take any.
        unsafe { transmute::<__m512i, [u64; 8]>(rays) }.map(Bitboard)
    }
}
