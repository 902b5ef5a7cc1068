//! SISSY bitboards: for each rank, the squares that a queen would attack if only its pieces were there.
//!
//! **Idea.** *Split index, super set yielding*: the occupancy is split into its eight ranks, and
//! each is an index of eight bits into a table by square and rank. What stands there is a superset
//! of the answer, the squares that a queen would attack if the other seven ranks were empty. What
//! is in all eight supersets is attacked. For the queen on d4, by ranks 6, 4 and 2:
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
//! A rook has what the queen has on its lines. A bishop has at most two squares on a rank, and on
//! the next rank others, one file further out or in. So two ranks share one index, of the six inner
//! files, and the six inner ranks take three lookups.
//!
//! **Cost.** 64 × 8 × 256 sets for queens and rooks, 64 × 3 × 64 for bishops, and the inner squares
//! of their lines, 1,147,392 bytes; a queen or rook takes eight loads that do not wait for one
//! another, eight shifts and seven ANDs, and 16 KiB of the table are each square's own. A queen or
//! rook touches eight cache lines, less one for each rank whose pieces stand on the same files as
//! those of another; a bishop four.
//!
//! **When it wins.** Never against a multiplication that takes three cycles: eight loads in place
//! of two, from a table that is larger than that of [`pext`](setwise::attacks::pext). Its author thought of
//! processors that multiply slowly.
//!
//! **Literature.** Michael Sherwin, *Split Index Super Set Yielding Bitboards*, 2020,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=73083>;
//! <https://www.chessprogramming.org/SISSY_Bitboards>.

use core::fmt;
use std::sync::OnceLock;

use crate::boxed::boxed;
use crate::parts::RookOrBishop;
use setwise::attacks::parts::entry;
use setwise::attacks::trace::{Set, combine, described};
use setwise::attacks::{Card, Sliders, Trace};
use setwise::attacks::{rays, walk};
use setwise::{Bitboard, Square};

/// SISSY bitboards; see the [module](self).
#[derive(Clone, Copy)]
pub struct Sissy(&'static Tables);

/// The technique's name: its tables are long.
impl fmt::Debug for Sissy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Sissy::CARD.title)
    }
}

/// By occupancy and rank, so that ranks with their pieces on the same files share a cache line, as
/// empty ones do.
type ByRank = [[Bitboard; 8]; 256];

/// By pair of ranks, 2 and 3 first, and the occupancy of the bishop's inner squares there.
type ByPair = [[Bitboard; 64]; 3];

struct Tables {
    queen: Box<[ByRank; 64]>,
    bishop: Box<[ByPair; 64]>,
    inner: [Bitboard; 64],
}

/// The inner squares of two ranks, laid over one another, stand in the second of a word's bytes for
/// the first pair, in the fourth for the second, in the sixth for the third; the file a is not
/// inner.
const fn pair_shift(pair: usize) -> usize {
    16 * pair + 9
}

/// The squares of each odd rank together with those of the rank above, and other bits.
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
    /// The squares that a queen attacks, by the supersets of the eight ranks.
    #[inline(always)]
    fn queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
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
        let mut attacked = Bitboard::UNIVERSE;
        let sets = &self.0.queen[from as usize];
        for (rank, name) in NAMES.into_iter().enumerate() {
            let bits = occupied.0 >> (8 * rank) & 0xff;
            let superset = entry(&sets[bits as usize][rank]);
            let on_the_rank = Set("occupied", Bitboard(bits << (8 * rank)));
            let superset = combine(on_the_rank, "entry of that rank", (), superset.0);
            attacked &= *trace.set(name, superset);
        }
        attacked
    }
}

impl Sliders for Sissy {
    const CARD: Card = Card {
        title: "SISSY bitboards",
        people: "Michael Sherwin",
        year: "2020",
        source: "https://www.chessprogramming.org/SISSY_Bitboards",
        documents: &[],
        table_bytes: Tables::BYTES,
        needs: "",
    };

    type Occupied = Bitboard;

    fn new() -> Option<Sissy> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Sissy(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        let queen = Sissy::queen(self, from, *occupied, trace);
        let queen = trace.set("by all ranks", described("AND of the eight", queen.0));
        *trace.set("attacked", queen & Set("rook's lines", rays::rook(from)))
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        const NAMES: [&str; 3] = ["by ranks 2 and 3", "by ranks 4 and 5", "by ranks 6 and 7"];
        let Tables { bishop, inner, .. } = self.0;
        let inner = inner[from as usize];
        let o = *trace.set("o", Set("occupied", *occupied) & Set("inner squares", inner));
        let mut attacked = Bitboard::UNIVERSE;
        for (pair, sets) in bishop[from as usize].iter().enumerate() {
            let index = laid_over(o) >> pair_shift(pair) & 63;
            let superset = entry(&sets[index as usize]);
            let on_the_ranks = Set("o", o & Bitboard(0xffff << (16 * pair + 8)));
            let superset = combine(on_the_ranks, "entry of those ranks", (), superset.0);
            attacked &= *trace.set(NAMES[pair], superset);
        }
        *trace.set("attacked", described("AND of the three", attacked.0))
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        let attacked = Sissy::queen(self, from, *occupied, trace);
        *trace.set("attacked", described("AND of the eight", attacked.0))
    }
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
