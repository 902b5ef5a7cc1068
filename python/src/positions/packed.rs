//! Set expressions, asked of columns of packed positions or FENs that other packages have, as they
//! are.
//!
//! The rows are checked, but no batch of positions is made.

use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Position;
use setwise_sets::{Kind, Value};

use super::asked::{answers, number, set, truth};
use super::entry::{BadRows, BadRowsFound};
use super::{Column, Positions, ROWS_AT_A_TIME};
use crate::allocate::OutOfMemory;
use crate::arrow;
use crate::expression::ExpressionArgument;

/// Returns an array with a cell for the value of each row of an Arrow column.
fn ask<'py, T: Element>(
    py: Python<'py>,
    column: &Bound<'py, PyAny>,
    expression: &ExpressionArgument,
    wanted: Kind,
    cell: fn(Value) -> T,
) -> Column<'py, T> {
    let chunks = arrow::chunks(column, arrow::Kind::Positions)?;
    let chunks = chunks.ok_or_else(|| PyValueError::new_err("the positions are no Arrow data"))?;
    if arrow::are_strings(&chunks) {
        let rows = arrow::texts(&chunks)?;
        values(py, &rows, BadRowsFound::read_fens, expression, wanted, cell)
    } else {
        let rows = arrow::byte_strings(&chunks)?;
        values(py, &rows, BadRowsFound::read_packed, expression, wanted, cell)
    }
}

/// Returns an array with a cell for the value of each row.
fn values<'py, I: Sync, T: Element>(
    py: Python<'py>,
    rows: &[I],
    read: impl Fn(&BadRowsFound, usize, &[I], &mut [Position]) -> Result<(), OutOfMemory> + Sync,
    expression: &ExpressionArgument,
    wanted: Kind,
    cell: fn(Value) -> T,
) -> Column<'py, T> {
    let asked = expression.0.of_positions(wanted)?;
    let found = BadRowsFound::default();
    // Other packages have threads of their own.
    let array = answers(py, 1, asked, rows, |first, rows, cells| {
        let mut positions = [Position::INITIAL; ROWS_AT_A_TIME];
        let positions = &mut positions[..rows.len()];
        read(&found, first, rows, positions)?;
        asked.evaluate(positions, |row, value| cells[row] = cell(value));
        Ok(())
    })?;
    found.report(py, BadRows::Raise)?;
    Ok(array)
}

#[pymethods]
impl Positions {
    /// Returns what an expression of a kind is at the positions of an Arrow column.
    #[staticmethod]
    fn _ask_column<'py>(
        py: Python<'py>,
        kind: &str,
        column: &Bound<'py, PyAny>,
        expression: ExpressionArgument,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = &expression;
        Ok(match kind {
            "bool" => ask(py, column, asked, Kind::Truth, truth)?.into_any(),
            "set" => ask(py, column, asked, Kind::Set, set)?.into_any(),
            _ => ask(py, column, asked, Kind::Number, number)?.into_any(),
        })
    }
}
