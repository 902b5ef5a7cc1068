//! Where a man comes from that goes to a square: the inverse of a move.

use super::kinds::{DOUBLE, EAST, JUMPS, KING, ROOM, SINGLE, WEST};
use super::lane::Side;
use super::reach::{self, opposite};
use crate::movegen::pawn_directions;
use crate::{Bitboard, Color, Direction, Square, leapers};

/// The square of the man of a color that makes a plain move of some kind to a square.
#[inline(always)]
pub(super) fn origin(color: Color, kind: usize, to: Square, own: &Side) -> Bitboard {
    let men = if kind == KING { own.king } else { own.all() };
    let candidates = ORIGINS[color][kind % ROOM][to] & men;
    let first = candidates.isolate_first();
    let last = Bitboard(1 << (63 ^ (candidates.0 | 1).leading_zeros()));
    if FROM_ABOVE >> kind & 1 == 1 { first } else { last }
}

/// For each color, kind of move and target, the squares that the nearest man comes from: a ray for
/// slides, all squares around for the king, else the square that is the move back.
static ORIGINS: [[[Bitboard; 64]; ROOM]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 64]; ROOM]; 2];
    let mut color = 0;
    while color < 2 {
        // The way back of the one color's pawns is the way of the other's.
        let [back, from_west, from_east] = pawn_directions(Color::ALL[1 - color]);
        let mut index = 0;
        while index < 64 {
            let to = Bitboard::of(Square::ALL[index]);
            let mut i = 0;
            while i < 8 {
                let back = Direction::ALL[opposite(i)];
                let mut step = to.shift(back);
                while step.any() {
                    table[color][i][index] = table[color][i][index].union(step);
                    step = step.shift(back);
                }
                table[color][JUMPS + i][index] = reach::jump_back(i, to);
                i += 1;
            }
            table[color][SINGLE][index] = to.shift(back);
            table[color][DOUBLE][index] = to.shift(back).shift(back);
            table[color][EAST][index] = to.shift(from_east);
            table[color][WEST][index] = to.shift(from_west);
            table[color][KING][index] = leapers::kings(to);
            index += 1;
        }
        color += 1;
    }
    table
};

/// The kinds of slides that come from higher squares, as bits.
const FROM_ABOVE: u32 = {
    let mut kinds = 0;
    let mut i = 0;
    while i < 8 {
        kinds |= (Direction::ALL[opposite(i)].is_positive() as u32) << i;
        i += 1;
    }
    kinds
};
