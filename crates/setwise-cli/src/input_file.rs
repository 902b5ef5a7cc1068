//! Files that are read, opened.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Opens a file to read it. A directory, which some systems open too and give a length, is an
/// error.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { Ok(file) }
}

/// The same for what need only be read from front to back, which may be standard input, by the name
/// of `-`.
pub(crate) fn open_or_stdin(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        Ok(Box::new(io::stdin().lock()))
    } else {
        Ok(Box::new(open(path)?))
    }
}

/// How many bytes some files have together, if all of them are files.
pub(crate) fn bytes(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| fs::metadata(path).ok().filter(|file| file.is_file());
    paths.iter().map(|path| size(path).map(|file| file.len())).sum()
}
