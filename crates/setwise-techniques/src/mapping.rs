//! Mappings of squares to bits, as data.
//!
//! A mapping says which bit of a word of 64 bits stands for which square. There are 64! mappings,
//! and a program can use any of them if it uses the same one everywhere. `setwise` uses
//! little-endian: A1 is bit 0, and bit *n* of a [`Bitboard`] is the square of index *n*. This
//! module has others, for comparison with programs and papers that use them, and for rotated
//! bitboards, which need four at once:
//!
//! | mapping | bit 0 | bit 63 | adjacent bits are | used by |
//! |---|---|---|---|---|
//! | [`LITTLE_ENDIAN`](Mapping::LITTLE_ENDIAN) | A1 | H8 | ranks | this library and most others |
//! | [`HYATT`](Mapping::HYATT) | H8 | A1 | ranks | Robert Hyatt 1999: A1 is the most significant bit |
//! | [`ROTATED_90`](Mapping::ROTATED_90) | A8 | H1 | files | Hyatt 1999, in reverse |
//! | [`ROTATED_45`](Mapping::ROTATED_45) | H1 | A8 | diagonals | Hyatt 1999, in reverse |
//! | [`ROTATED_MINUS_45`](Mapping::ROTATED_MINUS_45) | A1 | H8 | anti-diagonals | Hyatt 1999, in reverse |
//!
//! All are read from a drawn board in the same way: from the bottom row up, each row from left to
//! right. If that order is counted from the least significant bit, it is the mapping; counted from
//! the most significant bit, as Hyatt does, it is [`reversed`](Mapping::reversed).
//!
//! # Two questions of *Bitboard Notes*
//!
//! Zelphir Kaltstahl's *Bitboard Notes* on Hyatt's paper ask two questions.
//!
//! **How can the mapping of coordinates to bits be represented in code?** As data: a [`Mapping`]
//! has two tables of 64 bytes, inverse to each other, from the square to its bit and from the bit
//! to its square. One type holds every mapping, and no code depends on which mapping it is. The
//! tables are computed at compile time from the order in which a board is read.
//!
//! **Can a table indexed by a bitmap give the mapped bitmap?** For one square, yes, if it is
//! indexed by the *number* of the square and not by the bitmap with that one bit: 64 entries
//! ([`Mapping::mask`]). For any set, no: there are 2⁶⁴ of them. But each bit is mapped
//! independently of the others, so the map distributes over XOR (and over OR, and AND): the word of
//! a set is the XOR of the words of its parts. If a set is cut into eight bytes, each part has only
//! 256 values, so eight tables of 256 entries are enough: [`ByteTables`], 16 KiB, eight lookups.
//!
//! The notes also say that the bitmap of one square is 2^position and that this "might not work for
//! rotated bitmaps". It does not work if the position is the square's index. Under a mapping it is
//! 2^bit(square), which is what [`Mapping::mask`] returns.
//!
//! Literature: Robert Hyatt, *Rotated Bitmaps, a New Twist on an Old Idea*, ICCA Journal 22(4),
//! 1999; <https://www.chessprogramming.org/Square_Mapping_Considerations>,
//! <https://www.chessprogramming.org/Rotated_Bitboards>.

use core::fmt;

use setwise::{AntiDiagonal, Bitboard, Diagonal, File, Rank, Square};

/// A mapping of the 64 squares to the bits of a word.
///
/// ```
/// use setwise_techniques::mapping::Mapping;
/// use setwise::{Bitboard, Square};
///
/// let castling = Bitboard::of(Square::E1) | Bitboard::of(Square::H1);
/// assert_eq!(Mapping::LITTLE_ENDIAN.word(castling), 0x90);
/// assert_eq!(Mapping::HYATT.word(castling), 0x09 << 56);
/// assert_eq!(Mapping::HYATT.set(0x09 << 56), castling);
/// assert_eq!(Mapping::HYATT.bit(Square::A1), 63);
/// assert_eq!(Mapping::HYATT.square(63), Square::A1);
/// ```
///
/// Two mappings are equal if they map each square to the same bit, whatever their names.
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    name: &'static str,
    reversed: bool,
    /// The bit of each square.
    bits: [u8; 64],
    /// The square of each bit.
    squares: [Square; 64],
}

