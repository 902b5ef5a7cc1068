//! Congruent modulo bitboards: the remainder of the line, divided by a constant, is the index.
//!
//! **Idea.** The occupied squares of a line are the digits of a number. Modulo a well chosen
//! number each digit is a small power, up to a sign, and every occupancy leaves a remainder of its
//! own: a perfect hash. On a diagonal a step is 2⁹, which modulo 514 is −2, so the squares count
//! 1, −2, 4, −8 … 64, −128 (negabinary), and the 256 occupancies leave 256 different remainders.
//! On an anti-diagonal a step is 2⁷, which modulo 257 is −½; on a file 2⁸, which modulo 258 is −2.
//!
//! ```text
//!  a1-h8              times 2^n, modulo 514
//!  . . . . . . . H    . . . . . . . -128
//!  . . . . . . G .    . . . . . .  64  .
//!  . . . . . F . .    . . . . . -32  . .
//!  . . . . E . . .    . . . .  16  . . .     remainder of A + E + F: 1 + 16 - 32 = -15,
//!  . . . D . . . .    . . .  -8  . . . .     which is 499
//!  . . C . . . . .    . .   4  . . . . .
//!  . B . . . . . .    .  -2  . . . . . .
//!  A . . . . . . .     1 . . . . . . . .
//! ```
//!
//! Every other line is a part of this one, times a power of two. The published moduli of the
//! diagonals bear that: 514 is even, but the 256 numbers stand in a row, so that they differ even
//! modulo 257. The modulus of the files does not: times two, only the remainder by 129 is left of
//! the one by 258, and the 256 numbers are too many for that. So it needs the file *shifted* to
//! the a-file, as here, where one table then serves all files; or the *six inner squares* alone,
//! 64 numbers, on any file. The tests try all lines and all occupancies:
//!
//! | modulus | whole lines | the six inner squares |
//! |---|---|---|
//! | 514 | perfect on all diagonals | perfect |
//! | 257 | perfect on all anti-diagonals, and on all diagonals | perfect |
//! | 258 | perfect on the a-file only | perfect on all files |
//!
//! Ranks need no modulus: shifted down, they are the index; the table is that of [first-rank
//! attacks](super::first_rank).
//!
//! **Cost.** For each square 514 and 257 answers, for each rank 258: with the masks 412,352 bytes,
//! and 512 for ranks. The compiler turns a remainder by a constant into two multiplications and
//! some shifts, about ten cycles; then one load. A queen touches seven cache lines.
//!
//! **When it wins.** Never here: [Kindergarten](setwise::attacks::kindergarten) bitboards need one
//! multiplication and 10 KiB. As mathematics, it shows why lines can be hashed without search. The
//! [denser form](super::congruent_modulo_dense) takes a third of the memory.
//!
//! **Literature.** Trevor Fenner, Mark Levene, *Move Generation with Perfect Hashing Functions*,
//! ICGA Journal 31(1), 2008; <https://www.chessprogramming.org/Congruent_Modulo_Bitboards>.

use std::sync::OnceLock;

use super::first_rank;
use super::line_tables::walked;
use crate::boxed::boxed;
use crate::parts::{Axis, ByPart, Lookup};
use setwise::attacks::trace::{Number, Set, described};
use setwise::attacks::{Card, Document, Trace};
use setwise::{Bitboard, Square};

/// Congruent modulo bitboards; see the [module](self).
pub type CongruentModulo = ByPart<Remainders>;

