//! Exporting games to files of tables.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use setwise_pgn::files::Inputs;
use setwise_sets::Expression;
use tempfile::NamedTempFile;

use crate::computed::ComputedColumns;
use crate::games::{GameColumns, GamesBuilder};
use crate::positions::{PositionColumns, PositionSelection, PositionsBuilder};
use crate::read::{Collector, InputRead, ReadOptions, Workers, read};
use crate::record::{Record, Wanted};
use crate::repeated::{Repeated, Repeats};
use crate::schema::{Batch, Schema};
use crate::select::Selection;
use crate::tags::Tag;
use crate::write::{Format, TableRows, WriteOptions};

/// The tables that are made of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    /// The table of games.
    pub games: Option<GameColumns>,
    /// The table of positions.
    pub positions: Option<PositionColumns>,
    /// The positions that are rows of the table of positions.
    #[serde(flatten)]
    pub rows: PositionSelection,
    /// The columns of the table of positions besides its own.
    #[serde(default, skip_serializing_if = "ComputedColumns::is_empty")]
    pub computed: ComputedColumns,
}

impl Tables {
    /// Returns the columns of the table of positions, if it is made.
    pub fn positions_schema(&self) -> Option<Schema> {
        self.positions.map(|columns| columns.schema().with(&self.computed))
    }
}

/// What games were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of games that were read and not left out.
    pub games: u64,
    /// The number of games with an error, by the kind of the error.
    pub errors: BTreeMap<String, u64>,
    /// The number of moves of the main lines.
    pub plies: u64,
    /// The number of rows of the table of positions.
    pub positions: u64,
}

impl Summary {
    fn add(&mut self, game: &Record) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        if let Some(error) = &game.error {
            *self.errors.entry(error.error.name().to_owned()).or_default() += 1;
        }
    }

    /// Adds the numbers of other games. Records of jobs may have any numbers.
    pub(crate) fn add_all(&mut self, other: Summary) {
        let add = |sum: &mut u64, number: u64| *sum = sum.saturating_add(number);
        add(&mut self.games, other.games);
        add(&mut self.plies, other.plies);
        add(&mut self.positions, other.positions);
        for (name, count) in other.errors {
            add(self.errors.entry(name).or_default(), count);
        }
    }
}

/// Collects games into tables.
pub struct TablesCollector {
    files: Arc<[String]>,
    tables: Tables,
    selection: Selection,
    /// The question to every position, if there are computed columns.
    computed: Option<Expression>,
}

/// The last game of some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastGame {
    /// Its place: the offsets of the frame and in it.
    pub(crate) place: [u64; 2],
    pub(crate) key: u64,
    /// Whether it has a result at the end of its moves, and no error.
    pub(crate) is_complete: bool,
}

/// Rows of tables.
#[derive(Debug)]
pub struct TablesPart {
    games: Option<GamesBuilder>,
    positions: Option<PositionsBuilder>,
    /// The number and the key of each game.
    names: Vec<(u64, u64)>,
    last: Option<LastGame>,
    /// The numbers of the games that are left out, in order.
    left_out: Vec<u64>,
    summary: Summary,
}

impl TablesCollector {
    /// Creates the collector, for the games of a selection.
    pub fn new(inputs: &Inputs, tables: Tables, selection: Selection) -> TablesCollector {
        let files = inputs.paths().iter().map(|path| path.to_string_lossy().into_owned());
        // The columns were tested when they were parsed.
        let computed = Some(&tables.computed).filter(|columns| !columns.is_empty());
        let computed = computed.and_then(|columns| columns.every_position().ok());
        TablesCollector { files: files.collect(), tables, selection, computed }
    }
}

impl TablesPart {
    /// Returns the rows of the table of games.
    pub fn games(&mut self) -> Option<Batch> {
        let rows = self.games.as_mut().map(GamesBuilder::finish);
        self.without_left_out(rows)
    }

    /// Returns the rows of the table of positions.
    pub fn positions(&mut self) -> Option<Batch> {
        let rows = self.positions.as_mut().map(PositionsBuilder::finish);
        self.without_left_out(rows)
    }

    /// Adds the games to those before, and removes the rows of those that are left out.
    pub(crate) fn leave_out(&mut self, repeats: &mut Repeats) {
        let keys: Vec<u64> = self.keys().collect();
        let Some(kept) = repeats.add(&keys) else { return };
        let mut kept = kept.into_iter();
        self.names.retain(|&(id, _)| {
            let is_kept = kept.next().unwrap_or(true);
            self.left_out.extend((!is_kept).then_some(id));
            is_kept
        });
    }

