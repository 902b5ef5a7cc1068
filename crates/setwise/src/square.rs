//! Squares, and the four lines through each: file, rank, diagonal and anti-diagonal.
//!
//! Squares are numbered along the ranks: A1 = 0, H1 = 7, A2 = 8, H8 = 63 ("little-endian rank-file
//! mapping"). The crate `setwise-techniques` has other numberings.
#![allow(unsafe_code, reason = "a masked index becomes a Square without a 64-way branch")]
// Miri: setwise memory::every_index_is_a_square

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use crate::Color;

/// A column of the board, from A (queenside) to H (kingside).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

/// A row of the board, from the first (White's back rank) to the eighth (Black's back rank).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl File {
    /// All eight files, A to H.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// Returns the lower-case letter, `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file for a letter in either case, or `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }
}

impl Rank {
    /// All eight ranks, first to eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// Returns the digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank for a digit, or `None` for any other character.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// Returns the rank counted from `color`'s side of the board: White's first is Black's eighth.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// One of the 15 diagonals that rise to the right, identified by rank − file.
///
/// The main diagonal a1–h8 is 0, the square h1 is −7 and the square a8 is 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagonal(i8);

impl Diagonal {
    /// Returns the diagonal with a given rank − file, −7 to 7, or `None` for any other number.
    pub const fn new(rank_minus_file: i8) -> Option<Diagonal> {
        match rank_minus_file {
            -7..=7 => Some(Diagonal(rank_minus_file)),
            _ => None,
        }
    }

    /// Returns rank − file of every square on the diagonal, −7 to 7.
    pub const fn rank_minus_file(self) -> i8 {
        self.0
    }
}

/// One of the 15 anti-diagonals, which rise to the left, identified by rank + file.
///
/// The square a1 is 0, the main anti-diagonal a8–h1 is 7 and the square h8 is 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AntiDiagonal(u8);

impl AntiDiagonal {
    /// Returns the anti-diagonal with a given rank + file, 0 to 14, or `None` for a larger number.
    pub const fn new(rank_plus_file: u8) -> Option<AntiDiagonal> {
        match rank_plus_file {
            0..=14 => Some(AntiDiagonal(rank_plus_file)),
            _ => None,
        }
    }

    /// Returns rank + file of every square on the anti-diagonal, 0 to 14.
    pub const fn rank_plus_file(self) -> u8 {
        self.0
    }
}

/// One of the 64 squares, with the index A1 = 0, B1 = 1 … H8 = 63.
///
/// ```
/// use setwise::{Direction, File, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square, square.index(), square.file()), (Square::E4, 28, File::E));
/// assert_eq!(square.offset(1, 2), Some(Square::F6));
/// assert_eq!(Square::H4.step(Direction::East), None);
/// # Ok::<(), setwise::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
#[rustfmt::skip]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All 64 squares, A1 to H8.
    #[rustfmt::skip]
    pub const ALL: [Square; 64] = {
        use Square::*;
        [
            A1, B1, C1, D1, E1, F1, G1, H1,
            A2, B2, C2, D2, E2, F2, G2, H2,
            A3, B3, C3, D3, E3, F3, G3, H3,
            A4, B4, C4, D4, E4, F4, G4, H4,
            A5, B5, C5, D5, E5, F5, G5, H5,
            A6, B6, C6, D6, E6, F6, G6, H6,
            A7, B7, C7, D7, E7, F7, G7, H7,
            A8, B8, C8, D8, E8, F8, G8, H8,
        ]
    };

