//! Step until blocked: the definition of sliding attacks, slow and simple.
//!
//! Tests compare other code with it, and tables are built from it, so its functions are `const`.

use crate::{Bitboard, Direction, Square};

/// Returns the squares that a slider on `from` attacks in one direction: every square up to the
/// first occupied one, included, or up to the edge.
///
/// It does not matter whether `from` itself is occupied.
///
/// ```
/// use setwise::{Bitboard, Direction, Square, attacks::walk, bitboard};
///
/// let occupied = Bitboard::of(Square::F3);
/// assert_eq!(walk::ray(Square::C3, Direction::East, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
pub const fn ray(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut at = from;
    while let Some(next) = at.step(direction) {
        reached = reached.with(next);
        if occupied.contains(next) {
            break;
        }
        at = next;
    }
    reached
}

const fn rays(from: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
    ray(from, directions[0], occupied)
        .union(ray(from, directions[1], occupied))
        .union(ray(from, directions[2], occupied))
        .union(ray(from, directions[3], occupied))
}

/// Returns the squares that a rook on `from` attacks.
///
/// ```
/// use setwise::{Square, attacks::walk, bitboard};
///
/// // A rook on f1 beside its king on g1, with an open file up to the pawn on f7.
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . X X
///     X . . X . . X .
/// };
/// assert_eq!(walk::rook(Square::F1, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . X X . X .
/// });
/// ```
pub const fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    rays(from, Direction::ROOK, occupied)
}

/// Returns the squares that a bishop on `from` attacks.
///
/// ```
/// use setwise::{Bitboard, Square, attacks::walk, bitboard};
///
/// // After the move e4, a bishop on f1 attacks the open diagonal and its own pawn on g2.
/// let occupied = Bitboard::of(Square::E4).with(Square::G2);
/// assert_eq!(walk::bishop(Square::F1, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . X . . . . . .
///     . . X . . . . .
///     . . . X . . . .
///     . . . . X . X .
///     . . . . . . . .
/// });
/// ```
pub const fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    rays(from, Direction::BISHOP, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn a_bishop_on_d2_of_the_empty_board() {
        let drawn = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . X
            X . . . . . X .
            . X . . . X . .
            . . X . X . . .
            . . . . . . . .
            . . X . X . . .
        };
        assert_eq!(bishop(Square::D2, Bitboard::EMPTY), drawn);
    }

    #[test]
    fn a_rook_stops_at_its_first_blocker_in_each_direction() {
        let occupied = bitboard! {
            . . . X . . . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
            X X . X . X . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let drawn = bitboard! {
            . . . . . . . .
            . . . X . . . .
            . . . X . . . .
            . . . X . . . .
            . X X . X X . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(rook(Square::D4, occupied), drawn);
    }
}