impl Mapping {
    /// A1 = 0, B1 = 1 … H8 = 63: the mapping of [`Bitboard`] itself.
    ///
    /// ```text
    ///   a8  b8  c8  d8  e8  f8  g8  h8    56  57  58  59  60  61  62  63
    ///   a7  b7  c7  d7  e7  f7  g7  h7    48  49  50  51  52  53  54  55
    ///   a6  b6  c6  d6  e6  f6  g6  h6    40  41  42  43  44  45  46  47
    ///   a5  b5  c5  d5  e5  f5  g5  h5    32  33  34  35  36  37  38  39
    ///   a4  b4  c4  d4  e4  f4  g4  h4    24  25  26  27  28  29  30  31
    ///   a3  b3  c3  d3  e3  f3  g3  h3    16  17  18  19  20  21  22  23
    ///   a2  b2  c2  d2  e2  f2  g2  h2     8   9  10  11  12  13  14  15
    ///   a1  b1  c1  d1  e1  f1  g1  h1     0   1   2   3   4   5   6   7
    /// ```
    pub const LITTLE_ENDIAN: Mapping = Mapping::in_order("little-endian", Square::ALL);

    /// A1 = 63, B1 = 62 … H8 = 0: the eight most significant bits are the first rank, beginning
    /// with A1.
    ///
    /// Hyatt numbers the bits from the most significant one, so A1 is bit 0 in that numbering too.
    pub const HYATT: Mapping =
        Mapping::in_order("Hyatt", Mapping::LITTLE_ENDIAN.reversed().squares);

    /// The board rotated by 90 degrees to the left: each file is a byte.
    ///
    /// ```text
    ///   h8  h7  h6  h5  h4  h3  h2  h1    56  57  58  59  60  61  62  63
    ///   g8  g7  g6  g5  g4  g3  g2  g1    48  49  50  51  52  53  54  55
    ///   f8  f7  f6  f5  f4  f3  f2  f1    40  41  42  43  44  45  46  47
    ///   e8  e7  e6  e5  e4  e3  e2  e1    32  33  34  35  36  37  38  39
    ///   d8  d7  d6  d5  d4  d3  d2  d1    24  25  26  27  28  29  30  31
    ///   c8  c7  c6  c5  c4  c3  c2  c1    16  17  18  19  20  21  22  23
    ///   b8  b7  b6  b5  b4  b3  b2  b1     8   9  10  11  12  13  14  15
    ///   a8  a7  a6  a5  a4  a3  a2  a1     0   1   2   3   4   5   6   7
    /// ```
    ///
    /// The word of a set is the set after
    /// [`rotate_90_counterclockwise`](Bitboard::rotate_90_counterclockwise).
    pub const ROTATED_90: Mapping = Mapping::in_order("rotated 90", files());

    /// The board rotated by 45 degrees to the right: the one to eight bits of each diagonal are
    /// adjacent.
    ///
    /// ```text
    ///                 a8                                63
    ///               a7  b8                            61  62
    ///             a6  b7  c8                        58  59  60
    ///           a5  b6  c7  d8                    54  55  56  57
    ///         a4  b5  c6  d7  e8                49  50  51  52  53
    ///       a3  b4  c5  d6  e7  f8            43  44  45  46  47  48
    ///     a2  b3  c4  d5  e6  f7  g8        36  37  38  39  40  41  42
    ///   a1  b2  c3  d4  e5  f6  g7  h8    28  29  30  31  32  33  34  35
    ///     b1  c2  d3  e4  f5  g6  h7        21  22  23  24  25  26  27
    ///       c1  d2  e3  f4  g5  h6            15  16  17  18  19  20
    ///         d1  e2  f3  g4  h5                10  11  12  13  14
    ///           e1  f2  g3  h4                     6   7   8   9
    ///             f1  g2  h3                         3   4   5
    ///               g1  h2                             1   2
    ///                 h1                                 0
    /// ```
    ///
    /// The rows have different lengths, so a diagonal is not a byte. To extract it, shift by the
    /// bit of its leftmost square and mask with its length. A few shifts cannot compute the word of
    /// a whole set;
    /// [`pseudo_rotate_45_clockwise`](crate::pseudo_rotation::pseudo_rotate_45_clockwise) needs
    /// only a few, but gives another word.
    pub const ROTATED_45: Mapping = Mapping::in_order("rotated 45", diagonals());

