//! Files on this machine and in object stores, by one name.
//!
//! # Overview
//!
//! A path is a file of this machine, or the URL of an object: `s3://bucket/games.pgn`. All
//! functions take both. A directory of a store is what the names of objects have before a slash; it
//! exists as long as there is such an object.
//!
//! | item | purpose |
//! |---|---|
//! | [`File`] | reads a file, or ranges of it |
//! | `WholeFile` | writes a file that is there whole or not at all |
//! | [`Facts`] | size, time of change and version |
//! | [`read`], [`entries`], `copy`, [`delete`] | what `std::fs` has for paths |
//!
//! # Object stores
//!
//! URLs begin with `s3://`, `gs://`, `az://`, `https://` or `http://`; objects of the last two can
//! only be read. `memory:///` is a store in the memory of the process, for tests. Credentials,
//! regions and endpoints are those of the crate `object_store`: from environment variables that
//! begin with `AWS_`, `GOOGLE_` or `AZURE_`, or from `cloud::set_options`.
//!
//! Objects are read in ranges. Each range must have the version that the object had when it was
//! opened: an object that has changed is an error, not a mixture. A write is one request, so an
//! object has at most [`MAX_OBJECT`] bytes.
//!
//! # Errors
//!
//! Errors are [`std::io::Error`]s. A server that fails is asked again for up to three minutes.
//! Without the feature `cloud` a URL is an error of the kind `Unsupported`.
//!
//! # Feature flags
//!
//! | feature | what it adds |
//! |---|---|
//! | `write` | `WholeFile` and what else writes files |
//! | `cloud` | object stores, and `write`: 85 more crates |

#[cfg(feature = "cloud")]
pub mod cloud;
#[cfg(not(feature = "cloud"))]
#[path = "no_cloud.rs"]
mod cloud;
mod file;
#[cfg(feature = "cloud")]
mod requests;
#[cfg(feature = "write")]
mod whole_file;

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub use self::file::File;
#[cfg(feature = "write")]
pub use self::whole_file::{Existing, SyncedDirectory, WholeFile, write_whole};

/// The maximum size of an object that is written, in bytes.
pub const MAX_OBJECT: u64 = 512 << 20;

/// What is known of a file without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What it is.
    pub kind: Kind,
    /// The size in bytes.
    pub bytes: u64,
    /// The time of the last change, in seconds since 1970; 0 if it is not known.
    pub modified: u64,
    /// The version of an object: its ETag, if the store has them.
    pub version: Option<String>,
}

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file or an object.
    File,
    /// A directory.
    Directory,
    /// A pipe or a device, which can be read once.
    Stream,
}

/// Returns the URL that a path is: a scheme of two letters or more and `://`, or `:/`, which a
/// library for paths may have made of it. A drive of Windows has one letter.
pub fn url(path: &Path) -> Option<String> {
    let is_in_scheme = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    let (scheme, rest) = path.to_str()?.split_once(":/")?;
    let is_url = scheme.len() > 1
        && scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme.chars().all(is_in_scheme);
    // Windows joins names by backslashes.
    is_url.then(|| {
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        format!("{scheme}://{}", if cfg!(windows) { rest.replace('\\', "/") } else { rest.into() })
    })
}

/// Returns an error message if a path is a URL. Where only files of this machine make sense, a file
/// would else be written to a directory with the name `s3:`.
pub fn refuse_url(path: &Path) -> Result<(), String> {
    match url(path) {
        Some(url) => Err(format!("{url} is a URL (expected a path on this machine)")),
        None => Ok(()),
    }
}

/// Returns an error message if a path is a URL that this build cannot open.
pub fn check_url(path: &Path) -> Result<(), String> {
    url(path).map_or(Ok(()), |url| cloud::check(&url).map_err(|error| error.to_string()))
}

/// Returns a path that does not depend on the working directory.
///
/// # Errors
///
/// The path is empty, or there is no working directory.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    url(path).map_or_else(|| std::path::absolute(path), |url| Ok(PathBuf::from(url)))
}

/// Returns the facts of a file. Costs one request, or two for a directory of a store.
///
/// # Errors
///
/// The file does not exist (`NotFound`), or it cannot be asked for.
pub fn facts(path: &Path) -> io::Result<Facts> {
    if let Some(url) = url(path) {
        return cloud::facts(&url);
    }
    let metadata = fs::metadata(path)?;
    Ok(Facts::of(&metadata))
}

impl Facts {
    fn of(metadata: &fs::Metadata) -> Facts {
        let kind = match metadata.file_type() {
            kind if kind.is_dir() => Kind::Directory,
            kind if kind.is_file() => Kind::File,
            _ => Kind::Stream,
        };
        let modified = metadata.modified().ok();
        let modified = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |age| age.as_secs());
        Facts { kind, bytes: metadata.len(), modified, version: None }
    }
}

/// Returns whether a file exists. Costs one request.
///
/// # Errors
///
/// The directory or the store cannot be asked.
pub fn exists(path: &Path) -> io::Result<bool> {
    let found = url(path).map_or_else(|| facts(path), |url| cloud::object_facts(&url));
    match found {
        Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
            Ok(false)
        }
        facts => facts.map(|_| true),
    }
}

