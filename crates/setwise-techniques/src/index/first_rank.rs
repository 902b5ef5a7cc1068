//! First-rank attacks: one small table for the first rank; every other line is moved there and
//! back.
//!
//! **Idea.** On a board of one rank, the occupancy is a byte, the slider stands on one of eight
//! files, and the attacked squares are a byte: a table `[256][8]`. The two outer squares do not
//! matter, because there is nothing behind them: whether they are attacked does not depend on
//! whether they are occupied. So the six inner squares are the index, and the table is a quarter of
//! that size. Every other line is moved to the first rank, looked up, and moved back:
//!
//! * A rank is shifted.
//! * A file is first shifted to the a-file. A multiplication by the long diagonal then copies each
//!   square along its diagonal, up to the last rank. There the copies stand side by side, the copy
//!   of a8 leftmost, and a shift by 56 leaves the file rotated by 90 degrees. The same
//!   multiplication rotates the attacked squares back.
//! * A diagonal has at most one square on each file. A multiplication by the a-file adds all ranks
//!   up in the last rank. The same multiplication copies the attacked squares to all ranks, and an
//!   AND with the line selects them.
//!
//! ```text
//!  a-file             long diagonal      product            >> 56
//!  X . . . . . . .    . . . . . . . X    X . . X . . X .    . . . . . . . .
//!  . . . . . . . .    . . . . . . X .    . . X . . X . .    . . . . . . . .
//!  . . . . . . . .    . . . . . X . .    . X . . X . . .    . . . . . . . .
//!  X . . . . . . .  × . . . . X . . .  = X . . X . . . .    . . . . . . . .
//!  . . . . . . . .    . . . X . . . .    . . X . . . . .    . . . . . . . .
//!  . . . . . . . .    . . X . . . . .    . X . . . . . .    . . . . . . . .
//!  X . . . . . . .    . X . . . . . .    X . . . . . . .    . . . . . . . .
//!  . . . . . . . .    X . . . . . . .    . . . . . . . .    X . . X . . X .
//! ```
//!
//! No two copies fall on the same square, so there is no carry, and the multiplication is a set
//! operation.
//!
//! **Cost.** 512 bytes, and 2,048 bytes of line masks. A rank takes two shifts and a load, a
//! diagonal and a file two multiplications more. A queen touches up to five cache lines.
//!
//! **When it wins.** As a part of other techniques: no lookup of a rank is simpler, and hyperbola
//! quintessence uses it. For the other lines, [Kindergarten](setwise::attacks::kindergarten)
//! bitboards are faster, because their table replaces the second multiplication.
//!
//! **Literature.** Gerd Isenberg, *Efficient Generation of Sliding Piece Attacks*, workshop Chess
//! and Mathematics, TU Dresden; <https://www.chessprogramming.org/First_Rank_Attacks>.

use crate::parts::{Axis, ByPart, Lookup, ON_THE_LINE};
use crate::trace::{Number, Sentences, Set, Trace, combine};
use crate::{Card, Document};
use setwise::attacks::walk;
use setwise::{Bitboard, File, Square};

/// First-rank attacks; see the [module](self).
pub type FirstRank = ByPart<Turned>;

/// The lookup of one line of [`FirstRank`].
#[derive(Clone, Copy, Debug)]
pub struct Turned;

const A_FILE: Set = Set("a-file", Bitboard::file(File::A));
const LONG_DIAGONAL: Set = Set("long diagonal", Bitboard::diagonal(Square::A1.diagonal()));

/// The attacked squares of the first rank, by the occupancy of its six inner squares and the
/// slider's file.
static ATTACKED: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        table[index / 8][index % 8] = walked((index / 8) << 1, index % 8);
        index += 1;
    }
    table
};

/// The size of the table for ranks, without the line masks.
pub(crate) const BYTES: usize = size_of_val(&ATTACKED);

/// Returns the squares of the first rank that a rook attacks, by the rank's occupancy and the
/// rook's file.
pub(super) const fn walked(occupied: usize, file: usize) -> u8 {
    (walk::rook(Square::ALL[file], Bitboard(occupied as u64)).0 & 0xff) as u8
}

/// Returns the squares that a rook attacks on the first rank, by the occupancy of the six inner
/// squares and the rook's file.
#[cfg(test)]
pub(super) const fn attacked_by_inner(inner: usize, file: usize) -> u8 {
    ATTACKED[inner][file]
}

/// Returns the squares that a rook attacks on the first rank.
#[inline(always)]
fn look_up<T: Trace>(rank: Set, file: usize, trace: &mut T) -> Set {
    let inner = trace.number("inner six", rank >> 1 & 63);
    let attacked = u64::from(ATTACKED[inner.index()][file & 7]);
    let file = Number("file", file as u64);
    trace.set("attacked on the first rank", combine((), "entry of file", file, attacked))
}

