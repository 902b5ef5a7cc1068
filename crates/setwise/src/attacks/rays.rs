//! Rays, lines and the squares between two squares: the geometry of the empty board, as tables.
//!
//! | table | entries | bytes |
//! |---|---|---|
//! | [`ray`] | 8 directions × 64 squares | 4,096 |
//! | [`between`] and [`line()`] | 64 × 64 squares each | 32,768 each |
//! | [`rook`], [`bishop`] | 64 squares each | 512 each |
//!
//! All are computed at compile time from [`walk`]. Hyatt's arrays `plus1` …
//! `minus9` (*Rotated Bitmaps, a New Twist on an Old Idea*, ICCA Journal 22(4), 1999) are the
//! eight rows of the first.

use super::walk;
use crate::{Bitboard, Direction, Square};

static RAYS: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            table[direction][square] =
                walk::ray(Square::ALL[square], Direction::ALL[direction], Bitboard::EMPTY);
            square += 1;
        }
        direction += 1;
    }
    table
};

static ROOK: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = walk::rook(Square::ALL[square], Bitboard::EMPTY);
        square += 1;
    }
    table
};

static BISHOP: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = walk::bishop(Square::ALL[square], Bitboard::EMPTY);
        square += 1;
    }
    table
};

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut passed = Bitboard::EMPTY;
            let mut at = Square::ALL[from];
            while let Some(next) = at.step(Direction::ALL[direction]) {
                table[from][next as usize] = passed;
                passed = passed.with(next);
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

static LINE: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let start = Square::ALL[from];
        let mut direction = 0;
        while direction < 8 {
            let ahead = walk::ray(start, Direction::ALL[direction], Bitboard::EMPTY);
            let behind = walk::ray(start, Direction::ALL[direction].opposite(), Bitboard::EMPTY);
            let line = ahead.union(behind).with(start);
            let mut at = start;
            while let Some(next) = at.step(Direction::ALL[direction]) {
                table[from][next as usize] = line;
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// Returns the squares from `from` to the edge in one direction, without `from`.
///
/// ```
/// use setwise::{Direction, Square, attacks::rays, bitboard};
///
/// assert_eq!(rays::ray(Square::C3, Direction::NorthEast), bitboard! {
///     . . . . . . . X
///     . . . . . . X .
///     . . . . . X . .
///     . . . . X . . .
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn ray(from: Square, direction: Direction) -> Bitboard {
    RAYS[direction as usize][from]
}

/// Returns the squares that a rook on `from` attacks on the empty board: always fourteen.
///
/// ```
/// use setwise::{Square, attacks::rays, bitboard};
///
/// assert_eq!(rays::rook(Square::D4), bitboard! {
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     X X X . X X X X
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
/// });
/// ```
#[inline(always)]
pub fn rook(from: Square) -> Bitboard {
    ROOK[from]
}

/// Returns the squares that a bishop on `from` attacks on the empty board: seven to thirteen.
///
/// ```
/// use setwise::{Square, attacks::rays, bitboard};
///
/// assert_eq!(rays::bishop(Square::D4), bitboard! {
///     . . . . . . . X
///     X . . . . . X .
///     . X . . . X . .
///     . . X . X . . .
///     . . . . . . . .
///     . . X . X . . .
///     . X . . . X . .
///     X . . . . . X .
/// });
/// ```
#[inline(always)]
pub fn bishop(from: Square) -> Bitboard {
    BISHOP[from]
}

/// Returns the squares that a queen on `from` attacks on the empty board.
///
/// ```
/// use setwise::{Square, attacks::rays, bitboard};
///
/// assert_eq!(rays::queen(Square::B3), bitboard! {
///     . X . . . . X .
///     . X . . . X . .
///     . X . . X . . .
///     . X . X . . . .
///     X X X . . . . .
///     X . X X X X X X
///     X X X . . . . .
///     . X . X . . . .
/// });
/// ```
#[inline(always)]
pub fn queen(from: Square) -> Bitboard {
    ROOK[from] | BISHOP[from]
}

/// Returns the nearest occupied square in each direction from a square: along ranks and files, and
/// along diagonals.
#[inline(always)]
pub(crate) fn nearest(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let above = |direction| (ray(from, direction) & occupied).isolate_first();
    let below = |direction| (ray(from, direction) & occupied).isolate_last();
    (
        above(Direction::North)
            | above(Direction::East)
            | below(Direction::South)
            | below(Direction::West),
        above(Direction::NorthEast)
            | above(Direction::NorthWest)
            | below(Direction::SouthEast)
            | below(Direction::SouthWest),
    )
}

/// Returns the squares strictly between two squares on one rank, file, diagonal or anti-diagonal,
/// or the empty set.
///
/// ```
/// use setwise::{Bitboard, Square, attacks::rays, bitboard};
///
/// // A bishop on a4 gives check to a king on e8. A piece on b5, c6 or d7 blocks the check.
/// assert_eq!(rays::between(Square::A4, Square::E8), bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . X . . . . .
///     . X . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// // A knight's check cannot be blocked.
/// assert_eq!(rays::between(Square::F6, Square::E8), Bitboard::EMPTY);
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a][b]
}

/// Returns the whole rank, file, diagonal or anti-diagonal through both squares, from edge to edge.
/// It is empty if there is none, or if the two squares are the same.
///
/// ```
/// use setwise::{Square, attacks::rays, bitboard};
///
/// // A bishop on d2 that is pinned to its king on e1 can move only on this line.
/// assert_eq!(rays::line(Square::E1, Square::D2), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . X . . . . . .
///     . . X . . . . .
///     . . . X . . . .
///     . . . . X . . .
/// });
/// ```
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a][b]
}

