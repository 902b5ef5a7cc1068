//! The files of an export, and the directories that it has made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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

/// The directories that an export has created, the deepest one first. They are removed when dropped
/// if they are empty.
pub(crate) struct CreatedDirectory(Vec<PathBuf>);

impl CreatedDirectory {
    pub(crate) fn create(path: &Path) -> io::Result<CreatedDirectory> {
        let is_local = setwise_files::url(path).is_none();
        let missing = path.ancestors().take_while(|folder| is_local && !folder.exists());
        let missing = missing.filter(|folder| !folder.as_os_str().is_empty());
        let created = CreatedDirectory(missing.map(PathBuf::from).collect());
        setwise_files::create_directories(path).map_err(|error| at(path, error))?;
        Ok(created)
    }

    /// Keeps the directories.
    pub(crate) fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for CreatedDirectory {
    fn drop(&mut self) {
        for folder in &self.0 {
            // The error that led here is reported.
            let _ = fs::remove_dir(folder);
        }
    }
}
