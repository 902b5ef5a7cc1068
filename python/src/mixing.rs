//! Rows of columns in a random order.

use numpy::{PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use setwise::notation::packed::SIZE;

use crate::allocate;
use crate::positions::{Column, Columns};

/// The number of keys.
const KEYS: usize = 1 << 16;

/// Return the rows of a random order, given a key for each row of the order.
///
/// A stable sort of the keys moves the row `i` of the order to the place ``rows[i]``.
#[pyfunction]
pub(crate) fn rows_of_keys<'py>(
    py: Python<'py>,
    keys: PyReadonlyArray1<'py, u16>,
) -> Column<'py, isize> {
    let keys = keys.as_slice()?;
    let rows = allocate::array(py, [keys.len()])?;
    let mut cells = rows.try_readwrite()?;
    let mut next = allocate::filled(0_isize, KEYS)?;
    for &key in keys {
        next[usize::from(key)] += 1;
    }
    let mut start = 0;
    for next in &mut next {
        start += std::mem::replace(next, start);
    }
    for (cell, &key) in cells.as_slice_mut()?.iter_mut().zip(keys) {
        let next = &mut next[usize::from(key)];
        *cell = *next;
        *next += 1;
    }
    Ok(rows)
}

/// Return some rows of bytes, as `take` of numpy, which calls a function for each row.
#[pyfunction]
pub(crate) fn take_rows<'py>(
    py: Python<'py>,
    bytes: PyReadonlyArray2<'py, u8>,
    rows: PyReadonlyArray1<'py, isize>,
) -> Columns<'py, u8> {
    let width = bytes.as_array().ncols();
    let (bytes, rows) = (bytes.as_slice()?, rows.as_slice()?);
    let taken = allocate::array(py, [rows.len(), width])?;
    let mut cells = taken.try_readwrite()?;
    let cells = cells.as_slice_mut()?;
    let found = match width {
        0 => Some(()),
        SIZE => copy_packed(bytes.as_chunks().0, rows, cells.as_chunks_mut().0),
        width => copy(bytes, width, rows, cells),
    };
    let message = "a row is out of range (expected rows of the array)";
    found.ok_or_else(|| PyIndexError::new_err(message))?;
    Ok(taken)
}

/// Copies rows that are packed positions, or returns None if there is no such row.
fn copy_packed(bytes: &[[u8; SIZE]], rows: &[isize], cells: &mut [[u8; SIZE]]) -> Option<()> {
    for (&row, cell) in rows.iter().zip(cells) {
        *cell = *bytes.get(usize::try_from(row).ok()?)?;
    }
    Some(())
}

/// Copies rows of some width, or returns None if there is no such row.
fn copy(bytes: &[u8], width: usize, rows: &[isize], cells: &mut [u8]) -> Option<()> {
    for (&row, cell) in rows.iter().zip(cells.chunks_exact_mut(width)) {
        let start = usize::try_from(row).ok()?.checked_mul(width)?;
        cell.copy_from_slice(bytes.get(start..)?.get(..width)?);
    }
    Some(())
}
