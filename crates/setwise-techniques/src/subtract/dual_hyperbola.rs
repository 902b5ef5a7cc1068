//! Dual hyperbola: the lines of a rook and of a bishop side by side in one AVX2 register.
//!
//! **Idea.** [Hyperbola quintessence](super::hyperbola) treats a file, a diagonal and an
//! anti-diagonal in the same way: two subtractions, one of them between byte swaps. The line masks
//! of a square are adjacent in memory. Loaded at once, they cut the occupancy into four lanes, and
//! each step is one instruction for all lanes. `vpshufb` swaps the bytes of every lane.
//!
//! ```text
//!  lane       0: rank     1: file     2: diagonal  3: anti-diagonal
//!  o          occupied & line
//!  above      o - r
//!  below      swap(swap(o) - swap(r))
//!  attacked   (above ^ below) & line
//! ```
//!
//! A byte swap does not reverse a rank, so lane 0 remains empty, and the rank is looked up. The code
//! names no instruction: the lanes are an array, which the compiler puts into a register.
//!
//! **Cost.** 2,048 bytes of line masks, 32 for each square, and 512 bytes for ranks. Seven
//! instructions, and about five to fill the lanes and to combine them, for one line or three. In a
//! caller compiled without AVX2, each lookup is a call. A queen touches two cache lines.
//!
//! **When it wins.** For a queen, or for a rook and a bishop at once, where large tables must not
//! evict other data from the cache. Stockfish adopted it instead of PEXT.
//!
//! **Literature.** Timothy Herchen (anematode), 2026,
//! <https://github.com/official-stockfish/Stockfish/pull/6845>.

use super::four_lines::FourLines;
use super::hyperbola::Swapped;
use crate::Card;
use crate::cpu_features::Avx2;
use crate::parts::Lookup;
use setwise::dispatch::CpuFeatures;

/// Dual hyperbola; see the [module](self).
pub type DualHyperbola = FourLines<Avx2, false>;

pub(super) const CARD: Card = Card {
    title: "Dual hyperbola",
    people: "Timothy Herchen",
    year: "2026",
    source: "https://github.com/official-stockfish/Stockfish/pull/6845",
    documents: &[],
    page: crate::page!("dual_hyperbola.rs"),
    needs: Avx2::NEEDS,
    ..Swapped::CARD
};