/// Checks that the store of an object that exists does not overwrite it when it is asked not to: some
/// stores do not know such requests. The object is deleted if it was overwritten.
///
/// # Errors
///
/// The store has overwritten the object, or it cannot be asked.
pub fn check_store(path: &Path) -> io::Result<()> {
    url(path).map_or(Ok(()), |url| cloud::check_store(&url))
}

/// Reads a whole file, and its version ([`Facts::version`]).
///
/// # Errors
///
/// The file cannot be read; an object has more than [`MAX_OBJECT`] bytes.
pub fn read(path: &Path) -> io::Result<(Vec<u8>, Option<String>)> {
    match url(path) {
        Some(url) => cloud::read_whole(&url).map(|(bytes, facts)| (bytes, facts.version)),
        None => fs::read(path).map(|bytes| (bytes, None)),
    }
}

/// A file or directory in a directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The name.
    pub name: OsString,
    /// Whether it is a directory. The link of one is none.
    pub is_directory: bool,
    /// The size of an object; `None` on this machine, where [`facts`] tells it.
    pub bytes: Option<u64>,
}

/// Returns the files and directories in a directory, by name. A thousand of them in a store cost a
/// request.
///
/// # Errors
///
/// The directory does not exist or cannot be read. Stores have all directories.
pub fn entries(directory: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = match url(directory) {
        Some(url) => cloud::entries(&url)?,
        None => {
            fs::read_dir(directory)?.map(|entry| Entry::of(&entry?)).collect::<Result<_, _>>()?
        }
    };
    entries.sort_unstable();
    Ok(entries)
}

impl Entry {
    fn of(entry: &fs::DirEntry) -> io::Result<Entry> {
        let is_directory = entry.file_type()?.is_dir();
        Ok(Entry { name: entry.file_name(), is_directory, bytes: None })
    }
}

/// Returns the names of the files and directories in a directory; none if it does not exist.
///
/// # Errors
///
/// The directory cannot be read.
pub fn names(directory: &Path) -> io::Result<Vec<OsString>> {
    match entries(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        entries => Ok(entries?.into_iter().map(|entry| entry.name).collect()),
    }
}

/// Creates a directory and those above it. Stores have none.
///
/// # Errors
///
/// A directory cannot be created.
pub fn create_directories(path: &Path) -> io::Result<()> {
    if url(path).is_some() { Ok(()) } else { fs::create_dir_all(path) }
}

/// Directories of this machine that were created, the deepest one first. They are removed when
/// dropped if they are empty.
#[derive(Debug)]
pub struct CreatedDirectories(Vec<PathBuf>);

impl CreatedDirectories {
    /// Creates a directory and those above it. Stores have none.
    ///
    /// # Errors
    ///
    /// A directory cannot be created.
    pub fn create(path: &Path) -> io::Result<CreatedDirectories> {
        let is_local = url(path).is_none();
        let missing = path.ancestors().take_while(|folder| is_local && !folder.exists());
        let missing = missing.filter(|folder| !folder.as_os_str().is_empty());
        let created = CreatedDirectories(missing.map(PathBuf::from).collect());
        create_directories(path)?;
        Ok(created)
    }

    /// Keeps the directories.
    pub fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for CreatedDirectories {
    fn drop(&mut self) {
        // The error that led here is more important than one here.
        self.0.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

/// Deletes a file, if there is one.
///
/// # Errors
///
/// The file cannot be deleted.
pub fn delete(path: &Path) -> io::Result<()> {
    let deleted = match url(path) {
        Some(url) => cloud::delete(&url),
        None => fs::remove_file(path),
    };
    match deleted {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        deleted => deleted,
    }
}

/// Deletes a file, or a directory with all files in it. A thousand objects cost a request.
///
/// # Errors
///
/// Something cannot be deleted.
pub fn delete_all(path: &Path) -> io::Result<()> {
    match url(path) {
        Some(url) => cloud::delete_all(&url),
        None if path.is_dir() => fs::remove_dir_all(path),
        None => delete(path),
    }
}

/// Gives a file another name in the same directory or store: a hard link where the file system has
/// them, or else a copy, which a store makes itself. Another file with this name is replaced. The
/// directory and the start of the name of the temporary file of a copy are given. The name is on
/// disk when the directory is flushed ([`SyncedDirectory`]).
///
/// # Errors
///
/// The file cannot be read, or the name cannot be written.
#[cfg(feature = "write")]
pub fn copy(source: &Path, target: &Path, temporary: (&Path, &str)) -> io::Result<()> {
    if let (Some(source), Some(target)) = (url(source), url(target)) {
        return cloud::copy(&source, &target);
    }
    // Tried first, because a name that is new needs no other call of the system.
    if fs::hard_link(source, target).is_ok()
        || file_id(source).is_some_and(|id| file_id(target) == Some(id))
    {
        return Ok(());
    }
    delete(target)?;
    if fs::hard_link(source, target).is_ok() {
        return Ok(());
    }
    let mut copy = WholeFile::create(target, Existing::Replaced, Some(temporary))?;
    io::copy(&mut fs::File::open(source)?, &mut copy)?;
    copy.publish(&|_| ()).map(drop)
}

/// Returns the device and inode number of a file, which all its names share. `None` if there is no
/// file, or not on Unix.
pub fn file_id(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

#[cfg(all(test, feature = "write"))]
#[path = "tests.rs"]
mod everywhere;
