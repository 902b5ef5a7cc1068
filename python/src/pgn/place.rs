//! Errors of games, with their places.

use std::fmt::Write;

use pyo3::prelude::*;
use setwise::Color;
use setwise::notation::pgn::{PgnError as LibraryError, PgnErrorKind, Replay, Text};

pyo3::import_exception!(setwise._errors, PgnError);

/// The maximum number of characters of a player's name in a message.
const LONGEST_NAME: usize = 80;

/// The players of a game, and whether its moves have begun.
#[derive(Clone, Default)]
pub(super) struct Players {
    white: Option<String>,
    black: Option<String>,
    pub(super) in_moves: bool,
}

impl Players {
    pub(super) fn tag(&mut self, name: &str, value: Text<'_>) {
        let player = match name {
            "White" => &mut self.white,
            "Black" => &mut self.black,
            _ => return,
        };
        *player = Some(value.decode().chars().take(LONGEST_NAME).collect());
    }
}

/// The error of a game.
#[derive(Clone)]
pub(super) struct Failed {
    error: LibraryError,
    players: Players,
    /// The number of the move and the side to move, for an error among the moves.
    turn: Option<(u32, Color)>,
    /// The text of a move that is wrong.
    text: Option<String>,
}

impl Failed {
    pub(super) fn new(error: LibraryError, players: &Players, replay: &Replay) -> Failed {
        let wrong = replay.wrong_move();
        let position = wrong.map_or(replay.position(), |wrong| wrong.position());
        let is_result =
            matches!(error.kind, PgnErrorKind::MissingResult | PgnErrorKind::MismatchedResult(_));
        let in_moves = players.in_moves && !is_result;
        Failed {
            error,
            players: players.clone(),
            turn: in_moves.then(|| (position.fullmoves(), position.turn())),
            text: wrong.map(|wrong| wrong.text().decode().into_owned()),
        }
    }

    /// Returns the exception: `FILE:LINE:COLUMN: game 3 (White - Black), 12... Nf3: message`.
    pub(super) fn exception(&self, file: Option<&str>, game: u64) -> PyErr {
        let LibraryError { kind, place } = self.error;
        let mut message = String::new();
        // Writing to a string does not fail.
        let _ = match file {
            Some(file) => write!(message, "{file}:{place}: game {game}"),
            None => write!(message, "{place}: game {game}"),
        };
        let Players { white, black, .. } = &self.players;
        if let Some((white, black)) = white.as_ref().zip(black.as_ref()) {
            let _ = write!(message, " ({white} - {black})");
        }
        if let Some((number, side)) = self.turn {
            let dots = if side == Color::White { "." } else { "..." };
            let _ = match &self.text {
                Some(text) => write!(message, ", {number}{dots} {text}"),
                None => write!(message, ", at {number}{dots}"),
            };
        }
        let _ = write!(message, ": {kind}");
        PgnError::new_err((
            message,
            kind.name(),
            file.map(str::to_owned),
            game,
            place.line,
            place.column,
            place.byte,
            self.turn.map(|(number, _)| number),
            self.turn.map(|(_, side)| side == Color::White),
            self.text.clone(),
        ))
    }
}
