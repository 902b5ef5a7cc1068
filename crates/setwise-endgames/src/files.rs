//! Tables in files, and in directories of files.
//!
//! A file has a line `setwise endgame 1 MATERIAL`, the values of both sides to move compressed by
//! zlib, and the SHA-256 hash of the line and the values.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use crate::material::{Material, MaterialError};
use crate::table::Table;
use crate::tables::{Progress, Tables};

/// What the first line has before the material: the name of the format, and its version.
const NAME: &str = "setwise endgame 1 ";

/// The longest first line in bytes: `KPPvKP` and a line feed after the name.
const LONGEST_LINE: u64 = NAME.len() as u64 + 7;

impl Table {
    /// Writes the table, compressed, with a hash. A table of four pieces takes about a second.
    ///
    /// # Errors
    ///
    /// The writer fails.
    pub fn write_to(&self, mut writer: impl Write) -> io::Result<()> {
        let line = alloc::format!("{NAME}{}\n", self.material());
        writer.write_all(line.as_bytes())?;
        let mut hash = Sha256::new_with_prefix(line.as_bytes());
        let mut encoder = ZlibEncoder::new(&mut writer, Compression::default());
        for values in self.values() {
            hash.update(values);
            encoder.write_all(values)?;
        }
        encoder.finish()?;
        writer.write_all(&hash.finalize())?;
        writer.flush()
    }

    /// Reads a table that [`Table::write_to`] wrote, and nothing after it. The memory is at most
    /// twice the table's: see [`Material::table_bytes`].
    ///
    /// # Errors
    ///
    /// The reader fails, or the bytes are not a whole table; see [`ReadError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use setwise_endgames::{Table, Tables};
    ///
    /// let table = Tables::new().build(&"KRvK".parse()?)?;
    /// let mut file = Vec::new();
    /// table.write_to(&mut file)?;
    /// assert_eq!(Table::read_from(&file[..])?.longest_plies(), 32);
    /// file[100] ^= 1;
    /// assert!(Table::read_from(&file[..]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_from(mut reader: impl BufRead) -> Result<Table, ReadError> {
        let mut line = Vec::new();
        reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(ReadError::Io)?;
        let line = String::from_utf8(line).map_err(|_| ReadError::NoTable)?;
        let name = line.strip_prefix(NAME).and_then(|rest| rest.strip_suffix('\n'));
        let material: Material =
            name.ok_or(ReadError::NoTable)?.parse().map_err(ReadError::Material)?;
        if material != material.canonical() {
            return Err(ReadError::NoTable);
        }
        let mut hash = Sha256::new_with_prefix(line.as_bytes());
        let mut decoder = ZlibDecoder::new(&mut reader);
        let expected = material.table_bytes() / 2;
        let mut values = [Vec::new(), Vec::new()];
        for values in &mut values {
            let read = decoder.by_ref().take(expected as u64).read_to_end(values);
            let found = read.map_err(ReadError::Io)?;
            if found != expected {
                return Err(ReadError::Length { found, expected });
            }
            hash.update(&values);
        }
        if decoder.read(&mut [0]).map_err(ReadError::Io)? > 0 {
            return Err(ReadError::Length { found: expected + 1, expected });
        }
        let mut found = [0; 32];
        reader.read_exact(&mut found).map_err(ReadError::Io)?;
        if found[..] != hash.finalize()[..] {
            return Err(ReadError::Hash);
        }
        Table::from_values(material, values).ok_or(ReadError::NoTable)
    }
}

impl Material {
    /// Returns the name of the file of a table in a directory, such as `KRvK.endgame`.
    pub fn file_name(&self) -> String {
        alloc::format!("{}.endgame", self.canonical())
    }
}

/// Tables that threads share. Each is read from a file or computed when it is needed.
#[derive(Debug, Default)]
pub struct SharedTables {
    directory: Option<PathBuf>,
    complete: RwLock<Tables>,
    /// Taken by the thread that reads or computes tables.
    adding: Mutex<()>,
}

impl SharedTables {
    /// Returns a set without tables. Those whose files are in the directory will be read.
    pub fn new(directory: Option<PathBuf>) -> SharedTables {
        SharedTables { directory, ..SharedTables::default() }
    }

    /// Returns the tables that are complete. No thread waits for a computation here, but none can
    /// complete a table while the guard lives.
    pub fn complete(&self) -> RwLockReadGuard<'_, Tables> {
        self.complete.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the table of some material, and what it needs, as [`Tables::build_with`] does. Tables
    /// whose files are in the directory are read instead of computed. Other threads can use each
    /// table as soon as it is complete. One thread adds tables at a time; others wait.
    ///
    /// Calls `damaged` with the error of a file that cannot be read or is damaged, whose message
    /// has the path. The table is computed then, unless the function returns an error.
    ///
    /// # Errors
    ///
    /// The error of `damaged`; if `step` has stopped, the kind is `Interrupted`.
    pub fn add(
        &self,
        material: &Material,
        mut damaged: impl FnMut(io::Error) -> io::Result<()>,
        mut step: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> io::Result<Tables> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables = self.complete().clone();
        for material in tables.missing(material) {
            let path = self.directory.as_ref().map(|it| it.join(material.file_name()));
            let read = path.filter(|path| path.exists()).map(|path| read_file(&path, material));
            match read.transpose().or_else(|error| damaged(error).map(|()| None))? {
                Some(table) => tables.insert(table),
                None => {
                    let built = tables.build_with(&material, &mut step);
                    built.map_err(|error| io::Error::new(ErrorKind::Interrupted, error))?;
                }
            }
            self.complete.write().unwrap_or_else(PoisonError::into_inner).clone_from(&tables);
        }
        Ok(tables)
    }
}

fn read_file(path: &Path, material: Material) -> io::Result<Table> {
    let wrong = |why: String| io::Error::other(alloc::format!("{}: {why}", path.display()));
    let read = File::open(path).map_err(ReadError::Io);
    let read = read.and_then(|file| Table::read_from(BufReader::new(file)));
    let table = read.map_err(|error| wrong(error.to_string()))?;
    match table.material() {
        found if found == material => Ok(table),
        found => Err(wrong(alloc::format!("the table is {found} (expected {material})"))),
    }
}

/// Why bytes are not a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The reader failed, the bytes end too early, or they cannot be decompressed.
    Io(io::Error),
    /// The first line is not the first line of a table.
    NoTable,
    /// The first line names material that cannot be.
    Material(MaterialError),
    /// There are too few or too many values for a side to move.
    Length {
        /// The number of values, or one more than expected if there are more.
        found: usize,
        /// The number of values that the material needs.
        expected: usize,
    },
    /// The hash is the hash of other values.
    Hash,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => write!(f, "the table cannot be read: {error}"),
            ReadError::NoTable => {
                write!(f, "no table (expected a first line such as \"{NAME}KRvK\")")
            }
            ReadError::Material(error) => write!(f, "no table: {error}"),
            ReadError::Length { found, expected } => {
                write!(f, "the table has {found} values for a side to move (expected {expected})")
            }
            ReadError::Hash => f.write_str("the table is damaged: its hash differs"),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ReadError::Io(error) => Some(error),
            ReadError::Material(error) => Some(error),
            _ => None,
        }
    }
}
