//! Tables of games as inputs.
//!
//! A table has groups of rows: the row groups of a Parquet file, the record batches of an Arrow
//! file, some lines of a file of puzzles. Any thread reads a group; the groups are in order.

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod puzzles;
#[cfg(feature = "arrow")]
mod rows;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use self::puzzles::Puzzles;
use crate::piece_text::Text;
use crate::read_chunk::{AnyCollector, AnyPart, Next, ReadChunk, Reading};
use crate::record::{GamePlace, Recorder};
use crate::schema::SCHEMA_VERSION;
use crate::source::{Contents, Inputs, Meter, metered};
use crate::split::{Chunk, End};
#[cfg(feature = "arrow")]
use crate::storage::LocalFile;
use crate::tags::Tag;
use crate::write::Format;

/// Returns the format of a file that is a table by its first bytes, Parquet or Arrow; `None` for
/// other files and for `-`, standard input. What is no regular file is not read: from a pipe the
/// bytes would be gone.
fn format_of(path: &Path) -> io::Result<Option<Format>> {
    if path.as_os_str() == "-" || !path.metadata()?.is_file() {
        return Ok(None);
    }
    let mut first = Vec::new();
    File::open(path)?.take(6).read_to_end(&mut first)?;
    Ok(match &first[..] {
        [b'P', b'A', b'R', b'1', ..] => Some(Format::Parquet),
        b"ARROW1" => Some(Format::Arrow),
        _ => None,
    })
}

/// Returns whether a file has rows, not a text of games: whether it is a Parquet or Arrow file by
/// its first bytes, or a file of puzzles by its name
/// ([`Contents::of`]).
///
/// # Errors
///
/// The file cannot be read.
pub fn is_table(path: &Path) -> io::Result<bool> {
    Ok(format_of(path)?.is_some() || Contents::of(path) == Some(Contents::Puzzles))
}

/// The columns that a collector needs besides the moves.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "arrow"), expect(dead_code, reason = "this build reads no tables"))]
pub(crate) struct Wants {
    pub(crate) tags: Vec<Tag>,
    pub(crate) clocks: bool,
    pub(crate) evals: bool,
    pub(crate) ids: bool,
}

impl Wants {
    /// Returns the columns; `None` if the collector does not take rows of tables.
    pub(crate) fn of(collector: &dyn AnyCollector) -> Option<Wants> {
        let wanted = collector.wanted();
        let tags = Tag::ALL.into_iter().filter(|&tag| collector.wants_tag(tag)).collect();
        collector.takes_tables().then_some(Wants {
            tags,
            clocks: wanted.clocks,
            evals: wanted.evals,
            ids: collector.wants_ids(),
        })
    }
}

/// A file whose rows are in groups.
trait Groups: Send + Sync {
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
    fn read(
        &self,
        index: usize,
        collector: &dyn AnyCollector,
        recorder: &mut Recorder<'_>,
        part: &mut AnyPart,
    ) -> io::Result<()>;
}

