//! Congruent modulo bitboards: the occupied squares of a line, divided by a constant, leave a
//! remainder that is the index.
//!
//! **Idea.** The occupied squares of a line are the digits of a number. Modulo a suitable constant,
//! each square has the weight of a small power of two, with a sign, and every occupancy has a remainder
//! of its own. So the remainder is a perfect hash. On a diagonal, a step is 2⁹, which is −2 modulo 514.
//! The squares have the weights 1, −2, 4, −8 … 64, −128 (negabinary), and the 256 occupancies have 256
//! different remainders. On an anti-diagonal, a step is 2⁷, which is −½ modulo 257. On a file, a step
//! is 2⁸, which is −2 modulo 258.
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
//! Every other line of the same kind is a part of this one, multiplied by a power of two. The
//! published moduli of the diagonals still work then. 514 is even, but the 256 sums are consecutive
//! numbers, which differ even modulo 257. The modulus of the files, 258, does not work then: if the
//! sums are doubled, only their remainders modulo 129 matter, and 129 is less than 256. There are
//! two solutions. The file can be *shifted* to the a-file, as in this module, where one table then
//! serves all files. Or only its *six inner squares* are used, which have 64 occupancies. The tests
//! try all lines and all occupancies:
//!
//! | modulus | whole lines | the six inner squares |
//! |---|---|---|
//! | 514 | perfect on all diagonals | perfect |
//! | 257 | perfect on all anti-diagonals, and on all diagonals | perfect |
//! | 258 | perfect on the a-file only | perfect on all files |
//!
//! Ranks need no modulus. Shifted down, a rank is the index into the table of [first-rank
//! attacks](super::first_rank).
//!
//! **Cost.** 514 and 257 entries for each square, and 258 for each rank: 412,352 bytes with the
//! masks, and 512 bytes for ranks. The compiler turns a remainder by a constant into two
//! multiplications and some shifts. One load follows. A queen touches seven cache lines.
//!
//! **When it wins.** Never: [Kindergarten](setwise::attacks::kindergarten) bitboards need one
//! multiplication and 10 KiB. It shows that lines can be hashed without a search. The [denser
//! form](super::congruent_modulo_dense) needs a third of the memory.
//!
//! **Literature.** Trevor Fenner, Mark Levene, *Move Generation with Perfect Hashing Functions*,
//! ICGA Journal 31(1), 2008; <https://www.chessprogramming.org/Congruent_Modulo_Bitboards>.

use std::sync::OnceLock;

use super::first_rank;
use super::line_tables::walked;
use crate::boxed::boxed;
use crate::parts::{Axis, ByPart, Lookup, ON_THE_LINE};
use crate::trace::{Number, Sentences, Set, Trace, described};
use crate::{Card, Document};
use setwise::{Bitboard, Square};

/// Congruent modulo bitboards; see the [module](self).
pub type CongruentModulo = ByPart<Remainders>;

/// The lookup of one line of [`CongruentModulo`].
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

/// The attacked squares of a slider on one line, by the remainder of the line's occupied squares.
pub(super) struct Line<const MODULUS: usize> {
    /// The squares whose occupancy is used.
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

/// The sentences of [`Line::look_up`].
pub(super) const LOOK_UP: Sentences = Sentences::of(&[
    ON_THE_LINE,
    (
        "index",
        "The remainder of a division is the index: the ones of this line, and only of lines like \
         it, all have different remainders that add up without a collision.",
    ),
    ("attacked", "Look up the attacked squares, by the square of the slider and the index."),
]);

#[inline(always)]
fn remainder<const MODULUS: usize>(o: Bitboard) -> usize {
    (o.0 % MODULUS as u64) as usize
}

/// Builds the tables of one axis for every square. `mask` gives the squares whose occupancy is
/// used.
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
        page: crate::page!("congruent_modulo.rs"),
        table_bytes: 64 * size_of::<Line<DIAGONAL>>()
            + 64 * size_of::<Line<ANTI_DIAGONAL>>()
            + 8 * size_of::<Line<FILE>>()
            + first_rank::BYTES,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Remainders> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Remainders(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let set = Set("occupied", occupied);
        match axis {
            Axis::Rank => first_rank::rank(from, occupied, trace),
            Axis::File => {
                let a_file = first_rank::on_the_a_file(from, occupied, trace);
                let line = &self.0.a_file[from as usize >> 3];
                let there = line.look_up("attacked on the a-file", a_file, trace);
                first_rank::from_the_a_file(from, there, trace)
            }
            Axis::Diagonal => *self.0.diagonals[from].look_up("attacked", set, trace),
            Axis::AntiDiagonal => *self.0.anti_diagonals[from].look_up("attacked", set, trace),
        }
    }

    const SENTENCES: &'static [Sentences] = &[
        first_rank::RANK,
        first_rank::LOOK_UP,
        first_rank::TO_AND_FROM_THE_A_FILE,
        Sentences::of_parts(
            &["file"],
            &[
                ("o", "Drop the slider's own square and the outer ranks."),
                (
                    "attacked on the a-file",
                    "Look up the attacked squares on the A file, by the square and the index.",
                ),
            ],
        ),
        LOOK_UP,
    ];
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::index::line_tables::inner;

    /// Returns whether every subset of the mask has a remainder of its own.
    pub(in super::super) fn is_perfect(mask: Bitboard, modulus: u64) -> bool {
        let mut seen = vec![false; modulus as usize];
        mask.subsets().all(|o| !core::mem::replace(&mut seen[(o.0 % modulus) as usize], true))
    }

    /// Returns the line with the slider's square.
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
