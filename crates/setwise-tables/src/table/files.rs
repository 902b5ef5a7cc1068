//! Parquet and Arrow files of games.

use std::io;
use std::path::Path;
use std::sync::Arc;

use setwise_pgn::files::Inputs;
use setwise_pgn::threads::{Fills, Meter};

#[cfg(not(feature = "parquet"))]
use super::missing;
#[cfg(feature = "parquet")]
use super::parquet::ParquetTable;
use super::stored_file::StoredFile;
use super::{FileFormat, Wants, arrow::ArrowTable, fill, format_of};
use crate::export::schema::SCHEMA_VERSION;
use crate::read::{AnyPart, Records};
use crate::record::Recorder;

/// A file whose rows are in groups.
pub(super) trait Groups: Send + Sync {
    /// Returns the number of groups.
    fn count(&self) -> usize;

    /// Returns the version of the schema, if the file tells it.
    fn version(&self) -> Option<u32>;

    /// Returns the size of a group in the file, in bytes.
    fn bytes(&self, index: usize) -> u64;

    /// Passes the games of a group to a collector.
    ///
    /// # Errors
    ///
    /// Names the group and what is wrong.
    fn read<'t>(
        &self,
        index: usize,
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()>;
}

/// Opens a file.
///
/// # Errors
///
/// The file is damaged, is another table, or this build cannot read it.
fn open(format: FileFormat, path: &Path, wants: &Wants) -> io::Result<Arc<dyn Groups>> {
    Ok(match format {
        #[cfg(feature = "parquet")]
        FileFormat::Parquet => Arc::new(ParquetTable::open(StoredFile::open(path)?, wants)?),
        #[cfg(not(feature = "parquet"))]
        FileFormat::Parquet => return Err(missing(format)),
        FileFormat::Arrow => Arc::new(ArrowTable::open(StoredFile::open(path)?, wants)?),
    })
}

/// Opens a file, and returns its rows. Their sizes in the file are added to the meter.
///
/// # Errors
///
/// The file is damaged, is another table, or this build cannot read it.
pub(super) fn rows<'t>(
    input: u32,
    format: FileFormat,
    path: &Path,
    wants: &Wants,
    meter: Meter,
) -> io::Result<Fills<Records<'t>>> {
    let file = open(format, path, wants)?;
    Ok(Box::new((0..file.count()).map(move |index| {
        meter.add(file.bytes(index));
        let file = Arc::clone(&file);
        Ok(fill(input, move |records, recorder, part| file.read(index, records, recorder, part)))
    })))
}

/// Returns a message if an input is a table of games with an older version of the schema, which is
/// read as well. It names the first one and the number of the others.
pub fn older_tables(inputs: &Inputs) -> Option<String> {
    let wants = Wants { own: true, ..Wants::default() };
    let version = |path: &Path| -> io::Result<Option<u32>> {
        let Some(format) = format_of(path)? else { return Ok(None) };
        Ok(open(format, path, &wants)?.version())
    };
    let versions = inputs.paths().iter().filter_map(|path| {
        // A file that cannot be read is an error of reading.
        Some((path, version(path).ok()??))
    });
    let mut older = versions.filter(|&(_, version)| version < SCHEMA_VERSION);
    let (path, version) = older.next()?;
    let others = match older.count() {
        0 => String::new(),
        others => format!(", and {others} more files are older"),
    };
    Some(format!(
        "{}: the table has version {version} of the schema, without game_key (version \
         {SCHEMA_VERSION} is written now{others})",
        path.display()
    ))
}

/// Returns an error if a version of the schema is later than those that are known.
pub(super) fn check_version(version: Option<u32>) -> io::Result<()> {
    let Some(version) = version.filter(|&version| version > SCHEMA_VERSION) else { return Ok(()) };
    let message = format!(
        "the table has version {version} of the schema (expected at most {SCHEMA_VERSION})"
    );
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}
