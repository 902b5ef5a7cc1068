//! The eight directions of the board, named after the compass.
//!
//! ```text
//!   north-west   north   north-east          +7   +8   +9
//!             \    |    /                       \  |  /
//!       west  --   x   --  east             -1 --  x  -- +1
//!             /    |    \                       /  |  \
//!   south-west   south   south-east          -9   -8   -7
//! ```
//!
//! With A1 = 0 and H8 = 63, one step in a direction adds the same amount to the index of every
//! square. Only a step off the left or right edge must be prevented, because it would wrap around
//! to the opposite edge.

use crate::{Color, Square};

/// One of the eight directions in which kings step and queens slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

use Direction::*;

impl Direction {
    /// Returns the directions in which a side's pawns move: the push, the capture towards the h
    /// file, and the capture towards the a file.
    #[inline(always)]
    pub const fn of_pawns(color: Color) -> [Direction; 3] {
        match color {
            Color::White => [Direction::North, Direction::NorthEast, Direction::NorthWest],
            Color::Black => [Direction::South, Direction::SouthEast, Direction::SouthWest],
        }
    }

    /// All eight directions: the rook's four, then the bishop's four, each clockwise.
    pub const ALL: [Direction; 8] =
        [North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest];

    /// The four directions of a rook, along ranks and files.
    pub const ROOK: [Direction; 4] = [North, East, South, West];

    /// The four directions of a bishop, along diagonals and anti-diagonals.
    pub const BISHOP: [Direction; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];

    /// Returns the amount that one step adds to a square's index: ±1, ±7, ±8 or ±9.
    #[inline(always)]
    pub const fn shift(self) -> i8 {
        match self {
            North => 8,
            East => 1,
            South => -8,
            West => -1,
            NorthEast => 9,
            SouthEast => -7,
            SouthWest => -9,
            NorthWest => 7,
        }
    }

    /// Returns the change of file and the change of rank of one step, each -1, 0 or 1.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            North => (0, 1),
            East => (1, 0),
            South => (0, -1),
            West => (-1, 0),
            NorthEast => (1, 1),
            SouthEast => (1, -1),
            SouthWest => (-1, -1),
            NorthWest => (-1, 1),
        }
    }

    /// Returns the English name, such as `north` or `south-west`.
    pub const fn name(self) -> &'static str {
        match self {
            North => "north",
            East => "east",
            South => "south",
            West => "west",
            NorthEast => "north-east",
            SouthEast => "south-east",
            SouthWest => "south-west",
            NorthWest => "north-west",
        }
    }

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Direction {
        match self {
            North => South,
            East => West,
            South => North,
            West => East,
            NorthEast => SouthWest,
            SouthEast => NorthWest,
            SouthWest => NorthEast,
            NorthWest => SouthEast,
        }
    }

    /// Returns whether a step increases the square's index: a "positive" ray in the literature.
    pub const fn is_positive(self) -> bool {
        self.shift() > 0
    }
}

impl Square {
    /// Returns the adjacent square in a direction, or `None` if it is off the board.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (files, ranks) = direction.delta();
        self.offset(files, ranks)
    }
}
