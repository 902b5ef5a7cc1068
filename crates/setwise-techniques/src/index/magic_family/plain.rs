//! Plain magic bitboards: the same shift for every square of a piece.
//!
//! **Idea.** The steps of [magic bitboards](super), with a table of two dimensions for each piece:
//! by square and index. The index has 12 bits for a rook and 9 for a bishop, as the square with the
//! most relevant squares needs. There is no offset and no shift to load, but most of the table is
//! empty: a rook on d4 has ten relevant squares, so at most 1,024 of its 4,096 entries are used,
//! and a bishop on a8 uses 64 of 512.
//!
//! ```text
//!  rooks [64][4096]                             used, at most
//!  a1 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX          4,096
//!  b1 X.X.X.X.X.X.X.X.X.X.X.X.X.X.X.X.          2,048
//!  d4 X...X...X...X...X...X...X...X...          1,024
//! ```
//!
//! The factors are the factors of [`fancy`](setwise::attacks::magic): a magic factor is also magic
//! with more bits, because more bits only make more indices different. So the gaps are not as
//! regular as drawn.
//!
//! **Cost.** 64 × 4,096 + 64 × 512 entries, 2,359,296 bytes, and 2,048 bytes of masks and factors.
//! A lookup is an AND, a multiplication of three cycles, a shift and two loads. A queen touches
//! three cache lines.
//!
//! **When it wins.** Where the few entries that are used often stay in the caches: on the positions
//! of games it was the fastest of the family on Sapphire Rapids, which has a second-level cache of
//! 2 MiB. On Zen 5, which has 1 MiB, and on random occupancies it is slower than fancy.
//! `results/techniques.md` in the repository has the measurements.
//!
//! **Literature.** Lasse Hansen, Winboard forum, 2006;
//! <https://www.chessprogramming.org/Magic_Bitboards#Plain>.

use std::sync::OnceLock;

use super::{Form, INDEX, Magic, PLAIN_KEY, fixed_bits};
use crate::boxed::boxed;
use crate::index::tables::{ENTRY, entry};
use crate::parts::{ByPart, Lookup, RookOrBishop};
use crate::trace::{Sentences, Silent, Trace, described};
use crate::{Card, Document};
use setwise::attacks::magic::FACTORS;
use setwise::{Bitboard, Square};

/// Plain magic bitboards; see the [module](self).
pub type MagicPlain = ByPart<Plain>;

/// The lookup of one piece of [`MagicPlain`].
#[derive(Clone, Copy)]
pub struct Plain(&'static Tables);

const ROOK: RookOrBishop = RookOrBishop::Rook;
const BISHOP: RookOrBishop = RookOrBishop::Bishop;

/// The factors and the entries as words of one allocation, so that a lookup adds constants to one
/// address. With a box for each piece, a lookup loaded two addresses more.
type Tables = [u64; BISHOP_ANSWERS + 64 * entries(BISHOP)];

/// The index of the first entry of rooks, after a mask and a factor for each piece and square.
const ROOK_ANSWERS: usize = 4 * 64;
const BISHOP_ANSWERS: usize = ROOK_ANSWERS + 64 * entries(ROOK);

/// Returns the number of entries for each square.
const fn entries(piece: RookOrBishop) -> usize {
    1 << fixed_bits(piece)
}

/// Returns the index of the mask of a piece and square; the factor follows it.
#[inline(always)]
const fn magic_at(piece: RookOrBishop, from: Square) -> usize {
    4 * from as usize + 2 * piece as usize
}

/// Returns the index of the first entry of a piece and square.
#[inline(always)]
const fn answers_at(piece: RookOrBishop, from: Square) -> usize {
    match piece {
        ROOK => ROOK_ANSWERS + from as usize * entries(ROOK),
        BISHOP => BISHOP_ANSWERS + from as usize * entries(BISHOP),
    }
}

fn build() -> &'static Tables {
    let mut tables: Box<Tables> = boxed(core::iter::repeat_n(0, size_of::<Tables>() / 8));
    for piece in RookOrBishop::ALL {
        for from in Square::ALL {
            let factor = FACTORS[piece as usize][from as usize];
            let magic = Magic::of(Form::Plain, piece, from, factor);
            let at = magic_at(piece, from);
            (tables[at], tables[at + 1]) = (magic.mask.0, magic.factor);
            for occupied in piece.relevant(from).subsets() {
                let shift = 64 - fixed_bits(piece);
                let index = magic.index(Form::Plain, occupied, shift, &mut Silent);
                tables[answers_at(piece, from) + index] = piece.attacks(from, occupied).0;
            }
        }
    }
    Box::leak(tables)
}

impl Lookup for Plain {
    const CARD: Card = Card {
        title: "Magic bitboards, plain",
        people: "Lasse Hansen",
        year: "2006",
        source: "https://www.chessprogramming.org/Magic_Bitboards#Plain",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("plain.rs"),
        table_bytes: size_of::<Tables>(),
        needs: "",
    };

    type Part = RookOrBishop;

    fn new() -> Option<Plain> {
        static TABLES: OnceLock<&Tables> = OnceLock::new();
        Some(Plain(TABLES.get_or_init(build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let at = magic_at(piece, from);
        let magic = Magic { mask: Bitboard(self.0[at]), factor: self.0[at + 1] };
        let index = magic.index(Form::Plain, occupied, 64 - fixed_bits(piece), trace);
        let attacked = entry(&self.0[answers_at(piece, from) + index]);
        *trace.set("attacked", described("entry of square and index", attacked))
    }

    const SENTENCES: &'static [Sentences] = &[PLAIN_KEY, INDEX, ENTRY];
}
