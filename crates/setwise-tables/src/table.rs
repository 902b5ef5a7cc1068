//! Tables of games as inputs.
//!
//! A table has groups of rows: the row groups of a Parquet file, the record batches of an Arrow
//! file, some lines of a file of puzzles. Any thread fills a part with a group.

#[cfg(feature = "tables")]
mod arrow;
#[cfg(feature = "tables")]
mod files;
#[cfg(feature = "tables")]
mod foreign;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod puzzles;
mod row_text;
#[cfg(feature = "tables")]
mod rows;
#[cfg(feature = "tables")]
mod stored_file;

use std::io::{self, Read};
use std::path::Path;

use setwise_files::{File, Kind, facts, url};
use setwise_pgn::files::Contents;
use setwise_pgn::threads::{Fill, Fills, Meter};

#[cfg(feature = "tables")]
pub use self::files::older_tables;
#[cfg(feature = "parquet")]
pub use self::pages::silence_decoder_panics;
use self::puzzles::Puzzles;
use crate::read::{AnyPart, Collector, Records};
use crate::record::{GamePlace, Recorder, Wanted};
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
    let is_read_once = |path| facts(path).map(|facts| facts.kind != Kind::File);
    if path.as_os_str() == "-" || url(path).is_none() && is_read_once(path)? {
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
/// its first bytes, or a file of puzzles by its name ([`Contents::of`]). A name of games tells
/// that it has none.
///
/// # Errors
///
/// The file cannot be read.
#[cfg(feature = "tables")]
pub(crate) fn is_table(path: &Path) -> io::Result<bool> {
    Ok(match Contents::of(path) {
        Some(Contents::Games) => false,
        Some(Contents::Puzzles) => true,
        _ => format_of(path)?.is_some(),
    })
}

/// What a collector needs of a table besides the moves.
#[derive(Clone, Debug, Default)]
#[cfg_attr(not(feature = "tables"), expect(dead_code, reason = "this build reads no tables"))]
pub(crate) struct Wants {
    /// Tables that Setwise wrote are read.
    pub(crate) own: bool,
    pub(crate) tags: Vec<Tag>,
    /// All columns of the tables of other programs, as tags.
    pub(crate) all: bool,
    /// The text of games.
    pub(crate) text: bool,
    pub(crate) clocks: bool,
    pub(crate) evals: bool,
    pub(crate) depths: bool,
    pub(crate) ids: bool,
}

impl Wants {
    /// Returns the columns that a collector and its selection need.
    pub(crate) fn of<T: Collector>(collector: &T, wanted: Wanted) -> Wants {
        Wants {
            own: collector.takes_tables(),
            all: wanted.other_tags || collector.wants_text(),
            text: collector.wants_text(),
            tags: Tag::ALL.into_iter().filter(|&tag| collector.wants_tag(tag)).collect(),
            clocks: wanted.clocks,
            evals: wanted.evals,
            depths: wanted.depths,
            ids: collector.wants_ids(),
        }
    }
}

/// Opens a file if it is a table by its first bytes, or a file of puzzles by its name.
///
/// # Errors
///
/// The file is damaged, is another table, or this build cannot read it.
pub(crate) fn open<'t>(
    input: u32,
    path: &Path,
    wants: &Wants,
    meter: &Meter,
) -> io::Result<Option<Fills<Records<'t>>>> {
    // Most inputs have a name of games: that costs no call of the system.
    if !wants.own && Contents::of(path) == Some(Contents::Games) {
        return Ok(None);
    }
    Ok(Some(match format_of(path)? {
        // The crates that read them take values in the byte order of the CPU.
        Some(format) if cfg!(target_endian = "big") => {
            let message = format!("{format:?} files cannot be read on a big-endian CPU");
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        #[cfg(feature = "tables")]
        Some(format) => files::rows(input, format, path, wants, meter.clone())?,
        #[cfg(not(feature = "tables"))]
        Some(format) => return Err(missing(format)),
        None if Contents::of(path) == Some(Contents::Puzzles) => {
            let blocks = Puzzles::new(meter.open(path)?)?;
            Box::new(blocks.map(move |block| {
                let block = block?;
                Ok(fill(input, move |records, recorder, part| block.read(records, recorder, part)))
            }))
        }
        None => return Ok(None),
    }))
}

/// Returns rows that any thread reads, of an input.
fn fill<'t>(
    input: u32,
    read: impl FnOnce(&Records<'t>, &mut Recorder<'t>, &mut AnyPart) -> io::Result<()> + Send + 'static,
) -> Fill<Records<'t>> {
    Box::new(move |records, recorder, part| {
        let record = &mut recorder.record;
        (record.input, record.place, record.id) = (input, GamePlace::default(), 0);
        read(records, recorder, part)
    })
}

#[cfg(not(feature = "parquet"))]
fn missing(format: FileFormat) -> io::Error {
    let message = format!(
        "this build cannot read {format:?} files (expected PGN). The command of the Python package \
         can (pip install ./python in a checkout), and so can a build with all features (cargo \
         install --path crates/setwise-cli --profile dist --features full)"
    );
    io::Error::new(io::ErrorKind::Unsupported, message)
}
