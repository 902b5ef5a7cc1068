//! Batches from FENs, packed arrays and boards. Every row is checked here, once.

use std::fmt::{self, Display};

use numpy::{
    PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyBytes, PyList, PyString};
use setwise::notation::fen::FenError;
use setwise::notation::packed::{SIZE, SIZE_WITH_COUNTERS};

use super::{FEW_ROWS, Positions, ROWS_AT_A_TIME};
use crate::arguments::Whole;
use crate::board::Board;
use crate::errors::RowError;
use crate::history::{self, Accepted, PackedError};
use crate::{allocate, arrow, work};

/// What is done with rows that are not positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BadRows {
    /// An exception about the first of them.
    Raise,
    /// They are left out; a mask and messages tell which.
    Mask,
}

impl<'py> FromPyObject<'_, 'py> for BadRows {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<BadRows> {
        match &*object.extract::<PyBackedStr>()? {
            "raise" => Ok(BadRows::Raise),
            "mask" => Ok(BadRows::Mask),
            other => {
                let message = format!("errors {other:?} (expected 'raise' or 'mask')");
                Err(PyValueError::new_err(message))
            }
        }
    }
}

/// Computes a position for each item, and returns the batch or, for a mask, `Parsed`. Warns of
/// positions that cannot occur in a game.
pub(super) fn collect<'py, I: Sync, E: Display>(
    py: Python<'py>,
    items: &[I],
    bad_rows: BadRows,
    threads: Option<Whole>,
    position: impl Fn(&I) -> Result<Accepted, E> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let mut rows = allocate::filled(Err(String::new()), items.len())?;
    let pieces = items.chunks(ROWS_AT_A_TIME).zip(rows.chunks_mut(ROWS_AT_A_TIME));
    let threads = work::threads(threads)?;
    work::run(py, threads, items.len() <= FEW_ROWS, pieces, |(items, rows)| {
        for (item, row) in items.iter().zip(rows) {
            *row = match position(item) {
                Ok(position) => Ok(position),
                Err(error) => {
                    let mut message = String::new();
                    allocate::write(&mut message, error)?;
                    Err(message)
                }
            };
        }
        Ok(())
    })?;
    let (mut good, mut bad, mut messages) = (allocate::vec(rows.len())?, Vec::new(), String::new());
    let mut impossible = Vec::new();
    for (index, row) in rows.into_iter().enumerate() {
        match row {
            Ok(Accepted { position, reason }) => {
                good.push(position);
                if let Some(reason) = reason {
                    allocate::push(&mut impossible, (index, reason))?;
                }
            }
            Err(message) if bad_rows == BadRows::Raise => {
                return Err(RowError::new_err((format!("row {index}: {message}"), index)));
            }
            Err(message) => {
                allocate::push(&mut bad, index)?;
                // No message has NUL characters: in a text they are escaped.
                allocate::write(&mut messages, format_args!("{message}\0"))?;
            }
        }
    }
    history::warn_of_rows(py, &impossible)?;
    let positions = Bound::new(py, Positions::of(good))?.into_any();
    if bad_rows == BadRows::Raise {
        return Ok(positions);
    }
    let is_good = allocate::array(py, [items.len()])?;
    let mut cells = is_good.try_readwrite()?;
    let cells = cells.as_slice_mut()?;
    cells.fill(true);
    let numbers = allocate::array(py, [bad.len()])?;
    for (number, row) in numbers.try_readwrite()?.as_slice_mut()?.iter_mut().zip(bad) {
        (*number, cells[row]) = (row, false);
    }
    let pairs = py.import("builtins")?.getattr("zip")?;
    let strict = [("strict", true)].into_py_dict(py)?;
    let lists = (numbers.call_method0("tolist")?, allocate::split(py, &messages)?);
    let pairs = pairs.call(lists, Some(&strict))?;
    let messages = PyList::empty(py);
    allocate::extend(&messages, pairs)?;
    static PARSED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let parsed = PARSED.get_or_try_init(py, || {
        PyResult::Ok(py.import("setwise._parsed")?.getattr("Parsed")?.unbind())
    })?;
    parsed.bind(py).call1((positions, is_good, messages))
}

