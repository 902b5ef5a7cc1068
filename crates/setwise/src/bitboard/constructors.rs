//! Constants, and sets made from squares, ranks, files and diagonals.

use super::Bitboard;
use crate::{AntiDiagonal, Diagonal, File, Rank, Square};

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set of all 64 squares.
    pub const UNIVERSE: Bitboard = Bitboard(!0);

    /// The 32 dark squares, including a1 and h8.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// Returns the eight squares of a rank.
    ///
    /// ```
    /// use setwise::{Bitboard, Rank, bitboard};
    ///
    /// assert_eq!(Bitboard::rank(Rank::Seventh), bitboard! {
    ///     . . . . . . . .
    ///     X X X X X X X X
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u32))
    }

    /// Returns the eight squares of a file.
    ///
    /// ```
    /// use setwise::{Bitboard, File, bitboard};
    ///
    /// assert_eq!(Bitboard::file(File::C), bitboard! {
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    /// });
    /// ```
    #[inline(always)]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// Returns the squares of a diagonal, one to eight of them.
    ///
    /// ```
    /// use setwise::{Bitboard, Square, bitboard};
    ///
    /// assert_eq!(Bitboard::diagonal(Square::F4.diagonal()), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . X
    ///     . . . . . . X .
    ///     . . . . . X . .
    ///     . . . . X . . .
    ///     . . . X . . . .
    ///     . . X . . . . .
    /// });
    /// ```
    pub const fn diagonal(diagonal: Diagonal) -> Bitboard {
        const MAIN: u64 = 0x8040_2010_0804_0201;
        // A shift by whole ranks drops the squares that leave the board.
        let ranks = diagonal.rank_minus_file();
        Bitboard(if ranks >= 0 { MAIN << (8 * ranks) } else { MAIN >> (-8 * ranks) })
    }

    /// Returns the squares of an anti-diagonal, one to eight of them.
    ///
    /// ```
    /// use setwise::{Bitboard, Square, bitboard};
    ///
    /// assert_eq!(Bitboard::anti_diagonal(Square::D4.anti_diagonal()), bitboard! {
    ///     . . . . . . . .
    ///     X . . . . . . .
    ///     . X . . . . . .
    ///     . . X . . . . .
    ///     . . . X . . . .
    ///     . . . . X . . .
    ///     . . . . . X . .
    ///     . . . . . . X .
    /// });
    /// ```
    pub const fn anti_diagonal(anti_diagonal: AntiDiagonal) -> Bitboard {
        const MAIN: u64 = 0x0102_0408_1020_4080;
        let sum = anti_diagonal.rank_plus_file();
        Bitboard(if sum >= 7 { MAIN << (8 * (sum - 7)) } else { MAIN >> (8 * (7 - sum)) })
    }

    /// Returns the set that contains only the given square.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    ///
    /// // Square a2 has index 8.
    /// assert_eq!(Bitboard::of(Square::A2), Bitboard(1 << 8));
    /// ```
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u32)
    }

    /// Returns the set with a square added.
    ///
    /// ```
    /// use setwise::{Bitboard, Square, bitboard};
    ///
    /// let rooks = Bitboard::EMPTY.with(Square::A1).with(Square::H1);
    /// assert_eq!(rooks, bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     X . . . . . . X
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u32)
    }

    /// Returns the set with a square removed.
    ///
    /// ```
    /// use setwise::{Bitboard, Rank, Square, bitboard};
    ///
    /// // White's pawns of the initial position before and after the move e4.
    /// let pawns = Bitboard::rank(Rank::Second);
    /// assert_eq!(pawns.without(Square::E2).with(Square::E4), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . . . . . .
    ///     X X X X . X X X
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u32))
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Bitboard {
        Bitboard::file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Bitboard {
        Bitboard::rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_files_and_diagonals_contain_exactly_their_squares() {
        for square in Square::ALL {
            let with = |on: &dyn Fn(Square) -> bool| -> Bitboard {
                Square::ALL.into_iter().filter(|&s| on(s)).collect()
            };
            let (rank, file) = (square.rank(), square.file());
            assert_eq!(Bitboard::rank(rank), with(&|s| s.rank() == rank));
            assert_eq!(Bitboard::file(file), with(&|s| s.file() == file));
            let diagonal = square.diagonal();
            assert_eq!(Bitboard::diagonal(diagonal), with(&|s| s.diagonal() == diagonal));
            let anti = square.anti_diagonal();
            assert_eq!(Bitboard::anti_diagonal(anti), with(&|s| s.anti_diagonal() == anti));
        }
    }
}
