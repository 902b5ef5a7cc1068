//! The sets of squares behind a move.

use std::fmt::Write;

use setwise::{Bitboard, Color, Move, Position};
use setwise_player::{Line, Score};
use setwise_sets::{Definitions, Expression, Source, Value, evaluate_parts};

use crate::commands::show;

/// Lists the sets behind a move in the language of `setwise show --sets`, and what the computer
/// expected when it chose the move.
pub(super) fn of_move(
    before: &Position,
    mv: Move,
    after: &Position,
    expected: Option<&Line>,
) -> String {
    let (own, enemy) = match before.turn() {
        Color::White => ("A", "a"),
        Color::Black => ("a", "A"),
    };
    let square = mv.destination();
    let rows = [
        (format!("attacks({square})"), "the squares that it attacks"),
        (format!("attackers({square}) & {own}"), "what defends it"),
        (format!("attackers({square}) & {enemy}"), "what attacks it"),
        (format!("attacks({own}) & {enemy}"), "your pieces that are attacked"),
        (format!("hanging({enemy})"), "those that are not defended"),
        (format!("pinned & {enemy}"), "your pinned pieces"),
        (format!("pinned & {own}"), "pinned pieces of the computer"),
    ];
    let mut text = format!("{}, in the sets of `setwise show --sets`:\n", before.san(mv));
    for (expression, meaning) in rows {
        let squares = show::squares(value(&expression, after), " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {expression:19} {meaning}: {squares}");
    }
    if let Some(line) = expected {
        let score = match line.score {
            Score::Centipawns(score) => format!("{:+.2} pawns", f64::from(score) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Score::Mate(moves) => format!("mated in {}", -moves),
        };
        let mut position = *before;
        let mut moves = String::new();
        for &mv in line.moves.iter().take(5) {
            let _ = write!(moves, " {}", position.san(mv));
            position = position.play_unchecked(mv);
        }
        let _ = writeln!(text, "it expected{moves}, a score of {score} for the computer");
    }
    let _ = writeln!(text, "to draw a set: setwise show '{after}' --sets 'attacks({square})'");
    text
}

/// Returns the set that an expression has in a position.
fn value(text: &str, position: &Position) -> Bitboard {
    let parsed = Expression::parse_with(text, &Definitions::standard(), Source::Positions);
    match parsed.map(|expression| evaluate_parts(&expression, position).0) {
        Ok(Value::Set(set)) => set,
        other => unreachable!("{text} is a set: {other:?}"),
    }
}