/// Returns a message if an input is a table of games with an older version of the schema, which is
/// read as well. It names the first one and the number of the others.
pub fn older_tables(inputs: &Inputs) -> Option<String> {
    let wants = Wants { tags: Vec::new(), clocks: false, evals: false, ids: false };
    let version = |path: &Path| -> io::Result<Option<u32>> {
        let file = match format_of(path)? {
            Some(Format::Parquet) => open_parquet(path, &wants)?,
            Some(_) => open_arrow(path, &wants)?,
            None => return Ok(None),
        };
        Ok(file.version())
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
#[cfg(feature = "arrow")]
fn check_version(version: Option<u32>) -> io::Result<()> {
    let Some(version) = version.filter(|&version| version > SCHEMA_VERSION) else { return Ok(()) };
    let message = format!(
        "the table has version {version} of the schema (expected at most {SCHEMA_VERSION})"
    );
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

/// Rows that one thread reads.
trait RowGroup: Send {
    /// Returns the size in the file, in bytes.
    fn bytes(&self) -> u64;

    /// Passes the games to a collector.
    ///
    /// # Errors
    ///
    /// Names the rows and what is wrong.
    fn read(
        &self,
        collector: &dyn AnyCollector,
        recorder: &mut Recorder<'_>,
        part: &mut AnyPart,
    ) -> io::Result<()>;
}

/// A group of a file.
struct GroupOfFile {
    file: Arc<dyn Groups>,
    index: usize,
}

impl RowGroup for GroupOfFile {
    fn bytes(&self) -> u64 {
        self.file.bytes(self.index)
    }

    fn read(
        &self,
        collector: &dyn AnyCollector,
        recorder: &mut Recorder<'_>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        self.file.read(self.index, collector, recorder, part)
    }
}

/// An open table.
pub(crate) struct Table {
    input: u32,
    groups: Box<dyn Iterator<Item = io::Result<Box<dyn RowGroup>>> + Send>,
}

/// Rows that one thread reads, and the number of their input.
pub(crate) struct Group {
    input: u32,
    rows: Box<dyn RowGroup>,
}

impl Table {
    /// Opens a file if it is a table by its first bytes, or a file of puzzles by its name. What is
    /// read of puzzles is added to a number of bytes.
    ///
    /// # Errors
    ///
    /// The file is damaged, is another table, or this build cannot read it.
    pub(crate) fn open(
        input: u32,
        path: &Path,
        wants: &Wants,
        meter: &Meter,
    ) -> io::Result<Option<Table>> {
        let file = match format_of(path)? {
            // The crates that read them take values in the byte order of the CPU.
            Some(format) if cfg!(target_endian = "big") => {
                let name = format.name();
                let message = format!("{name} files cannot be read on a big-endian CPU");
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
            Some(Format::Parquet) => open_parquet(path, wants)?,
            Some(_) => open_arrow(path, wants)?,
            None if Contents::of(path) == Some(Contents::Puzzles) => {
                let groups = Box::new(Puzzles::new(metered(path, meter)?)?);
                return Ok(Some(Table { input, groups }));
            }
            None => return Ok(None),
        };
        let groups = (0..file.count()).map(move |index| {
            let rows = GroupOfFile { file: Arc::clone(&file), index };
            Ok(Box::new(rows) as Box<dyn RowGroup>)
        });
        Ok(Some(Table { input, groups: Box::new(groups) }))
    }

    /// Returns the next group.
    pub(crate) fn next(&mut self) -> Option<io::Result<Group>> {
        let rows = self.groups.next()?;
        Some(rows.map(|rows| Group { input: self.input, rows }))
    }
}

#[cfg(feature = "parquet")]
fn open_parquet(path: &Path, wants: &Wants) -> io::Result<Arc<dyn Groups>> {
    Ok(Arc::new(parquet::ParquetTable::open(LocalFile::open(path)?, wants)?))
}

#[cfg(feature = "arrow")]
fn open_arrow(path: &Path, wants: &Wants) -> io::Result<Arc<dyn Groups>> {
    Ok(Arc::new(arrow::ArrowTable::open(LocalFile::open(path)?, wants)?))
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &Path, _: &Wants) -> io::Result<Arc<dyn Groups>> {
    Err(missing("Parquet"))
}

#[cfg(not(feature = "arrow"))]
fn open_arrow(_: &Path, _: &Wants) -> io::Result<Arc<dyn Groups>> {
    Err(missing("Arrow"))
}

#[cfg(not(all(feature = "arrow", feature = "parquet")))]
fn missing(format: &str) -> io::Error {
    let message = format!(
        "this build cannot read {format} files (expected PGN). The command of the Python package \
         can (pip install ./python in a checkout), and so can a build with all features (cargo \
         install --path crates/setwise-cli --profile dist --features full)"
    );
    io::Error::new(io::ErrorKind::Unsupported, message)
}

impl Group {
    /// Returns the size in the file, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    /// Reads the games of the group. The chunk has no text.
    ///
    /// # Errors
    ///
    /// Names the group and what is wrong.
    pub(crate) fn read(
        &self,
        reading: Reading<'_>,
        recorder: &mut Recorder<'_>,
    ) -> io::Result<ReadChunk> {
        let mut part = reading.collector.part();
        let record = &mut recorder.record;
        (record.input, record.place, record.id) = (self.input, GamePlace::default(), 0);
        self.rows.read(reading.collector, recorder, &mut part)?;
        let bytes = Text::behind_room(b"", 0);
        let chunk = Chunk { input: self.input, bytes, places: Vec::new(), end: End::Input };
        Ok(ReadChunk { chunk, part, next: Next::Chunk })
    }
}

#[cfg(all(test, feature = "jobs", feature = "parquet"))]
pub(crate) mod testing {
    use super::*;
    use crate::read_chunk::part_of;
    use crate::storage::StoredFile;
    use crate::{Selection, Tables, TablesCollector};

    /// Returns the keys of the games of a Parquet file, computed from their moves and tags.
    pub(crate) fn keys_of(file: Arc<dyn StoredFile>) -> Vec<u64> {
        let wants = Wants { tags: Tag::ALL.to_vec(), clocks: false, evals: false, ids: false };
        let table = parquet::ParquetTable::open(file, &wants).expect("a table");
        let inputs = &Inputs::of_files([]);
        let collector = &TablesCollector::new(inputs, Tables::default(), Selection::default());
        let reading = Reading { collector, inputs, options: Default::default(), to: None };
        let mut recorder = Recorder::new(reading);
        let mut part = AnyCollector::part(collector);
        for index in 0..table.count() {
            table.read(index, collector, &mut recorder, &mut part).expect("rows");
        }
        part_of::<TablesCollector>(part).keys().collect()
    }
}
