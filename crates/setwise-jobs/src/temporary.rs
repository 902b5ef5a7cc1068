//! Files that have their names only when they are whole and on disk.
//!
//! A file is written under a name of its own in the directory of temporary files, flushed to disk
//! and renamed. A killed process leaves its temporary file; `Job::clean` deletes the temporary
//! files of a job that no process runs.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::Error;

/// The extension of temporary files.
const EXTENSION: &str = ".tmp";

/// A file that is written under a temporary name, and deleted when it is dropped before it got its
/// own name.
pub(crate) struct TemporaryFile {
    file: BufWriter<NamedTempFile<File>>,
}

impl TemporaryFile {
    /// Creates a file whose name begins with the one that is given. The directory is on the file
    /// system of the path that the file gets at the end.
    pub(crate) fn create(directory: &Path, name: &str) -> Result<TemporaryFile, Error> {
        let file = tempfile::Builder::new()
            .prefix(&format!("{name}."))
            .suffix(EXTENSION)
            .make_in(directory, |path| File::create_new(path))
            .map_err(Error::io("create a file in", directory))?;
        Ok(TemporaryFile { file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Appends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Passes what was written to the operating system.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// Flushes the file to disk and gives it its own name. Calls a function with the name of each
    /// fail point.
    pub(crate) fn publish(self, target: &Path, reached: &dyn Fn(&str)) -> Result<(), Error> {
        let publish = || {
            let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
            reached("written");
            file.as_file().sync_all()?;
            reached("synced");
            file.persist(target).map_err(|error| error.error)
        };
        publish().map_err(Error::io("write", target))?;
        reached("renamed");
        Ok(())
    }
}

/// Writes a file so that it is there whole or not at all, even after a power cut. It is written to
/// a temporary file before, whose directory and name are given.
pub(crate) fn write_atomically(
    path: &Path,
    temporary: (&Path, &str),
    bytes: &[u8],
) -> Result<(), Error> {
    write_whole(path, temporary, bytes, &|_| ())?;
    let directory = path.parent().map_or(Ok(()), |path| SyncedDirectory::open(path)?.sync());
    directory.map_err(Error::io("write", path))
}

/// Writes a file as [`write_atomically`] does; its name is on disk when its directory is flushed.
/// Calls a function with the name of each fail point.
pub(crate) fn write_whole(
    path: &Path,
    (directory, name): (&Path, &str),
    bytes: &[u8],
    reached: &dyn Fn(&str),
) -> Result<(), Error> {
    let mut temporary = TemporaryFile::create(directory, name)?;
    temporary.write(bytes).map_err(Error::io("write", path))?;
    temporary.publish(path, reached)
}

/// A directory that can be flushed to disk, and so the names of its files. Only on Unix can it:
/// elsewhere nothing is done.
pub(crate) struct SyncedDirectory {
    #[cfg(unix)]
    file: File,
}

impl SyncedDirectory {
    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "as on Unix"))]
    pub(crate) fn open(path: &Path) -> io::Result<SyncedDirectory> {
        #[cfg(unix)]
        let directory = SyncedDirectory { file: File::open(path)? };
        #[cfg(not(unix))]
        let (directory, _) = (SyncedDirectory {}, path);
        Ok(directory)
    }

    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "as on Unix"))]
    pub(crate) fn sync(&self) -> io::Result<()> {
        #[cfg(unix)]
        self.file.sync_all()?;
        Ok(())
    }
}

/// Returns the names of the files of a directory; none if it does not exist.
pub(crate) fn names(directory: &Path) -> Result<Vec<OsString>, Error> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(Error::io("read", directory))?,
    };
    let name = |entry: io::Result<DirEntry>| entry.map(|entry| entry.file_name());
    entries.map(name).collect::<Result<_, _>>().map_err(Error::io("read", directory))
}

/// Deletes a file, if another process has not.
pub(crate) fn delete(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("delete", path)(error)),
        _ => Ok(()),
    }
}
