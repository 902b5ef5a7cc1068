//! Kindergarten bitboards: a multiplication collects the line, a table of copies answers.
//!
//! **Idea.** A rank, a diagonal or an anti-diagonal has at most one square on each file. Times the
//! a-file, a factor of eight ones that are eight bits apart, its squares are added up on the last
//! rank, each on its own file. Only the six inner ones are wanted, so the factor is the b-file,
//! which moves all of them up by one, and a shift right by 58 = 64 − 6 leaves them as an index:
//!
//! ```text
//!  occupied & line    b-file             product
//!  . . . . . . . H    . X . . . . . .    . A B C D E F G     B C D E F G = index, 0 to 63
//!  . . . . . . G .    . X . . . . . .    . A B C D E F G
//!  . . . . . F . .    . X . . . . . .    . A B C D E F .
//!  . . . . E . . .  × . X . . . . . .  = . A B C D E . .
//!  . . . D . . . .    . X . . . . . .    . A B C D . . .
//!  . . C . . . . .    . X . . . . . .    . A B C . . . .
//!  . B . . . . . .    . X . . . . . .    . A B . . . . .
//!  A . . . . . . .    . X . . . . . .    . A . . . . . .
//! ```
//!
//! (H drops off the board.) It does not matter whether the slider itself is among the occupied.
//! The table holds for each file and index what a rook there attacks on the first rank, eight
//! times, once on each rank; the line cuts its own squares out of it.
//!
//! A file has all its squares on one file, so it has a factor and a table of its own. Shifted to
//! the a-file, the square on rank *r* must come to bit 57 + *r*, which makes a factor with the
//! bits 57 − 7*r* for the six inner ranks: a part of the anti-diagonal.
//!
//! **Cost.** Two tables of 4,096 bytes and 2,048 of line masks; a line takes a multiplication, a
//! shift, two ANDs and two loads. A queen touches five cache lines.
//!
//! **When it wins.** Where multiplication is fast and the second-level cache is wanted for other
//! things: 10 KiB stay in the first. It is the default, because it needs nothing of the CPU and
//! nothing at start-up, and of what needs neither it was the fastest in perft on Sapphire Rapids,
//! 0.84 of PEXT, and all but the fastest on Zen 5, 0.86.
//!
//! **Literature.** Urban Koistinen, "collapsed files", rec.games.chess.computer, 1997; Gerd
//! Isenberg and others, 2006; <https://www.chessprogramming.org/Kindergarten_Bitboards>.

use super::by_line::{ByLine, LineIndex};
use super::entries::entry;
use super::first_rank::{A_FILE, attacked_by_inner, from_the_a_file, on_the_a_file};
use crate::sliders::lines::{Axis, LINES_BYTES, line, on_the_line};
use crate::sliders::{Card, Term, Trace};
use crate::{Bitboard, File, Square, walk};

/// Kindergarten bitboards; see the [module](self).
pub type Kindergarten = ByLine<Collected>;

impl Kindergarten {
    /// The technique; it needs nothing, so it is there on every CPU.
    pub const fn anywhere() -> Kindergarten {
        ByLine::of(Collected)
    }
}

/// One line of [`Kindergarten`].
#[derive(Clone, Copy, Debug)]
pub struct Collected;

const B_FILE: u64 = Bitboard::file(File::B).0;

/// Brings the inner squares of the a-file to the six highest bits, rank 2 lowest.
const FILE_FACTOR: u64 = {
    let mut factor = 0;
    let mut rank = 1;
    while rank < 7 {
        factor |= 1 << (57 - 7 * rank);
        rank += 1;
    }
    factor
};

/// Eight copies, one on each rank, of what a rook on a file attacks on the first rank, by the six
/// inner squares.
static FILL_UP: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut index = 0;
    while index < 64 * 8 {
        let (file, inner) = (index / 64, index % 64);
        table[file][inner] = Bitboard(attacked_by_inner(inner, file) as u64 * A_FILE);
        index += 1;
    }
    table
};

/// What a rook on a rank of the a-file attacks on that file, by the six inner squares.
static ON_THE_A_FILE: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut index = 0;
    while index < 64 * 8 {
        let (rank, inner) = (index / 64, index % 64);
        let mut occupied = Bitboard::EMPTY;
        let mut bit = 0;
        while bit < 6 {
            if inner >> bit & 1 != 0 {
                occupied = occupied.with(Square::ALL[8 * (bit + 1)]);
            }
            bit += 1;
        }
        table[rank][inner] = Bitboard(walk::rook(Square::ALL[8 * rank], occupied).0 & A_FILE);
        index += 1;
    }
    table
};

/// The index that a factor makes of the occupied squares of a line.
#[inline(always)]
fn index<T: Trace>(name: &str, o: u64, factor_name: &str, factor: u64, trace: &mut T) -> usize {
    let index = o.wrapping_mul(factor) >> 58;
    let terms = [
        Term::Set(name, Bitboard(o)),
        Term::Sign("x"),
        Term::Set(factor_name, Bitboard(factor)),
        Term::Sign(">> 58"),
    ];
    trace.number("index", &terms, index);
    index as usize
}

impl LineIndex for Collected {
    const CARD: Card = Card {
        title: "Kindergarten bitboards",
        people: "Urban Koistinen, Gerd Isenberg",
        year: "1997, 2006",
        source: "https://www.chessprogramming.org/Kindergarten_Bitboards",
        seed: Some(2),
        table_bytes: size_of_val(&FILL_UP) + size_of_val(&ON_THE_A_FILE) + LINES_BYTES,
        needs: "",
    };

    type Occupied = Bitboard;

    fn new() -> Collected {
        Collected
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        from: Square,
        axis: Axis,
        occupied: &Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if axis == Axis::File {
            let a_file = on_the_a_file(from, *occupied, trace);
            let index = index("on the a-file", a_file, "factor", FILE_FACTOR, trace);
            let there = entry(&ON_THE_A_FILE[from as usize >> 3][index]);
            trace.set("attacked on the a-file", &[Term::Sign("entry of rank and index")], there);
            return from_the_a_file(from, there, trace);
        }
        let line = line(from, axis);
        let o = on_the_line("o", *occupied, line, trace);
        let index = index("o", o.0, "b-file", B_FILE, trace);
        let copies = entry(&FILL_UP[from as usize & 7][index]);
        trace.set("eight copies", &[Term::Sign("entry of file and index")], copies);
        let attacked = copies & line;
        let terms = [Term::Set("eight copies", copies), Term::Sign("AND"), Term::Set("line", line)];
        trace.set("attacked", &terms, attacked);
        attacked
    }
}
