//! Batches of positions.

mod asked;
mod entry;
mod games;
mod halfka;
mod index;
mod moves;
mod packed;
mod planes;
mod policy;
mod random;
mod sets;
mod sparse;
mod threats;

use std::ops::Range;
use std::sync::Arc;

use numpy::ndarray::{Dim, Dimension};
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};
use setwise::Position;
use setwise::notation::packed::SIZE_WITH_COUNTERS;

use crate::allocate::OutOfMemory;
use crate::arguments::Whole;
use crate::{allocate, arrow, html, work};

/// The number of rows that a thread takes at a time: less than a millisecond of work.
const ROWS_AT_A_TIME: usize = 1024;

/// Up to this number of rows, work is done at once, on the calling thread.
const FEW_ROWS: usize = 256;

/// The number of boards that a notebook shows, and their size in pixels.
const SHOWN: (usize, u32) = (6, 180);

/// A function and its arguments, which make a batch from a pickle.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyArray2<u8>>,));

/// An array with a value for each row.
pub(crate) type Column<'py, T> = PyResult<Bound<'py, PyArray1<T>>>;

/// An array with some values for each row.
pub(crate) type Columns<'py, T> = PyResult<Bound<'py, PyArray2<T>>>;

/// A batch of legal positions.
///
/// Batches come from `from_fens`, `from_packed`, `from_boards` and `random`. Every row is a legal
/// position. Methods return numpy arrays with one row for each position, work on all CPUs (see
/// `threads`) without the GIL, and give the same result for any number of threads. A batch is
/// immutable; its slices share memory.
///
/// ``positions[5]`` is a `Board`. Slices, masks and arrays of indices give batches.
///
/// ``numpy.save(file, positions)`` stores the packed form; `from_packed` checks it when it is
/// loaded. As Arrow data, such as ``pyarrow.array(positions)``, a batch has the packed form too.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> positions = setwise.Positions.from_fens([
/// ...     "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
/// ...     "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
/// ... ])
/// >>> positions.count_legal_moves()
/// array([16,  5], dtype=uint32)
/// >>> positions[positions.count_legal_moves() > 10]
/// <Positions of 1 row>
#[pyclass(frozen, eq, module = "setwise")]
#[derive(Clone)]
pub(crate) struct Positions {
    all: Arc<Vec<Position>>,
    range: Range<usize>,
}

impl PartialEq for Positions {
    fn eq(&self, other: &Positions) -> bool {
        self.rows() == other.rows()
    }
}

/// Fills cells on several threads, equally many for each item. Calls a function with some items,
/// the number of the first one, and their cells. If `is_short`, all is done on the calling thread.
fn fill_cells<I: Sync, T: Send>(
    py: Python<'_>,
    threads: usize,
    is_short: bool,
    items: &[I],
    cells: &mut [T],
    fill: impl Fn(usize, &[I], &mut [T]) -> Result<(), OutOfMemory> + Sync,
) -> PyResult<()> {
    let width = cells.len() / items.len().max(1);
    let cells = cells.chunks_mut((ROWS_AT_A_TIME * width).max(1));
    let pieces = items.chunks(ROWS_AT_A_TIME).zip(cells).enumerate();
    work::run(py, threads, is_short, pieces, |(piece, (items, cells))| {
        fill(piece * ROWS_AT_A_TIME, items, cells)
    })
}

impl Positions {
    pub(crate) fn of(rows: Vec<Position>) -> Positions {
        let range = 0..rows.len();
        Positions { all: Arc::new(rows), range }
    }

    pub(crate) fn rows(&self) -> &[Position] {
        &self.all[self.range.clone()]
    }

    /// Returns the rows, for which there is a list of arguments.
    ///
    /// # Errors
    ///
    /// `ValueError` with the name of the arguments, if there is not one for each row.
    fn rows_of(&self, name: &str, arguments: usize) -> PyResult<&[Position]> {
        let rows = self.rows();
        if arguments != rows.len() {
            let message = format!("{arguments} {name} for {} rows", rows.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(rows)
    }

    /// Fills the cells of the rows, as [`fill_cells`] does.
    fn fill<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<Whole>,
        cells: &mut [T],
        fill: impl Fn(usize, &[Position], &mut [T]) + Sync,
    ) -> PyResult<()> {
        let (rows, threads) = (self.rows(), work::threads(threads)?);
        fill_cells(py, threads, rows.len() <= FEW_ROWS, rows, cells, |first, rows, cells| {
            fill(first, rows, cells);
            Ok(())
        })
    }

    /// Returns an array of a shape, whose first length is the number of rows.
    fn array<'py, T: Element, const N: usize>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        shape: [usize; N],
        fill: impl Fn(usize, &[Position], &mut [T]) + Sync,
    ) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
    where
        Dim<[usize; N]>: Dimension,
    {
        let array = allocate::array(py, shape)?;
        let mut cells = array.try_readwrite()?;
        self.fill(py, threads, cells.as_slice_mut()?, fill)?;
        Ok(array)
    }

