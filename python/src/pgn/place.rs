//! Errors of games as exceptions.

use setwise::Color;
use setwise_pgn::GameError;

pyo3::import_exception!(setwise._errors, PgnError);

/// The arguments of an exception: what its message and its attributes are.
pub(super) type GameFault =
    (String, String, Option<String>, u64, u64, u64, u64, Option<u32>, Option<bool>, Option<String>);

/// Describes an error: `FILE:LINE:COLUMN: game 3 (White - Black), 12... Nf3: message`.
pub(super) fn game_fault(error: &GameError) -> GameFault {
    let (turn, place) = (error.turn(), &error.error.place);
    (
        error.to_string(),
        error.error.name().to_owned(),
        error.file.clone(),
        error.game,
        place.line,
        place.column,
        place.byte,
        turn.map(|(number, _)| number),
        turn.map(|(_, side)| side == Color::White),
        error.text.clone(),
    )
}
