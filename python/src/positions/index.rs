//! Rows by number, slices, masks and arrays of numbers; concatenation.

use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::{PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PySlice, PyTuple};

use super::Positions;
use crate::allocate;
use crate::board::Board;

#[pymethods]
impl Positions {
    fn __len__(&self) -> usize {
        self.range.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return self.slice(slice)?.into_bound_py_any(py);
        }
        if index.hasattr("__index__")? && !index.is_instance_of::<PyUntypedArray>() {
            let row = self.row(index.extract::<isize>().map_err(|_| no_row("that number"))?)?;
            return Board::of(self.rows()[row], false).into_bound_py_any(py);
        }
        let array = py.import("numpy")?.call_method1("asarray", (index,))?;
        self.take(&array)?.into_bound_py_any(py)
    }

    fn __iter__(this: Bound<'_, Self>) -> PositionIterator {
        PositionIterator { positions: this.get().clone(), next: AtomicUsize::new(0) }
    }

    fn __add__(&self, other: &Positions) -> PyResult<Positions> {
        let mut rows = allocate::vec(self.rows().len() + other.rows().len())?;
        rows.extend_from_slice(self.rows());
        rows.extend_from_slice(other.rows());
        Ok(Positions::of(rows))
    }

    /// Return the rows of several batches, one batch after the other.
    ///
    /// Parameters
    /// ----------
    /// *batches : Positions
    ///     The batches.
    ///
    /// Returns
    /// -------
    /// Positions
    ///     A new batch.
    #[staticmethod]
    #[pyo3(signature = (*batches))]
    fn concatenate(batches: &Bound<'_, PyTuple>) -> PyResult<Positions> {
        let mut rows = Vec::new();
        for batch in batches {
            let batch = batch.cast::<Positions>()?.get().rows();
            allocate::reserve(&mut rows, batch.len())?;
            rows.extend_from_slice(batch);
        }
        Ok(Positions::of(rows))
    }
}

impl Positions {
    /// Returns the number of a row from 0, also for one counted from the end.
    fn row(&self, index: isize) -> PyResult<usize> {
        let len = self.range.len();
        let row = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
        let row = row.and_then(|row| usize::try_from(row).ok()).filter(|&row| row < len);
        row.ok_or_else(|| no_row(&format!("{index} of {len} rows")))
    }

    fn slice(&self, slice: &Bound<'_, PySlice>) -> PyResult<Positions> {
        let len = isize::try_from(self.range.len()).unwrap_or(isize::MAX);
        let found = slice.indices(len)?;
        if found.step == 1 {
            let start = self.range.start + found.start as usize;
            let range = start..start + found.slicelength;
            return Ok(Positions { all: self.all.clone(), range });
        }
        let rows = (0..found.slicelength as isize).map(|index| found.start + index * found.step);
        Ok(Positions::of(allocate::collected(rows.map(|row| self.rows()[row as usize]))?))
    }

    /// Returns the rows of a mask or of an array of numbers.
    fn take(&self, array: &Bound<'_, PyAny>) -> PyResult<Positions> {
        if let Ok(mask) = array.extract::<PyReadonlyArray1<'_, bool>>() {
            let (mask, rows) = (mask.as_array(), self.rows());
            if mask.len() != rows.len() {
                let message = format!("a mask of {} for {} rows", mask.len(), rows.len());
                return Err(PyValueError::new_err(message));
            }
            let mut taken = allocate::vec(mask.iter().filter(|is_taken| **is_taken).count())?;
            let pairs = rows.iter().zip(mask).filter(|(_, is_taken)| **is_taken);
            taken.extend(pairs.map(|(row, _)| *row));
            return Ok(Positions::of(taken));
        }
        let untyped = array.cast::<PyUntypedArray>()?;
        if untyped.ndim() != 1 {
            return Err(PyTypeError::new_err("rows are indexed by one dimension only"));
        }
        if untyped.len() == 0 {
            return Ok(Positions::of(Vec::new()));
        }
        let numbers = integers(array)?;
        let numbers = numbers.as_array();
        let mut rows = allocate::vec(numbers.len())?;
        for &index in numbers {
            let index = isize::try_from(index).map_err(|_| no_row("that number"))?;
            rows.push(self.rows()[self.row(index)?]);
        }
        Ok(Positions::of(rows))
    }
}

/// Returns an array of integers; numbers with a fraction are refused.
pub(super) fn integers<'py>(array: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let casting = [("casting", "same_kind")].into_py_dict(array.py())?;
    array.call_method("astype", ("int64",), Some(&casting))?.extract()
}

fn no_row(what: &str) -> PyErr {
    PyIndexError::new_err(format!("no row {what}"))
}

/// An iterator over the rows as boards.
#[pyclass(frozen)]
struct PositionIterator {
    positions: Positions,
    next: AtomicUsize,
}

#[pymethods]
impl PositionIterator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<Board> {
        let row = *self.positions.rows().get(self.next.fetch_add(1, Ordering::Relaxed))?;
        Some(Board::of(row, false))
    }
}
