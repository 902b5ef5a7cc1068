//! Files that have their names only when they are whole.
//!
//! A file is written under a name of its own, flushed to disk and renamed. An object is written to
//! a file of this machine without a name, and sent by one request. A killed process leaves the
//! temporary file of the first kind.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::{MAX_OBJECT, cloud, exists, url};

/// What becomes of a file that has the name already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the new file is an error of the kind `AlreadyExists`.
    Stays,
    /// It is replaced.
    Replaced,
    /// It is replaced if it has this version ([`Facts::version`](crate::Facts::version)); else the
    /// new file is an error. Files of this machine have no version, and are replaced.
    ReplacedIf(Option<String>),
}

/// A file that is being written. It has its name only when it is whole; if it never becomes so, it
/// is removed. Its temporary name is random: two processes that write a file of the same name do
/// not write into each other's.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    existing: Existing,
    file: Temporary,
}

#[derive(Debug)]
enum Temporary {
    Named(NamedTempFile<File>),
    /// What will be an object.
    Unnamed(File),
}

impl WholeFile {
    /// Begins a file of a path or URL. The directory of the temporary file, on the file system of
    /// the path, and the start of its name may be given.
    ///
    /// # Errors
    ///
    /// The temporary file cannot be created, or there is a file already that stays.
    pub fn create(
        path: &Path,
        existing: Existing,
        temporary: Option<(&Path, &str)>,
    ) -> io::Result<WholeFile> {
        if existing == Existing::Stays && exists(path)? {
            return Err(exists_already(ErrorKind::AlreadyExists.into()));
        }
        let file = if url(path).is_some() {
            Temporary::Unnamed(tempfile::tempfile()?)
        } else {
            let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let mut prefix = path.file_name().unwrap_or_default().to_owned();
            let mut directory = parent.unwrap_or(Path::new("."));
            if let Some((folder, name)) = temporary {
                (directory, prefix) = (folder, name.into());
            }
            prefix.push(".");
            let mut builder = tempfile::Builder::new();
            builder.prefix(&prefix).suffix(".partial");
            Temporary::Named(builder.make_in(directory, |path| File::create_new(path))?)
        };
        Ok(WholeFile { path: path.to_owned(), existing, file })
    }

    /// Returns the path that the file gets at the end.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the temporary file.
    pub fn file(&mut self) -> &mut File {
        match &mut self.file {
            Temporary::Named(file) => file.as_file_mut(),
            Temporary::Unnamed(file) => file,
        }
    }

    /// Flushes the file to disk, or sends the object, and gives it its name, which is on disk when
    /// its directory is flushed ([`SyncedDirectory`]). Calls a function when the file is written,
    /// flushed and renamed. Returns the size in bytes.
    ///
    /// An object that has the name already and the same bytes is left alone.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or there is one meanwhile that stays.
    pub fn publish(mut self, reached: &dyn Fn(&str)) -> io::Result<u64> {
        reached("written");
        let size = self.file().metadata()?.len();
        match self.file {
            Temporary::Named(file) => {
                file.as_file().sync_all()?;
                reached("synced");
                let named = match self.existing {
                    // Some file systems cannot rename without replacing.
                    Existing::Stays => match file.persist_noclobber(&self.path) {
                        Err(error) if !self.path.exists() => error.file.persist(&self.path),
                        named => named,
                    },
                    Existing::Replaced | Existing::ReplacedIf(_) => file.persist(&self.path),
                };
                named.map_err(|error| exists_already(error.error))?;
            }
            Temporary::Unnamed(mut file) => {
                reached("synced");
                let url = url(&self.path).unwrap_or_default();
                if size > MAX_OBJECT {
                    let message = format!(
                        "it has {size} bytes (expected at most {MAX_OBJECT} in an object store: \
                         make smaller parts)"
                    );
                    return Err(io::Error::new(ErrorKind::FileTooLarge, message));
                }
                let mut bytes = Vec::with_capacity(size as usize);
                file.rewind()?;
                file.read_to_end(&mut bytes)?;
                cloud::put(&url, bytes, &self.existing).map_err(exists_already)?;
            }
        }
        reached("renamed");
        Ok(size)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

fn exists_already(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::AlreadyExists => io::Error::new(error.kind(), "the file exists"),
        _ => error,
    }
}

/// Writes a file so that it is there whole or not at all, even after a power cut. The directory and
/// the start of the name of its temporary file are given.
///
/// # Errors
///
/// The file cannot be written, or there is one already that stays.
pub fn write_whole(
    path: &Path,
    temporary: (&Path, &str),
    bytes: &[u8],
    existing: Existing,
) -> io::Result<()> {
    let mut file = WholeFile::create(path, existing, Some(temporary))?;
    file.write_all(bytes)?;
    file.publish(&|_| ())?;
    path.parent().map_or(Ok(()), |directory| SyncedDirectory::open(directory)?.sync())
}

/// A directory that can be flushed to disk, and so the names of its files. Only on Unix can it:
/// elsewhere, and in stores, nothing is done.
#[derive(Debug)]
pub struct SyncedDirectory {
    #[cfg(unix)]
    file: Option<File>,
}

impl SyncedDirectory {
    /// Opens a directory.
    ///
    /// # Errors
    ///
    /// It cannot be opened.
    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "as on Unix"))]
    pub fn open(path: &Path) -> io::Result<SyncedDirectory> {
        #[cfg(unix)]
        let directory = SyncedDirectory {
            file: if url(path).is_none() { Some(File::open(path)?) } else { None },
        };
        #[cfg(not(unix))]
        let (directory, _) = (SyncedDirectory {}, path);
        Ok(directory)
    }

    /// Flushes the directory.
    ///
    /// # Errors
    ///
    /// It cannot be flushed.
    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "as on Unix"))]
    pub fn sync(&self) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(file) = &self.file {
            file.sync_all()?;
        }
        Ok(())
    }
}
