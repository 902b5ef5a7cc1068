//! Dual hyperbola: the lines of a rook and of a bishop side by side in one register of AVX2.
//!
//! **Idea.** [Hyperbola quintessence](super::hyperbola) does the same to a file, a diagonal and an
//! anti-diagonal: two subtractions, one of them between byte swaps. The line masks of a square
//! lie side by side in memory; loaded at once they cut the occupancy into four lanes, and each
//! step is one instruction for all. `vpshufb` swaps the bytes of every lane.
//!
//! ```text
//!  lane       0: rank     1: file     2: diagonal  3: anti-diagonal
//!  o          occupied & line
//!  above      o - r
//!  below      swap(swap(o) - swap(r))
//!  attacked   (above ^ below) & line
//! ```
//!
//! A byte swap does not reverse a rank, so lane 0 is idle, and the rank is looked up.
//!
//! **Cost.** 2,048 bytes of line masks, 32 a square, and 512 bytes for ranks. Seven instructions,
//! and some five to fill the lanes and to put them together, for one line or three. In a caller
//! compiled without AVX2 it is a call for each lookup. A queen touches two cache lines.
//!
//! **When it wins.** For a queen, or a rook and a bishop at once, where large tables must not push
//! other things out of the cache: Stockfish took it in place of PEXT.
//!
//! **Literature.** Timothy Herchen (anematode), 2026,
//! <https://github.com/official-stockfish/Stockfish/pull/6845>.
#![allow(unsafe_code, reason = "a call into a function with CPU features is unsafe")]

use super::four_lines::{FourLines, Reversal, both_ways, swap_bytes};
use super::hyperbola::Swapped;
use super::masks::MaskedLine;
use crate::cpu_features::Avx2;
use setwise::attacks::Card;
use setwise::dispatch::CpuFeatures;
use setwise::{Bitboard, Square};

/// Dual hyperbola; see the [module](self).
pub type DualHyperbola = FourLines<SwappedLanes>;

/// The bytes of each lane swapped.
#[derive(Clone, Copy, Debug)]
pub struct SwappedLanes(Avx2);

#[target_feature(enable = "avx2")]
#[inline]
fn attacked(from: Square, occupied: Bitboard) -> [Bitboard; 4] {
    let turned = Bitboard::of(Square::masked(from as u8 ^ 56));
    both_ways(from, turned, occupied, |lines| swap_bytes(lines))
}

impl Reversal for SwappedLanes {
    const CARD: Card = Card {
        title: "Dual hyperbola",
        people: "Timothy Herchen",
        year: "2026",
        source: "https://github.com/official-stockfish/Stockfish/pull/6845",
        documents: &[],
        needs: Avx2::NEEDS,
        ..Swapped::CARD
    };

    const REVERSES_RANKS: bool = false;

    fn new() -> Option<SwappedLanes> {
        Avx2::new().map(SwappedLanes)
    }

    #[inline(always)]
    fn attacked(self, from: Square, occupied: Bitboard) -> [Bitboard; 4] {
        // SAFETY: the value of `Avx2` is the proof that the CPU has it.
        unsafe { attacked(from, occupied) }
    }
}
