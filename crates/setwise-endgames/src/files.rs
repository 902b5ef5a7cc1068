//! Tables in files, and in directories of files.
//!
//! A file has a line `setwise endgame 1 MATERIAL`, the values of both sides to move compressed by
//! zlib, and the SHA-256 hash of the line and the values.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use crate::material::{Material, MaterialError};
use crate::table::Table;
use crate::tables::{Progress, StoppedError, Tables};

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

impl Tables {
    /// Adds the table of some material, and what it needs, as [`build_with`](Tables::build_with) does.
    /// Tables whose files are in the directory are read instead of computed.
    ///
    /// # Errors
    ///
    /// A file cannot be read or is damaged: the message has its path. If the function has stopped, the
    /// kind is `Interrupted`. Tables that were complete by then stay in the set.
    pub fn read_or_build(
        &mut self,
        directory: Option<&Path>,
        material: &Material,
        mut step: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> io::Result<Arc<Table>> {
        let stopped = |error: StoppedError| io::Error::new(ErrorKind::Interrupted, error);
        for material in directory.map_or(Vec::new(), |_| self.missing(material)) {
            let path = directory.unwrap_or(Path::new("")).join(material.file_name());
            if !path.exists() {
                self.build_with(&material, &mut step).map_err(stopped)?;
                continue;
            }
            let read = File::open(&path).map_err(ReadError::Io);
            let read = read.and_then(|file| Table::read_from(BufReader::new(file)));
            let wrong = |why: String| io::Error::other(alloc::format!("{}: {why}", path.display()));
            let table = read.map_err(|error| wrong(error.to_string()))?;
            if table.material() != material {
                let found = table.material();
                return Err(wrong(alloc::format!("the table is {found} (expected {material})")));
            }
            self.insert(table);
        }
        self.build_with(material, step).map_err(stopped)
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