    /// The board rotated by 45 degrees to the left: the one to eight bits of each anti-diagonal are
    /// adjacent.
    ///
    /// ```text
    ///                 h8                                63
    ///               g8  h7                            61  62
    ///             f8  g7  h6                        58  59  60
    ///           e8  f7  g6  h5                    54  55  56  57
    ///         d8  e7  f6  g5  h4                49  50  51  52  53
    ///       c8  d7  e6  f5  g4  h3            43  44  45  46  47  48
    ///     b8  c7  d6  e5  f4  g3  h2        36  37  38  39  40  41  42
    ///   a8  b7  c6  d5  e4  f3  g2  h1    28  29  30  31  32  33  34  35
    ///     a7  b6  c5  d4  e3  f2  g1        21  22  23  24  25  26  27
    ///       a6  b5  c4  d3  e2  f1            15  16  17  18  19  20
    ///         a5  b4  c3  d2  e1                10  11  12  13  14
    ///           a4  b3  c2  d1                     6   7   8   9
    ///             a3  b2  c1                         3   4   5
    ///               a2  b1                             1   2
    ///                 a1                                 0
    /// ```
    pub const ROTATED_MINUS_45: Mapping = Mapping::in_order("rotated -45", anti_diagonals());

    /// The five mappings above.
    pub const ALL: [Mapping; 5] = [
        Mapping::LITTLE_ENDIAN,
        Mapping::HYATT,
        Mapping::ROTATED_90,
        Mapping::ROTATED_45,
        Mapping::ROTATED_MINUS_45,
    ];

    /// Returns the mapping of bit *n* to the *n*-th of these squares, or `None` if a square is
    /// missing because another occurs twice.
    ///
    /// ```
    /// use setwise_techniques::mapping::Mapping;
    /// use setwise::Square;
    ///
    /// // Top row first, as a board is printed: A8 = 0, H1 = 63.
    /// let printed = Mapping::new("printed", Square::ALL.map(Square::flip_vertical)).unwrap();
    /// assert_eq!(printed.bit(Square::A8), 0);
    /// assert_eq!(Mapping::new("nonsense", [Square::A1; 64]), None);
    /// ```
    pub const fn new(name: &'static str, squares: [Square; 64]) -> Option<Mapping> {
        let mut all = Bitboard::EMPTY;
        let mut bit = 0;
        while bit < 64 {
            all = all.with(squares[bit]);
            bit += 1;
        }
        if all.0 == Bitboard::UNIVERSE.0 { Some(Mapping::in_order(name, squares)) } else { None }
    }

    /// As [`Mapping::new`], for squares that are known to be complete.
    const fn in_order(name: &'static str, squares: [Square; 64]) -> Mapping {
        let mut bits = [0; 64];
        let mut bit = 0;
        while bit < 64 {
            bits[squares[bit as usize] as usize] = bit;
            bit += 1;
        }
        Mapping { name, reversed: false, bits, squares }
    }

    /// Returns the mapping counted from the other end: bit *n* becomes bit 63 − *n*.
    ///
    /// ```
    /// use setwise_techniques::mapping::Mapping;
    ///
    /// assert_eq!(Mapping::LITTLE_ENDIAN.reversed(), Mapping::HYATT);
    /// ```
    #[must_use]
    pub const fn reversed(&self) -> Mapping {
        let mut squares = self.squares;
        let mut bit = 0;
        while bit < 64 {
            squares[bit] = self.squares[63 - bit];
            bit += 1;
        }
        Mapping { reversed: !self.reversed, ..Mapping::in_order(self.name, squares) }
    }

    /// Returns the bit of a square, 0 (least significant) to 63.
    #[inline(always)]
    pub const fn bit(&self, square: Square) -> u8 {
        self.bits[square as usize]
    }

    /// Returns the square of a bit. Only the low six bits of the number are used, as in
    /// [`Square::masked`].
    #[inline(always)]
    pub const fn square(&self, bit: u8) -> Square {
        self.squares[bit as usize & 63]
    }