    /// Returns the keys of the games that are not left out.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        self.names.iter().map(|name| name.1)
    }

    /// Returns the last game, which may be left out.
    #[cfg(feature = "jobs")]
    pub(crate) fn last(&self) -> Option<LastGame> {
        self.last
    }

    /// Returns rows of a table without the games that are left out.
    fn without_left_out(&self, rows: Option<Batch>) -> Option<Batch> {
        let mut rows = rows?;
        if !self.left_out.is_empty() {
            let ids = rows.numbers("game_id").iter();
            let kept: Vec<bool> = ids.map(|id| self.left_out.binary_search(id).is_err()).collect();
            rows.retain(&kept);
        }
        Some(rows)
    }

    /// Returns the numbers of games, positions and errors that were read.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl Collector for TablesCollector {
    type Part = TablesPart;

    fn wanted(&self) -> Wanted {
        let games = self.tables.games.map_or(Wanted::default(), GameColumns::wanted);
        let positions = self.tables.positions.map(PositionColumns::wanted);
        let tags = self.computed.iter().flat_map(Expression::tags);
        let other_tags = tags.into_iter().any(|name| Tag::from_name(name).is_none());
        let computed = Wanted { other_tags, ..Wanted::default() };
        games.or(positions.unwrap_or_default()).or(computed)
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn part(&self) -> TablesPart {
        let Tables { games, positions, rows, computed } = &self.tables;
        let positions = positions.map(|columns| {
            let builder = PositionsBuilder::new(columns, *rows);
            match &self.computed {
                Some(question) => builder.with_computed(computed, question),
                None => builder,
            }
        });
        TablesPart {
            games: games.map(|columns| GamesBuilder::new(columns, Arc::clone(&self.files))),
            positions,
            names: Vec::new(),
            last: None,
            left_out: Vec::new(),
            summary: Summary::default(),
        }
    }

    fn add(&self, part: &mut TablesPart, game: &Record) {
        let key = game.game_key();
        part.summary.add(game);
        part.names.push((game.id, key));
        let place = [game.place.frame, game.place.offset];
        let is_complete = game.termination.is_some() && game.error.is_none();
        part.last = Some(LastGame { place, key, is_complete });
        if let Some(games) = &mut part.games {
            games.push_with_key(game, key);
        }
        if let Some(positions) = &mut part.positions {
            positions.push_with_key(game, key);
            part.summary.positions = positions.rows() as u64;
        }
    }
}

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
    /// Whether games are left out whose [`Record::game_key`] an earlier game has. It takes about 16
    /// bytes of memory for each different game.
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
            let path = directory.join(format!("{}.{}", schema.table, format.name()));
            TableFile::create(path, &schema, *format, *write, *replaces, threads)
        });
        created.transpose()
    };
    let games_schema = options.tables.games.map(|columns| Arc::new(columns.schema().numbered()));
    let mut games = output(games_schema.as_deref().cloned())?;
    let mut positions = output(options.tables.positions_schema())?;
    let mut summary = Summary::default();
    let (mut seen, mut repeats) = (HashSet::new(), Repeats::new(options.unique_games));
    let mut number = 0;
    let read = read(inputs, read_options, &collector, |mut part, workers| {
        part.leave_out(&mut repeats);
        if let (Some(file), Some(rows), Some(schema)) = (&mut games, part.games(), &games_schema) {
            let first = number;
            number += rows.rows as u64;
            file.push(rows.numbered(Arc::clone(schema), first), workers)?;
        }
        if let (Some(file), Some(mut rows)) = (&mut positions, part.positions()) {
            if options.unique_positions {
                let keys = rows.numbers("key").iter();
                let kept: Vec<bool> = keys.map(|&key| seen.insert(key)).collect();
                rows.retain(&kept);
            }
            part.summary.positions = rows.rows as u64;
            file.push(rows, workers)?;
        }
        summary.add_all(part.summary);
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

    pub(crate) fn push(&mut self, batch: Batch, workers: &Workers<'_>) -> io::Result<()> {
        self.rows.push(batch, workers).map_err(|error| at(&self.whole.path, error))
    }

    pub(crate) fn finish(self) -> io::Result<ExportedFile> {
        let rows = self.rows.finish().map_err(|error| at(&self.whole.path, error))?;
        let (path, size) = self.whole.finish()?;
        Ok(ExportedFile { path, rows, size })
    }
}
