//! The four lines through a square: rank, file, diagonal and anti-diagonal.

use setwise::{Bitboard, Square};

/// One of the four lines through a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Axis {
    Rank,
    File,
    Diagonal,
    AntiDiagonal,
}

impl Axis {
    /// All four: the rook's two, then the bishop's.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Diagonal, Axis::AntiDiagonal];

    /// The size of the table behind [`Axis::line`].
    pub const TABLE_BYTES: usize = size_of_val(&LINES);

    /// Returns the name in words: `rank`, `anti-diagonal`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::Rank => "rank",
            Axis::File => "file",
            Axis::Diagonal => "diagonal",
            Axis::AntiDiagonal => "anti-diagonal",
        }
    }

    /// Returns the line through a square, without the square.
    #[inline(always)]
    pub const fn line(self, from: Square) -> Bitboard {
        LINES[from as usize].0[self as usize]
    }
}

/// A mask for each of the four lines of a square, in one half of a cache line.
///
/// They are adjacent, so that compilers compute several lines in the lanes of one register.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lines([Bitboard; 4]);

static LINES: [Lines; 64] = {
    let mut table = [Lines([Bitboard::EMPTY; 4]); 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[index] = Lines([
            Bitboard::rank(square.rank()).without(square),
            Bitboard::file(square.file()).without(square),
            Bitboard::diagonal(square.diagonal()).without(square),
            Bitboard::anti_diagonal(square.anti_diagonal()).without(square),
        ]);
        index += 1;
    }
    table
};
