//! Compressed magic bitboards: the index leads to the number of an attack set, and the number to
//! the set.
//!
//! **Idea.** The table of [fancy magic](setwise::attacks::magic) has 107,648 entries, but only
//! 6,326 different ones: 4,900 sets of squares that a rook can attack and 1,428 that a bishop can.
//! Two of these occur twice, for bishops in opposite corners, each blocked on the last square
//! before the other corner. So the table holds numbers of 16 bits, and a second table the sets:
//!
//! ```text
//!  product >> shift         u16         64 bits
//!        index      →    number of   →  attacked
//!                         the set
//! ```
//!
//! **Cost.** 215,296 bytes of numbers, 50,608 bytes of sets and 4,096 bytes of masks, factors,
//! shifts and offsets, instead of 865,280 bytes in all. A lookup has one load more, which depends
//! on the one before. A queen touches five cache lines.
//!
//! **When it wins.** Hardly ever. Gerd Isenberg's document says that it "turned out to be slower",
//! which the measurements in `results/techniques.md` confirm, even with cold caches. There a
//! technique without a large table, such as [`hyperbola`](crate::subtract::hyperbola), is faster
//! than both.
//!
//! **Literature.** Pradu Kannan, "minimal perfect hashing by an additional 16-bit indirection";
//! <https://www.chessprogramming.org/Magic_Bitboards#Perfect_Magics>.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::fancy::Shifted;
use super::{INDEX, PLAIN_KEY};
use crate::Card;
use crate::boxed::boxed;
use crate::index::tables::{PieceTable, Slices};
use crate::parts::{ByPart, Lookup, RookOrBishop};
use crate::trace::{Sentences, Trace, described};
use setwise::{Bitboard, Square};

/// Compressed magic bitboards; see the [module](self).
pub type MagicCompressed = ByPart<Compressed>;

/// The lookup of one piece of [`MagicCompressed`].
#[derive(Clone, Copy)]
pub struct Compressed(&'static Tables);

/// The number of sets that a rook or a bishop can attack, over all squares and occupancies. Bishops
/// on a1 and h8 can both attack b2 … g7 and nothing else, and those on a8 and h1 b7 … g2.
const SETS: usize = 4_900 + 1_428 - 2;

struct Tables {
    numbers: Slices<Shifted, u16>,
    sets: Box<[Bitboard; SETS]>,
}

impl Tables {
    fn build() -> Tables {
        let mut sets = Vec::with_capacity(SETS);
        let mut number_of = HashMap::new();
        let numbers = Slices::build(|_, attacked| {
            // Slices are first filled with the empty set, which is never an attack set.
            if attacked.is_empty() {
                return 0;
            }
            *number_of.entry(attacked).or_insert_with(|| {
                sets.push(attacked);
                // There are at most 6,326 sets, so the cast is lossless.
                (sets.len() - 1) as u16
            })
        });
        Tables { numbers, sets: boxed(sets) }
    }
}

impl Lookup for Compressed {
    const CARD: Card = Card {
        title: "Magic bitboards, compressed",
        source: "https://www.chessprogramming.org/Magic_Bitboards#Perfect_Magics",
        page: crate::page!("compressed.rs"),
        table_bytes: Slices::<Shifted, u16>::BYTES + size_of::<[Bitboard; SETS]>(),
        ..Shifted::CARD
    };

    type Part = RookOrBishop;

    fn new() -> Option<Compressed> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Compressed(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let Tables { numbers, sets } = self.0;
        let (number, _) = numbers.look_up(piece, from, occupied, trace);
        let number = described("entry of square and index", u64::from(number));
        let number = trace.number("number of the set", number);
        *trace.set("attacked", described("set of that number", sets[number.index()].0))
    }

    const SENTENCES: &'static [Sentences] = &[
        PLAIN_KEY,
        INDEX,
        Sentences::of(&[
            (
                "number of the set",
                "Look up the number of the attack set, two bytes instead of eight.",
            ),
            ("attacked", "Look up the set by its number."),
        ]),
    ];
}
