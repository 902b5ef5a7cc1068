//! Plain magic bitboards: the same shift on every square of a piece.
//!
//! **Idea.** The steps of [magic bitboards](super), with a table of two dimensions for each piece:
//! by square and index, 12 bits for a rook and 9 for a bishop, as many as the square with the most
//! relevant squares needs. There is no offset and no shift to load, and for that most of the table
//! stays empty: a rook on d4 has ten relevant squares, so 1,024 of its 4,096 entries can come up,
//! a bishop on a8 uses 64 of 512.
//!
//! ```text
//!  rooks [64][4096]                             used, at most
//!  a1 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX          4,096
//!  b1 X.X.X.X.X.X.X.X.X.X.X.X.X.X.X.X.          2,048
//!  d4 X...X...X...X...X...X...X...X...          1,024
//! ```
//!
//! The factors are those of [`fancy`](setwise::attacks::magic): a factor that is magic is so with more bits
//! too, which only make finer differences. So the gaps are not as regular as drawn.
//!
//! **Cost.** 64 × 4,096 + 64 × 512 answers, 2,359,296 bytes, and 2,048 of masks and factors; a
//! lookup is an AND, a multiplication of three cycles, a shift and two loads. A queen touches three
//! cache lines.
//!
//! **When it wins.** When the few entries that come up again and again stay in the caches: on the
//! positions of games it was the fastest of the family on Sapphire Rapids, where a core has 2 MiB of
//! second-level cache, and is behind fancy on Zen 5, which has 1. On random occupancies it is behind
//! on both.
//!
//! **Literature.** Lasse Hansen, Winboard forum, 2006;
//! <https://www.chessprogramming.org/Magic_Bitboards#Plain>.

use std::sync::OnceLock;

use super::{Form, Magic, fixed_bits};
use crate::boxed::boxed;
use crate::index::by_piece::{ByPiece, OneLookup, RookOrBishop};
use setwise::attacks::parts::FACTORS;
use setwise::attacks::parts::entry;
use setwise::attacks::{Card, Document, Silent, Term, Trace};
use setwise::{Bitboard, Square};

/// Plain magic bitboards; see the [module](self).
pub type MagicPlain = ByPiece<Plain>;

/// One lookup of [`MagicPlain`].
#[derive(Clone, Copy)]
pub struct Plain(&'static Tables);

const ROOK: RookOrBishop = RookOrBishop::Rook;
const BISHOP: RookOrBishop = RookOrBishop::Bishop;

/// The answers of one piece.
type Answers<const ENTRIES: usize> = [[Bitboard; ENTRIES]; 64];

struct Tables {
    /// Both pieces' of a square side by side, for the queen.
    magics: [[Magic; 2]; 64],
    rook: Box<Answers<{ 1 << fixed_bits(ROOK) }>>,
    bishop: Box<Answers<{ 1 << fixed_bits(BISHOP) }>>,
}

impl Tables {
    const BYTES: usize = size_of::<[[Magic; 2]; 64]>()
        + size_of::<Answers<{ 1 << fixed_bits(ROOK) }>>()
        + size_of::<Answers<{ 1 << fixed_bits(BISHOP) }>>();

    fn build() -> Tables {
        let magic = |piece: RookOrBishop, from| {
            Magic::of(Form::Plain, piece, from, FACTORS[piece as usize][from as usize])
        };
        let squares = || Square::ALL.into_iter();
        Tables {
            magics: Square::ALL.map(|from| [magic(ROOK, from), magic(BISHOP, from)]),
            rook: boxed(squares().map(|from| answers(ROOK, from, magic(ROOK, from)))),
            bishop: boxed(squares().map(|from| answers(BISHOP, from, magic(BISHOP, from)))),
        }
    }
}

fn answers<const N: usize>(piece: RookOrBishop, from: Square, magic: Magic) -> [Bitboard; N] {
    let mut answers = [Bitboard::EMPTY; N];
    for occupied in piece.relevant(from).subsets() {
        let index = magic.index(Form::Plain, occupied, 64 - fixed_bits(piece), &mut Silent);
        answers[index] = piece.attacks(from, occupied);
    }
    answers
}

impl OneLookup for Plain {
    const CARD: Card = Card {
        title: "Magic bitboards, plain",
        people: "Lasse Hansen",
        year: "2006",
        source: "https://www.chessprogramming.org/Magic_Bitboards#Plain",
        documents: &[Document::SlidingPieceAttacks],
        table_bytes: Tables::BYTES,
        needs: "",
    };

    fn new() -> Option<Plain> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        Some(Plain(TABLES.get_or_init(Tables::build)))
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let Tables { magics, rook, bishop } = self.0;
        let magic = magics[from][piece as usize];
        let index = magic.index(Form::Plain, occupied, 64 - fixed_bits(piece), trace);
        let attacked = match piece {
            ROOK => entry(&rook[from][index]),
            BISHOP => entry(&bishop[from][index]),
        };
        trace.set("attacked", &[Term::Sign("entry of square and index")], attacked);
        attacked
    }
}
