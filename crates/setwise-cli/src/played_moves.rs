//! Plays a sequence of moves from a position.

use setwise::notation::uci::Uci;
use setwise::{Move, Position};

use crate::verdict::Failure;

/// Returns the position after the moves, and the last move. Moves are in UCI notation, separated by
/// white space; castling may be `e1g1` or `e1h1`.
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
            Failure::Input(format!(
                "move {number}, {word}, is not legal in this position:\n  {position}"
            ))
        })?;
        position = position.play_unchecked(mv);
        last = Some(mv);
    }
    Ok((position, last))
}