impl Lookup for Turned {
    const CARD: Card = Card {
        title: "First-rank attacks",
        people: "folklore, written down by Gerd Isenberg",
        year: "unknown",
        source: "https://www.chessprogramming.org/First_Rank_Attacks",
        documents: &[Document::BitboardNotes, Document::SlidingPieceAttacks],
        page: crate::page!("first_rank.rs"),
        table_bytes: size_of_val(&ATTACKED) + Axis::TABLE_BYTES,
        needs: "",
    };

    type Part = Axis;

    fn new() -> Option<Turned> {
        Some(Turned)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        axis: Axis,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        match axis {
            Axis::Rank => rank(from, occupied, trace),
            Axis::File => file(from, occupied, trace),
            Axis::Diagonal | Axis::AntiDiagonal => diagonal(from, axis, occupied, trace),
        }
    }

    const SENTENCES: &'static [Sentences] =
        &[RANK, TO_AND_FROM_THE_A_FILE, FILE, DIAGONAL, LOOK_UP];
}

/// Returns the attacked squares of a rank, by shifts.
#[inline(always)]
pub(crate) fn rank<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    let (occupied, shift) = (Set("occupied", occupied), Number("8 x rank", from as u64 & 56));
    let rank = trace.set("on the first rank", occupied >> shift & 255);
    let attacked = look_up(rank, from as usize & 7, trace);
    *trace.set("attacked", attacked << shift)
}

#[inline(always)]
const fn file_of(from: Square) -> Number {
    Number("file", from as u64 & 7)
}

/// Returns the occupied squares of the slider's file, shifted to the a-file.
#[inline(always)]
pub(super) fn on_the_a_file<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Set {
    let occupied = Set("occupied", occupied);
    trace.set("on the a-file", occupied >> file_of(from) & A_FILE)
}

/// Returns the attacked squares of the a-file, shifted to the slider's file.
#[inline(always)]
pub(super) fn from_the_a_file<T: Trace>(from: Square, attacked: Set, trace: &mut T) -> Bitboard {
    *trace.set("attacked", attacked << file_of(from))
}

#[inline(always)]
fn file<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
    let a_file = on_the_a_file(from, occupied, trace);
    let turned = trace.set("on the first rank", (a_file * LONG_DIAGONAL) >> 56);
    let attacked = look_up(turned, 7 - (from as usize >> 3), trace);
    let back = trace.set("attacked on the a-file", (attacked * LONG_DIAGONAL) >> 7 & A_FILE);
    from_the_a_file(from, back, trace)
}

#[inline(always)]
fn diagonal<T: Trace>(from: Square, axis: Axis, occupied: Bitboard, trace: &mut T) -> Bitboard {
    let line = Set("line", axis.line(from));
    let o = trace.set("o", Set("occupied", occupied) & line);
    let added_up = trace.set("on the first rank", (o * A_FILE) >> 56);
    let attacked = look_up(added_up, from as usize & 7, trace);
    *trace.set("attacked", (attacked * A_FILE) & line)
}

/// The sentences of a rank.
pub(crate) const RANK: Sentences = Sentences::of_parts(
    &["rank"],
    &[
        ("on the first rank", "Shift the rank down to the first rank, and keep its eight bits."),
        ("attacked", "Shift back to the rank."),
    ],
);

/// The sentences of [`on_the_a_file`] and [`from_the_a_file`].
pub(super) const TO_AND_FROM_THE_A_FILE: Sentences = Sentences::of_parts(
    &["file"],
    &[
        ("on the a-file", "Shift the file to the A file, and drop the rest."),
        ("attacked", "Shift back to the file of the slider."),
    ],
);

const FILE: Sentences = Sentences::of_parts(
    &["file"],
    &[
        (
            "on the first rank",
            "Multiplying by the long diagonal moves each bit of the file to a column of its own on \
             the last rank. The shift brings the last rank down: the file lies on the first rank.",
        ),
        (
            "attacked on the a-file",
            "The same multiplication turns the rank into a file; a shift and a mask put it on the \
             A file.",
        ),
    ],
);

const DIAGONAL: Sentences = Sentences::of_parts(
    &["diagonal", "anti-diagonal"],
    &[
        ON_THE_LINE,
        (
            "on the first rank",
            "A diagonal has one square on each file. Multiplying by the A file adds all ranks up \
             in the last one, without a carry, and the shift brings it down to the first rank.",
        ),
        (
            "attacked",
            "Multiplying by the A file copies the rank to all ranks. AND with the line keeps one \
             square of each.",
        ),
    ],
);

/// The sentences of the lookup of any line.
pub(crate) const LOOK_UP: Sentences = Sentences::of(&[
    (
        "inner six",
        "The outer two squares are attacked or not whatever stands on them. So six bits are enough \
         for the index. Written as a number they are mirrored: the last digit is the b-file.",
    ),
    (
        "attacked on the first rank",
        "Look up the attacked squares of the first rank, by the file of the slider and the six \
         bits.",
    ),
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_six_inner_squares_give_the_same_attacks_as_all_eight() {
        for occupied in 0..256 {
            let whole: [u8; 8] = core::array::from_fn(|file| walked(occupied, file));
            assert_eq!(ATTACKED[occupied >> 1 & 63], whole, "{occupied:08b}");
        }
    }
}