    /// Returns an array with a value for each row.
    fn column<'py, T: Element>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        value: impl Fn(&Position) -> T + Sync,
    ) -> Column<'py, T> {
        self.array(py, threads, [self.rows().len()], |_, rows, cells| {
            for (row, cell) in rows.iter().zip(cells) {
                *cell = value(row);
            }
        })
    }

    /// Returns an array with `N` values for each row.
    fn columns<'py, T: Element + Copy, const N: usize>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        values: impl Fn(&Position) -> [T; N] + Sync,
    ) -> Columns<'py, T> {
        self.array(py, threads, [self.rows().len(), N], |_, rows, cells| {
            for (row, cells) in rows.iter().zip(cells.chunks_exact_mut(N)) {
                cells.copy_from_slice(&values(row));
            }
        })
    }
}

#[pymethods]
impl Positions {
    /// Return the FENs.
    ///
    /// Parameters
    /// ----------
    /// shredder : bool
    ///     Whether castling rights are the files of the rooks, ``HAha``, instead of X-FEN, ``KQkq``.
    /// en_passant : {'legal', 'fen', 'xfen'}
    ///     When the en passant square is written; see `Board.fen`.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     One FEN of six fields for each row.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", threads = None))]
    fn to_fens<'py>(
        &self,
        py: Python<'py>,
        shredder: bool,
        en_passant: &str,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyList>> {
        crate::board::fen(&Position::INITIAL, shredder, en_passant)?;
        let rows = self.rows();
        let mut texts = allocate::filled(String::new(), rows.len().div_ceil(ROWS_AT_A_TIME))?;
        let pieces = rows.chunks(ROWS_AT_A_TIME).zip(&mut texts);
        work::run(py, work::threads(threads)?, rows.len() <= FEW_ROWS, pieces, |(rows, text)| {
            for row in rows {
                // The arguments were checked above.
                if let Ok(fen) = crate::board::fen(row, shredder, en_passant) {
                    allocate::write(text, format_args!("{fen}\0"))?;
                }
            }
            Ok(())
        })?;
        let fens = PyList::empty(py);
        for text in texts {
            allocate::extend(&fens, allocate::split(py, &text)?)?;
        }
        Ok(fens)
    }

    /// Return the positions in packed form.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint8, shape (n, 30)
    ///     Bytes 0 to 7 are the occupied squares, bytes 8 to 23 four bits for each piece, bytes 24 and
    ///     25 the halfmove clock, and bytes 26 to 29 the fullmove number, all little-endian. Equal rows
    ///     mean equal positions.
    ///
    /// See Also
    /// --------
    /// Positions.from_packed : Checks and loads this form.
    #[pyo3(signature = (*, threads = None))]
    fn packed<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> Columns<'py, u8> {
        self.columns::<u8, SIZE_WITH_COUNTERS>(py, threads, Position::pack_with_counters)
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let message = "the packed form of positions is always a new array (expected copy=None)";
            return Err(PyValueError::new_err(message));
        }
        let packed = self.packed(py, None)?.into_any();
        match dtype {
            Some(dtype) => packed.call_method1("astype", (dtype,)),
            None => Ok(packed),
        }
    }

    /// Return the packed positions, for readers of Arrow data.
    ///
    /// Parameters
    /// ----------
    /// requested_schema : PyCapsule, optional
    ///     The type to cast to, such as binary, if it can be.
    ///
    /// Returns
    /// -------
    /// tuple of PyCapsule
    ///     An ``ArrowSchema`` and an ``ArrowArray`` of byte strings of 30 bytes, as `packed` has them.
    ///     `from_packed` and the functions of `setwise.polars` and `setwise.duckdb` take them.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut bytes = allocate::filled(0, self.rows().len() * SIZE_WITH_COUNTERS)?;
        self.fill(py, None, &mut bytes, |_, rows, cells| {
            for (row, cells) in rows.iter().zip(cells.chunks_exact_mut(SIZE_WITH_COUNTERS)) {
                cells.copy_from_slice(&row.pack_with_counters());
            }
        })?;
        arrow::export_bytes(py, bytes, SIZE_WITH_COUNTERS, requested_schema)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let load = py.get_type::<Positions>().getattr("_restore")?;
        Ok((load, (self.packed(py, None)?,)))
    }

    /// A batch is compared row by row, so it has no hash.
    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn _repr_html_(&self) -> String {
        let (boards, size) = SHOWN;
        let mut html = String::new();
        for (row, position) in self.rows().iter().enumerate().take(boards) {
            let fen =
                format_args!("<div style=\"max-width:{size}px\">{row}: {}</div>", position.fen());
            html += &html::figure(position.diagram(), size, fen);
        }
        html + &format!("<div>{}</div>", html::Text(&self.__repr__()))
    }

    fn __repr__(&self) -> String {
        match self.rows().len() {
            1 => "<Positions of 1 row>".to_owned(),
            rows => format!("<Positions of {rows} rows>"),
        }
    }
}
