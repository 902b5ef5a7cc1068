//! Exporting games to files of tables.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use serde::{Deserialize, Serialize};
use setwise_pgn::files::Inputs;
use tempfile::NamedTempFile;

use crate::batch::{numbered, retain};
use crate::collector::{Summary, Tables, TablesCollector};
use crate::games::GameColumns;
use crate::read::{InputRead, ReadOptions, Workers, read};
use crate::repeated::{Repeated, Repeats};
use crate::schema;
use crate::select::Selection;
use crate::write::{Format, TableRows, WriteOptions, invalid};

/// How the files of a job lie in its directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// A file for each table, in which the parts are joined.
    #[default]
    One,
    /// A file for each part of the inputs and each table, in a directory of the table's name, and
    /// `_setwise.json`, which lists them.
    Parts,
}

impl Layout {
    fn is_one(&self) -> bool {
        *self == Layout::One
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What is written, and where.
///
/// The options of a job are stored in this form, without the directory, `unique_positions` and
/// `replaces`.
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
    #[serde(skip)]
    pub unique_positions: bool,
    /// Whether games are left out whose [`Record::game_key`](crate::Record::game_key) an earlier game
    /// has. It takes about 16 bytes of memory for each different game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unique_games: bool,
    /// How the files of a job lie in its directory; [`export`](export()) writes a file for each
    /// table.
    #[serde(default, skip_serializing_if = "Layout::is_one")]
    pub layout: Layout,
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
            layout: Layout::One,
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
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
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

/// Reads games and writes tables of them.
///
/// A file has its name only when it is whole and on disk; before, its name ends with `.partial`.
///
/// # Errors
///
/// Returns an error if a file exists and may not be replaced, if it cannot be written, if this build
/// does not have the format, or if the options are wrong; then empty directories that it made are
/// removed. An input that cannot be read to its end is no error: it is part of the result.
///
/// # Examples
///
/// ```
/// use setwise_tables::{ExportOptions, Format, Inputs, Tables, export};
///
/// let to = std::env::temp_dir().join(format!("setwise-tables-{}", std::process::id()));
/// let tables = Tables { games: Some(Default::default()), ..Tables::default() };
/// let options = ExportOptions::new(&to, tables, Format::Csv);
/// let games = Inputs::find(["../setwise-pgn/examples/games.pgn"])?;
/// assert_eq!(export(&games, &Default::default(), &options)?.summary.games, 3);
/// # std::fs::remove_dir_all(&to)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(
    inputs: &Inputs,
    read_options: &ReadOptions,
    options: &ExportOptions,
) -> io::Result<Exported> {
    options.format.check()?;
    options.check()?;
    let directory = CreatedDirectory::create(&options.directory)?;
    let collector = TablesCollector::new(inputs, options.tables.clone(), options.selection.clone());
    let threads = read_options.threads.get();
    let mut files = Vec::new();
    let output = |schema: Option<Schema>| {
        let ExportOptions { directory, format, write, replaces, .. } = options;
        let created = schema.map(|schema| {
            let path = directory.join(format!("{}.{}", schema::table(&schema), format.name()));
            TableFile::create(path, &schema, *format, *write, *replaces, threads)
        });
        created.transpose()
    };
    let mut games = output(options.tables.games.map(GameColumns::numbered_schema))?;
    let mut positions = output(options.tables.positions_schema())?;
    let mut summary = Summary::default();
    let (mut seen, mut repeats) = (HashSet::new(), Repeats::new(options.unique_games));
    let mut number = 0;
    let read = read(inputs, read_options, &collector, |mut part, workers| {
        part.leave_out(&mut repeats);
        let mut read = part.summary().clone();
        if let Some(file) = &mut games {
            for rows in part.games().map_err(invalid)? {
                let numbered = numbered(&rows, number).map_err(invalid)?;
                number += rows.num_rows() as u64;
                file.push(&numbered, workers)?;
            }
        }
        if let Some(file) = &mut positions {
            read.positions = 0;
            for mut rows in part.positions().map_err(invalid)? {
                if options.unique_positions {
                    rows = retain(&rows, "key", |key| seen.insert(key)).map_err(invalid)?;
                }
                read.positions += rows.num_rows() as u64;
                file.push(&rows, workers)?;
            }
        }
        summary.add_all(read);
        Ok::<(), io::Error>(())
    })?;
    for file in [games, positions].into_iter().flatten() {
        files.push(file.finish()?);
    }
    directory.keep();
    Ok(Exported { summary, repeated: repeats.repeated(), inputs: read, files })
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

/// A file of a table that is being written.
pub(crate) struct TableFile {
    whole: WholeFile,
    rows: TableRows<'static>,
}

impl TableFile {
    pub(crate) fn create(
        path: PathBuf,
        schema: &Schema,
        format: Format,
        options: WriteOptions,
        replaces: bool,
        threads: usize,
    ) -> io::Result<TableFile> {
        let mut whole = WholeFile::create(path, replaces)?;
        let sink = Box::new(whole.file().try_clone()?);
        let rows = TableRows::new(schema, format, options, sink, threads)?;
        Ok(TableFile { whole, rows })
    }

    pub(crate) fn push(&mut self, batch: &RecordBatch, workers: &Workers<'_>) -> io::Result<()> {
        self.rows.push(batch, workers).map_err(|error| at(&self.whole.path, error))
    }

    pub(crate) fn finish(self) -> io::Result<ExportedFile> {
        let rows = self.rows.finish().map_err(|error| at(&self.whole.path, error))?;
        let (path, size) = self.whole.finish()?;
        Ok(ExportedFile { path, rows, size })
    }
}