    /// Returns the square on a file and a rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::masked(rank as u8 * 8 + file as u8)
    }

    /// Returns the square with an index, 0 (A1) to 63 (H8), or `None` if the index is larger.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square::masked(index)) } else { None }
    }

    /// Returns the square with the low six bits of an index; the upper bits are ignored.
    #[inline(always)]
    pub const fn masked(index: u8) -> Square {
        // SAFETY: a six-bit number is 0 to 63, and `Square` is a `repr(u8)` enum with a variant
        // for each of these values.
        unsafe { core::mem::transmute::<u8, Square>(index & 63) }
    }

    /// Returns the index of the square, 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the file of the square.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Returns the rank of the square.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// Returns the diagonal through the square.
    pub const fn diagonal(self) -> Diagonal {
        Diagonal(self.rank() as i8 - self.file() as i8)
    }

    /// Returns the anti-diagonal through the square.
    pub const fn anti_diagonal(self) -> AntiDiagonal {
        AntiDiagonal(self.rank() as u8 + self.file() as u8)
    }

    /// Returns the square that is `files` to the right and `ranks` up (negative: left and down), or
    /// `None` if it is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.file() as i8).saturating_add(files);
        let rank = (self.rank() as i8).saturating_add(ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Square::masked(rank as u8 * 8 + file as u8))
        } else {
            None
        }
    }

    /// Returns the square mirrored from top to bottom: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Square {
        Square::masked(self as u8 ^ 56)
    }

    /// Returns the square seen from `color`'s side of the board: White's e1 is Black's e8.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// Returns the square mirrored from left to right: a1 becomes h1.
    #[inline(always)]
    pub const fn mirror_horizontal(self) -> Square {
        Square::masked(self as u8 ^ 7)
    }

    /// Returns the distance between two squares in king steps, 0 to 7.
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.file() as u8).abs_diff(other.file() as u8);
        let ranks = (self.rank() as u8).abs_diff(other.rank() as u8);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// The error for text that is not a square: a file `a` to `h` and a rank `1` to `8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square (expected a file a to h and a rank 1 to 8, as in e4)")
    }
}

impl core::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses a square such as `e4`, with a lower-case file.
    ///
    /// # Errors
    ///
    /// [`SquareError`] if the text is anything else.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(file @ 'a'..='h'), Some(rank), None) => File::from_letter(file)
                .zip(Rank::from_digit(rank))
                .map(|(file, rank)| Square::new(file, rank))
                .ok_or(SquareError),
            _ => Err(SquareError),
        }
    }
}

impl<T> Index<Square> for [T; 64] {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self[square as usize]
    }
}

impl<T> IndexMut<Square> for [T; 64] {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitboard;

    #[test]
    fn squares_round_trip_through_text_index_and_coordinates() {
        for (index, square) in (0u8..).zip(Square::ALL) {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(format!("{square}").parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
        for wrong in ["", "e", "e44", "E4", "i1", "a0", "a9", "é4", "♞"] {
            assert_eq!(wrong.parse::<Square>(), Err(SquareError), "{wrong:?}");
        }
    }

    #[test]
    fn diagonals_share_a_difference_and_anti_diagonals_a_sum() {
        for square in Square::ALL {
            let on_diagonal = Square::ALL.iter().filter(|s| s.diagonal() == square.diagonal());
            let on_anti =
                Square::ALL.iter().filter(|s| s.anti_diagonal() == square.anti_diagonal());
            let of_diagonal = Bitboard::diagonal(square.diagonal());
            assert_eq!(on_diagonal.copied().collect::<Bitboard>(), of_diagonal);
            let of_anti = Bitboard::anti_diagonal(square.anti_diagonal());
            assert_eq!(on_anti.copied().collect::<Bitboard>(), of_anti);
            if let Some(next) = square.offset(1, 1) {
                assert_eq!(next.diagonal(), square.diagonal());
            }
            if let Some(next) = square.offset(-1, 1) {
                assert_eq!(next.anti_diagonal(), square.anti_diagonal());
            }
        }
        assert_eq!(Square::H1.diagonal().rank_minus_file(), -7);
        assert_eq!(Square::H8.anti_diagonal().rank_plus_file(), 14);
        assert_eq!(Diagonal::new(8), None);
        assert_eq!(AntiDiagonal::new(15), None);
    }

    #[test]
    fn offsets_stop_at_every_edge() {
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::H8.offset(0, 1), None);
        assert_eq!(Square::E4.offset(i8::MAX, i8::MIN), None);
        assert_eq!(Square::E4.offset(-4, 4), Some(Square::A8));
    }
}
