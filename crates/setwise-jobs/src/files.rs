//! The files of a job, on this machine or in an object store. Errors name the file.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;

use setwise_files::{Existing, WholeFile};

use crate::Error;

/// Returns whether a file exists.
pub(crate) fn exists(path: &Path) -> Result<bool, Error> {
    setwise_files::exists(path).map_err(Error::io("read", path))
}

/// Reads a whole file; `None` if it does not exist.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match setwise_files::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(|(bytes, _)| Some(bytes)).map_err(Error::io("read", path)),
    }
}

/// Returns the names of the files of a directory; none if it does not exist.
pub(crate) fn names(directory: &Path) -> Result<Vec<OsString>, Error> {
    setwise_files::names(directory).map_err(Error::io("read", directory))
}

/// Deletes a file, if another process has not.
pub(crate) fn delete(path: &Path) -> Result<(), Error> {
    setwise_files::delete(path).map_err(Error::io("delete", path))
}

/// Creates a file that is written under a temporary name, of which the directory and the start are
/// given. It has its own name only when it is whole.
pub(crate) fn create(path: &Path, temporary: (&Path, &str)) -> Result<WholeFile, Error> {
    let directory = temporary.0;
    WholeFile::create(path, Existing::Replaced, Some(temporary))
        .map_err(Error::io("create a file in", directory))
}

/// Writes a file so that it is there whole or not at all, even after a power cut.
pub(crate) fn write_whole(
    path: &Path,
    temporary: (&Path, &str),
    bytes: &[u8],
    existing: Existing,
) -> Result<(), Error> {
    setwise_files::write_whole(path, temporary, bytes, existing).map_err(Error::io("write", path))
}
