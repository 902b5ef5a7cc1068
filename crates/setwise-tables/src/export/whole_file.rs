//! Files that have their names only when they are whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Adds the path to the message of an error.
pub(crate) fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The directories that an export has created, the deepest one first. They are removed when dropped
/// if they are empty.
pub(crate) struct CreatedDirectory(Vec<PathBuf>);

impl CreatedDirectory {
    pub(crate) fn create(path: &Path) -> io::Result<CreatedDirectory> {
        let missing = path.ancestors().take_while(|folder| !folder.exists());
        let missing = missing.filter(|folder| !folder.as_os_str().is_empty());
        let created = CreatedDirectory(missing.map(PathBuf::from).collect());
        fs::create_dir_all(path).map_err(|error| at(path, error))?;
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

/// A file that is being written. It has its name only when it is whole; if it never becomes so, it
/// is removed. Its temporary name is random: two processes that write a file of the same name do not
/// write into each other's.
pub(crate) struct WholeFile {
    pub(crate) path: PathBuf,
    file: NamedTempFile<File>,
    replaces: bool,
}

impl WholeFile {
    pub(crate) fn create(path: PathBuf, replaces: bool) -> io::Result<WholeFile> {
        if path.exists() && !replaces {
            return Err(exists(&path));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = tempfile::Builder::new()
            .prefix(&name)
            .suffix(".partial")
            .make_in(folder.unwrap_or(Path::new(".")), |path| File::create_new(path))
            .map_err(|error| at(&path, error))?;
        Ok(WholeFile { path, file, replaces })
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Flushes the file to disk and gives it its name. Returns the path, and the size in bytes.
    pub(crate) fn finish(self) -> io::Result<(PathBuf, u64)> {
        let WholeFile { path, file, replaces } = self;
        file.as_file().sync_all().map_err(|error| at(&path, error))?;
        let size = file.as_file().metadata()?.len();
        // Another process may have written the file meanwhile.
        let named = if replaces { file.persist(&path) } else { file.persist_noclobber(&path) };
        match named.map_err(|error| error.error) {
            Ok(_) => Ok((path, size)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(error) => Err(at(&path, error)),
        }
    }
}

fn exists(path: &Path) -> io::Error {
    at(path, io::Error::new(io::ErrorKind::AlreadyExists, "the file exists"))
}
