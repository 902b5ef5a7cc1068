//! Positions that cannot occur in a game only because of the moves before them, which are accepted
//! with a warning.

use std::ffi::CString;
use std::fmt::{self, Display};

use pyo3::prelude::*;
use setwise::notation::fen::{FenError, Form};
use setwise::notation::packed::{SIZE, SIZE_WITH_COUNTERS, UnpackError};
use setwise::{Position, PositionError, Setup};

pyo3::import_exception!(setwise._errors, HistoryWarning);

/// A position, and the reason why it cannot occur in a game, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Accepted {
    pub(crate) position: Position,
    pub(crate) reason: Option<PositionError>,
}

impl From<Position> for Accepted {
    /// Returns a position that can occur in a game.
    fn from(position: Position) -> Accepted {
        Accepted { position, reason: None }
    }
}

impl Accepted {
    fn setup(setup: Setup) -> Result<Accepted, PositionError> {
        match Position::try_from(setup) {
            Ok(position) => Ok(position.into()),
            Err(reason) if reason.is_about_history() => {
                Ok(Accepted { position: Position::ignoring_history(setup)?, reason: Some(reason) })
            }
            Err(error) => Err(error),
        }
    }

    /// Reads a lenient FEN.
    pub(crate) fn fen(fen: &str) -> Result<Accepted, FenError> {
        let error = match Position::parse_fen_form(fen, Form::Lenient) {
            Ok(position) => return Ok(position.into()),
            Err(error) => error,
        };
        match error.position() {
            Some(reason) if reason.is_about_history() => {
                let position = Position::parse_fen_ignoring_history(fen, Form::Lenient)?;
                Ok(Accepted { position, reason: Some(reason) })
            }
            _ => Err(error),
        }
    }

    /// Reads the packed form with or without counters.
    #[inline]
    pub(crate) fn packed(bytes: &[u8]) -> Result<Accepted, PackedError> {
        if let Ok(bytes) = bytes.try_into() {
            Accepted::unpacked(Position::unpack(bytes), || Setup::unpack(bytes))
        } else if let Ok(bytes) = bytes.try_into() {
            let setup = || Setup::unpack_with_counters(bytes);
            Accepted::unpacked(Position::unpack_with_counters(bytes), setup)
        } else {
            Err(PackedError::Length(bytes.len(), bytes.is_ascii() && bytes.contains(&b'/')))
        }
    }

    /// Takes what was unpacked; a position that is refused for its history is made from the setup.
    #[inline]
    fn unpacked(
        position: Result<Position, UnpackError>,
        setup: impl FnOnce() -> Result<Setup, UnpackError>,
    ) -> Result<Accepted, PackedError> {
        let accepted = match position {
            Ok(position) => Ok(position.into()),
            Err(error) if error.position().is_some_and(PositionError::is_about_history) => {
                setup().and_then(|setup| Ok(Accepted::setup(setup)?))
            }
            Err(error) => Err(error),
        };
        accepted.map_err(PackedError::Unpack)
    }
}

/// Why bytes are not a packed position.
pub(crate) enum PackedError {
    /// The number of bytes, and whether they seem to be the text of a FEN.
    Length(usize, bool),
    Unpack(UnpackError),
}

impl Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedError::Length(length, is_fen) => {
                let text = if *is_fen { "a text of " } else { "" };
                let packed = if *is_fen { ", packed; Positions.from_fens reads FENs" } else { "" };
                write!(f, "{text}{length} bytes (expected {SIZE_WITH_COUNTERS} or {SIZE}{packed})")
            }
            PackedError::Unpack(error) => error.fmt(f),
        }
    }
}

/// Warns that a position cannot occur in a game.
pub(crate) fn warn(py: Python<'_>, subject: &str, reason: PositionError) -> PyResult<()> {
    let message = CString::new(format!("{subject} cannot occur in a game: {reason}"))?;
    PyErr::warn(py, &py.get_type::<HistoryWarning>(), &message, 1)
}

/// Warns about the rows of a batch that cannot occur in a game, given the numbers of the rows.
pub(crate) fn warn_of_rows(py: Python<'_>, rows: &[(usize, PositionError)]) -> PyResult<()> {
    match rows {
        [] => Ok(()),
        [(row, reason)] => warn(py, &format!("row {row}"), *reason),
        [(row, reason), ..] => {
            let others = rows.len() - 1;
            let plural = if others == 1 { "" } else { "s" };
            warn(py, &format!("row {row}, and {others} other row{plural},"), *reason)
        }
    }
}
