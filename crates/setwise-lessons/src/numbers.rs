//! Boards of numbers: what the lessons on squares and on mappings share.

use setwise::{Direction, Rank, Square};

use super::Figure;

/// Returns a board with a number on each square, drawn as a board is, rank 8 first.
pub(super) fn board(number: impl Fn(Square) -> i64) -> Figure {
    let columns = " abcdefgh".chars().map(|file| file.to_string()).collect();
    let row = |rank: Rank| {
        let squares = Square::ALL.into_iter().filter(|square| square.rank() == rank);
        let numbers = squares.map(|square| format!("{:2}", number(square)));
        core::iter::once(rank.to_string()).chain(numbers).collect()
    };
    Figure::Table { columns, rows: Rank::ALL.into_iter().rev().map(row).collect() }
}

/// Returns the compass rose: what a step in each of the eight directions adds to the number of a
/// square.
pub(super) fn compass_rose(shift: impl Fn(Direction) -> i8) -> Figure {
    use Direction::*;
    let rows = [
        ("north", [Some(NorthWest), Some(North), Some(NorthEast)]),
        ("", [Some(West), None, Some(East)]),
        ("south", [Some(SouthWest), Some(South), Some(SouthEast)]),
    ];
    let cell = |direction: Option<Direction>| match direction {
        Some(direction) => format!("{:+}", shift(direction)),
        None => "x".to_owned(),
    };
    let row = |(name, directions): (&str, [Option<Direction>; 3])| {
        core::iter::once(name.to_owned()).chain(directions.map(cell)).collect()
    };
    Figure::table(["", "west", "", "east"], rows.map(row))
}
