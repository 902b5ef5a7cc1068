//! Opens input files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Opens a file for reading. A directory is an error; some systems would open it like a file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { Ok(file) }
}

/// Opens a file for sequential reading; the name `-` is standard input. A directory is an error.
pub(crate) fn open_or_stdin(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        Ok(Box::new(io::stdin().lock()))
    } else {
        Ok(Box::new(open(path)?))
    }
}

/// Returns the total size of files in bytes; `None` if one of them is not a regular file.
pub(crate) fn bytes(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| fs::metadata(path).ok().filter(|file| file.is_file());
    paths.iter().map(|path| size(path).map(|file| file.len())).sum()
}
