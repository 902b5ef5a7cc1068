//! SISSY bitboards: a table entry for each rank, and the attacked squares are the intersection.
//!
//! **Idea.** *Split index, super set yielding*: the occupancy is split into its eight ranks. Each
//! rank is an index of eight bits into a table by square and rank. The entry is a superset of the
//! attacked squares: the squares that a queen would attack if the other seven ranks were empty. The
//! intersection of all eight supersets is the set of attacked squares. For the queen on d4, by
//! ranks 6, 4 and 2:
//!
//! ```text
//!  occupied           by rank 6          by rank 4          by rank 2          all eight
//!  . . . . . . . .    . . . . . . . X    . . . X . . . X    . . . X . . . X    . . . . . . . X
//!  . . . . . . . .    X . . . . . X .    X . . X . . X .    X . . X . . X .    X . . . . . X .
//!  . . . X . . . .    . X . X . X . .    . X . X . X . .    . X . X . X . .    . X . X . X . .
//!  . . . . . . . .    . . X X X . . .    . . X X X . . .    . . X X X . . .    . . X X X . . .
//!  . X . q . . . .    X X X . X X X X    . X X . X X X X    X X X . X X X X    . X X . X X X X
//!  . . . . . . . .    . . X X X . . .    . . X X X . . .    . . X X X . . .    . . X X X . . .
//!  . . . . . X . .    . X . X . X . .    . X . X . X . .    . X . X . X . .    . X . X . X . .
//!  . . . . . . . .    X . . X . . X .    X . . X . . X .    X . . X . . . .    X . . X . . . .
//! ```
//!
//! A rook attacks the squares of that set that are on its lines. A bishop has at most two squares
//! on a rank, and those on the next rank are on other files, one further out or in. So two ranks
//! share one index, of the six inner files, and the six inner ranks take three lookups.
//!
//! **Cost.** 64 × 8 × 256 sets for queens and rooks, 64 × 3 × 64 sets for bishops, and the inner
//! squares of their lines: 1,147,392 bytes. A queen or rook takes eight independent loads, eight
//! shifts and seven ANDs; each square has 16 KiB of the table. A queen or rook touches eight cache
//! lines, or fewer if several ranks have their pieces on the same files. A bishop touches four.
//!
//! **When it wins.** Never on a CPU that multiplies in three cycles: it takes eight loads instead
//! of two, from a larger table than [`pext`](setwise::attacks::pext) has. Its author had processors
//! in mind that multiply slowly.
//!
//! **Literature.** Michael Sherwin, *Split Index Super Set Yielding Bitboards*, 2020,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=73083>;
//! <https://www.chessprogramming.org/SISSY_Bitboards>.

use core::fmt;
use std::sync::OnceLock;

use crate::Card;
use crate::boxed::boxed;
use crate::index::tables::entry;
use crate::parts::{Join, Joined, RookOrBishop};
use crate::trace::{Sentences, Set, Trace, Traced, combine, silent};
use setwise::attacks::{rays, walk};
use setwise::{Bitboard, Square};

/// SISSY bitboards; see the [module](self).
#[derive(Clone, Copy)]
pub struct Sissy(&'static Tables);

/// The title of the technique, because its tables are long.
impl fmt::Debug for Sissy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Sissy::CARD.title)
    }
}

/// Supersets by the occupancy of a rank and by the rank, in this order, so that ranks with their
/// pieces on the same files, such as empty ranks, share a cache line.
type ByRank = [[Bitboard; 8]; 256];

/// Supersets by pair of ranks, beginning with ranks 2 and 3, and by the occupancy of the bishop's
/// inner squares there.
type ByPair = [[Bitboard; 64]; 3];

struct Tables {
    queen: Box<[ByRank; 64]>,
    bishop: Box<[ByPair; 64]>,
    inner: [Bitboard; 64],
}

/// Returns the shift to the inner squares of a pair of ranks, combined by [`laid_over`]. They are
/// in the second byte of the word for the first pair, in the fourth for the second, and in the
/// sixth for the third. The a-file is not an inner file.
const fn pair_shift(pair: usize) -> usize {
    16 * pair + 9
}

/// Returns a word whose odd ranks combine the rank and the one above it; the other ranks are not
/// used.
#[inline(always)]
fn laid_over(inner: Bitboard) -> u64 {
    inner.0 | inner.0 >> 8
}

impl Tables {
    const BYTES: usize =
        size_of::<[ByRank; 64]>() + size_of::<[ByPair; 64]>() + size_of::<[Bitboard; 64]>();

    fn build() -> Tables {
        let inner = Square::ALL.map(|from| RookOrBishop::Bishop.relevant(from));
        let by_rank = |from| {
            let mut sets = [[Bitboard::EMPTY; 8]; 256];
            for (bits, sets) in (0..).zip(&mut sets) {
                for (rank, set) in sets.iter_mut().enumerate() {
                    let occupied = Bitboard(bits << (8 * rank));
                    *set = walk::rook(from, occupied) | walk::bishop(from, occupied);
                }
            }
            sets
        };
        let by_pair = |from: Square| {
            let mut sets = [[Bitboard::EMPTY; 64]; 3];
            for (pair, sets) in sets.iter_mut().enumerate() {
                let ranks = Bitboard(0xffff << (16 * pair + 8));
                for occupied in (inner[from as usize] & ranks).subsets() {
                    let index = laid_over(occupied) >> pair_shift(pair) & 63;
                    sets[index as usize] = walk::bishop(from, occupied);
                }
            }
            sets
        };
        let squares = || Square::ALL.into_iter();
        Tables {
            queen: boxed(squares().map(by_rank)),
            bishop: boxed(squares().map(by_pair)),
            inner,
        }
    }
}

