//! Set expressions, asked of columns of packed positions or FENs that other packages have, as they
//! are.
//!
//! The rows are checked, but no batch of positions is made.

use numpy::{Element, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Position;
use setwise_sets::{Kind, Value};

use super::asked::{is_short, number, set, truth};
use super::entry::{BadRows, BadRowsFound};
use super::{Column, Positions, ROWS_AT_A_TIME};
use crate::allocate::OutOfMemory;
use crate::expression::ExpressionArgument;
use crate::{allocate, arrow, work};

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
        answers(py, &rows, BadRowsFound::read_fens, expression, wanted, cell)
    } else {
        let rows = arrow::byte_strings(&chunks)?;
        answers(py, &rows, BadRowsFound::read_packed, expression, wanted, cell)
    }
}

/// Returns an array with a cell for the value of each row.
fn answers<'py, I: Sync, T: Element>(
    py: Python<'py>,
    rows: &[I],
    read: impl Fn(&BadRowsFound, usize, &[I], &mut [Position]) -> Result<(), OutOfMemory> + Sync,
    expression: &ExpressionArgument,
    wanted: Kind,
    cell: fn(Value) -> T,
) -> Column<'py, T> {
    let array = allocate::array(py, [rows.len()])?;
    let mut cells = array.try_readwrite()?;
    let cells = cells.as_slice_mut()?;
    let found = BadRowsFound::default();
    let asked = expression.0.of_positions(wanted)?;
    let pieces = rows.chunks(ROWS_AT_A_TIME).zip(cells.chunks_mut(ROWS_AT_A_TIME)).enumerate();
    // Other packages have threads of their own.
    let done = work::run(py, 1, is_short(asked, rows.len()), pieces, |(piece, (rows, cells))| {
        let mut positions = [Position::INITIAL; ROWS_AT_A_TIME];
        let positions = &mut positions[..rows.len()];
        read(&found, piece * ROWS_AT_A_TIME, rows, positions)?;
        asked.evaluate(positions, |row, value| cells[row] = cell(value));
        Ok(())
    });
    asked.finish();
    done?;
    found.report(py, BadRows::Raise)?;
    Ok(array)
}

#[pymethods]
impl Positions {
    /// Returns whether an expression holds at the packed positions of an Arrow column.
    #[staticmethod]
    fn _packed_where<'py>(
        py: Python<'py>,
        column: &Bound<'py, PyAny>,
        expression: ExpressionArgument,
    ) -> Column<'py, bool> {
        ask(py, column, &expression, Kind::Truth, truth)
    }

    /// Returns the sets that an expression is at the packed positions of an Arrow column.
    #[staticmethod]
    fn _packed_sets<'py>(
        py: Python<'py>,
        column: &Bound<'py, PyAny>,
        expression: ExpressionArgument,
    ) -> Column<'py, u64> {
        ask(py, column, &expression, Kind::Set, set)
    }

    /// Returns the numbers that an expression is at the packed positions of an Arrow column.
    #[staticmethod]
    fn _packed_numbers<'py>(
        py: Python<'py>,
        column: &Bound<'py, PyAny>,
        expression: ExpressionArgument,
    ) -> Column<'py, i32> {
        ask(py, column, &expression, Kind::Number, number)
    }
}
