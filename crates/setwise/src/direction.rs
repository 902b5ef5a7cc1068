//! The compass rose.
//!
//! ```text
//!   north-west   north   north-east          +7   +8   +9
//!             \    |    /                       \  |  /
//!       west  --   x   --  east             -1 --  x  -- +1
//!             /    |    \                       /  |  \
//!   south-west   south   south-east          -9   -8   -7
//! ```
//!
//! With A1 = 0 and H8 = 63, one step in a direction adds the same amount to the square's index
//! wherever the square is; only a step off the left or right edge must be stopped, or it would
//! come back in on the other side.

use crate::{Color, Square};

/// One of the eight directions that a king steps and a queen slides.
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
    /// Returns the directions in which a color's pawns move: the push, the capture towards the h
    /// file, and the capture towards the a file.
    #[inline(always)]
    pub const fn of_pawns(color: Color) -> [Direction; 3] {
        match color {
            Color::White => [Direction::North, Direction::NorthEast, Direction::NorthWest],
            Color::Black => [Direction::South, Direction::SouthEast, Direction::SouthWest],
        }
    }

    /// All eight: the rook's four, then the bishop's four, each clockwise.
    pub const ALL: [Direction; 8] =
        [North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest];

    /// The four that a rook slides: along ranks and files.
    pub const ROOK: [Direction; 4] = [North, East, South, West];

    /// The four that a bishop slides: along diagonals and anti-diagonals.
    pub const BISHOP: [Direction; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];

    /// What one step adds to a square's index: ±1, ±7, ±8 or ±9.
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

    /// The steps that one step makes along the files and along the ranks, each -1, 0 or 1.
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

    /// The name in words: `north`, `south-west`.
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

    /// The direction that leads back.
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

    /// Whether a step makes the index larger: the "positive" rays of the literature.
    pub const fn is_positive(self) -> bool {
        self.shift() > 0
    }
}

impl Square {
    /// The next square in a direction, or `None` over the edge.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (files, ranks) = direction.delta();
        self.offset(files, ranks)
    }
}
