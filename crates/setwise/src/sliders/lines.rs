//! The four lines through a square: rank, file, diagonal and anti-diagonal.

use crate::sliders::{Term, Trace};
use crate::{Bitboard, Square};

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

    /// The name in words: `rank`, `anti-diagonal`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::Rank => "rank",
            Axis::File => "file",
            Axis::Diagonal => "diagonal",
            Axis::AntiDiagonal => "anti-diagonal",
        }
    }
}

/// A mask for each of the four lines of a square, in one half of a cache line.
///
/// They lie side by side, so that compilers do several lines in the lanes of one register.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Lines(pub(super) [Bitboard; 4]);

pub(super) const NONE: Lines = Lines([Bitboard::EMPTY; 4]);

pub(super) static LINES: [Lines; 64] = {
    let mut table = [NONE; 64];
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

/// The size of the table behind [`line`].
pub(super) const LINES_BYTES: usize = size_of_val(&LINES);

/// A line through a square, without the square.
#[inline(always)]
pub fn line(from: Square, axis: Axis) -> Bitboard {
    LINES[from].0[axis as usize]
}

/// The occupied squares of a line, traced under a name.
#[inline(always)]
pub(super) fn on_the_line<T: Trace>(
    name: &'static str,
    occupied: Bitboard,
    line: Bitboard,
    trace: &mut T,
) -> Bitboard {
    let on_the_line = occupied & line;
    let terms = [Term::Set("occupied", occupied), Term::Sign("AND"), Term::Set("line", line)];
    trace.set(name, &terms, on_the_line);
    on_the_line
}
