//! Reads positions that cannot occur in a game.

use std::fmt;
use std::io::Write;

use setwise::notation::fen::{FenError, Form};
use setwise::{Position, PositionError};

/// A parser of the FEN of a position.
pub(crate) type Parse = fn(&str) -> Result<Position, FenError>;

/// Parses a lenient FEN.
pub(crate) fn checked(fen: &str) -> Result<Position, FenError> {
    Position::parse_fen_form(fen, Form::Lenient)
}

/// Parses a lenient FEN. If the position cannot occur in a game only because of the moves before
/// it, prints a note to standard error and returns the position.
pub(crate) fn noted(fen: &str) -> Result<Position, FenError> {
    let (position, reason) = ignored(fen)?;
    if let Some(reason) = reason {
        // If standard error is closed, the note is lost.
        let _ = writeln!(anstream::stderr(), "{}", Note { fen, reason });
    }
    Ok(position)
}

/// Parses a lenient FEN; see [`Position::ignoring_history`]. Also returns the check that was
/// ignored.
pub(crate) fn ignored(fen: &str) -> Result<(Position, Option<PositionError>), FenError> {
    let error = match checked(fen) {
        Ok(position) => return Ok((position, None)),
        Err(error) => error,
    };
    match error.position() {
        Some(reason) if reason.is_about_history() => {
            let position = Position::parse_fen_ignoring_history(fen, Form::Lenient)?;
            Ok((position, Some(reason)))
        }
        _ => Err(error),
    }
}

/// The note that a position cannot occur in a game.
pub(crate) struct Note<'f> {
    pub(crate) fen: &'f str,
    pub(crate) reason: PositionError,
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Note { fen, reason } = self;
        write!(f, "note: {} cannot occur in a game, but is counted: {reason}", fen.trim())
    }
}
