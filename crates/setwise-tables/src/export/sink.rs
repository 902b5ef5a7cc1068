//! Where the rows of games go: a file for each table, whatever kind of file it is.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use setwise_pgn::threads::Workers;

use crate::export::batch::{kept, retain};
use crate::export::collector::{LastGame, Summary, Table, Tables, TablesPart};
use crate::export::made::at;
use crate::export::repeated::Repeats;
use crate::export::write::{Format, TableRows, TableSink, WriteOptions, invalid, training};

/// An error of a file that is written.
#[derive(Debug)]
pub(crate) struct SinkError {
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

impl SinkError {
    /// Returns a function that adds the path to an error.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> SinkError {
        move |error| SinkError { path: path.to_owned(), error }
    }
}

/// Adds the path to the message.
impl From<SinkError> for io::Error {
    fn from(SinkError { path, error }: SinkError) -> io::Error {
        at(&path, error)
    }
}

/// The rows of a table on their way into a file.
struct TableFile<'o> {
    table: Table,
    format: Format,
    path: PathBuf,
    rows: TableRows<'o>,
}

/// Writes the rows of games, which it takes in the order of the games.
pub(crate) struct TablesSink<'o> {
    files: Vec<TableFile<'o>>,
    keys: Option<(PathBuf, TableSink<'o>)>,
    repeats: Option<&'o mut Repeats>,
    seen: Option<&'o mut HashSet<u64>>,
    /// What was read so far.
    pub(crate) summary: Summary,
    /// The last game, which may be left out.
    pub(crate) last: Option<LastGame>,
}

impl<'o> TablesSink<'o> {
    /// Creates a sink without files.
    pub(crate) fn new() -> TablesSink<'o> {
        TablesSink {
            files: Vec::new(),
            keys: None,
            repeats: None,
            seen: None,
            summary: Summary::default(),
            last: None,
        }
    }

    /// Adds the file of a table, which a number of threads encode.
    pub(crate) fn add_table(
        &mut self,
        tables: &Tables,
        table: Table,
        (format, options): (Format, WriteOptions),
        (path, file): (PathBuf, TableSink<'o>),
        threads: usize,
    ) -> Result<(), SinkError> {
        let schema = tables.schema(table);
        let rows = TableRows::new(&schema, format, options, file, threads);
        let rows = rows.map_err(SinkError::at(&path))?;
        self.files.push(TableFile { table, format, path, rows });
        if format.is_training() {
            self.summary.training.get_or_insert_default();
        }
        Ok(())
    }

    /// Adds the file of the keys of the games that are kept, of eight bytes each.
    pub(crate) fn add_keys(&mut self, path: PathBuf, file: TableSink<'o>) {
        self.keys = Some((path, file));
    }

    /// Counts games that occur again, or leaves them out.
    pub(crate) fn with_repeats(self, repeats: &'o mut Repeats) -> TablesSink<'o> {
        TablesSink { repeats: Some(repeats), ..self }
    }

    /// Takes only the first row of each position, by the keys of those before.
    pub(crate) fn with_unique_positions(self, seen: &'o mut HashSet<u64>) -> TablesSink<'o> {
        TablesSink { seen: Some(seen), ..self }
    }

    /// Appends the rows of games.
    pub(crate) fn push(
        &mut self,
        mut part: TablesPart,
        workers: &Workers<'_>,
    ) -> Result<(), SinkError> {
        if let Some(repeats) = &mut self.repeats {
            part.leave_out(repeats);
        }
        if let Some((path, file)) = &mut self.keys {
            let keys: Vec<u8> = part.keys().flat_map(u64::to_le_bytes).collect();
            file.write_all(&keys).map_err(SinkError::at(path))?;
        }
        self.last = part.last().or(self.last);
        let mut summary = part.summary().clone();
        for TableFile { table, format, path, rows } in &mut self.files {
            let batches = match table {
                Table::Games => part.games(),
                Table::Positions => part.positions(),
            };
            let before = rows.count();
            let wrong = |error| SinkError::at(path)(invalid(error));
            let mut batches = batches.map_err(wrong)?;
            if format.is_training() {
                let counts = summary.training.get_or_insert_default();
                batches = kept(batches, |batch| training::check(*format, batch, counts))
                    .map_err(wrong)?;
            }
            if let (Some(seen), Table::Positions) = (&mut self.seen, *table) {
                batches = retain(batches, "key", |key| seen.insert(key)).map_err(wrong)?;
            }
            for batch in &batches {
                rows.push(batch, workers).map_err(SinkError::at(path))?;
            }
            if *table == Table::Positions {
                summary.positions = rows.count() - before;
                if let Some(training) = &mut summary.training {
                    training.written = summary.positions;
                }
            }
        }
        self.summary.add_all(summary);
        Ok(())
    }

    /// Ends the files; returns the numbers of the rows of the tables.
    pub(crate) fn finish(self) -> Result<Vec<u64>, SinkError> {
        if let Some((path, mut file)) = self.keys {
            file.flush().map_err(SinkError::at(&path))?;
        }
        let finish = |file: TableFile<'o>| file.rows.finish().map_err(SinkError::at(&file.path));
        self.files.into_iter().map(finish).collect()
    }
}
