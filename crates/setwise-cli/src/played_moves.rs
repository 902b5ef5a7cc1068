//! A line of moves played from a position.

use setwise::notation::uci::Uci;
use setwise::{Move, Position};

use crate::verdict::Failure;

/// The position after the moves, in UCI's words with white space between, and the last of them;
/// castling in either form.
pub(crate) fn play(
    mut position: Position,
    line: &[String],
) -> Result<(Position, Option<Move>), Failure> {
    let mut last = None;
    let words = line.iter().flat_map(|part| part.split_whitespace());
    for (number, word) in (1..).zip(words) {
        let uci: Uci = word.parse().map_err(|error| {
            let start: String = word.chars().take(20).collect();
            Failure::Input(format!("move {number}, {start:?}: {error}"))
        })?;
        let mv = uci.find(&position).ok_or_else(|| {
            Failure::Input(format!("move {number}, {word}, is not legal here:\n  {position}"))
        })?;
        position = position.play_unchecked(mv);
        last = Some(mv);
    }
    Ok((position, last))
}
