//! Kindergarten bitboards with their steps, as [`setwise::attacks::kindergarten`] describes them.

use super::first_rank;
use super::tables::entry;
use crate::parts::{Axis, ByPart, Lookup, ON_THE_LINE};
use crate::trace::{Number, Sentences, Set, Trace, described};
use crate::{Card, Document};
use setwise::attacks::walk;
use setwise::{Bitboard, File, Square};

/// Kindergarten bitboards; see the [module](self).
pub type Kindergarten = ByPart<Collected>;

/// The lookup of one line of [`Kindergarten`].
#[derive(Clone, Copy, Debug)]
pub struct Collected;

const A_FILE: Bitboard = Bitboard::file(File::A);
const B_FILE: Bitboard = Bitboard::file(File::B);

/// The factor that moves the inner squares of the a-file to the six highest bits, rank 2 lowest.
const FILE_FACTOR: Bitboard = {
    let mut factor = 0;
    let mut rank = 1;
    while rank < 7 {
        factor |= 1 << (57 - 7 * rank);
        rank += 1;
    }
    Bitboard(factor)
};

/// The squares that a rook attacks on the first rank, copied to each rank, by the file of the rook
/// and the occupancy of the six inner squares; and those on the a-file, by its rank.
static TABLES: [[[Bitboard; 64]; 8]; 2] = {
    let mut tables = [[[Bitboard::EMPTY; 64]; 8]; 2];
    let mut index = 0;
    while index < 64 * 8 {
        let (place, inner) = (index / 64, index % 64);
        let on_the_rank = first_rank::walked(inner << 1, place);
        tables[0][place][inner] = Bitboard(on_the_rank as u64 * A_FILE.0);
        let mut occupied = Bitboard::EMPTY;
        let mut rank = 1;
        while rank < 7 {
            if inner >> (rank - 1) & 1 != 0 {
                occupied = occupied.with(Square::ALL[8 * rank]);
            }
            rank += 1;
        }
        let attacked = walk::rook(Square::ALL[8 * place], occupied);
        tables[1][place][inner] = attacked.intersection(A_FILE);
        index += 1;
    }
    tables
};

impl Lookup for Collected {
    const CARD: Card = Card {
        title: "Kindergarten bitboards",
        people: "Urban Koistinen, Gerd Isenberg",
        year: "1997, 2006",
        source: "https://www.chessprogramming.org/Kindergarten_Bitboards",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!(source: setwise::attacks::sources::KINDERGARTEN),
        table_bytes: size_of_val(&TABLES) + Axis::TABLE_BYTES,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Collected> {
        Some(Collected)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if axis == Axis::File {
            return on_file(from, occupied, trace);
        }
        let (occupied, line) = (Set("occupied", occupied), Set("line", axis.line(from)));
        let o = trace.set("o", occupied & line);
        let index = trace.number("index", (o * Set("b-file", B_FILE)) >> 58);
        let copies = entry(&TABLES[0][from as usize & 7][index.index()]);
        let copies = trace.set("eight copies", described("entry of file and index", copies.0));
        *trace.set("attacked", copies & line)
    }

    const SENTENCES: &'static [Sentences] = &[first_rank::TO_AND_FROM_THE_A_FILE, ON_FILE, ON_LINE];
}

/// Returns the squares attacked along a file.
#[inline(always)]
fn on_file<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    let (occupied, file) = (Set("occupied", occupied), Number("file", from as u64 & 7));
    let o = trace.set("on the a-file", occupied >> file & Set("a-file", A_FILE));
    let index = trace.number("index", (o * Set("factor", FILE_FACTOR)) >> 58);
    let there = entry(&TABLES[1][from as usize >> 3][index.index()]);
    let there = trace.set("attacked on the a-file", described("entry of rank and index", there.0));
    *trace.set("attacked", there << file)
}

const ON_LINE: Sentences = Sentences::of(&[
    ON_THE_LINE,
    (
        "index",
        "The B file has a one on each rank, so the product is the sum of eight copies of o, each \
         shifted to one of these ones. In the last rank it has all squares of the line side by \
         side, one file further to the right on the board: the squares of the files b to g are the \
         top six bits. The shift makes them an index. As a number it is mirrored: its last digit is \
         the square on the b-file, its first the one on the g-file.",
    ),
    (
        "eight copies",
        "Look up the attacked squares of a rank, by the file of the slider and the index. The \
         entry has eight copies, one on each rank.",
    ),
    (
        "attacked",
        "AND with the line keeps one square of each copy: the attacked squares of the line.",
    ),
]);

const ON_FILE: Sentences = Sentences::of_parts(
    &["file"],
    &[
        (
            "index",
            "The product is the sum of six copies of the file, each shifted to one bit of the \
             factor. They put the six inner squares into the top six bits, and the shift makes \
             these an index. Its last digit is the square on rank 2, its first the one on rank 7.",
        ),
        (
            "attacked on the a-file",
            "Look up the attacked squares of the A file, by the rank of the slider and the index.",
        ),
    ],
);