#[pymethods]
impl Positions {
    /// Return the batch of a collection of FENs.
    ///
    /// Parameters
    /// ----------
    /// fens : iterable of str, ndarray, or Arrow array of strings
    ///     FENs of four to six fields. Arrow data may be any object with the PyCapsule interface, such
    ///     as an array of pyarrow or a series of polars.
    /// errors : {'raise', 'mask'}
    ///     Whether a row that is not a legal position is an exception, or is left out and listed.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// Positions or Parsed
    ///     The batch; with ``errors='mask'`` a tuple of the batch of the good rows, the mask of the good
    ///     rows, and a list of the numbers of the bad rows with messages.
    ///
    /// Raises
    /// ------
    /// RowError
    ///     If a row is not a legal position and `errors` is ``'raise'``.
    /// TypeError
    ///     If the argument is not a collection of texts.
    ///
    /// Warns
    /// -----
    /// HistoryWarning
    ///     If a row is a position that cannot occur in a game only because of the moves before it.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> parsed = setwise.Positions.from_fens([setwise.STARTING_FEN, "?"], errors="mask")
    /// >>> parsed.ok
    /// array([ True, False])
    /// >>> parsed.messages
    /// [(1, "board, character 1: unexpected '?' (expected piece letters, ... such as 4k3/8)")]
    #[staticmethod]
    #[pyo3(signature = (fens, *, errors = BadRows::Raise, threads = None), text_signature = "(fens, *, errors='raise', threads=None)")]
    fn from_fens<'py>(
        py: Python<'py>,
        fens: &Bound<'py, PyAny>,
        errors: BadRows,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parse = |text: &str| Accepted::fen(text).map_err(Fault::Fen);
        if let Some(chunks) = arrow::chunks(fens, arrow::Kind::Strings)? {
            let texts = arrow::texts(&chunks)?;
            return collect(py, &texts, errors, threads, |text| {
                text.map_or(Err(Fault::Null("a FEN")), parse)
            });
        }
        collect(py, &python_strings(fens)?, errors, threads, |text| parse(text))
    }

    /// Return the batch of an array in packed form.
    ///
    /// Parameters
    /// ----------
    /// packed : ndarray of uint8, shape (n, 30) or (n, 24), or Arrow array of byte strings
    ///     The form of `packed`, for example loaded from a file. Without the counters, as in the tables
    ///     of `setwise.pgn.batches`, a row has 24 bytes. Arrow data may be any object with the PyCapsule
    ///     interface.
    /// errors : {'raise', 'mask'}
    ///     Whether a row that is not a legal position is an exception, or is left out and listed.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// Positions or Parsed
    ///     As for `from_fens`.
    ///
    /// Raises
    /// ------
    /// RowError
    ///     If a row is not a legal position and `errors` is ``'raise'``.
    /// TypeError
    ///     If the argument is neither an array of uint8 with two dimensions nor Arrow data.
    /// ValueError
    ///     If the rows of an array have neither 30 nor 24 bytes.
    ///
    /// Warns
    /// -----
    /// HistoryWarning
    ///     As for `from_fens`.
    #[staticmethod]
    #[pyo3(signature = (packed, *, errors = BadRows::Raise, threads = None), text_signature = "(packed, *, errors='raise', threads=None)")]
    fn from_packed<'py>(
        py: Python<'py>,
        packed: &Bound<'py, PyAny>,
        errors: BadRows,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(chunks) = arrow::chunks(packed, arrow::Kind::Bytes)? {
            let rows = arrow::byte_strings(&chunks)?;
            return collect(py, &rows, errors, threads, |row| {
                row.map_or(Err(Fault::Null("a position")), |row| {
                    Accepted::packed(row).map_err(Fault::Packed)
                })
            });
        }
        let packed: PyReadonlyArray2<'py, u8> = packed.extract()?;
        let width = packed.shape()[1];
        if ![SIZE, SIZE_WITH_COUNTERS].contains(&width) {
            let message =
                format!("rows of {width} bytes (expected {SIZE_WITH_COUNTERS} or {SIZE})");
            return Err(PyValueError::new_err(message));
        }
        // A copy, because other threads may write to the array while the GIL is released.
        let copy: PyReadonlyArray2<'py, u8> = packed.call_method1("copy", ("C",))?.extract()?;
        let rows = allocate::collected(copy.as_slice()?.chunks_exact(width))?;
        collect(py, &rows, errors, threads, |row| Accepted::packed(row))
    }

    /// Returns the batch of a pickle. It does not warn again of positions that cannot occur in a
    /// game.
    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        packed: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = allocate::collected(packed.as_slice()?.chunks_exact(SIZE_WITH_COUNTERS))?;
        collect(py, &rows, BadRows::Raise, None, |row| {
            Accepted::packed(row).map(|accepted| Accepted::from(accepted.position))
        })
    }

    /// Return the batch of the positions of boards.
    ///
    /// Parameters
    /// ----------
    /// boards : iterable of Board
    ///     The boards; their moves are not kept.
    ///
    /// Returns
    /// -------
    /// Positions
    ///     The batch.
    #[staticmethod]
    fn from_boards(boards: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let mut rows = Vec::new();
        for board in boards.try_iter()? {
            allocate::push(&mut rows, board?.cast::<Board>()?.borrow().position)?;
        }
        Ok(Positions::of(rows))
    }
}

/// Why a row is not a position.
enum Fault {
    Null(&'static str),
    Fen(FenError),
    Packed(PackedError),
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Null(expected) => write!(f, "null (expected {expected})"),
            Fault::Fen(error) => error.fmt(f),
            Fault::Packed(error) => error.fmt(f),
        }
    }
}

/// Returns the texts of an iterable or of an array of numpy.
fn python_strings(object: &Bound<'_, PyAny>) -> PyResult<Vec<PyBackedStr>> {
    let not_texts = |found: &Bound<'_, PyAny>, place: &str| {
        let kind = found.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{place} is of the type {kind} (expected texts)"))
    };
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(not_texts(object, "the argument"));
    }
    let object = match object.cast::<PyUntypedArray>() {
        Ok(array) if array.dtype().kind() == b'S' => {
            object.call_method1("astype", ("U",))?.call_method0("tolist")?
        }
        Ok(_) => object.call_method0("tolist")?,
        Err(_) => object.clone(),
    };
    let iterator = object.try_iter().map_err(|_| not_texts(&object, "the argument"))?;
    let mut texts = Vec::new();
    for (index, text) in iterator.enumerate() {
        let text = text?;
        let text =
            text.cast::<PyString>().map_err(|_| not_texts(&text, &format!("row {index}")))?;
        allocate::push(&mut texts, PyBackedStr::try_from(text.clone())?)?;
    }
    Ok(texts)
}
