//! Tables of games as inputs.
//!
//! A table has groups of rows: the row groups of a Parquet file, the record batches of an Arrow
//! file, some lines of a file of puzzles. Any thread reads a group; the groups are in order.

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "arrow")]
mod files;
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

#[cfg(feature = "arrow")]
pub use self::files::older_tables;
#[cfg(feature = "parquet")]
pub use self::pages::silence_decoder_panics;
use self::puzzles::Puzzles;
use crate::piece_text::Text;
use crate::read_chunk::{AnyCollector, AnyPart, Next, ReadChunk, Reading};
use crate::record::{GamePlace, Recorder};
use crate::source::{Contents, Meter, metered};
use crate::split::{Chunk, End};
use crate::tags::Tag;

/// The format of a file that is a table.
#[derive(Clone, Copy, Debug)]
enum FileFormat {
    Parquet,
    Arrow,
}

/// Returns the format of a file that is a table by its first bytes, Parquet or Arrow; `None` for
/// other files and for `-`, standard input. What is no regular file is not read: from a pipe the
/// bytes would be gone.
fn format_of(path: &Path) -> io::Result<Option<FileFormat>> {
    if path.as_os_str() == "-" || !path.metadata()?.is_file() {
        return Ok(None);
    }
    let mut first = Vec::new();
    File::open(path)?.take(6).read_to_end(&mut first)?;
    Ok(match &first[..] {
        [b'P', b'A', b'R', b'1', ..] => Some(FileFormat::Parquet),
        b"ARROW1" => Some(FileFormat::Arrow),
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

/// The rows of a file, in order.
type RowGroups = Box<dyn Iterator<Item = io::Result<Box<dyn RowGroup>>> + Send>;

/// An open table.
pub(crate) struct Table {
    input: u32,
    groups: RowGroups,
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
    #[cfg_attr(not(feature = "arrow"), expect(unused_variables, reason = "it reads no tables"))]
    pub(crate) fn open(
        input: u32,
        path: &Path,
        wants: &Wants,
        meter: &Meter,
    ) -> io::Result<Option<Table>> {
        let groups: RowGroups = match format_of(path)? {
            // The crates that read them take values in the byte order of the CPU.
            Some(format) if cfg!(target_endian = "big") => {
                let message = format!("{format:?} files cannot be read on a big-endian CPU");
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
            #[cfg(feature = "arrow")]
            Some(format) => files::rows(format, path, wants)?,
            #[cfg(not(feature = "arrow"))]
            Some(format) => return Err(missing(format)),
            None if Contents::of(path) == Some(Contents::Puzzles) => {
                Box::new(Puzzles::new(metered(path, meter)?)?)
            }
            None => return Ok(None),
        };
        Ok(Some(Table { input, groups }))
    }

    /// Returns the next group.
    pub(crate) fn next(&mut self) -> Option<io::Result<Group>> {
        let rows = self.groups.next()?;
        Some(rows.map(|rows| Group { input: self.input, rows }))
    }
}

#[cfg(not(all(feature = "arrow", feature = "parquet")))]
fn missing(format: FileFormat) -> io::Error {
    let message = format!(
        "this build cannot read {format:?} files (expected PGN). The command of the Python package \
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
    use std::sync::Arc;

    use super::files::Groups;
    use super::*;
    use crate::read_chunk::part_of;
    use crate::source::Inputs;
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
