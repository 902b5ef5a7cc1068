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

use crate::sliders::{Card, Sliders, Term, Trace};
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
fn line_attacks<T: Trace>(name: &str, slider: u64, occupied: u64, line: u64, trace: &mut T) -> u64 {
    trace.part(name);
    // The line leaves out the slider, so this is o - r already, and less r again it is o - 2r.
    let forward = occupied & line;
    let terms = [set("occupied", occupied), Term::Sign("AND"), set("line", line)];
    trace.set("o", &terms, Bitboard(forward));
    let reversed = forward.swap_bytes();
    let above = forward.wrapping_sub(slider);
    trace.set("above", &[set("o", forward), Term::Sign("-"), set("r", slider)], Bitboard(above));
    let reversed_below = reversed.wrapping_sub(slider.swap_bytes());
    let terms = [set("swap(o)", reversed), Term::Sign("-"), set("swap(r)", slider.swap_bytes())];
    trace.set("below, swapped", &terms, Bitboard(reversed_below));
    let below = reversed_below.swap_bytes();
    let attacked = (above ^ below) & line;
    let terms = [
        set("above", above),
        Term::Sign("XOR"),
        set("below", below),
        Term::Sign("AND"),
        set("line", line),
    ];
    trace.set("attacked", &terms, Bitboard(attacked));
    attacked
}

fn set(name: &str, squares: u64) -> Term<'_> {
    Term::Set(name, Bitboard(squares))
}

#[inline(always)]
fn rank_attacks<T: Trace>(from: Square, occupied: u64, trace: &mut T) -> u64 {
    trace.part("rank");
    let shift = from as u32 & 56;
    let inner = (occupied >> shift) as usize >> 1 & 63;
    trace.number(
        "inner squares of the rank",
        &[set("occupied", occupied), Term::Sign("six bits of the rank")],
        inner as u64,
    );
    let attacked = u64::from(RANK[inner][from as usize & 7]) << shift;
    trace.set("attacked", &[Term::Sign("looked up and put back")], Bitboard(attacked));
    attacked
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
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        let (slider, occupied) = (1 << from as u32, occupied.0);
        let file = line_attacks("file", slider, occupied, LINES[from].file, trace);
        Bitboard(file | rank_attacks(from, occupied, trace))
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        let (slider, occupied, lines) = (1 << from as u32, occupied.0, LINES[from]);
        let diagonal = line_attacks("diagonal", slider, occupied, lines.diagonal, trace);
        let anti = line_attacks("anti-diagonal", slider, occupied, lines.anti_diagonal, trace);
        Bitboard(diagonal | anti)
    }
}
