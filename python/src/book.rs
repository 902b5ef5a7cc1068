//! Polyglot opening books.

use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use setwise_book::{Book as LibraryBook, BookError as LibraryError, BookMove};
use setwise_jobs::number::ANY;

use crate::arguments::{LocalPath, Own, Whole};
use crate::board::Board;
use crate::errors::BookError;
use crate::moves::Move;

/// An opening book in the Polyglot format.
///
/// Moves are looked up by binary search; the file is not read into memory.
///
/// Parameters
/// ----------
/// source : str or path-like or bytes
///     The path of a file, or the contents of one.
///
/// Raises
/// ------
/// BookError
///     If the length is not a multiple of 16 bytes.
/// OSError
///     If the file cannot be opened.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> key = setwise.Board().zobrist().to_bytes(8, "big")
/// >>> book = setwise.Book(key + bytes([3, 28, 0, 3, 0, 0, 0, 0]))
/// >>> [(entry.move, entry.weight) for entry in book.find_all(setwise.Board())]
/// [(Move.from_uci('e2e4'), 3)]
#[pyclass(frozen, module = "setwise")]
pub(crate) struct Book {
    book: Mutex<LibraryBook<Box<dyn Source>>>,
    len: usize,
}

/// A file or bytes.
trait Source: Read + Seek + Send {}

impl<S: Read + Seek + Send> Source for S {}

/// A move of a book for a position.
///
/// Parameters
/// ----------
/// move : Move
///     A legal move of the position.
/// weight : int
///     The weight, from 0 to 65535.
/// learn : int
///     The learn field, of 32 bits.
#[pyclass(frozen, eq, hash, module = "setwise")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BookEntry {
    /// The move.
    ///
    /// Returns
    /// -------
    /// Move
    ///     A legal move of the position.
    #[pyo3(get)]
    r#move: Move,
    /// The weight: a move with a larger weight should be played more often.
    ///
    /// Returns
    /// -------
    /// int
    ///     From 0 to 65535.
    #[pyo3(get)]
    weight: u16,
    /// The learn field, whose meaning the author of the book defines.
    ///
    /// Returns
    /// -------
    /// int
    ///     32 bits.
    #[pyo3(get)]
    learn: u32,
}

