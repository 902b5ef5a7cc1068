//! The lesson on endgames: its sets are those of the tables, and its equations hold.

use setwise::{Bitboard, Board, Color, Position};
use setwise_endgames::{Material, Outcome, Table, Tables};
use setwise_lessons::{Figure, Lesson, endgames};

use super::equations::check_position;

/// A rook; a queen and stalemates; Black's queen; a pawn that promotes; two rooks, of which one can be
/// taken; a bishop and a knight; an enemy knight.
const POSITIONS: [&str; 7] = [
    "8/8/8/4R3/8/2K5/8/k7 w - - 0 1",
    "7k/8/5Q2/8/8/2K5/8/8 b - - 0 1",
    "7K/8/5q2/8/8/2k5/8/8 w - - 0 1",
    "7k/P7/8/2K5/8/8/8/8 w - - 0 1",
    "7k/8/8/8/8/8/R7/R6K w - - 0 1",
    "k7/8/1K6/8/8/8/8/5NB1 w - - 0 1",
    "k7/8/1K6/8/8/8/5n2/7R w - - 0 1",
];

/// Returns the set of the label `mated` or `wins` of a part, the last that is shown.
fn shown(lesson: &Lesson, part: &str, label: &str) -> Bitboard {
    let figures =
        lesson.steps.iter().filter(|step| step.part == part).flat_map(|step| &step.figures);
    let mut sets = figures.filter_map(|figure| match figure {
        Figure::Board(board) if board.label == label => Some(board.set),
        _ => None,
    });
    sets.next_back().unwrap_or_default()
}

/// Returns the squares of a king where a side has an outcome.
fn squares(table: &Table, board: &Board, turn: Color, outcome: Outcome) -> Bitboard {
    table.king_squares(board, turn, |found| found == outcome).expect("the material of the table")
}

/// Finds sets of another distance or side, captures and stalemates that are forgotten, and equations
/// that do not hold.
#[test]
fn the_sets_are_those_of_the_tables() {
    for fen in POSITIONS {
        let position: Position = fen.parse().expect(fen);
        let material = Material::of(position.board()).expect(fen);
        let mut tables = Tables::new();
        assert_eq!(endgames::lesson(&position, &tables), None);
        let table = tables.build(&material).expect("it is not stopped");
        let lesson = endgames::lesson(&position, &tables).expect(fen);
        let weak = if material == material.canonical() { Color::Black } else { Color::White };
        let mut board = *position.board();
        board.remove(position.king(weak));
        if board.color(weak).is_empty() {
            check_position(&lesson, &position);
        }
        let mut sets = 0;
        for moves in 1..=table.longest_plies().div_ceil(2) {
            let part = format!("mate in {moves}");
            let wins = squares(&table, &board, !weak, Outcome::Win(2 * moves - 1));
            let mated = squares(&table, &board, weak, Outcome::Loss(2 * moves));
            assert_eq!(shown(&lesson, &part, "wins"), wins, "{fen}: {part}");
            assert_eq!(shown(&lesson, &part, "mated"), mated, "{fen}: {part}");
            sets += usize::from(wins.any()) + usize::from(mated.any());
        }
        assert!(sets > 0, "{fen}");
        let outcome = tables.probe(&position).expect(fen);
        assert_eq!(lesson.answer, Some(squares(&table, &board, position.turn(), outcome)), "{fen}");
    }
}
