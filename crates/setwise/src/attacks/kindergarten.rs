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
//! to the a-file, and the factor moves the inner square with bit 8*r* (rank 2 is *r* = 1) to bit 57 +
//! *r*. So the factor has the bits 57 − 7*r*: c7, d6, e5, f4, g3 and h2. No two of the copies meet on
//! a bit, so nothing is carried.
//!
//! **Cost.** Two tables of 4,096 bytes and 2,048 bytes of line masks. A line takes a
//! multiplication, a shift, two ANDs and two loads; a file three shifts, an AND and one load. A
//! queen touches five cache lines.
//!
//! **When it wins.** Where multiplication is fast and the second-level cache is needed for other
//! data: 10 KiB fit in the first-level cache. It is the technique of most methods that name none,
//! because it needs no CPU feature and no table built at run time. Of the techniques without
//! either, it is among the fastest in the move generator (see `results/techniques.md` in the
//! repository).
//!
//! **Literature.** Urban Koistinen, "collapsed files", rec.games.chess.computer, 1997; Gerd
//! Isenberg and others, 2006; <https://www.chessprogramming.org/Kindergarten_Bitboards>.

use super::table::entry;
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

/// The rank, the diagonal and the anti-diagonal through a square, without the square.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lines {
    rank: Bitboard,
    diagonal: Bitboard,
    anti_diagonal: Bitboard,
}

static LINES: [Lines; 64] = {
    const NONE: Bitboard = Bitboard::EMPTY;
    let mut table = [Lines { rank: NONE, diagonal: NONE, anti_diagonal: NONE }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[index] = Lines {
            rank: Bitboard::rank(square.rank()).without(square),
            diagonal: Bitboard::diagonal(square.diagonal()).without(square),
            anti_diagonal: Bitboard::anti_diagonal(square.anti_diagonal()).without(square),
        };
        index += 1;
    }
    table
};

impl Sliders for Kindergarten {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        on_file(from, occupied) | on_line(from, LINES[from].rank, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        let Lines { diagonal, anti_diagonal, .. } = LINES[from];
        on_line(from, diagonal, occupied) | on_line(from, anti_diagonal, occupied)
    }
}

/// Returns the squares attacked along a rank or a diagonal.
#[inline(always)]
fn on_line(from: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let index = (occupied & line).0.wrapping_mul(B_FILE.0) >> 58;
    entry(&FILL_UP[from as usize & 7][index as usize]) & line
}

/// Returns the squares attacked along a file.
#[inline(always)]
fn on_file(from: Square, occupied: Bitboard) -> Bitboard {
    let file = from as u32 & 7;
    let on_the_a_file = occupied.0 >> file & A_FILE.0;
    let index = on_the_a_file.wrapping_mul(FILE_FACTOR.0) >> 58;
    Bitboard(entry(&ON_THE_A_FILE[from as usize >> 3][index as usize]).0 << file)
}
