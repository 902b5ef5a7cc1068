//! Batches from FENs, packed arrays and boards. Every row is checked here, once.

use std::fmt::{self, Display};
use std::sync::{Mutex, PoisonError};

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
use setwise::{Position, PositionError};

use super::{FEW_ROWS, Positions, fill_cells};
use crate::allocate::OutOfMemory;
use crate::arguments::{Own, Whole, argument, choice, wrong_class};
use crate::board::{Board, python_chess};
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

argument!(BadRows, |object| {
    let all = [("raise", BadRows::Raise), ("mask", BadRows::Mask)];
    choice("errors", &object.extract::<PyBackedStr>()?, &all)
});

/// The rows of a batch that are no positions, or positions that cannot occur in a game.
#[derive(Default)]
pub(super) struct BadRowsFound(Mutex<Vec<(usize, Fault)>>);

/// What is wrong with a row.
enum Fault {
    /// It cannot occur in a game; it is accepted.
    History(PositionError),
    /// It is no position; the text says why.
    Refused(String),
}

impl BadRowsFound {
    /// Stores the position of each item, and what is wrong with some. The first item is a row.
    pub(super) fn read<I, E: Display>(
        &self,
        first: usize,
        items: &[I],
        positions: &mut [Position],
        position: impl Fn(&I) -> Result<Accepted, E>,
    ) -> Result<(), OutOfMemory> {
        for (index, (item, row)) in items.iter().zip(positions).enumerate() {
            match position(item) {
                Ok(Accepted { position, reason }) => {
                    *row = position;
                    let Some(reason) = reason else { continue };
                    self.push(first + index, Fault::History(reason))?;
                }
                Err(error) => self.refuse(first + index, error)?,
            }
        }
        Ok(())
    }

    /// Does the same for packed positions with or without counters; `None` is null.
    pub(super) fn read_packed(
        &self,
        mut first: usize,
        mut rows: &[Option<&[u8]>],
        mut positions: &mut [Position],
    ) -> Result<(), OutOfMemory> {
        // Most rows are positions without counters.
        loop {
            let short = rows.iter().map_while(|row| row.and_then(|row| row.try_into().ok()));
            let done = Position::unpack_rows(short, positions);
            let end = rows.len().min(done + 1);
            self.read(first + done, &rows[done..end], &mut positions[done..end], |row| {
                let Some(row) = row else { return Err(NotAPosition::Null("a position")) };
                Accepted::packed(row).map_err(NotAPosition::Packed)
            })?;
            if end == rows.len() {
                return Ok(());
            }
            (first, rows, positions) = (first + end, &rows[end..], &mut positions[end..]);
        }
    }

    /// Does the same for FENs; `None` is null.
    pub(super) fn read_fens(
        &self,
        first: usize,
        rows: &[Option<&str>],
        positions: &mut [Position],
    ) -> Result<(), OutOfMemory> {
        self.read(first, rows, positions, |row| {
            let Some(text) = row else { return Err(NotAPosition::Null("a FEN")) };
            Accepted::fen(text).map_err(NotAPosition::Fen)
        })
    }

    /// Stores why a row is no position.
    pub(super) fn refuse(&self, row: usize, error: impl Display) -> Result<(), OutOfMemory> {
        let mut message = String::new();
        allocate::write(&mut message, error)?;
        self.push(row, Fault::Refused(message))
    }

    fn push(&self, row: usize, fault: Fault) -> Result<(), OutOfMemory> {
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        allocate::push(&mut faults, (row, fault))
    }

