//! Rotated bitboards: four boards kept up to date, so that every line is a row of adjacent bits on
//! one of them.
//!
//! **Idea.** The bits of a rank are adjacent, so a shift and an AND take its occupancy out of the
//! word as a number, and the attacked squares can be looked up. For files and diagonals the board
//! is rotated. To rotate it at each lookup would cost too much. Instead, four boards are kept and
//! updated with every move. Each is one of four [mappings](crate::mapping) of squares to bits: at
//! 0, 90, 45 and −45 degrees.
//!
//! ```text
//!  the diagonal of d2, on the board at 45 degrees
//!
//!              a8                          bits
//!            a7  b8                          of c1 is 15, the row's lowest
//!          a6  b7  c8                        of d2 is 16, and so on
//!        a5  b6  c7  d8                      of h6 is 20
//!      a4  b5  c6  d7  e8
//!    a3  b4  c5  d6  e7  f8                board >> 15 AND 63
//!  a2  b3  c4  d5  e6  f7  g8                = whole row, six bits
//! a1  b2  c3  d4  e5  f6  g7  h8           board >> 16 AND 15
//!   b1  c2  d3  e4  f5  g6  h7               = its inner squares, four bits
//!    [c1  d2  e3  f4  g5  h6]
//!       d1  e2  f3  g4  h5
//!         e1  f2  g3  h4
//!           f1  g2  h3
//!             g1  h2
//!               h1
//! ```
//!
//! **Lines of unequal length.** Zelphir Kaltstahl's *Bitboard Notes* on Hyatt's paper stop here. On
//! a diagonal, a shift by a multiple of eight and AND 255 do not work, because the rows have one to
//! eight bits. Each square needs two small numbers: the *shift*, which is the bit of the row's
//! leftmost square, and the *length mask*, which has a one for each square of the row. The index is
//! then less than 2 to the power of the length, and the slice of the table has that size. This
//! module uses only the inner squares, because whether an outer square is attacked does not depend
//! on its own occupancy. So the shift is one more, and the mask has two ones less, for all four
//! kinds of line. All 256 occupancies of a rank give the same result as its 64 inner occupancies.
//!
//! The bishop on d2 of the empty board has index 0 on both its rows. It finds e3 f4 g5 h6 c1 on one
//! of them and e1 c3 b4 a5 on the other.
//!
//! **Shared entries.** Two diagonals of the same length differ only in where they lie; the same is
//! true of all ranks and of all files. The table holds each attack set once, moved down so that the
//! lowest square of the line is bit 0. A last shift moves it up.
//!
//! **Captures.** The notes ask how to update the boards when a piece is captured, after they have
//! moved a piece by `occupied XOR (from OR to)`. What changes is *the occupancy before XOR the
//! occupancy after*, whatever the move. In a capture the target square is occupied before and
//! after, so only *from* changes. XOR of both squares would clear the square of the capturing
//! piece. The boards of each color and role must clear the captured piece, but the four occupancies
//! do not depend on whose piece it is.
//!
//! | move | toggled squares |
//! |---|---|
//! | quiet, promotion without capture | from and to |
//! | capture, with promotion or not | from |
//! | en passant | from, to, and the square of the captured pawn |
//! | castling | the king's two and the rook's two, without those that appear twice: two to four, or none in Chess960 if king and rook change places |
//!
//! Each toggled square is an XOR of one bit on each of the four boards.
//!
//! **Cost.** 2,818 entries, 22,544 bytes, with 1,536 bytes of shifts and masks, and 2,048 bytes for
//! the squares' bits on the four boards. A line takes two shifts, an AND and two loads. A move
//! takes a load and an XOR of 32 bytes for each toggled square, and every position has 32 bytes
//! more. A queen touches five or six cache lines.
//!
//! **When it wins.** Where multiplication is slow: it was the standard technique from 1995 to 2006.
//! It needs boards that are kept beside the position and updated by [`Boards::toggle`]. The move
//! generator of `setwise` passes the plain occupancy, as every other technique reads it, so a lookup
//! here builds the boards first: it shows and tests the idea, but it is no technique for perft.
//!
//! **Literature.** Robert Hyatt, *Rotated Bitmaps, a New Twist on an Old Idea*, ICCA Journal 22(4),
//! 1999; Ernst Heinz, *How DarkThought Plays Chess*, ICCA Journal 20(3), 1997, with Peter
//! Gillgasch; <https://www.chessprogramming.org/Rotated_Bitboards>.

use crate::mapping::Mapping;
use crate::parts::{Axis, ByPart, Lookup};
use crate::trace::{Number, Sentences, Set, Trace, combine};
use crate::{Card, Document};
use setwise::attacks::walk;
use setwise::{Bitboard, Direction, Square};

