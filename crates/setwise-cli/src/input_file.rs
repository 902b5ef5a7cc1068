//! Files that are read, opened.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens a file to read it. A directory, which some systems open too and give a length, is an
/// error.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { Ok(file) }
}