/// Returns whether three squares are on one rank, file, diagonal or anti-diagonal, in any order.
///
/// Returns false if the first two are the same square.
///
/// ```
/// use setwise::{Square, attacks::rays};
///
/// // A bishop on d2 that is pinned to its king on e1 may move to b4, but not to f4.
/// assert!(rays::aligned(Square::E1, Square::D2, Square::B4));
/// assert!(!rays::aligned(Square::E1, Square::D2, Square::F4));
/// ```
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    LINE[a][b].contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Compares with walking, for occupancies of every density.
    #[test]
    fn nearest_squares_are_what_sliders_attack_of_the_occupied() {
        let mut random = Random::new();
        let mut next = || random.next();
        for round in 0..100 {
            let mut words = [0; 3].map(|_| next());
            words[round % 3] = if round % 2 == 0 { u64::MAX } else { 0 };
            let occupied = Bitboard(words[0] & words[1] | words[2]);
            for from in Square::ALL {
                let expected =
                    [walk::rook, walk::bishop].map(|walk| walk(from, occupied) & occupied);
                assert_eq!(nearest(from, occupied), expected.into(), "{from} {occupied:?}");
            }
        }
    }

    #[test]
    fn between_is_what_both_ends_see_of_each_other() {
        for a in Square::ALL {
            for b in Square::ALL {
                let (ends_a, ends_b) = (Bitboard::of(a), Bitboard::of(b));
                let mut expected = Bitboard::EMPTY;
                for slider in [walk::rook, walk::bishop] {
                    if slider(a, Bitboard::EMPTY).contains(b) {
                        let ahead = slider(a, ends_b) & slider(b, ends_a);
                        // A rook's two rays to a square off its lines cross nowhere between.
                        expected = ahead & line(a, b);
                    }
                }
                assert_eq!(between(a, b), expected, "{a} {b}");
                assert_eq!(between(a, b), between(b, a));
            }
        }
    }

    #[test]
    fn a_line_is_the_file_rank_or_diagonal_that_two_squares_share() {
        for a in Square::ALL {
            for b in Square::ALL {
                let expected = if a == b {
                    Bitboard::EMPTY
                } else if a.file() == b.file() {
                    Bitboard::file(a.file())
                } else if a.rank() == b.rank() {
                    Bitboard::rank(a.rank())
                } else if a.diagonal() == b.diagonal() {
                    Bitboard::diagonal(a.diagonal())
                } else if a.anti_diagonal() == b.anti_diagonal() {
                    Bitboard::anti_diagonal(a.anti_diagonal())
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(line(a, b), expected, "{a} {b}");
            }
        }
        assert!(aligned(Square::A1, Square::D4, Square::H8));
        assert!(aligned(Square::D4, Square::H8, Square::A1));
        assert!(!aligned(Square::A1, Square::D4, Square::D5));
    }

    #[test]
    fn the_positive_rays_hold_higher_squares_and_the_negative_ones_lower() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                let ray = ray(square, direction);
                assert!(ray.into_iter().all(|s| (s > square) == direction.is_positive()));
            }
        }
    }

    #[test]
    fn the_eight_rays_make_the_queen() {
        for square in Square::ALL {
            let union = |directions: &[Direction]| {
                directions.iter().fold(Bitboard::EMPTY, |set, &d| set | ray(square, d))
            };
            assert_eq!(rook(square), union(&Direction::ROOK));
            assert_eq!(bishop(square), union(&Direction::BISHOP));
            assert_eq!(queen(square), union(&Direction::ALL));
            assert_eq!(rook(square).count(), 14);
        }
    }
}