/// Rotated bitboards; see the [module](self).
pub type Rotated = ByPart<Rows>;

/// The lookup of one line of [`Rotated`].
#[derive(Clone, Copy, Debug)]
pub struct Rows;

/// The mapping on which the lines of each axis are rows.
const MAPPINGS: [Mapping; 4] =
    [Mapping::LITTLE_ENDIAN, Mapping::ROTATED_90, Mapping::ROTATED_45, Mapping::ROTATED_MINUS_45];

/// The names of the four boards.
const TURNED: [&str; 4] =
    ["occupied, at 0", "occupied, at 90", "occupied, at 45", "occupied, at -45"];

/// The same set of squares on four boards, at 0, 90, 45 and −45 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Boards([u64; 4]);

impl Boards {
    /// Returns the boards of a set of squares.
    #[inline(always)]
    pub fn of(set: Bitboard) -> Boards {
        let mut boards = Boards([0; 4]);
        boards.toggle(set);
        boards
    }

    /// Adds the changed squares that are not on the boards, and removes the others.
    ///
    /// The squares that a move changes are *the occupancy before XOR the occupancy after*: origin
    /// and target of a quiet move, the origin of a capture, three squares of an en passant capture,
    /// and up to four squares of castling.
    #[inline(always)]
    pub fn toggle(&mut self, changed: Bitboard) {
        for square in changed {
            for (board, bit) in self.0.iter_mut().zip(SQUARES[square].0) {
                *board ^= bit;
            }
        }
    }

    /// Returns the words of the four boards, at 0, 90, 45 and −45 degrees.
    pub const fn words(&self) -> [u64; 4] {
        self.0
    }
}

/// The four boards of one square.
static SQUARES: [Boards; 64] = {
    let mut table = [Boards([0; 4]); 64];
    let mut index = 0;
    while index < 64 * 4 {
        let (square, axis) = (index / 4, index % 4);
        table[square].0[axis] = MAPPINGS[axis].mask(Square::ALL[square]);
        index += 1;
    }
    table
};

/// The place of a line's row on its board, and of its entries in the table.
#[derive(Clone, Copy)]
struct Row {
    /// The bit of the row's second square.
    shift: u8,
    /// A one for each inner square of the row.
    mask: u8,
    /// The lowest square of the line.
    lowest: u8,
    /// The index of the first entry for this square of the line.
    first: u16,
}

/// Returns the squares attacked in both directions of a line.
const fn along(from: Square, axis: usize, occupied: Bitboard) -> Bitboard {
    const UP: [Direction; 4] =
        [Direction::East, Direction::North, Direction::NorthEast, Direction::NorthWest];
    walk::ray(from, UP[axis], occupied).union(walk::ray(from, UP[axis].opposite(), occupied))
}

/// Returns the number of entries for the lines of an axis that have fewer than `length` squares.
const fn answers_below(length: usize) -> usize {
    let mut answers = 0;
    let mut shorter = 1;
    while shorter < length {
        answers += shorter << inner(shorter);
        shorter += 1;
    }
    answers
}

/// Returns the number of inner squares of a line.
const fn inner(length: usize) -> usize {
    length.saturating_sub(2)
}

/// The first entry of each axis. Ranks and files always have eight squares, diagonals have all
/// lengths.
const FIRST: [usize; 4] = {
    let long = answers_below(9) - answers_below(8);
    [0, long, 2 * long, 2 * long + answers_below(9)]
};

const ANSWERS: usize = FIRST[3] + answers_below(9);

/// The bytes of the attacked squares, without the shifts, the masks and the squares' bits on the
/// boards.
pub const ENTRY_BYTES: usize = ANSWERS * size_of::<Bitboard>();

static ROWS: [[Row; 4]; 64] = {
    let mut table = [[Row { shift: 0, mask: 0, lowest: 0, first: 0 }; 4]; 64];
    let mut index = 0;
    while index < 64 * 4 {
        let (from, axis) = (Square::ALL[index / 4], index % 4);
        let line = along(from, axis, Bitboard::EMPTY).with(from);
        let length = line.count() as usize;
        let leftmost = MAPPINGS[axis].word(line).trailing_zeros() as u8;
        let place = (MAPPINGS[axis].bit(from) - leftmost) as usize;
        let shorter = if axis < 2 { 0 } else { answers_below(length) };
        table[index / 4][axis] = Row {
            shift: if inner(length) == 0 { 0 } else { leftmost + 1 },
            mask: (1 << inner(length)) - 1,
            lowest: line.0.trailing_zeros() as u8,
            first: (FIRST[axis] + shorter + (place << inner(length))) as u16,
        };
        index += 1;
    }
    table
};

