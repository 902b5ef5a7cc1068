//! Congruent modulo bitboards, dense: the six inner squares of a line, and the smallest moduli.
//!
//! **Idea.** The same as [congruent modulo bitboards](super::congruent_modulo), but only the inner
//! squares of a line are used, at most six. They have 64 occupancies, so a modulus must be at least 64.
//! The moduli here are the smallest that are perfect on *every* line of their kind:
//!
//! | lines | modulus | a step is | weights of the squares |
//! |---|---|---|---|
//! | ranks | 65 | 2 | 1, 2, 4 … 32 |
//! | files | 73 | 2⁸ = ½ | 32, 16, 8 … 1, times a power of two |
//! | diagonals | 85 | 2⁹ = 2 | 1, 2, 4 … 32, times a power of two |
//! | anti-diagonals | 65 | 2⁷ = −2 | 1, −2, 4, −8, 16, −32, times a power of two |
//!
//! In each case the 64 sums are 64 consecutive numbers, which differ modulo any larger number. The
//! moduli are odd, so that a power of two only permutes the remainders.
//!
//! **Cost.** 65 + 73 + 85 + 65 entries and four masks for each square: 149,504 bytes. A line takes
//! a remainder by a constant and a load. A queen touches eight cache lines.
//!
//! **When it wins.** Never against [Kindergarten](setwise::attacks::kindergarten). It needs a third
//! of the memory of the published form.
//!
//! **Literature.** The idea is from Trevor Fenner and Mark Levene, *Move Generation with Perfect
//! Hashing Functions*, ICGA Journal 31(1), 2008. Gerd Isenberg noted that they "didn't consider the
//! inner six bits for a denser lookup". The moduli were found by exhaustive search, which a test
//! repeats.

use std::sync::OnceLock;

use super::congruent_modulo::{LOOK_UP, Line, through_every_square};
use super::line_tables::inner;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Sentences, Set, Trace};
use crate::{Card, Document};
use setwise::{Bitboard, Square};

/// Congruent modulo bitboards with the smallest moduli; see the [module](self).
pub type CongruentModuloDense = ByPart<SmallRemainders>;

/// The lookup of one line of [`CongruentModuloDense`].
#[derive(Clone, Copy)]
pub struct SmallRemainders(&'static Tables);

const RANK: usize = 65;
const FILE: usize = 73;
const DIAGONAL: usize = 85;
const ANTI_DIAGONAL: usize = 65;

struct Tables {
    ranks: Box<[Line<RANK>; 64]>,
    files: Box<[Line<FILE>; 64]>,
    diagonals: Box<[Line<DIAGONAL>; 64]>,
    anti_diagonals: Box<[Line<ANTI_DIAGONAL>; 64]>,
}

impl Tables {
    fn build() -> Tables {
        Tables {
            ranks: through_every_square(Axis::Rank, inner),
            files: through_every_square(Axis::File, inner),
            diagonals: through_every_square(Axis::Diagonal, inner),
            anti_diagonals: through_every_square(Axis::AntiDiagonal, inner),
        }
    }
}

impl Lookup for SmallRemainders {
    const CARD: Card = Card {
        title: "Congruent modulo bitboards, dense",
        people: "Trevor Fenner, Mark Levene; moduli by exhaustive search",
        year: "2008",
        source: "https://www.chessprogramming.org/Congruent_Modulo_Bitboards",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("congruent_modulo_dense.rs"),
        table_bytes: 64
            * (size_of::<Line<RANK>>()
                + size_of::<Line<FILE>>()
                + size_of::<Line<DIAGONAL>>()
                + size_of::<Line<ANTI_DIAGONAL>>()),
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<SmallRemainders> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(SmallRemainders(TABLES.get_or_init(Tables::build)))
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
        *match axis {
            Axis::Rank => self.0.ranks[from].look_up("attacked", set, trace),
            Axis::File => self.0.files[from].look_up("attacked", set, trace),
            Axis::Diagonal => self.0.diagonals[from].look_up("attacked", set, trace),
            Axis::AntiDiagonal => self.0.anti_diagonals[from].look_up("attacked", set, trace),
        }
    }

    const SENTENCES: &'static [Sentences] = &[LOOK_UP];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::congruent_modulo::tests::is_perfect;

    #[test]
    fn the_moduli_are_the_smallest_that_are_perfect_on_every_line_of_their_kind() {
        for (axis, modulus) in [
            (Axis::Rank, RANK),
            (Axis::File, FILE),
            (Axis::Diagonal, DIAGONAL),
            (Axis::AntiDiagonal, ANTI_DIAGONAL),
        ] {
            let smallest =
                (1..).find(|&m| Square::ALL.iter().all(|&from| is_perfect(inner(axis, from), m)));
            assert_eq!(smallest, Some(modulus as u64), "{axis:?}");
        }
    }
}
