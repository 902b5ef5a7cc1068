//! Lines of EPD: operations to Python objects and back.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use setwise::Move as LibraryMove;
use setwise::notation::epd::{Epd, Operand, Value};
use setwise::notation::san::SanOptions;

use crate::board::{Board, check_chess960};
use crate::errors::{self, EpdError};
use crate::moves::Move;

/// Reads a line; the moves may be written with deviations from SAN.
pub(crate) fn read<'py>(
    py: Python<'py>,
    line: &str,
    chess960: Option<bool>,
) -> PyResult<(Board, Bound<'py, PyDict>)> {
    let epd = Epd::parse_with(line, SanOptions::LENIENT).map_err(errors::epd)?;
    check_chess960(epd.position(), chess960)?;
    let board = Board::of(*epd.position(), chess960.unwrap_or(false));
    let operations = PyDict::new(py);
    for operation in epd.operations() {
        let opcode = operation.opcode();
        operations.set_item(opcode, to_python(py, opcode, operation.value(), board.chess960)?)?;
    }
    Ok((board, operations))
}

fn to_python(py: Python<'_>, opcode: &str, value: &Value, chess960: bool) -> PyResult<Py<PyAny>> {
    let show = |moves: &[LibraryMove]| -> Vec<Move> {
        moves.iter().map(|&mv| Move::of(mv, chess960)).collect()
    };
    let operand = |operand: &Operand| match operand {
        Operand::Integer(number) => number.into_py_any(py),
        Operand::Text(text) | Operand::Symbol(text) => text.into_py_any(py),
        other => Err(EpdError::new_err(format!("unknown kind of operand {other:?}"))),
    };
    match value {
        Value::Nothing => Ok(py.None()),
        Value::Moves(moves) if matches!(opcode, "sm" | "pm") && moves.len() == 1 => {
            Move::of(moves[0], chess960).into_py_any(py)
        }
        Value::Moves(moves) | Value::Line(moves) => show(moves).into_py_any(py),
        Value::Integer(number) => number.into_py_any(py),
        Value::Text(text) => text.into_py_any(py),
        Value::Operands(operands) => match operands.as_slice() {
            [only] => operand(only),
            several => {
                let several: Vec<Py<PyAny>> =
                    several.iter().map(operand).collect::<PyResult<_>>()?;
                PyList::new(py, several)?.into_py_any(py)
            }
        },
        other => Err(EpdError::new_err(format!("unknown kind of value {other:?}"))),
    }
}

/// Appends operations to the four fields of a line.
pub(crate) fn write_operations(
    line: &mut String,
    board: &Board,
    operations: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let empty = Epd::new(board.position);
    let fields = empty.to_string().len();
    let mut epd = empty;
    for (opcode, operand) in operations {
        let opcode: String = opcode.extract()?;
        epd = add(epd, board, &opcode, &operand)?;
    }
    line.push_str(&epd.to_string()[fields..]);
    Ok(())
}

/// Adds an operation, in the first form that the opcode takes.
fn add(epd: Epd, board: &Board, opcode: &str, operand: &Bound<'_, PyAny>) -> PyResult<Epd> {
    let mut refused = String::new();
    for value in forms(board, opcode, operand)? {
        match epd.clone().with(opcode, value) {
            Ok(epd) => return Ok(epd),
            Err(error) => refused = error.to_string(),
        }
    }
    Err(EpdError::new_err(format!("operation {opcode}: {refused}")))
}

/// Returns the forms that an object can have as a value.
fn forms(board: &Board, opcode: &str, operand: &Bound<'_, PyAny>) -> PyResult<Vec<Value>> {
    if operand.is_none() {
        return Ok(vec![Value::Nothing]);
    }
    if let Ok(mv) = operand.cast::<Move>() {
        let mv = board.legal(*mv.get())?;
        let symbol = Operand::Symbol(board.position.san(mv).as_str().to_owned());
        return Ok(vec![Value::Moves(vec![mv]), Value::Operands(vec![symbol])]);
    }
    if let Ok(text) = operand.cast::<PyString>() {
        let text: String = text.extract()?;
        let operand = Operand::Text(text.clone());
        return Ok(vec![Value::Text(text), Value::Operands(vec![operand])]);
    }
    if operand.is_instance_of::<PyFloat>() && !operand.is_instance_of::<PyInt>() {
        let number: f64 = operand.extract()?;
        if !number.is_finite() {
            let message = format!("operation {opcode}: {number} (expected a finite number)");
            return Err(EpdError::new_err(message));
        }
        let text = operand.repr()?.to_string();
        return Ok(vec![Value::Operands(vec![Operand::Symbol(text)])]);
    }
    if operand.hasattr("__index__")? && !operand.is_instance_of::<PyBool>() {
        let number: i64 = operand.extract().map_err(|_| {
            EpdError::new_err(format!("operation {opcode}: an integer beyond 64 bits"))
        })?;
        let operand = Operand::Integer(number);
        return Ok(vec![Value::Integer(number), Value::Operands(vec![operand])]);
    }
    if opcode == "pv" { line(board, operand) } else { moves(board, operand) }
}

fn line(board: &Board, operand: &Bound<'_, PyAny>) -> PyResult<Vec<Value>> {
    let (mut board, mut line) = (Board::of(board.position, board.chess960), Vec::new());
    for mv in operand.try_iter()? {
        let mv = board.legal(mv?.extract()?)?;
        board.position = board.position.play_unchecked(mv);
        line.push(mv);
    }
    Ok(vec![Value::Line(line)])
}

/// Returns moves in the order of their SAN, as python-chess writes them.
fn moves(board: &Board, operand: &Bound<'_, PyAny>) -> PyResult<Vec<Value>> {
    let mut moves = Vec::new();
    for mv in operand.try_iter()? {
        moves.push(board.legal(mv?.extract()?)?);
    }
    moves.sort_by_key(|&mv| board.position.san(mv).as_str().to_owned());
    Ok(vec![Value::Moves(moves)])
}