/// The attacked squares, moved down so that the lowest square of the line is bit 0.
static ATTACKED: [Bitboard; ANSWERS] = {
    let mut table = [Bitboard::EMPTY; ANSWERS];
    let mut index = 0;
    while index < 64 * 4 {
        let (from, axis) = (Square::ALL[index / 4], index % 4);
        let row = ROWS[index / 4][axis];
        let first = row.first as usize;
        // Another line of this kind may have filled these entries.
        if table[first].is_empty() {
            let mut occupied = 0;
            while occupied <= row.mask as usize {
                let squares = MAPPINGS[axis].set((occupied as u64) << row.shift);
                table[first + occupied] = Bitboard(along(from, axis, squares).0 >> row.lowest);
                occupied += 1;
            }
        }
        index += 1;
    }
    table
};

impl Lookup for Rows {
    const CARD: Card = Card {
        title: "Rotated bitboards",
        people: "Robert Hyatt; Ernst Heinz, Peter Gillgasch",
        year: "1995, 1997",
        source: "https://www.chessprogramming.org/Rotated_Bitboards",
        documents: &[Document::BitboardNotes, Document::SlidingPieceAttacks],
        page: crate::page!("rotated.rs"),
        table_bytes: ENTRY_BYTES + size_of_val(&ROWS) + size_of_val(&SQUARES),
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Rows> {
        Some(Rows)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let Row { shift, mask, lowest, first } = ROWS[from][axis as usize];
        let board = Boards::of(occupied).0[axis as usize];
        let board = combine((), "board of", Set("occupied", occupied), board);
        let board = trace.number(TURNED[axis as usize], board);
        let (shift, mask) = (Number("shift", shift.into()), Number("length mask", mask.into()));
        let index = trace.number("inner squares of the row", board >> shift & mask);
        let moved_down = ATTACKED[usize::from(first) + index.index()];
        let moved_down = Set("entry of place and row", moved_down);
        *trace.set("attacked", moved_down << Number("lowest square", lowest.into()))
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        ("occupied, at 0", "The board at 0 degrees: each rank is a row of adjacent bits."),
        (
            "occupied, at 90",
            "The board at 90 degrees is kept beside the others and updated with every move: each \
             file is a row of adjacent bits.",
        ),
        (
            "occupied, at 45",
            "The board at 45 degrees: each diagonal is a row of adjacent bits, one to eight long.",
        ),
        (
            "occupied, at -45",
            "The board at −45 degrees: each anti-diagonal is a row of adjacent bits, one to eight \
             long.",
        ),
        (
            "inner squares of the row",
            "Shift the row down to bit 0 and mask it with its length. The two outer squares do not \
             matter, so the shift is one more and the mask two shorter than the row. The last \
             digit is the leftmost inner square of the row as it is drawn.",
        ),
        (
            "attacked",
            "Look up the attacked squares by the place of the slider in the row and by the number \
             found. The entry is shared by all lines of the same length, so shift it up to this \
             line.",
        ),
    ])];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::first_rank::attacked_by_inner;
    use crate::trace::Traced;
    use setwise::attacks::Sliders;

    #[test]
    fn the_bishop_on_d2_of_the_empty_board_as_bitboard_notes_list_it() {
        use Square::{A5, B4, C1, C3, D2, E1, E3, F4, G5, H6};
        let bishop = Rotated::new().expect("everywhere");
        let squares = [E1, C1, E3, F4, G5, H6, C3, B4, A5];
        let attacked = bishop.bishop(D2, Bitboard::EMPTY);
        assert_eq!(attacked, squares.into_iter().collect());
    }

    /// The whole row, as in *Bitboard Notes*: shifted down to the lowest bits, masked to its
    /// length, looked up in a table of the attacks on a rank, and moved back.
    #[test]
    fn the_whole_row_gives_the_same_attacks_as_its_inner_squares() {
        for (from, index) in Square::ALL.into_iter().zip(0..) {
            for axis in [Axis::Rank, Axis::File, Axis::Diagonal, Axis::AntiDiagonal] {
                let mapping = &MAPPINGS[axis as usize];
                let line = along(from, axis as usize, Bitboard::EMPTY).with(from);
                let leftmost = mapping.word(line).trailing_zeros();
                let length_mask = (1 << line.count()) - 1;
                for occupied in line.subsets() {
                    let boards = Boards::of(occupied);
                    let whole = boards.0[axis as usize] >> leftmost & length_mask;
                    let place = u32::from(mapping.bit(from)) - leftmost;
                    let inner = whole as usize >> 1 & 63;
                    let valid = u64::from(attacked_by_inner(inner, place as usize)) & length_mask;
                    let expected = mapping.set(valid << leftmost);
                    let got = Rows.attacked(axis, from, occupied, &mut crate::trace::Silent);
                    assert_eq!(got, expected, "{index} {axis:?} {occupied:?}");
                }
            }
        }
    }
}