impl Sissy {
    /// Returns the supersets of the eight ranks, whose intersection a queen attacks.
    #[inline(always)]
    fn queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Joined<8> {
        const NAMES: [&str; 8] = [
            "by rank 1",
            "by rank 2",
            "by rank 3",
            "by rank 4",
            "by rank 5",
            "by rank 6",
            "by rank 7",
            "by rank 8",
        ];
        let mut supersets = [Bitboard::UNIVERSE; 8];
        let sets = &self.0.queen[from as usize];
        for (rank, name) in NAMES.into_iter().enumerate() {
            let bits = occupied.0 >> (8 * rank) & 0xff;
            let superset = entry(&sets[bits as usize][rank]);
            let on_the_rank = Set("occupied", Bitboard(bits << (8 * rank)));
            let superset = combine(on_the_rank, "entry of that rank", (), superset.0);
            supersets[rank] = *trace.set(name, superset);
        }
        Joined { sign: Join::And, names: NAMES, sets: supersets }
    }
}

silent!(Sissy);

impl Traced for Sissy {
    const CARD: Card = Card {
        title: "SISSY bitboards",
        people: "Michael Sherwin",
        year: "2020",
        source: "https://www.chessprogramming.org/SISSY_Bitboards",
        documents: &[],
        page: crate::page!("sissy.rs"),
        table_bytes: Tables::BYTES,
        needs: "",
    };

    fn new() -> Option<Sissy> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Sissy(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let queen = Sissy::queen(self, from, occupied, trace);
        let queen = trace.set("by all ranks", queen);
        *trace.set("attacked", queen & Set("rook's lines", rays::rook(from)))
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        const NAMES: [&str; 3] = ["by ranks 2 and 3", "by ranks 4 and 5", "by ranks 6 and 7"];
        let Tables { bishop, inner, .. } = self.0;
        let inner = inner[from as usize];
        let o = *trace.set("o", Set("occupied", occupied) & Set("inner squares", inner));
        let mut supersets = [Bitboard::UNIVERSE; 3];
        for (pair, sets) in bishop[from as usize].iter().enumerate() {
            let index = laid_over(o) >> pair_shift(pair) & 63;
            let superset = entry(&sets[index as usize]);
            let on_the_ranks = Set("o", o & Bitboard(0xffff << (16 * pair + 8)));
            let superset = combine(on_the_ranks, "entry of those ranks", (), superset.0);
            supersets[pair] = *trace.set(NAMES[pair], superset);
        }
        *trace.set("attacked", Joined { sign: Join::And, names: NAMES, sets: supersets })
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        let attacked = Sissy::queen(self, from, occupied, trace);
        *trace.set("attacked", attacked)
    }

    const SENTENCES: &'static [Sentences] = &[
        Sentences::of_parts(
            &["rook"],
            &[
                (
                    "by all ranks",
                    "A square is attacked if no rank has a piece in the way, so AND the eight \
                     sets.",
                ),
                (
                    "attacked",
                    "The tables are for a queen. AND with the rook's lines leaves the rook's \
                     squares.",
                ),
            ],
        ),
        Sentences::of_parts(
            &["bishop"],
            &[
                ("o", "Only pieces on the inner squares of the lines matter."),
                (
                    "by ranks *",
                    "Look up what the bishop could attack if only the pieces of these two ranks \
                     were on the board.",
                ),
                (
                    "attacked",
                    "A square is attacked if no pair of ranks has a piece in the way, so AND the \
                     three sets.",
                ),
            ],
        ),
        Sentences::of(&[
            (
                "by rank *",
                "Look up, by the eight bits of this rank, what a queen could attack if only the \
                 pieces of this rank were on the board.",
            ),
            (
                "attacked",
                "A square is attacked if no rank has a piece in the way, so AND the eight sets.",
            ),
        ]),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::bitboard;

    #[test]
    fn the_supersets_are_those_drawn() {
        let queen = Sissy::new().expect("needs nothing of the CPU").0.queen[Square::D4 as usize];
        let by_rank_6 = bitboard! {
            . . . . . . . X
            X . . . . . X .
            . X . X . X . .
            . . X X X . . .
            X X X . X X X X
            . . X X X . . .
            . X . X . X . .
            X . . X . . X .
        };
        let by_rank_2 = bitboard! {
            . . . X . . . X
            X . . X . . X .
            . X . X . X . .
            . . X X X . . .
            X X X . X X X X
            . . X X X . . .
            . X . X . X . .
            X . . X . . . .
        };
        assert_eq!(queen[0b0000_1000][5], by_rank_6);
        assert_eq!(queen[0b0010_0000][1], by_rank_2);
    }

    #[test]
    fn a_bishop_has_its_squares_on_two_neighbouring_ranks_on_different_files() {
        for from in Square::ALL {
            let inner = RookOrBishop::Bishop.relevant(from);
            assert_eq!(inner.0 & inner.0 >> 8, 0, "{from}");
        }
    }
}
