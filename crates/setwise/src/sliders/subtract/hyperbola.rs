//! Hyperbola quintessence: the subtraction in both directions of a line, by a byte swap.
//!
//! **Idea.** `o ^ (o - 2r)` finds the attacked squares above the slider. Those below are above it
//! in the mirror, so the same is done on the reversed board and turned back. A byte swap reverses
//! the ranks; on a file, a diagonal or an anti-diagonal each rank holds one square, so it
//! reverses the line. Because reversal distributes over XOR, `o` appears once forward and once
//! reversed and cancels out:
//!
//! ```text
//! attacked = ((o - 2r) ^ swap(swap(o) - 2·swap(r))) & line       where o = occupied & line
//! ```
//!
//! A rank lies in one byte, where the swap reverses nothing; its answer is looked up by the
//! slider's file and the six inner squares of the rank (the outer two are attacked or not
//! whatever stands on them).
//!
//! **Cost.** 2,048 bytes: three line masks and the square's bit, 32 bytes a square, so one cache line
//! answers; 512 bytes for ranks. A line takes nine operations, none of them a multiplication.
//!
//! **When it wins.** Where tables must stay small, or multiplication and PEXT are slow: it is
//! the default, because it needs nothing of the CPU and nothing at start-up.
//!
//! **Literature.** Ryan Mack, Gerd Isenberg, Aleks Peshkov, 2007;
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>.

use crate::sliders::{Card, Sliders};
use crate::{Bitboard, Square, walk};

/// Hyperbola quintessence; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Hyperbola(());

impl Hyperbola {
    /// The technique; it needs nothing, so it is there on every CPU.
    pub const fn anywhere() -> Hyperbola {
        Hyperbola(())
    }
}

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lines {
    file: u64,
    diagonal: u64,
    anti_diagonal: u64,
}

static LINES: [Lines; 64] = {
    let mut table = [Lines { file: 0, diagonal: 0, anti_diagonal: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[index] = Lines {
            file: Bitboard::file(square.file()).without(square).0,
            diagonal: Bitboard::diagonal(square.diagonal()).without(square).0,
            anti_diagonal: Bitboard::anti_diagonal(square.anti_diagonal()).without(square).0,
        };
        index += 1;
    }
    table
};

/// The attacked squares of the first rank, by the six inner squares and the slider's file.
static RANK: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let mut file = 0;
        while file < 8 {
            let occupied = Bitboard((inner as u64) << 1);
            let attacked = walk::rook(Square::ALL[file], occupied);
            table[inner][file] = (attacked.0 & 0xff) as u8;
            file += 1;
        }
        inner += 1;
    }
    table
};

/// Both directions of a line that has at most one square on each rank.
#[inline(always)]
fn line_attacks(slider: u64, occupied: u64, line: u64) -> u64 {
    // The line leaves out the slider, so this is o - r already, and less r again it is o - 2r.
    let forward = occupied & line;
    let reversed = forward.swap_bytes();
    let above = forward.wrapping_sub(slider);
    let below = reversed.wrapping_sub(slider.swap_bytes()).swap_bytes();
    (above ^ below) & line
}

#[inline(always)]
fn rank_attacks(from: Square, occupied: u64) -> u64 {
    let shift = from as u32 & 56;
    let inner = (occupied >> shift) as usize >> 1 & 63;
    u64::from(RANK[inner][from as usize & 7]) << shift
}

impl Sliders for Hyperbola {
    const CARD: Card = Card {
        title: "Hyperbola quintessence",
        people: "Ryan Mack, Gerd Isenberg, Aleks Peshkov",
        year: "2007",
        source: "https://www.chessprogramming.org/Hyperbola_Quintessence",
        table_bytes: size_of::<[Lines; 64]>() + 64 * 8,
        needs: "",
    };

    type Occupied = Bitboard;

    fn new() -> Option<Hyperbola> {
        Some(Hyperbola(()))
    }

    #[inline(always)]
    fn rook(self, from: Square, occupied: &Bitboard) -> Bitboard {
        let file = line_attacks(1 << from as u32, occupied.0, LINES[from].file);
        Bitboard(file | rank_attacks(from, occupied.0))
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: &Bitboard) -> Bitboard {
        let slider = 1 << from as u32;
        let diagonal = line_attacks(slider, occupied.0, LINES[from].diagonal);
        Bitboard(diagonal | line_attacks(slider, occupied.0, LINES[from].anti_diagonal))
    }
}
