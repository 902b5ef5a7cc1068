//! Boards of python-chess, as boards of this package.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::IntoPyDict;

use super::{Board, read_fen};
use crate::moves::Move;

/// Returns whether an object is a board of python-chess, of the standard game or Chess960.
///
/// The package is not imported: before it is, no object is such a board.
pub(crate) fn is_board(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
    let Ok(class) = modules.get_item("chess").and_then(|module| module.getattr("Board")) else {
        return Ok(false);
    };
    // Another module may have the name, with anything in it.
    if !object.is_instance(&class).unwrap_or(false) {
        return Ok(false);
    }
    let variant = object.getattr("uci_variant").and_then(|it| it.extract::<PyBackedStr>());
    match variant.as_deref() {
        Ok("chess") => Ok(true),
        Ok(other) => {
            let message = format!("a board of the variant {other} (expected chess)");
            Err(PyTypeError::new_err(message))
        }
        Err(_) => Ok(false),
    }
}

/// Returns the position of a board of python-chess, without moves.
pub(crate) fn without_moves(object: &Bound<'_, PyAny>, chess960: Option<bool>) -> PyResult<Board> {
    let py = object.py();
    let chess960 = match object.getattr(intern!(py, "chess960"))?.extract()? {
        true => chess960.or(Some(true)),
        false => chess960,
    };
    // Castling rights by the files of the rooks have one meaning in all positions.
    let form = [("en_passant", "fen")].into_py_dict(py)?;
    form.set_item("shredder", true)?;
    let fen: PyBackedStr = object.call_method(intern!(py, "fen"), (), Some(&form))?.extract()?;
    read_fen(py, &fen, chess960)
}

/// Returns a board of python-chess with its moves.
pub(crate) fn with_moves(object: &Bound<'_, PyAny>, chess960: Option<bool>) -> PyResult<Board> {
    let py = object.py();
    let mut board = without_moves(&object.call_method0(intern!(py, "root"))?, chess960)?;
    for mv in object.getattr(intern!(py, "move_stack"))?.try_iter()? {
        let uci: PyBackedStr = mv?.call_method0(intern!(py, "uci"))?.extract()?;
        board.push(Move::parse(&uci)?)?;
    }
    let expected = without_moves(object, chess960)?;
    if board != expected {
        let (found, expected) = (board.position.fen(), expected.position.fen());
        let message = format!("the moves of the board lead to {found} (expected {expected})");
        return Err(PyValueError::new_err(message));
    }
    Ok(board)
}
