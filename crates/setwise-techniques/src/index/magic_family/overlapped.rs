//! Magic bitboards in one overlapped table: the shift is constant, and the squares fill each
//! other's gaps.
//!
//! **Idea.** With the same shift for every square of a piece, as in [`plain`](super::plain), the
//! indices of a square are scattered over 4,096 entries (512 for a bishop) with gaps between them.
//! So all squares share one table. Each has an offset at which its used entries fall into the gaps
//! of the others. A lookup is
//!
//! ```text
//!  occupied      (o & relevant) or       >> 52, rook       + offset of
//!            →   (o | !relevant)    →    >> 55, bishop  →  the square   →  attacked
//!                × factor
//! ```
//!
//! [`MagicFixed`] multiplies the occupied squares among the relevant ones. [`MagicBlack`]
//! multiplies these and all squares that are not relevant. These other squares are the same in
//! every product, so they add a constant to it. With a good constant, the carry out of the bits
//! below the index makes blockers behind one another collide constructively, more often than in
//! plain products.
//!
//! | | used entries | table | bytes, with masks, factors and offsets |
//! |---|---|---|---|
//! | [`MagicFixed`] | 101,163 | 104,558 | 839,536 |
//! | [`MagicBlack`] | 89,275 | 100,687 | 808,568 |
//!
//! To pack the squares into the shortest table is hard: strongly NP-complete, as Niklas Fiekas showed
//! in 2020 (<https://backscattering.de/chess/hashtable-packing/>). Gaps at random places are of no
//! use: first-fit packs such squares into more than twice as many entries. So the factors have
//! indices with a period of four. A rook in a corner never uses one of the four remainders, and a
//! square with two bits to spare uses only one remainder, and lies in the gaps:
//!
//! ```text
//!  rook a1   XXX.XXX.XXX.XXX.XXX.XXX. … 4,096 entries, 3,072 of them used
//!  rook d4      X   X   X   X   X   X … 1,024 used
//!  table     XXXXXXXXXXXXXXXXXXXXXXXX …
//! ```
//!
//! [`fancy`](setwise::attacks::magic) has 107,648 entries for the same occupancies. Volker Annuss's
//! black factors, found by long searches, give a table of 88,316 entries. The factors here use
//! hardly more entries than that, but 11,412 gaps remain.
//!
//! **Cost.** The bytes in the table above, 48 of them for both pieces of a square. A lookup is an
//! AND or OR, a multiplication of three cycles, a shift by a constant and two loads; the offset is
//! stored as a pointer into the table. A queen touches three or four cache lines.
//!
//! **When it wins.** In lookups alone, it was usually faster than fancy (see
//! `results/techniques.md` in the repository). Its advantage is larger on a CPU where a shift by a
//! variable is slow.
//!
//! **Literature.** Onno Garms 2009, the fixed shift; Volker Annuss 2017, black magic, who reached
//! 88,507 entries, and 88,316 later; <https://talkchess.com/viewtopic.php?t=64790>,
//! <https://www.chessprogramming.org/Magic_Bitboards#Fixed_shift_Fancy>.
#![allow(unsafe_code, reason = "an index that is bounded by the way it is made")]
// Miri: setwise-techniques index::magic_family::overlapped::tests::entries_of_some_occupancies

use std::sync::OnceLock;

use super::factors::{self, Packing, Placed};
use super::{BLACK_KEY, Form, INDEX, Magic, PLAIN_KEY, fixed_bits};
use crate::Card;
use crate::index::tables::First;
use crate::parts::{ByPart, Lookup, RookOrBishop};
use crate::trace::{Number, Sentences, Signed, Silent, Trace, described};
use setwise::{Bitboard, Square};

/// Magic bitboards with a fixed shift, overlapped; see the [module](self).
pub type MagicFixed = ByPart<Overlapped<false>>;

/// Black magic bitboards; see the [module](self).
pub type MagicBlack = ByPart<Overlapped<true>>;

