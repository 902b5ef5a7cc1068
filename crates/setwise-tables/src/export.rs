//! Exporting games to files of tables.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use setwise_pgn::files::Inputs;
use tempfile::NamedTempFile;

use crate::collector::{Summary, Table, Tables, TablesCollector};
use crate::read::{InputRead, ReadOptions, read};
use crate::repeated::{Repeated, Repeats};
use crate::select::Selection;
use crate::sink::TablesSink;
use crate::write::{Format, TableSink, WriteOptions};

fn is_false(value: &bool) -> bool {
    !value
}

/// What is written, and where.
///
/// The options of a job are stored in this form, without the directory and `replaces`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportOptions {
    /// The directory of the files, which is created if it does not exist.
    #[serde(skip)]
    pub directory: PathBuf,
    /// The tables; each is a file of its name in the directory.
    #[serde(flatten)]
    pub tables: Tables,
    /// The games that are taken.
    #[serde(flatten)]
    pub selection: Selection,
    /// Whether only the first row of each position is written to the table of positions. It takes
    /// about 16 bytes of memory for each different position.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unique_positions: bool,
    /// Whether games are left out whose [`Record::game_key`](crate::Record::game_key) an earlier game
    /// has. It takes about 16 bytes of memory for each different game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unique_games: bool,
    /// The format of the files.
    pub format: Format,
    /// How rows are written.
    #[serde(flatten)]
    pub write: WriteOptions,
    /// Whether files that exist are replaced; in a data set, the parts of an input that has changed.
    #[serde(skip)]
    pub replaces: bool,
}

impl ExportOptions {
    /// Returns the options that write the tables of all games.
    pub fn new(directory: impl Into<PathBuf>, tables: Tables, format: Format) -> ExportOptions {
        ExportOptions {
            directory: directory.into(),
            tables,
            selection: Selection::default(),
            unique_positions: false,
            unique_games: false,
            format,
            write: WriteOptions::default(),
            replaces: false,
        }
    }

    /// Checks that each column has its table, and the shares of games and positions.
    pub(crate) fn check(&self) -> io::Result<()> {
        let Tables { positions, rows, computed, .. } = &self.tables;
        let mut shares = [self.selection.sample, rows.sample].into_iter();
        let message = if positions.is_none() && !computed.is_empty() {
            "computed columns are of the table of positions, which is not made".to_owned()
        } else if let Some(share) = shares.find(|share| !(0.0..=1.0).contains(share)) {
            format!("sample {share} (expected 0 to 1)")
        } else {
            return Ok(());
        };
        Err(wrong(message))
    }

    /// Checks that the format is one of text, besides [`ExportOptions::check`].
    fn check_text(&self) -> io::Result<()> {
        if !self.format.is_text() {
            let name = self.format.name();
            return Err(wrong(format!("{name} is no text format (expected csv or jsonl)")));
        }
        self.check()
    }
}

/// What was exported.
#[derive(Debug)]
pub struct Exported {
    /// The games that were read, with those that were left out because they occurred before,
    /// and the positions that were written.
    pub summary: Summary,
    /// The games of which an earlier one has the key.
    pub repeated: Repeated,
    /// What was read of each input.
    pub inputs: Vec<InputRead>,
    /// The files, with their numbers of rows and sizes in bytes.
    pub files: Vec<ExportedFile>,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes.
    pub size: u64,
}

/// Reads games and writes tables of them in a text format: a file for each table, with the rows in
/// the order of the games. [`job::export`](crate::job::export()) writes Parquet and Arrow files.
///
/// A file has its name only when it is whole and on disk; before, its name ends with `.partial`.
///
/// # Errors
///
/// Returns an error if a file exists and may not be replaced, if it cannot be written, if the format
/// is none of text, or if the options are wrong; then empty directories that it made are removed. An
/// input that cannot be read to its end is no error: it is part of the result.
///
/// # Examples
///
/// ```
/// use setwise_tables::{ExportOptions, Format, Inputs, Tables, export_text};
///
/// let to = std::env::temp_dir().join(format!("setwise-tables-{}", std::process::id()));
/// let tables = Tables { games: Some(Default::default()), ..Tables::default() };
/// let options = ExportOptions::new(&to, tables, Format::Csv);
/// let games = Inputs::find(["../setwise-pgn/examples/games.pgn"])?;
/// assert_eq!(export_text(&games, &Default::default(), &options)?.summary.games, 3);
/// # std::fs::remove_dir_all(&to)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_text(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
) -> io::Result<Exported> {
    options.check_text()?;
    let directory = CreatedDirectory::create(&options.directory)?;
    let create = |table: Table| {
        let name = format!("{}.{}", table.name(), options.format.name());
        WholeFile::create(options.directory.join(name), options.replaces)
    };
    let mut files: Vec<WholeFile> = options.tables.made().map(create).collect::<io::Result<_>>()?;
    let sinks = files.iter_mut().map(|file| (file.path.clone(), Box::new(file.file()) as _));
    let (mut exported, rows) = write_text(inputs, read, options, sinks)?;
    for (file, rows) in files.into_iter().zip(rows) {
        let (path, size) = file.finish()?;
        exported.files.push(ExportedFile { path, rows, size });
    }
    directory.keep();
    Ok(exported)
}

/// Reads games and writes one table of them as [`export_text`] does, to a sink, which is flushed.
/// The result has no file.
///
/// # Errors
///
/// Returns an error if the options have two tables or none, and as [`export_text`] does.
pub fn export_text_to(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    out: &mut (dyn Write + Send),
) -> io::Result<Exported> {
    options.check_text()?;
    if options.tables.made().count() != 1 {
        return Err(wrong("a stream has the rows of one table (expected one)"));
    }
    let sink: TableSink<'_> = Box::new(BufWriter::with_capacity(1 << 16, out));
    let sinks = [(PathBuf::from("-"), sink)].into_iter();
    Ok(write_text(inputs, read, options, sinks)?.0)
}

/// Writes tables to sinks; returns the numbers of their rows.
fn write_text<'o>(
    inputs: &Inputs,
    read_options: &ReadOptions,
    options: &ExportOptions,
    sinks: impl Iterator<Item = (PathBuf, TableSink<'o>)>,
) -> io::Result<(Exported, Vec<u64>)> {
    let ExportOptions { tables, selection, format, write, .. } = options;
    let (mut seen, mut repeats) = (HashSet::new(), Repeats::new(options.unique_games));
    let mut sink = TablesSink::new().with_repeats(&mut repeats);
    for (table, file) in tables.made().zip(sinks) {
        sink.add_table(tables, table, (*format, *write), file, read_options.threads.get())?;
    }
    if options.unique_positions {
        sink = sink.with_unique_positions(&mut seen);
    }
    let collector = TablesCollector::new(inputs, tables.clone(), selection.clone());
    let inputs = read(inputs, read_options, &collector, |part, workers| sink.push(part, workers))?;
    let summary = std::mem::take(&mut sink.summary);
    let rows = sink.finish()?;
    Ok((Exported { summary, repeated: repeats.repeated(), inputs, files: Vec::new() }, rows))
}

fn wrong(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message.into())
}

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
