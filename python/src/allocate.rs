//! Memory whose size depends on the number of rows.
//!
//! If there is too little memory, these functions return an error, which becomes `MemoryError`. The
//! usual methods of `Vec` and `String` would end the interpreter instead, and the functions of the
//! crate `numpy` would panic.

use std::collections::TryReserveError;
use std::fmt::{self, Display, Write};

use numpy::ndarray::{Dim, Dimension};
use numpy::{Element, PyArray};
use pyo3::exceptions::PyMemoryError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

/// Memory of a size cannot be allocated.
#[derive(Clone, Copy)]
pub(crate) struct OutOfMemory {
    values: usize,
    size: usize,
}

impl From<OutOfMemory> for PyErr {
    fn from(error: OutOfMemory) -> PyErr {
        let OutOfMemory { values, size } = error;
        PyMemoryError::new_err(format!("cannot allocate {values} values of {size} bytes"))
    }
}

fn checked<T>(values: usize, reserved: Result<(), TryReserveError>) -> Result<(), OutOfMemory> {
    reserved.map_err(|_| OutOfMemory { values, size: size_of::<T>() })
}

/// Makes room for more values.
pub(crate) fn reserve<T>(values: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    let reserved = values.try_reserve(more);
    checked::<T>(values.len().saturating_add(more), reserved)
}

/// Returns an empty vector with room for some values.
pub(crate) fn vec<T>(room: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    checked::<T>(room, values.try_reserve_exact(room))?;
    Ok(values)
}

/// Returns a vector of equal values.
pub(crate) fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = vec(len)?;
    values.resize(len, value);
    Ok(values)
}

/// Collects the items of an iterator.
pub(crate) fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut values = vec(items.len())?;
    values.extend(items);
    Ok(values)
}

/// Appends a value.
pub(crate) fn push<T>(values: &mut Vec<T>, value: T) -> Result<(), OutOfMemory> {
    reserve(values, 1)?;
    values.push(value);
    Ok(())
}

/// Appends the text of a value.
pub(crate) fn write(text: &mut String, value: impl Display) -> Result<(), OutOfMemory> {
    let mut writer = Writer { text, result: Ok(()) };
    // The only error that the writer returns is kept in it.
    let _ = write!(writer, "{value}");
    writer.result
}

/// A text that is not written further when there is too little memory.
struct Writer<'t> {
    text: &'t mut String,
    result: Result<(), OutOfMemory>,
}

impl Write for Writer<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let len = self.text.len().saturating_add(part.len());
        self.result = checked::<u8>(len, self.text.try_reserve(part.len()));
        self.result.map_err(|_| fmt::Error)?;
        self.text.push_str(part);
        Ok(())
    }
}

/// Returns an array of zeros.
///
/// numpy allocates the memory, which may have huge pages: to fill new memory of Rust takes five
/// times as long.
pub(crate) fn array<'py, T: Element, const N: usize>(
    py: Python<'py>,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
where
    Dim<[usize; N]>: Dimension,
{
    // Unlike `PyArray::zeros`, the function of Python raises an exception.
    let arguments = (PyTuple::new(py, shape)?, numpy::dtype::<T>(py));
    let array = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "zeros"), arguments)?;
    Ok(array.cast_into()?)
}

/// Returns the texts between NUL characters, each of which ends a text.
///
/// Lists and texts of Python are made by methods of Python, because the constructors of PyO3 panic
/// if there is too little memory.
pub(crate) fn split<'py>(py: Python<'py>, texts: &str) -> PyResult<Bound<'py, PyList>> {
    let Some(texts) = texts.strip_suffix('\0') else { return Ok(PyList::empty(py)) };
    let texts = PyString::from_bytes(py, texts.as_bytes())?;
    let list = texts.call_method1(intern!(py, "split"), (intern!(py, "\0"),))?;
    Ok(list.cast_into()?)
}

/// Appends the items of an iterable to a list.
pub(crate) fn extend<'py>(
    list: &Bound<'py, PyList>,
    items: impl IntoPyObject<'py>,
) -> PyResult<()> {
    list.call_method1(intern!(list.py(), "extend"), (items,)).map(drop)
}
