//! Set expressions, asked of columns of packed positions that other packages have, as they are.
//!
//! The rows are checked, but no batch of positions is made.

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Position;
use setwise_sets::{Kind, Value};

use super::asked::{is_short, number, set, truth};
use super::entry::{BadRows, BadRowsFound};
use super::{Positions, ROWS_AT_A_TIME};
use crate::expression::{Expression, ExpressionArgument};
use crate::{allocate, arrow, work};

/// An expression for all rows, or a column with an expression for each.
enum Expressions<'py> {
    One(Expression),
    Each(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Expressions<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")? {
            return Ok(Expressions::Each(object.to_owned()));
        }
        Ok(Expressions::One(object.extract::<ExpressionArgument>()?.0))
    }
}

/// Returns an array with a cell for the value of each row of an Arrow column.
fn ask<'py, T: Element>(
    py: Python<'py>,
    column: &Bound<'py, PyAny>,
    expressions: Expressions<'py>,
    wanted: Kind,
    cell: fn(Value) -> T,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let chunks = arrow::chunks(column, arrow::Kind::Bytes)?;
    let chunks = chunks.ok_or_else(|| PyValueError::new_err("the positions are no Arrow data"))?;
    let rows = arrow::byte_strings(&chunks)?;
    let array = allocate::array(py, [rows.len()])?;
    let mut cells = array.try_readwrite()?;
    let cells = cells.as_slice_mut()?;
    let found = BadRowsFound::default();
    let mut ask_rows = |first: usize, end: usize, expression: &Expression| {
        let asked = expression.of_positions(wanted)?;
        let rows = rows[first..end].chunks(ROWS_AT_A_TIME);
        let pieces = rows.zip(cells[first..end].chunks_mut(ROWS_AT_A_TIME)).enumerate();
        // Other packages have threads of their own.
        let done =
            work::run(py, 1, is_short(asked, end - first), pieces, |(piece, (rows, cells))| {
                let mut positions = [Position::INITIAL; ROWS_AT_A_TIME];
                let positions = &mut positions[..rows.len()];
                found.read_packed(first + piece * ROWS_AT_A_TIME, rows, positions)?;
                asked.evaluate(positions, |row, value| cells[row] = cell(value));
                Ok(())
            });
        asked.finish();
        done
    };
    match expressions {
        Expressions::One(expression) => ask_rows(0, rows.len(), &expression)?,
        Expressions::Each(column) => {
            let chunks = arrow::chunks(&column, arrow::Kind::Strings)?.unwrap_or_default();
            let texts = arrow::texts(&chunks)?;
            if texts.len() != rows.len() {
                let message = format!("{} expressions for {} positions", texts.len(), rows.len());
                return Err(PyValueError::new_err(message));
            }
            let mut first = 0;
            for texts in texts.chunk_by(|one, next| one == next) {
                let Some(text) = texts[0] else {
                    let message = format!("row {first}: null (expected an expression)");
                    return Err(PyValueError::new_err(message));
                };
                let end = first + texts.len();
                ask_rows(first, end, &Expression::parse(text)?)?;
                first = end;
            }
        }
    }
    found.report(py, BadRows::Raise)?;
    Ok(array)
}

#[pymethods]
impl Positions {
    /// Returns whether expressions hold at the packed positions of an Arrow column.
    #[staticmethod]
    fn _packed_where<'py>(
        py: Python<'py>,
        column: &Bound<'py, PyAny>,
        expressions: Expressions<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        ask(py, column, expressions, Kind::Truth, truth)
    }

    /// Returns the sets that expressions are at the packed positions of an Arrow column.
    #[staticmethod]
    fn _packed_sets<'py>(
        py: Python<'py>,
        column: &Bound<'py, PyAny>,
        expressions: Expressions<'py>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        ask(py, column, expressions, Kind::Set, set)
    }

    /// Returns the numbers that expressions are at the packed positions of an Arrow column.
    #[staticmethod]
    fn _packed_numbers<'py>(
        py: Python<'py>,
        column: &Bound<'py, PyAny>,
        expressions: Expressions<'py>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        ask(py, column, expressions, Kind::Number, number)
    }
}
