//! Errors of games as exceptions.

use pyo3::prelude::*;
use setwise::Color;
use setwise_pgn::GameError;

pyo3::import_exception!(setwise._errors, PgnError);

/// Returns the exception: `FILE:LINE:COLUMN: game 3 (White - Black), 12... Nf3: message`.
pub(super) fn game_exception(error: &GameError) -> PyErr {
    let (turn, place) = (error.turn(), &error.error.place);
    PgnError::new_err((
        error.to_string(),
        error.error.name(),
        error.file.clone(),
        error.game,
        place.line,
        place.column,
        place.byte,
        turn.map(|(number, _)| number),
        turn.map(|(_, side)| side == Color::White),
        error.text.clone(),
    ))
}
