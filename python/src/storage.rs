//! Objects of stores: the options of stores, and a file of Python.

use std::collections::BTreeMap;
use std::io::{Seek, SeekFrom};
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use setwise_files::{File, cloud, url};

use crate::arguments::AnyPath;
use crate::pgn::exception;

/// A path of this machine as a `Path` of Python, or a URL as a text: `pathlib` would change its
/// slashes.
#[derive(IntoPyObject)]
pub(crate) enum Location {
    Path(PathBuf),
    Url(String),
}

impl From<PathBuf> for Location {
    fn from(path: PathBuf) -> Location {
        url(&path).map_or(Location::Path(path), Location::Url)
    }
}

/// Sets the options of the store of a URL; a path of this machine has none.
#[pyfunction]
pub(crate) fn set_storage_options(
    path: PathBuf,
    options: BTreeMap<String, String>,
) -> PyResult<()> {
    let Some(url) = url(&path) else { return Ok(()) };
    cloud::set_options(&url, options).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns a path or URL that does not depend on the working directory.
#[pyfunction]
pub(crate) fn location(path: AnyPath) -> PyResult<Location> {
    Ok(setwise_files::absolute(&path.0)?.into())
}

/// An object, or a file, as a binary file of Python that is read.
#[pyclass(module = "setwise._native")]
pub(crate) struct StoredFile {
    file: File,
    name: String,
    #[pyo3(get)]
    closed: bool,
}

#[pymethods]
impl StoredFile {
    #[new]
    fn new(py: Python<'_>, path: AnyPath) -> PyResult<StoredFile> {
        let name = path.0.display().to_string();
        let file = py.detach(|| File::open(&path.0));
        let file = file.map_err(|error| exception(error, Some(&name)))?;
        Ok(StoredFile { file, name, closed: false })
    }

    #[pyo3(signature = (size = -1))]
    fn read<'py>(&mut self, py: Python<'py>, size: i64) -> PyResult<Bound<'py, PyBytes>> {
        let file = &mut self.file;
        let read = py.detach(|| {
            let position = file.stream_position()?;
            let left = file.facts().bytes.saturating_sub(position);
            let size = u64::try_from(size).unwrap_or(u64::MAX).min(left);
            let mut bytes = vec![0; usize::try_from(size).unwrap_or(usize::MAX)];
            file.read_at(position, &mut bytes)?;
            file.seek(SeekFrom::Start(position + size))?;
            Ok(bytes)
        });
        let bytes = read.map_err(|error| exception(error, Some(&self.name)))?;
        Ok(PyBytes::new(py, &bytes))
    }

    #[pyo3(signature = (offset, whence = 0))]
    fn seek(&mut self, offset: i64, whence: u8) -> PyResult<u64> {
        let to = match whence {
            0 => {
                SeekFrom::Start(offset.try_into().map_err(|_| PyValueError::new_err("offset < 0"))?)
            }
            1 => SeekFrom::Current(offset),
            _ => SeekFrom::End(offset),
        };
        Ok(self.file.seek(to)?)
    }

    fn tell(&mut self) -> PyResult<u64> {
        Ok(self.file.stream_position()?)
    }

    fn readable(&self) -> bool {
        true
    }

    fn seekable(&self) -> bool {
        true
    }

    fn writable(&self) -> bool {
        false
    }

    fn close(&mut self) {
        self.closed = true;
    }
}
