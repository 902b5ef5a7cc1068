//! Hyperbola by the instructions for Galois fields: four boards reversed by two instructions.
//!
//! **Idea.** The subtraction for the squares below the slider needs the line reversed. A [full
//! reversal](super::hyperbola_reversed) of the 64 bits reverses all four lines, ranks too. x86 has
//! no instruction for it, but `vgf2p8affineqb` multiplies each byte, as a vector of eight bits, by
//! a matrix of 8 × 8 bits. The matrix with ones on the anti-diagonal mirrors the byte:
//!
//! ```text
//!  . . . . . . . X     bit 0         bit 7
//!  . . . . . . X .     bit 1         bit 6
//!  . . . . . X . .     bit 2         bit 5
//!  . . . . X . . .  ·  bit 3    =    bit 4         in all bytes of the register at once;
//!  . . . X . . . .     bit 4         bit 3         vpshufb then swaps the bytes of each lane
//!  . . X . . . . .     bit 5         bit 2
//!  . X . . . . . .     bit 6         bit 1
//!  X . . . . . . .     bit 7         bit 0
//! ```
//!
//! The rest is the formula, one instruction for each step in four lanes:
//! `((o - r) ^ reverse(reverse(o) - reverse(r))) & line`. The code names no instruction: the lanes
//! are an array, and the compiler reverses four words by these instructions where it may use GFNI.
//!
//! **Cost.** 2,048 bytes of line masks, 32 for each square, and no table for ranks. Nine
//! instructions, and about five to fill the lanes and to combine them, for one line or four. In a
//! caller compiled without AVX2 and GFNI, each lookup is a call. A queen touches one cache line.
//!
//! **When it wins.** As the shortest code for a queen with small tables.
//!
//! **Literature.** Daniel Inführ, 2023, <https://www.talkchess.com/forum3/viewtopic.php?t=81335>.

use super::four_lines::FourLines;
use crate::Card;
use crate::cpu_features::Avx2Gfni;
use crate::parts::Axis;
use setwise::dispatch::CpuFeatures;

/// Hyperbola by the instructions for Galois fields; see the [module](self).
pub type GfniHyperbola = FourLines<Avx2Gfni, true>;

pub(super) const CARD: Card = Card {
    title: "GFNI hyperbola",
    people: "Daniel Inführ",
    year: "2023",
    source: "https://www.talkchess.com/forum3/viewtopic.php?t=81335",
    documents: &[],
    page: crate::page!("gfni_hyperbola.rs"),
    table_bytes: Axis::TABLE_BYTES,
    needs: Avx2Gfni::NEEDS,
};