    /// Returns the word of one square, 2^bit(square): Hyatt's `set_mask`.
    #[doc(alias = "set_mask")]
    #[inline(always)]
    pub const fn mask(&self, square: Square) -> u64 {
        1 << self.bits[square as usize]
    }

    /// Returns the word of a set, square by square. [`ByteTables`] do it in eight steps.
    pub const fn word(&self, set: Bitboard) -> u64 {
        let mut rest = set;
        let mut word = 0;
        while let Some(square) = rest.pop_first() {
            word |= self.mask(square);
        }
        word
    }

    /// Returns the set of a word, bit by bit.
    pub const fn set(&self, word: u64) -> Bitboard {
        let mut rest = Bitboard(word);
        let mut set = Bitboard::EMPTY;
        while let Some(bit) = rest.pop_first() {
            set = set.with(self.square(bit.index()));
        }
        set
    }
}

impl PartialEq for Mapping {
    fn eq(&self, other: &Mapping) -> bool {
        self.squares == other.squares
    }
}

impl Eq for Mapping {}

/// Writes the name, such as `rotated 45` or `rotated 45, reversed`.
impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        f.write_str(if self.reversed { ", reversed" } else { "" })
    }
}

/// Returns the squares by file from A to H, each file from rank 8 down.
const fn files() -> [Square; 64] {
    let mut squares = [Square::A1; 64];
    let mut bit = 0;
    while bit < 64 {
        squares[bit] = Square::new(File::ALL[bit / 8], Rank::ALL[7 - bit % 8]);
        bit += 1;
    }
    squares
}

/// Returns the squares by diagonal from h1 to a8, each from left to right, which is towards higher
/// squares.
const fn diagonals() -> [Square; 64] {
    let mut squares = [Square::A1; 64];
    let (mut bit, mut row) = (0, -7);
    while let Some(diagonal) = Diagonal::new(row) {
        let mut line = Bitboard::diagonal(diagonal);
        while let Some(square) = line.pop_first() {
            squares[bit] = square;
            bit += 1;
        }
        row += 1;
    }
    squares
}

/// Returns the squares by anti-diagonal from a1 to h8, each from left to right, which is towards
/// lower squares.
const fn anti_diagonals() -> [Square; 64] {
    let mut squares = [Square::A1; 64];
    let (mut bit, mut row) = (0, 0);
    while let Some(anti_diagonal) = AntiDiagonal::new(row) {
        let mut line = Bitboard::anti_diagonal(anti_diagonal);
        while let Some(square) = line.pop_last() {
            squares[bit] = square;
            bit += 1;
        }
        row += 1;
    }
    squares
}

/// Tables that map a whole set in eight lookups: for each byte of a set, the words of its 256
/// values.
///
/// It is 16 KiB, so keep it in a `static`.
///
/// ```
/// use setwise_techniques::mapping::{ByteTables, Mapping};
/// use setwise::{Bitboard, Square};
///
/// static TURNED: ByteTables = ByteTables::new(&Mapping::ROTATED_45);
///
/// let long_diagonal = Bitboard::diagonal(Square::A1.diagonal());
/// assert_eq!(TURNED.word(long_diagonal), 0xff << 28);
/// ```
#[derive(Clone, Debug)]
pub struct ByteTables([[u64; 256]; 8]);

impl ByteTables {
    /// Returns the eight tables of a mapping.
    pub const fn new(mapping: &Mapping) -> ByteTables {
        let mut tables = [[0; 256]; 8];
        let mut byte = 0;
        while byte < 8 {
            // Only the lowest square of a value is new; the entry of the rest exists already.
            let mut value = 1_usize;
            while value < 256 {
                let lowest = Square::ALL[8 * byte + value.trailing_zeros() as usize];
                let rest = value & (value - 1);
                tables[byte][value] = tables[byte][rest] | mapping.mask(lowest);
                value += 1;
            }
            byte += 1;
        }
        ByteTables(tables)
    }

    /// Returns the word of a set, as [`Mapping::word`] does, in eight lookups.
    #[inline]
    pub const fn word(&self, set: Bitboard) -> u64 {
        let bytes = set.0.to_le_bytes();
        let mut word = 0;
        let mut byte = 0;
        while byte < 8 {
            word |= self.0[byte][bytes[byte] as usize];
            byte += 1;
        }
        word
    }
}
