//! Operators on sets.

use setwise::{Bitboard, Direction};

use crate::json::{Read, Value};

/// An operator on one or two sets.
#[derive(Clone, Copy)]
pub(crate) enum Operator {
    And,
    Or,
    Xor,
    Minus,
    Not,
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
    FlipVertical,
    MirrorHorizontal,
    FlipDiagonal,
    FlipAntiDiagonal,
    Rotate180,
    RotateClockwise,
    RotateCounterclockwise,
}

impl Read for Operator {
    fn read(value: &Value) -> Result<Operator, String> {
        Ok(match String::read(value)?.as_str() {
            "and" => Operator::And,
            "or" => Operator::Or,
            "xor" => Operator::Xor,
            "minus" => Operator::Minus,
            "not" => Operator::Not,
            "north" => Operator::North,
            "north-east" => Operator::NorthEast,
            "east" => Operator::East,
            "south-east" => Operator::SouthEast,
            "south" => Operator::South,
            "south-west" => Operator::SouthWest,
            "west" => Operator::West,
            "north-west" => Operator::NorthWest,
            "flip-vertical" => Operator::FlipVertical,
            "mirror-horizontal" => Operator::MirrorHorizontal,
            "flip-diagonal" => Operator::FlipDiagonal,
            "flip-anti-diagonal" => Operator::FlipAntiDiagonal,
            "rotate180" => Operator::Rotate180,
            "rotate-clockwise" => Operator::RotateClockwise,
            "rotate-counterclockwise" => Operator::RotateCounterclockwise,
            other => return Err(format!("there is no operator {other:?}")),
        })
    }
}

impl Operator {
    /// Returns the result; an operator on one set ignores the second.
    pub(crate) fn apply(self, a: Bitboard, b: Bitboard) -> Bitboard {
        match self {
            Operator::And => a & b,
            Operator::Or => a | b,
            Operator::Xor => a ^ b,
            Operator::Minus => a - b,
            Operator::Not => !a,
            Operator::North => a.shift(Direction::North),
            Operator::NorthEast => a.shift(Direction::NorthEast),
            Operator::East => a.shift(Direction::East),
            Operator::SouthEast => a.shift(Direction::SouthEast),
            Operator::South => a.shift(Direction::South),
            Operator::SouthWest => a.shift(Direction::SouthWest),
            Operator::West => a.shift(Direction::West),
            Operator::NorthWest => a.shift(Direction::NorthWest),
            Operator::FlipVertical => a.flip_vertical(),
            Operator::MirrorHorizontal => a.mirror_horizontal(),
            Operator::FlipDiagonal => a.flip_diagonal(),
            Operator::FlipAntiDiagonal => a.flip_anti_diagonal(),
            Operator::Rotate180 => a.rotate_180(),
            Operator::RotateClockwise => a.rotate_90_clockwise(),
            Operator::RotateCounterclockwise => a.rotate_90_counterclockwise(),
        }
    }
}
