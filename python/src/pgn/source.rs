//! Sources of games: paths, bytes and files of Python. Reading them answers Ctrl-C.

use std::io::{self, Cursor, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pyo3::exceptions::{PyIsADirectoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;
use setwise_files::File;
use setwise_pgn::files::decompressed;

use crate::arguments::{AnyPath, wrong_class};
use crate::work::BETWEEN_CHECKS;

/// The number of bytes, or of characters, that are read from a file of Python at once.
const PIECE: usize = 1 << 16;

/// The text of an open source.
pub(super) struct Source {
    pub(super) text: Box<dyn Read + Send>,
    pub(super) errors: SourceErrors,
}

/// An exception of Python that was the reason of an error of a source.
#[derive(Clone, Default)]
struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Stores an exception and returns the error that takes its place.
    fn store(&self, exception: PyErr) -> io::Error {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(exception);
        io::Error::other("an exception of Python")
    }

    fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Source {
    /// Opens the file of a path, or takes bytes or an object with a method `read`.
    pub(super) fn open(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Source> {
        let mut errors = SourceErrors::default();
        let raw: Box<dyn Read + Send> = if let Ok(bytes) = source.cast::<PyBytes>() {
            Box::new(Cursor::new(PyBackedBytes::from(bytes.clone())))
        } else if source.hasattr("read")? {
            let read = source.getattr("read")?.unbind();
            let raised = errors.raised.clone();
            Box::new(PythonFile { read, piece: Vec::new(), taken: 0, raised })
        } else {
            if source.extract::<PathBuf>().is_err() {
                let expected = "a source of games (expected a path, bytes or a file)";
                return Err(wrong_class(source, expected));
            }
            let AnyPath(path) = source.extract()?;
            let shown = path.display().to_string();
            let file = py.detach(|| File::open(&path)).map_err(|error| with_name(error, &shown))?;
            errors.name = Some(shown);
            Box::new(file)
        };
        let text = py.detach(|| decompressed(raw)).map_err(|error| errors.convert(error))?;
        let raised = errors.raised.clone();
        let text = Box::new(Interruptible { text, checked: Instant::now(), raised });
        Ok(Source { text, errors })
    }
}

/// Converts errors of a source to exceptions.
#[derive(Default)]
pub(super) struct SourceErrors {
    /// The path of the file, if there is one.
    pub(super) name: Option<String>,
    /// The exception that ended the text.
    raised: Raised,
}

impl SourceErrors {
    pub(super) fn convert(&self, error: io::Error) -> PyErr {
        self.raised.take().unwrap_or_else(|| exception(error, self.name.as_deref()))
    }
}

/// Returns the exception of an error, with the path of the file if it is known.
pub(crate) fn exception(error: io::Error, name: Option<&str>) -> PyErr {
    match name {
        Some(name) => with_name(error, name),
        None => error.into(),
    }
}

fn with_name(error: io::Error, name: &str) -> PyErr {
    let message = format!("{name}: {error}");
    match error.kind() {
        ErrorKind::IsADirectory => PyIsADirectoryError::new_err(message),
        kind => io::Error::new(kind, message).into(),
    }
}

/// A file of Python, opened as text or as bytes.
struct PythonFile {
    read: Py<PyAny>,
    piece: Vec<u8>,
    taken: usize,
    raised: Raised,
}

impl PythonFile {
    fn next_piece(&self) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            let piece = self.read.bind(py).call1((PIECE,))?;
            if let Ok(text) = piece.extract::<PyBackedStr>() {
                return Ok(text.as_bytes().to_vec());
            }
            match piece.extract::<PyBackedBytes>() {
                Ok(bytes) => Ok(bytes.to_vec()),
                Err(_) => {
                    let kind = piece.get_type().name()?;
                    let message = format!("read() returned {kind} (expected bytes or str)");
                    Err(PyTypeError::new_err(message))
                }
            }
        })
    }
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.piece.len() {
            self.piece = self.next_piece().map_err(|exception| self.raised.store(exception))?;
            self.taken = 0;
        }
        let count = (&self.piece[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

/// A text whose reading ends when a signal handler of Python raises.
struct Interruptible<R> {
    text: R,
    checked: Instant,
    raised: Raised,
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.checked.elapsed() >= BETWEEN_CHECKS {
            Python::attach(|py| py.check_signals())
                .map_err(|interrupt| self.raised.store(interrupt))?;
            self.checked = Instant::now();
        }
        self.text.read(buffer)
    }
}
