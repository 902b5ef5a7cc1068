//! The files of an export.

use std::io;
use std::path::Path;

use setwise_files::{Existing, WholeFile};

/// Adds the path to the message of an error.
pub(crate) fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Begins a file of an export, which has its name only when it is whole.
pub(crate) fn create(path: &Path, replaces: bool) -> io::Result<WholeFile> {
    let existing = if replaces { Existing::Replaced } else { Existing::Stays };
    WholeFile::create(path, existing, None).map_err(|error| at(path, error))
}