/// The lookup of one piece of a technique with an overlapped table: [`MagicFixed`], which
/// multiplies the occupied squares among the relevant ones, or [`MagicBlack`], which multiplies
/// these and all squares that are not relevant.
#[derive(Clone, Copy)]
pub struct Overlapped<const BLACK: bool>(&'static Table);

impl<const BLACK: bool> Overlapped<BLACK> {
    /// The set that is multiplied.
    const FORM: Form = if BLACK { Form::Black } else { Form::Plain };

    /// The factors, and the offsets of the squares.
    const PACKING: &'static Packing = if BLACK { &factors::BLACK } else { &factors::FIXED };
}

/// The table of one of the two techniques.
pub struct Table {
    /// The ranges of both pieces of a square are adjacent, for the queen.
    squares: [[Range; 2]; 64],
    answers: &'static [Bitboard],
}

/// The factor of a square, and the place of the entry with index 0.
#[derive(Clone, Copy)]
struct Range {
    magic: Magic,
    first: First<Bitboard>,
}

impl Table {
    fn build(form: Form, packing: &Packing) -> Table {
        Table::build_for(Bitboard::subsets, form, packing)
    }

    /// Builds the table for some of the occupancies of relevant squares; the other entries are
    /// empty.
    fn build_for<I: IntoIterator<Item = Bitboard>>(
        occupancies: impl Fn(Bitboard) -> I,
        form: Form,
        packing: &Packing,
    ) -> Table {
        let placed = |piece: RookOrBishop, from| {
            let Placed { factor, first } = packing.placed[piece as usize][from];
            (Magic::of(form, piece, from, factor), first as isize)
        };
        let mut answers = vec![Bitboard::EMPTY; packing.entries];
        for from in Square::ALL {
            for piece in RookOrBishop::ALL {
                let (magic, first) = placed(piece, from);
                for occupied in occupancies(piece.relevant(from)) {
                    let place = first + magic.index_of(form, piece, occupied, &mut Silent) as isize;
                    answers[place as usize] = piece.attacks(from, occupied);
                }
            }
        }
        let answers: &[Bitboard] = answers.leak();
        let range = |(magic, first)| Range { magic, first: First::of(answers, first) };
        let ranges = |from| RookOrBishop::ALL.map(|piece| range(placed(piece, from)));
        Table { squares: Square::ALL.map(ranges), answers }
    }
}

impl Magic {
    /// Returns the index, which has the same number of bits for every square of a piece.
    #[inline(always)]
    fn index_of<T: Trace>(
        self,
        form: Form,
        piece: RookOrBishop,
        occupied: Bitboard,
        trace: &mut T,
    ) -> usize {
        self.index(form, occupied, 64 - fixed_bits(piece), trace)
    }
}

impl<const BLACK: bool> Lookup for Overlapped<BLACK> {
    const CARD: Card = Card {
        page: crate::page!("overlapped.rs"),
        table_bytes: size_of::<[[Range; 2]; 64]>() + Self::PACKING.entries * size_of::<Bitboard>(),
        ..if BLACK {
            Card {
                people: "Volker Annuss, Onno Garms",
                year: "2017",
                source: "https://talkchess.com/viewtopic.php?t=64790",
                ..Card::titled("Black magic bitboards")
            }
        } else {
            Card {
                people: "Onno Garms",
                year: "2009",
                source: "https://www.chessprogramming.org/Magic_Bitboards#Fixed_shift_Fancy",
                ..Card::titled("Magic bitboards, fixed shift")
            }
        }
    };

    type Part = RookOrBishop;

    fn new() -> Option<Overlapped<BLACK>> {
        static TABLES: [OnceLock<Table>; 2] = [const { OnceLock::new() }; 2];
        let build = || Table::build(Self::FORM, Self::PACKING);
        Some(Overlapped(TABLES[usize::from(BLACK)].get_or_init(build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let range = self.0.squares[from][piece as usize];
        let index = range.magic.index_of(Self::FORM, piece, occupied, trace);
        let offset = Signed("offset", range.first.offset(self.0.answers) as i64);
        trace.number("place", Number("index", index as u64) + offset);
        // SAFETY: the index depends only on which relevant squares are occupied, and `Table::build`
        // has written the entry of each subset of them, with its bounds checked.
        let attacked = unsafe { range.first.entry(index) };
        *trace.set("attacked", described("entry of that place", attacked.0))
    }

    const SENTENCES: &'static [Sentences] = &[
        if BLACK { BLACK_KEY } else { PLAIN_KEY },
        INDEX,
        Sentences::of(&[
            (
                "place",
                "The slices of the squares overlap in one table. The offset is where this slice \
                 begins.",
            ),
            ("attacked", "Look up the attacked squares at this place."),
        ]),
    ];
}

#[cfg(test)]
mod tests {
    use super::factors::{BLACK, FIXED};
    use super::*;
    use crate::index::magic_family::finder::Target;
    use std::collections::BTreeSet;

    const KEPT: [(Form, &Packing); 2] = [(Form::Plain, &FIXED), (Form::Black, &BLACK)];

    #[test]
    fn the_factors_are_magic_and_no_entry_serves_two_squares() {
        for (form, packing) in KEPT {
            let mut taken = vec![false; packing.entries];
            for piece in RookOrBishop::ALL {
                for from in Square::ALL {
                    let placed = packing.placed[piece as usize][from];
                    let target = Target::new(piece, from, form, fixed_bits(piece));
                    let target = target.expect("twelve bits or nine");
                    assert!(target.check(placed.factor).is_ok(), "{form:?} {piece:?} {from}");
                    let relevant = piece.relevant(from);
                    let magic = Magic::of(form, piece, from, placed.factor);
                    let index = |occupied| magic.index_of(form, piece, occupied, &mut Silent);
                    for index in relevant.subsets().map(index).collect::<BTreeSet<_>>() {
                        let place = (placed.first + index as i32) as usize;
                        assert!(!taken[place], "{form:?} {piece:?} {from}");
                        taken[place] = true;
                    }
                }
            }
            assert_eq!(taken.last(), Some(&true), "no longer than it must be");
        }
    }

    fn check_some_entries<const BLACK: bool>() {
        let some = |relevant| [Bitboard::EMPTY, relevant];
        let (form, packing) = (Overlapped::<BLACK>::FORM, Overlapped::<BLACK>::PACKING);
        let table = Box::leak(Box::new(Table::build_for(some, form, packing)));
        let overlapped = Overlapped::<BLACK>(table);
        for from in Square::ALL {
            for piece in RookOrBishop::ALL {
                for occupied in some(piece.relevant(from)) {
                    let attacked = overlapped.attacked(piece, from, occupied, &mut Silent);
                    assert_eq!(attacked, piece.attacks(from, occupied), "{piece:?} {from}");
                }
            }
        }
    }

    #[test]
    fn entries_of_some_occupancies() {
        check_some_entries::<false>();
        check_some_entries::<true>();
    }
}