    /// Raises an exception about the first row that is no position, if exceptions are wanted, and
    /// warns of positions that cannot occur in a game. Returns the rows that are no positions with
    /// messages, in order.
    pub(super) fn report(
        self,
        py: Python<'_>,
        bad_rows: BadRows,
    ) -> PyResult<Vec<(usize, String)>> {
        let mut faults = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        faults.sort_unstable_by_key(|&(row, _)| row);
        let (mut impossible, mut refused) = (Vec::new(), Vec::new());
        for (row, fault) in faults {
            match fault {
                Fault::History(reason) => allocate::push(&mut impossible, (row, reason))?,
                Fault::Refused(message) if bad_rows == BadRows::Raise => {
                    return Err(row_error(row, message));
                }
                Fault::Refused(message) => allocate::push(&mut refused, (row, message))?,
            }
        }
        history::warn_of_rows(py, &impossible)?;
        Ok(refused)
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
    collect_pieces(py, items, bad_rows, threads, |found, first, items, positions| {
        found.read(first, items, positions, &position)
    })
}

/// Does what [`collect`] does, with a function that reads some of the items, as
/// [`BadRowsFound::read`].
fn collect_pieces<'py, I: Sync>(
    py: Python<'py>,
    items: &[I],
    bad_rows: BadRows,
    threads: Option<Whole>,
    read: impl Fn(&BadRowsFound, usize, &[I], &mut [Position]) -> Result<(), OutOfMemory> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let mut good = allocate::filled(Position::INITIAL, items.len())?;
    let found = BadRowsFound::default();
    let threads = work::threads(threads)?;
    fill_cells(py, threads, items.len() <= FEW_ROWS, items, &mut good, |first, items, rows| {
        read(&found, first, items, rows)
    })?;
    let bad = found.report(py, bad_rows)?;
    let (mut next, mut row) = (bad.iter().peekable(), 0);
    good.retain(|_| {
        let is_bad = next.next_if(|&&(bad, _)| bad == row).is_some();
        row += 1;
        !is_bad
    });
    let positions = Bound::new(py, Positions::of(good))?.into_any();
    if bad_rows == BadRows::Raise {
        return Ok(positions);
    }
    let mut messages = String::new();
    for (_, message) in &bad {
        // No message has NUL characters: in a text they are escaped.
        allocate::write(&mut messages, format_args!("{message}\0"))?;
    }
    let is_good = allocate::array(py, [items.len()])?;
    let mut cells = is_good.try_readwrite()?;
    let cells = cells.as_slice_mut()?;
    cells.fill(true);
    let numbers = allocate::array(py, [bad.len()])?;
    for (number, (row, _)) in numbers.try_readwrite()?.as_slice_mut()?.iter_mut().zip(bad) {
        (*number, cells[row]) = (row, false);
    }
    let pairs = py.import("builtins")?.getattr("zip")?;
    let strict = [("strict", true)].into_py_dict(py)?;
    let lists = (numbers.call_method0("tolist")?, allocate::split(py, &messages)?);
    let pairs = pairs.call(lists, Some(&strict))?;
    let messages = PyList::empty(py);
    allocate::extend(&messages, pairs)?;
    static PARSED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let parsed = PARSED.import(py, "setwise._parsed", "Parsed")?;
    parsed.call1((positions, is_good, messages))
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
        if let Some(chunks) = arrow::chunks(fens, arrow::Kind::Strings)? {
            let texts = arrow::texts(&chunks)?;
            return collect_pieces(py, &texts, errors, threads, BadRowsFound::read_fens);
        }
        collect(py, &python_strings(fens)?, errors, threads, |text| {
            Accepted::fen(text).map_err(NotAPosition::Fen)
        })
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
            return collect_pieces(py, &rows, errors, threads, BadRowsFound::read_packed);
        }
        let packed: PyReadonlyArray2<'py, u8> = packed.extract().map_err(|_| {
            let found = packed
                .getattr("dtype")
                .and_then(|dtype| Ok(format!(": {dtype}, shape {}", packed.getattr("shape")?)));
            let expected = "(expected an array of uint8 with two dimensions, or Arrow data)";
            let found = found.unwrap_or_default();
            wrong_class(packed, format_args!("packed positions{found} {expected}"))
        })?;
        let width = packed.shape()[1];
        if ![SIZE, SIZE_WITH_COUNTERS].contains(&width) {
            return Err(wrong_width(width, format_args!("{SIZE_WITH_COUNTERS} or {SIZE}")));
        }
        // A copy, because other threads may write to the array while the GIL is released.
        let copy: PyReadonlyArray2<'py, u8> = packed.call_method1("copy", ("C",))?.extract()?;
        let rows = allocate::collected(copy.as_slice()?.chunks_exact(width).map(Some))?;
        collect_pieces(py, &rows, errors, threads, BadRowsFound::read_packed)
    }

    /// Returns the batch of a pickle. It does not warn again of positions that cannot occur in a
    /// game.
    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        packed: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let width = packed.shape()[1];
        if width != SIZE_WITH_COUNTERS {
            return Err(wrong_width(width, format_args!("{SIZE_WITH_COUNTERS}")));
        }
        let rows = allocate::collected(packed.as_slice()?.chunks_exact(SIZE_WITH_COUNTERS))?;
        collect(py, &rows, BadRows::Raise, None, |row| {
            Accepted::packed(row).map(|accepted| Accepted::from(accepted.position))
        })
    }

    /// Return the batch of the positions of boards.
    ///
    /// Parameters
    /// ----------
    /// boards : iterable of Board or chess.Board
    ///     The boards, also of python-chess; their moves are not kept.
    ///
    /// Returns
    /// -------
    /// Positions
    ///     The batch.
    ///
    /// Raises
    /// ------
    /// RowError
    ///     If the position of a board of python-chess is not legal.
    #[staticmethod]
    fn from_boards(py: Python<'_>, boards: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let mut rows = Vec::new();
        for (row, board) in boards.try_iter()?.enumerate() {
            let board = board?;
            let position = match board.cast::<Board>() {
                Err(_) if python_chess::is_board(&board)? => {
                    let read = python_chess::without_moves(&board, None);
                    read.map_err(|error| row_error(row, error.value(py)))?.position
                }
                _ => board.extract::<Own<'_, Board>>()?.position,
            };
            allocate::push(&mut rows, position)?;
        }
        Ok(Positions::of(rows))
    }
}

/// Returns the error of a row.
fn row_error(row: usize, message: impl Display) -> PyErr {
    RowError::new_err((format!("row {row}: {message}"), row))
}

/// Returns the error of rows of a wrong length.
fn wrong_width(width: usize, expected: impl Display) -> PyErr {
    PyValueError::new_err(format!("rows of {width} bytes (expected {expected})"))
}

/// Why a value is not a position.
enum NotAPosition {
    Null(&'static str),
    Fen(FenError),
    Packed(PackedError),
}

impl Display for NotAPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPosition::Null(expected) => write!(f, "null (expected {expected})"),
            NotAPosition::Fen(error) => error.fmt(f),
            NotAPosition::Packed(error) => error.fmt(f),
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
