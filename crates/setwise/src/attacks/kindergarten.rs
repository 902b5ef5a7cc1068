//! Kindergarten bitboards: a multiplication collects the occupied squares of a line into an index.
//!
//! **Idea.** A rank, a diagonal or an anti-diagonal has at most one square on each file. A
//! multiplication by the a-file, a factor of eight ones that are eight bits apart, adds its squares
//! up on the last rank, each on its own file. Only the six inner squares are needed. So the factor
//! is the b-file, which moves all squares up by one file, and a shift right by 58 = 64 − 6 leaves
//! the inner ones as an index:
//!
//! ```text
//!  occupied & line    b-file             product
//!  . . . . . . . H    . X . . . . . .    . A B C D E F G     index, 0 to 63, in binary: G F E D C B
//!  . . . . . . G .    . X . . . . . .    . A B C D E F G
//!  . . . . . F . .    . X . . . . . .    . A B C D E F .
//!  . . . . E . . .  × . X . . . . . .  = . A B C D E . .
//!  . . . D . . . .    . X . . . . . .    . A B C D . . .
//!  . . C . . . . .    . X . . . . . .    . A B C . . . .
//!  . B . . . . . .    . X . . . . . .    . A B . . . . .
//!  A . . . . . . .    . X . . . . . .    . A . . . . . .
//! ```
//!
//! (H drops off the board. The digits of the index are in the reverse order, because a square
//! further to the right has a higher bit.) The slider's own square may be occupied or not. The
//! table has, for each file and index, the squares that a rook on that file of the first rank
//! attacks, copied to each of the eight ranks. An AND with the line selects its own squares.
//!
//! A file has all its squares on one file, so it has a factor and a table of its own. It is shifted
//! to the a-file, and the factor moves the square on rank *r* to bit 57 + *r*. For the six inner
//! ranks, the factor has the bits 57 − 7*r*, which are a part of the anti-diagonal.
//!
//! **Cost.** Two tables of 4,096 bytes and 2,048 bytes of line masks. A line takes a
//! multiplication, a shift, two ANDs and two loads. A queen touches five cache lines.
//!
//! **When it wins.** Where multiplication is fast and the second-level cache is needed for other
//! data: 10 KiB fit in the first-level cache. It is the technique of all methods that name none,
//! because it needs no CPU feature and no table built at run time. Of the techniques without
//! either, it is among the fastest in the move generator (see `results/techniques.md` in the
//! repository).
//!
//! **Literature.** Urban Koistinen, "collapsed files", rec.games.chess.computer, 1997; Gerd
//! Isenberg and others, 2006; <https://www.chessprogramming.org/Kindergarten_Bitboards>.

use super::parts::Axis;
use super::parts::tables::entry;
use super::parts::trace::{Number, Set, Silent, Trace, described};
use super::{Sliders, walk};
use crate::{Bitboard, File, Square};

/// Kindergarten bitboards; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Kindergarten(());

impl Kindergarten {
    /// Returns the technique. It needs no CPU feature, so it runs on every CPU.
    #[allow(clippy::new_without_default, reason = "it is `attacks::DEFAULT`")]
    pub const fn new() -> Kindergarten {
        Kindergarten(())
    }
}

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
/// and the occupancy of the six inner squares.
static FILL_UP: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut index = 0;
    while index < 64 * 8 {
        let (file, inner) = (index / 64, index % 64);
        let attacked = walk::rook(Square::ALL[file], Bitboard((inner as u64) << 1));
        table[file][inner] = Bitboard((attacked.0 & 0xff) * A_FILE.0);
        index += 1;
    }
    table
};

/// The squares that a rook on the a-file attacks on that file, by the rank of the rook and the
/// occupancy of the six inner squares.
static ON_THE_A_FILE: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut index = 0;
    while index < 64 * 8 {
        let (rank, inner) = (index / 64, index % 64);
        let mut occupied = Bitboard::EMPTY;
        let mut bit = 0;
        while bit < 6 {
            if inner >> bit & 1 != 0 {
                occupied = occupied.with(Square::ALL[8 * (bit + 1)]);
            }
            bit += 1;
        }
        table[rank][inner] = walk::rook(Square::ALL[8 * rank], occupied).intersection(A_FILE);
        index += 1;
    }
    table
};

/// Returns the squares attacked along a rank or a diagonal.
#[inline(always)]
fn rank_or_diagonal<T: Trace>(
    from: Square,
    axis: Axis,
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    trace.part(axis.name());
    let (occupied, line) = (Set("occupied", occupied), Set("line", axis.line(from)));
    trace.say(
        "Only the pieces on this line can stop the slider. AND keeps them and drops the rest.",
    );
    let o = trace.set("o", occupied & line);
    trace.say(
        "The B file has a one on each rank, so the product is the sum of eight copies of o, each \
         shifted to one of these ones. In the last rank it has all squares of the line side by \
         side, one file further to the right on the board: those of the files b to g are the top \
         six bits. The shift makes them an index. As a number it is mirrored: its last digit is \
         the square on the b-file, its first the one on the g-file.",
    );
    let index = trace.number("index", (o * Set("b-file", B_FILE)) >> 58);
    let copies = entry(&FILL_UP[from as usize & 7][index.index()]);
    trace.say(
        "Look up the attacked squares of a rank, by the file of the slider and the index. The \
         entry has eight copies, one on each rank.",
    );
    let copies = trace.set("eight copies", described("entry of file and index", copies.0));
    trace.say("AND with the line keeps one square of each copy: the attacked squares of the line.");
    *trace.set("attacked", copies & line)
}

/// Returns the squares attacked along a file.
#[inline(always)]
fn file<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    trace.part(Axis::File.name());
    let (occupied, file) = (Set("occupied", occupied), Number("file", from as u64 & 7));
    trace.say("Shift the file to the A file, and drop the rest.");
    let o = trace.set("on the a-file", occupied >> file & Set("a-file", A_FILE));
    trace.say(
        "The product is the sum of six copies of the file, each shifted to one bit of the factor. \
         They put the six inner squares into the top six bits, and the shift makes these an index. \
         Its last digit is the square on rank 2, its first the one on rank 7.",
    );
    let index = trace.number("index", (o * Set("factor", FILE_FACTOR)) >> 58);
    let there = entry(&ON_THE_A_FILE[from as usize >> 3][index.index()]);
    trace.say(
        "Look up the attacked squares of the A file, by the rank of the slider and the index.",
    );
    let there = trace.set("attacked on the a-file", described("entry of rank and index", there.0));
    trace.say("Shift back to the file of the slider.");
    *trace.set("attacked", there << file)
}

/// The lookups with their steps, for the collection of techniques.
#[doc(hidden)]
impl Kindergarten {
    pub const TABLE_BYTES: usize =
        size_of_val(&FILL_UP) + size_of_val(&ON_THE_A_FILE) + Axis::TABLE_BYTES;

    #[inline(always)]
    pub fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        file(from, occupied, trace) | rank_or_diagonal(from, Axis::Rank, occupied, trace)
    }

    #[inline(always)]
    pub fn trace_bishop<T: Trace>(
        self,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        rank_or_diagonal(from, Axis::Diagonal, occupied, trace)
            | rank_or_diagonal(from, Axis::AntiDiagonal, occupied, trace)
    }
}

impl Sliders for Kindergarten {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.trace_rook(from, occupied, &mut Silent)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.trace_bishop(from, occupied, &mut Silent)
    }
}
