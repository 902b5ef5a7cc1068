//! Byte lanes in the eight lanes of AVX-512, transformed by the instructions for Galois fields.
//!
//! **Idea.** Each lane has the board transformed for one direction. Then one addition, two
//! subtractions and some logical instructions on 64 bytes find the attacks in all eight
//! ([`byte_lanes`](super::byte_lanes)). For the transformations, `vgf2p8affineqb` multiplies each
//! byte of a lane, as a vector of bits, by an 8 × 8 matrix of bits. The board can be the bytes, or
//! the matrix:
//!
//! ```text
//!  lane            bytes               matrix              gives
//!  east, and NE SE the board           the identity        the board
//!  west, and SW NW the board           the other diagonal  the board, mirrored
//!  south           one bit in each     the board           files as ranks, mirrored
//!  north           one bit in each     the board flipped   files as ranks
//! ```
//!
//! So one instruction transforms four kinds of lanes. Before it the diagonals are moved into ranks,
//! by three rotations with a selection after each; in the other lanes nothing is selected.
//!
//! **Cost.** No table; masks of 64 bytes. All eight directions take some 40 instructions: 10 to
//! transform the occupied squares, 10 for the sliders, 7 for the subtraction, 10 for the attacks.
//! Kogge-Stone does the same in 13 ([`direction_lanes`](super::direction_lanes)).
//!
//! **When it wins.** Never: PEXT and Kogge-Stone find the attacks of a side, and of eight sides at
//! once, several times as fast (`results/techniques.md` in the repository). The subtraction takes
//! half as long as Kogge-Stone; the transformations take several times what that saves.
//!
//! **Literature.** Found for this project, 2026; the bit matrices come from Daniel Inführ's
//! reversal, <https://www.talkchess.com/forum3/viewtopic.php?t=81335>.
#![allow(unsafe_code, reason = "a call into a function with CPU features is unsafe")]
// Miri: setwise-techniques memory::byte_lanes_with_gfni

use core::arch::x86_64::*;
use core::mem::transmute;

use super::Fills;
use super::byte_lanes::{ByteLanes, is_mirrored, seam};
use crate::Card;
use crate::cpu_features::Avx512Gfni;
use crate::trace::Trace;
use setwise::dispatch::CpuFeatures;
use setwise::{Bitboard, Direction};

/// Byte lanes with AVX-512 and GFNI; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct ByteLanesGfni(Avx512Gfni);

/// Returns a register with a word in each lane, in the order of [`Direction::ALL`].
const fn lanes(words: [u64; 8]) -> __m512i {
    // SAFETY: the register has as many bits as the words; every bit pattern is valid.
    unsafe { transmute::<[u64; 8], __m512i>(words) }
}

/// Returns a selection of files: none in the lanes of a rook, `files` in the lanes of diagonals,
/// and the others in the lanes of anti-diagonals.
const fn moved(files: u64) -> __m512i {
    lanes([0, 0, 0, 0, files, !files, files, !files])
}

/// The files whose number has the bit 1, 2 or 4. They move down by as many ranks in the lanes of
/// diagonals, and the other files in the lanes of anti-diagonals.
const FILES_1: __m512i = moved(0xaaaa_aaaa_aaaa_aaaa);
const FILES_2: __m512i = moved(0xcccc_cccc_cccc_cccc);
const FILES_4: __m512i = moved(0xf0f0_f0f0_f0f0_f0f0);

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

/// Returns an order of bytes, numbered within each pair of lanes: unchanged, except in the lanes of
/// north and south.
const fn flipped(north: u64, south: u64) -> __m512i {
    const HIGH: u64 = 0x0f0e_0d0c_0b0a_0908;
    const LOW: u64 = 0x0706_0504_0302_0100;
    lanes([north, HIGH, south, HIGH, LOW, HIGH, LOW, HIGH])
}

const FLIP_NORTH: __m512i = flipped(0x0001_0203_0405_0607, 0x0706_0504_0302_0100);
const FLIP_BOTH: __m512i = flipped(0x0001_0203_0405_0607, 0x0001_0203_0405_0607);

/// Returns the products of bytes and matrices. After the flip, the bytes are `units` in the lanes
/// in which the board is the matrix.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn multiply(boards: __m512i, flip: __m512i, units: __m512i) -> __m512i {
    let boards = _mm512_shuffle_epi8(boards, flip);
    let bytes = _mm512_mask_blend_epi64(FILES_TO_RANKS, boards, units);
    let matrices = _mm512_mask_blend_epi64(FILES_TO_RANKS, MATRICES, boards);
    _mm512_gf2p8affine_epi64_epi8::<0>(bytes, matrices)
}

/// Returns the bits of `ones` where the mask has ones, and the bits of `zeros` elsewhere.
#[target_feature(enable = "avx512f")]
#[inline]
fn select(mask: __m512i, ones: __m512i, zeros: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0b1100_1010>(mask, ones, zeros)
}

/// Returns each lane with its lines moved into ranks, so that its direction runs east.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn into_ranks(boards: __m512i) -> __m512i {
    let boards = select(FILES_1, _mm512_ror_epi64::<8>(boards), boards);
    let boards = select(FILES_2, _mm512_ror_epi64::<16>(boards), boards);
    let boards = select(FILES_4, _mm512_ror_epi64::<32>(boards), boards);
    multiply(boards, FLIP_NORTH, lanes([MIRROR; 8]))
}

/// Returns each lane with its ranks moved back into lines: the inverse of [`into_ranks`]. South is
/// mirrored, so its files are read from the other side.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn from_ranks(ranks: __m512i) -> __m512i {
    const UNITS: __m512i = lanes([MIRROR, 0, IDENTITY, 0, 0, 0, 0, 0]);
    let boards = multiply(ranks, FLIP_BOTH, UNITS);
    let boards = select(FILES_1, _mm512_rol_epi64::<8>(boards), boards);
    let boards = select(FILES_2, _mm512_rol_epi64::<16>(boards), boards);
    select(FILES_4, _mm512_rol_epi64::<32>(boards), boards)
}

#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn attacks(sliders: __m512i, empty: __m512i) -> __m512i {
    let occupied = _mm512_ternarylogic_epi64::<0b1100_1111>(empty, sliders, sliders);
    let (o, r) = (into_ranks(occupied), into_ranks(sliders));
    let changed = _mm512_xor_si512(o, _mm512_sub_epi8(o, _mm512_add_epi8(r, r)));
    let leak = _mm512_xor_si512(o, _mm512_sub_epi8(o, SEAMS));
    from_ranks(_mm512_andnot_si512(leak, changed))
}

impl Fills for ByteLanesGfni {
    const CARD: Card = Card { needs: Avx512Gfni::NEEDS, ..ByteLanes::CARD };

    const AT_ONCE: bool = true;

    fn new() -> Option<ByteLanesGfni> {
        Avx512Gfni::new().map(ByteLanesGfni)
    }

    #[inline(always)]
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        ByteLanes.trace_attacks(direction, sliders, empty, trace)
    }

    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let (r, b) = (rooks.0, bishops.0);
        let (sliders, empty) = (lanes([r, r, r, r, b, b, b, b]), lanes([empty.0; 8]));
        // SAFETY: the value of `Avx512Gfni` is the proof of the features.
        let rays = unsafe { attacks(sliders, empty) };
        // SAFETY: the words have as many bits as the register; every bit pattern is valid.
        unsafe { transmute::<__m512i, [u64; 8]>(rays) }.map(Bitboard)
    }
}
