//! Compressed magic bitboards: the index leads to the number of a set, and that to the set.
//!
//! **Idea.** The table of [fancy magic](setwise::attacks::magic) holds 107,648 answers of which only 6,326
//! differ: 4,900 sets of squares that a rook can attack and 1,428 that a bishop can, two of which
//! come up twice, for bishops in opposite corners that look at each other with the far corner cut
//! off. So the table holds numbers of 16 bits, and a second one the sets:
//!
//! ```text
//!  product >> shift         u16         64 bits
//!        index      →    number of   →  attacked
//!                         the set
//! ```
//!
//! **Cost.** 215,296 bytes of numbers, 50,608 of sets and 4,096 of masks, factors, shifts and
//! offsets, instead of 865,280 together; and one load more that has to wait for the one before. A
//! queen touches five cache lines.
//!
//! **When it wins.** Hardly ever. Gerd Isenberg's document says that it "turned out to be slower",
//! which holds here too: 0.77 to 0.79 of fancy on Sapphire Rapids, 0.82 to 0.86 on Zen 5. Not even with cold caches
//! is the smaller table worth the second load, at 0.96 and 0.75; there
//! [`hyperbola`](crate::subtract::hyperbola) is 2.8 and 1.5 times as fast as fancy.
//!
//! **Literature.** Pradu Kannan, "minimal perfect hashing by an additional 16-bit indirection";
//! <https://www.chessprogramming.org/Magic_Bitboards#Perfect_Magics>.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::boxed::boxed;
use crate::parts::{ByPart, Lookup, RookOrBishop};
use setwise::attacks::magic::FancyMagic;
use setwise::attacks::parts::{Magic, Slices};
use setwise::attacks::trace::described;
use setwise::attacks::{Card, Sliders, Trace};
use setwise::{Bitboard, Square};

/// Compressed magic bitboards; see the [module](self).
pub type MagicCompressed = ByPart<Compressed>;

/// One lookup of [`MagicCompressed`].
#[derive(Clone, Copy)]
pub struct Compressed(&'static Tables);

/// The sets that a rook or a bishop can attack, over all squares and occupancies. Bishops on a1 and
/// h8 can both attack b2 … g7 and nothing else, those on a8 and h1 b7 … g2.
const SETS: usize = 4_900 + 1_428 - 2;

struct Tables {
    numbers: Slices<Magic, u16>,
    sets: Box<[Bitboard; SETS]>,
}

impl Tables {
    fn build() -> Tables {
        let mut sets = Vec::with_capacity(SETS);
        let mut number_of = HashMap::new();
        let numbers = Slices::build(|_, attacked| {
            // A slice is filled with nothing before it is built, and nobody attacks nothing.
            if attacked.is_empty() {
                return 0;
            }
            *number_of.entry(attacked).or_insert_with(|| {
                sets.push(attacked);
                // 6,326 at most, so the cast loses nothing.
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
        table_bytes: Slices::<Magic, u16>::BYTES + size_of::<[Bitboard; SETS]>(),
        ..FancyMagic::CARD
    };

    type Part = RookOrBishop;

    type Occupied = Bitboard;

    fn new() -> Option<Compressed> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Compressed(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: &Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let Tables { numbers, sets } = self.0;
        let (number, _) = numbers.look_up(piece, from, *occupied, trace);
        let number = described("entry of square and index", u64::from(number));
        let number = trace.number("number of the set", number);
        *trace.set("attacked", described("set of that number", sets[number.index()].0))
    }
}
