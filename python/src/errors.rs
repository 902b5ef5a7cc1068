//! Conversion of the library's errors to exceptions, which `setwise._errors` defines.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::notation::epd::EpdError as LibraryEpdError;
use setwise::notation::fen::FenError as LibraryFenError;
use setwise::notation::san::SanError;
use setwise::notation::uci::UciError;

pyo3::import_exception!(setwise._errors, FenError);
pyo3::import_exception!(setwise._errors, EpdError);
pyo3::import_exception!(setwise._errors, BookError);
pyo3::import_exception!(setwise._errors, ExpressionError);
pyo3::import_exception!(setwise._errors, InvalidMoveError);
pyo3::import_exception!(setwise._errors, IllegalMoveError);
pyo3::import_exception!(setwise._errors, AmbiguousMoveError);
pyo3::import_exception!(setwise._errors, RowError);
pyo3::import_exception!(setwise._errors, JobError);

/// Converts the error of a FEN, with its field, place and reason.
pub(crate) fn fen(error: LibraryFenError) -> PyErr {
    let reason = error.position().map(|reason| reason.name().replace('-', "_"));
    FenError::new_err((error.to_string(), error.field(), error.at, reason))
}

/// Converts the error of a line of EPD.
pub(crate) fn epd(error: LibraryEpdError) -> PyErr {
    EpdError::new_err(error.to_string())
}

/// Converts the error of a move in SAN; the exceptions are python-chess's.
pub(crate) fn san(text: &str, error: SanError) -> PyErr {
    let message = format!("{text:?}: {error}");
    match error.name() {
        "ambiguous-move" => AmbiguousMoveError::new_err(message),
        "illegal-move" | "missing-promotion" => IllegalMoveError::new_err(message),
        _ => InvalidMoveError::new_err(message),
    }
}

/// Converts the error of a text that is no move in UCI notation.
pub(crate) fn uci(text: &str, error: UciError) -> PyErr {
    InvalidMoveError::new_err(format!("{text:?}: {error}"))
}

/// Returns the error of a value that is not in a range.
pub(crate) fn out_of_range(what: &str, found: impl std::fmt::Display, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{what} {found} (expected {expected})"))
}
