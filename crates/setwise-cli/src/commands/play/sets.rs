//! The sets of squares behind a move, as text.

use std::fmt::Write;

use setwise::{Move, Position};
use setwise_lessons::sets::{SetBehind, behind};
use setwise_player::Line;

use crate::commands::show;

/// Lists the sets behind a move in the language of `setwise show --sets`, and what the computer
/// expected when it chose the move.
pub(super) fn of_move(before: &Position, mv: Move, expected: Option<&Line>) -> String {
    let mut text = format!("{}, in the sets of `setwise show --sets`:\n", before.san(mv));
    for SetBehind { expression, meaning, set } in behind(before, mv) {
        let squares = show::squares(set, " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {expression:19} {meaning}: {squares}");
    }
    if let Some(line) = expected {
        let (moves, score) = (line.san(before, 5), line.score);
        let _ = writeln!(text, "it expected {moves}, a score of {score} for the computer");
    }
    let (after, square) = (before.play_unchecked(mv), mv.destination());
    let _ = writeln!(text, "to draw a set: setwise show '{after}' --sets 'attacks({square})'");
    text
}