/// One line of [`CongruentModulo`].
#[derive(Clone, Copy)]
pub struct Remainders(&'static Tables);

const DIAGONAL: usize = 514;
const ANTI_DIAGONAL: usize = 257;
const FILE: usize = 258;

struct Tables {
    diagonals: Box<[Line<DIAGONAL>; 64]>,
    anti_diagonals: Box<[Line<ANTI_DIAGONAL>; 64]>,
    a_file: Box<[Line<FILE>; 8]>,
}

/// The answers for a slider on one line, by the remainder of the line's occupied squares.
pub(super) struct Line<const MODULUS: usize> {
    /// The squares that are looked at.
    mask: Bitboard,
    attacked: [Bitboard; MODULUS],
}

impl<const MODULUS: usize> Line<MODULUS> {
    pub(super) fn build(from: Square, axis: Axis, mask: Bitboard) -> Self {
        let mut attacked = [Bitboard::EMPTY; MODULUS];
        for occupied in mask.subsets() {
            attacked[remainder::<MODULUS>(occupied)] = walked(from, axis, occupied);
        }
        Line { mask, attacked }
    }

    #[inline(always)]
    pub(super) fn look_up<T: Trace>(
        &self,
        name: &'static str,
        occupied: Set,
        trace: &mut T,
    ) -> Set {
        let o = trace.set("o", occupied & Set("line", self.mask));
        let index = trace.number("index", o % Number("modulus", MODULUS as u64));
        let attacked = self.attacked[index.index()];
        trace.set(name, described("entry of square and index", attacked.0))
    }
}

#[inline(always)]
fn remainder<const MODULUS: usize>(o: Bitboard) -> usize {
    (o.0 % MODULUS as u64) as usize
}

/// The lines of one axis through every square, with the squares that a mask leaves of them.
pub(super) fn through_every_square<const MODULUS: usize>(
    axis: Axis,
    mask: fn(Axis, Square) -> Bitboard,
) -> Box<[Line<MODULUS>; 64]> {
    boxed(Square::ALL.into_iter().map(|from| Line::build(from, axis, mask(axis, from))))
}

impl Tables {
    fn build() -> Tables {
        let a_file = Square::ALL.into_iter().step_by(8);
        let on_file = |from| Line::build(from, Axis::File, Axis::File.line(from));
        Tables {
            diagonals: through_every_square(Axis::Diagonal, Axis::line),
            anti_diagonals: through_every_square(Axis::AntiDiagonal, Axis::line),
            a_file: boxed(a_file.map(on_file)),
        }
    }
}

impl Lookup for Remainders {
    const CARD: Card = Card {
        title: "Congruent modulo bitboards",
        people: "Trevor Fenner, Mark Levene",
        year: "2008",
        source: "https://www.chessprogramming.org/Congruent_Modulo_Bitboards",
        documents: &[Document::SlidingPieceAttacks],
        table_bytes: 64 * size_of::<Line<DIAGONAL>>()
            + 64 * size_of::<Line<ANTI_DIAGONAL>>()
            + 8 * size_of::<Line<FILE>>()
            + first_rank::BYTES,
        needs: "",
    };

    type Part = Axis;

    type Occupied = Bitboard;

    fn new() -> Option<Remainders> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Remainders(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: &Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let set = Set("occupied", *occupied);
        match axis {
            Axis::Rank => first_rank::rank(from, *occupied, trace),
            Axis::File => {
                let a_file = first_rank::on_the_a_file(from, *occupied, trace);
                let line = &self.0.a_file[from as usize >> 3];
                let there = line.look_up("attacked on the a-file", a_file, trace);
                first_rank::from_the_a_file(from, there, trace)
            }
            Axis::Diagonal => *self.0.diagonals[from].look_up("attacked", set, trace),
            Axis::AntiDiagonal => *self.0.anti_diagonals[from].look_up("attacked", set, trace),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::index::line_tables::inner;

    /// Whether every subset leaves a remainder of its own.
    pub(in super::super) fn is_perfect(mask: Bitboard, modulus: u64) -> bool {
        let mut seen = vec![false; modulus as usize];
        mask.subsets().all(|o| !core::mem::replace(&mut seen[(o.0 % modulus) as usize], true))
    }

    /// The whole line, the square too.
    fn whole(from: Square, axis: Axis) -> Bitboard {
        axis.line(from).with(from)
    }

    #[test]
    fn the_moduli_of_the_diagonals_are_perfect_on_every_whole_line() {
        for from in Square::ALL {
            assert!(is_perfect(whole(from, Axis::Diagonal), 514), "{from}");
            assert!(is_perfect(whole(from, Axis::Diagonal), 257), "{from}");
            assert!(is_perfect(whole(from, Axis::AntiDiagonal), 257), "{from}");
        }
    }

    #[test]
    fn the_modulus_of_the_files_needs_the_line_shifted_or_its_inner_squares() {
        for from in Square::ALL {
            let on_the_a_file = from.file() == setwise::File::A;
            assert_eq!(is_perfect(whole(from, Axis::File), 258), on_the_a_file, "{from}");
            assert!(is_perfect(inner(Axis::File, from), 258), "{from}");
        }
    }
}