#[pymethods]
impl BookEntry {
    #[new]
    fn new(r#move: Move, weight: Whole, learn: Whole) -> PyResult<BookEntry> {
        let weight = weight.within("weight", &(0..=u16::MAX))?;
        Ok(BookEntry { r#move, weight, learn: learn.within("learn", &(0..=u32::MAX))? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Move, u16, u32)) {
        (py.get_type::<BookEntry>().into_any(), (self.r#move, self.weight, self.learn))
    }

    fn __repr__(&self) -> String {
        format!("BookEntry(move={}, weight={}, learn={})", self.r#move.0, self.weight, self.learn)
    }
}

#[pymethods]
impl Book {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Book> {
        let source: Box<dyn Source> = match source.cast::<PyBytes>() {
            Ok(bytes) => Box::new(Cursor::new(PyBackedBytes::from(bytes.clone()))),
            Err(_) => Box::new(File::open(source.extract::<LocalPath>()?.0)?),
        };
        let book = LibraryBook::new(source).map_err(convert)?;
        let len = book.len() as usize;
        Ok(Book { book: Mutex::new(book), len })
    }

    /// Return the moves of the book for a position.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position.
    /// minimum_weight : int
    ///     Moves with a smaller weight are left out.
    ///
    /// Returns
    /// -------
    /// list of BookEntry
    ///     The moves in the order of the book.
    ///
    /// Raises
    /// ------
    /// BookError
    ///     If the book is not sorted, or a move of it is not legal.
    #[pyo3(signature = (board, *, minimum_weight = Whole(1)), text_signature = "($self, board, *, minimum_weight=1)")]
    fn find_all(&self, board: Own<'_, Board>, minimum_weight: Whole) -> PyResult<Vec<BookEntry>> {
        let minimum_weight = minimum_weight.within("minimum_weight", &ANY)?;
        let mut entries = Vec::new();
        // No holder of the lock calls Python.
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        for found in book.moves(&board.position).map_err(convert)? {
            let BookMove { mv, weight, learn, .. } = found.map_err(convert)?;
            if u64::from(weight) >= minimum_weight {
                let r#move = Move::of(mv, board.chess960);
                entries.push(BookEntry { r#move, weight, learn });
            }
        }
        Ok(entries)
    }

    /// Return the move of the largest weight for a position.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position.
    /// minimum_weight : int
    ///     Moves with a smaller weight are left out.
    ///
    /// Returns
    /// -------
    /// BookEntry
    ///     The first of the moves with the largest weight.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If the book has no move for the position.
    /// BookError
    ///     If the book is not sorted, or a move of it is not legal.
    #[pyo3(signature = (board, *, minimum_weight = Whole(1)), text_signature = "($self, board, *, minimum_weight=1)")]
    fn find(&self, board: Own<'_, Board>, minimum_weight: Whole) -> PyResult<BookEntry> {
        let found = self.get(board, minimum_weight)?;
        found.ok_or_else(|| PyIndexError::new_err("the book has no move for the position"))
    }

    /// Return the move of the largest weight for a position, or None.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position.
    /// minimum_weight : int
    ///     Moves with a smaller weight are left out.
    ///
    /// Returns
    /// -------
    /// BookEntry or None
    ///     The first of the moves with the largest weight.
    ///
    /// Raises
    /// ------
    /// BookError
    ///     If the book is not sorted, or a move of it is not legal.
    #[pyo3(signature = (board, *, minimum_weight = Whole(1)), text_signature = "($self, board, *, minimum_weight=1)")]
    fn get(&self, board: Own<'_, Board>, minimum_weight: Whole) -> PyResult<Option<BookEntry>> {
        let entries = self.find_all(board, minimum_weight)?;
        Ok(entries.into_iter().rev().max_by_key(|entry| entry.weight))
    }

    /// Return one of the moves of the book for a position at random, each as likely as the others.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position.
    /// minimum_weight : int
    ///     Moves with a smaller weight are left out.
    /// random : random.Random, optional
    ///     The source of chance; by default the module ``random``.
    ///
    /// Returns
    /// -------
    /// BookEntry
    ///     A move of `find_all`.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If the book has no move for the position.
    /// BookError
    ///     If the book is not sorted, or a move of it is not legal.
    #[pyo3(signature = (board, *, minimum_weight = Whole(1), random = None), text_signature = "($self, board, *, minimum_weight=1, random=None)")]
    fn choice(
        &self,
        py: Python<'_>,
        board: Own<'_, Board>,
        minimum_weight: Whole,
        random: Option<Bound<'_, PyAny>>,
    ) -> PyResult<BookEntry> {
        let entries = self.find_all(board, minimum_weight)?;
        pick(py, entries, |_| 1, random)
    }

    /// Return one of the moves of the book for a position at random, as likely as its weight says.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position.
    /// random : random.Random, optional
    ///     The source of chance; by default the module ``random``.
    ///
    /// Returns
    /// -------
    /// BookEntry
    ///     A move with a weight above 0.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If the book has no such move for the position.
    /// BookError
    ///     If the book is not sorted, or a move of it is not legal.
    #[pyo3(signature = (board, *, random = None))]
    fn weighted_choice(
        &self,
        py: Python<'_>,
        board: Own<'_, Board>,
        random: Option<Bound<'_, PyAny>>,
    ) -> PyResult<BookEntry> {
        let entries = self.find_all(board, Whole(1))?;
        pick(py, entries, |entry| u64::from(entry.weight), random)
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __repr__(&self) -> String {
        format!("<Book of {} entries>", self.len)
    }
}

/// Returns an entry at random, as likely as its share of all.
fn pick(
    py: Python<'_>,
    entries: Vec<BookEntry>,
    share: impl Fn(&BookEntry) -> u64,
    random: Option<Bound<'_, PyAny>>,
) -> PyResult<BookEntry> {
    let all: u64 = entries.iter().map(&share).sum();
    if all == 0 {
        return Err(PyIndexError::new_err("the book has no move for the position"));
    }
    let random = match random {
        Some(random) => random,
        None => py.import("random")?.into_any(),
    };
    let mut left: u64 = random.call_method1("randrange", (all,))?.extract()?;
    let chosen = entries.into_iter().find(|entry| {
        let is_here = left < share(entry);
        left = left.saturating_sub(share(entry));
        is_here
    });
    chosen.ok_or_else(|| PyIndexError::new_err("the random number is too large"))
}

fn convert(error: LibraryError) -> PyErr {
    match error {
        LibraryError::Io(error) => PyOSError::new_err(error.to_string()),
        other => BookError::new_err(other.to_string()),
    }
}
