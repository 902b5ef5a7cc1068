//! Running the shards of a job.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::slice::from_mut;
use std::sync::{Arc, Mutex, PoisonError};

use setwise_jobs::input::RangeHash;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, ResultFile};
use setwise_jobs::{Error, Job};
use setwise_pgn::threads::{From, Range, Tap};

use super::options::{InputPart, place, stored};
use super::storage::NewFile;
use super::{ExportJob, Facts, Step, Table};
use crate::batch::numbered;
use crate::collector::{Summary, TablesCollector, TablesPart};
use crate::read::{ReadOptions, Workers, read_with_tap};
use crate::record::GamePlace;
use crate::repeated::Repeats;
use crate::write::{TableRows, invalid};

/// A file of a result as a sink of bytes.
struct Sink<'o>(&'o mut dyn NewFile);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(Error::Io { source, .. }) => Err(source),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The rows of a table on their way into a file of a result.
pub(super) struct TableFile<'o> {
    table: Table,
    path: PathBuf,
    rows: TableRows<'o>,
    is_numbered: bool,
    /// The number of the next game.
    next: u64,
}

impl<'o> TableFile<'o> {
    /// Begins a file. The games of a whole table are numbered.
    pub(super) fn new(
        job: &ExportJob,
        table: Table,
        is_whole: bool,
        file: &'o mut dyn NewFile,
    ) -> Result<TableFile<'o>, Error> {
        let path = file.path().to_owned();
        let tables = &job.options.export.tables;
        let (games, positions) = (tables.games.unwrap_or_default(), tables.positions);
        let schema = match table {
            Table::Games if is_whole => games.numbered_schema(),
            Table::Games => games.schema(),
            Table::Positions => positions.unwrap_or_default().schema_with(&tables.computed),
        };
        let is_numbered = is_whole && table == Table::Games;
        let sink = Box::new(BufWriter::with_capacity(1 << 16, Sink(file)));
        let export = &job.options.export;
        let rows = TableRows::new(&schema, export.format, export.write, sink, 1)
            .map_err(Error::io("write", &path))?;
        Ok(TableFile { table, path, rows, is_numbered, next: 0 })
    }

    /// Appends the rows that were made of games; returns their number.
    fn push(&mut self, made: &mut TablesPart, workers: &Workers<'_>) -> Result<u64, Error> {
        let batches = match self.table {
            Table::Games => made.games(),
            Table::Positions => made.positions(),
        };
        let error = |error| Error::io("write", &self.path)(invalid(error));
        let before = self.next;
        for mut batch in batches.map_err(error)? {
            let rows = batch.num_rows() as u64;
            if self.is_numbered {
                batch = numbered(&batch, self.next).map_err(error)?;
            }
            self.next += rows;
            self.rows.push(&batch, workers).map_err(Error::io("write", &self.path))?;
        }
        Ok(self.next - before)
    }

    /// Appends the rows of a part.
    fn copy(&mut self, part: File, rows: u64) -> Result<(), Error> {
        let first = self.is_numbered.then_some(self.next);
        // Records of jobs may have any numbers.
        self.next = self.next.saturating_add(rows);
        self.rows.copy(part, rows, first).map_err(Error::io("write", &self.path))
    }

    /// Ends the file; returns the number of rows.
    pub(super) fn finish(self) -> Result<u64, Error> {
        self.rows.finish().map_err(Error::io("write", &self.path))
    }
}

/// Where the keys of games go.
pub(super) struct Names<'n> {
    /// The games before; `None` leaves out no game.
    pub(super) repeats: Option<&'n mut Repeats>,
    /// The file of keys.
    pub(super) keys: Option<&'n mut dyn NewFile>,
}

impl Names<'_> {
    fn add(&mut self, made: &mut TablesPart) -> Result<(), Error> {
        if let Some(repeats) = &mut self.repeats {
            made.leave_out(repeats);
        }
        let Some(file) = &mut self.keys else { return Ok(()) };
        let keys: Vec<u8> = made.keys().flat_map(u64::to_le_bytes).collect();
        file.write(&keys)
    }
}

impl ExportJob {
    /// Reads the games of a range of a part and appends their rows to the files of tables. The
    /// bytes that are read pass a tap. Returns the facts of the games.
    pub(super) fn read(
        &self,
        part: &InputPart,
        range: Range,
        files: &mut [TableFile<'_>],
        mut names: Names<'_>,
        tap: Option<Tap>,
        interruption: Interruption<'_>,
    ) -> Result<Facts, Error> {
        let identity = self.identities.get(part.input as usize);
        let identity =
            identity.ok_or_else(|| Error::Wrong(format!("there is no input {}", part.input)))?;
        let mut tables = self.options.export.tables.clone();
        let is_made = |table| files.iter().any(|file| file.table == table);
        tables.games = tables.games.filter(|_| is_made(Table::Games));
        tables.positions = tables.positions.filter(|_| is_made(Table::Positions));
        let selection = self.options.export.selection.clone();
        let input = self.inputs.only(part.input);
        let collector = TablesCollector::new(&input, tables, selection);
        let options = ReadOptions { pgn: self.pgn, range, ..ReadOptions::default() };
        let (mut sum, mut last) = (Summary::default(), None);
        let read = read_with_tap(&input, &options, &collector, tap, |mut made, workers| {
            interruption.check()?;
            names.add(&mut made)?;
            last = made.last().or(last);
            let mut summary = made.summary().clone();
            for file in files.iter_mut() {
                let rows = file.push(&mut made, workers)?;
                if file.table == Table::Positions {
                    summary.positions = rows;
                }
            }
            sum.add_all(summary);
            Ok(())
        });
        // What has been read, or was wrong, may be of a file that is not the one of the plan.
        if !matches!(read, Err(Error::Interrupted)) {
            identity.check()?;
        }
        let read = read?.pop();
        let (mut began, mut ended) = (None, None);
        if let Some(read) = read {
            if let Some(error) = read.error {
                return Err(Error::io("read", &identity.path)(error));
            }
            (began, ended) = (read.began.map(stored), read.ended.map(stored));
        }
        Ok(Facts { summary: sum, began, ended, last, ..Facts::default() })
    }

    /// Runs a shard that reads a part of an input and writes a file for each table.
    pub(super) fn run_part(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        let part = self.part(shard.number)?;
        let tables = self.tables_of_parts(job, shard.stage)?;
        let files = output.files().iter_mut().map(|file| file as &mut dyn NewFile);
        let (mut files, keys) = self.table_files(&tables, files)?;
        let hash = self.bytes_of(part).map(|bytes| Arc::new(Mutex::new(RangeHash::new(bytes))));
        let tap = hash.clone().map(|hash| -> Tap {
            Arc::new(move |offset, bytes| {
                hash.lock().unwrap_or_else(PoisonError::into_inner).add(offset, bytes);
            })
        });
        let names = Names { repeats: None, keys };
        let mut facts = self.read(part, part.range(), &mut files, names, tap, interruption)?;
        if let Some(hash) = hash {
            let path = &self.inputs.paths()[part.input as usize];
            let hash = hash.lock().unwrap_or_else(PoisonError::into_inner).clone();
            facts.sha256 = Some(hash.finish(path, interruption)?);
        }
        let mut rows = 0;
        for file in files {
            rows += file.finish()?;
        }
        summary(rows, &facts)
    }

    /// Begins the files of tables, which come before a file of keys.
    pub(super) fn table_files<'o>(
        &self,
        tables: &[Table],
        mut files: impl Iterator<Item = &'o mut dyn NewFile>,
    ) -> Result<(Vec<TableFile<'o>>, Option<&'o mut dyn NewFile>), Error> {
        let of_tables = tables.iter().zip(&mut files);
        let of_tables = of_tables.map(|(&table, file)| TableFile::new(self, table, false, file));
        let of_tables = of_tables.collect::<Result<_, _>>()?;
        Ok((of_tables, files.next()))
    }

    /// Returns the stage of parts.
    pub(super) fn stage_of_parts<'j>(&self, job: &'j Job) -> Result<&'j Stage, Error> {
        let parts = job.stages().iter().find(|stage| Step::of(stage) == Some(Step::Parts));
        parts.ok_or_else(|| Error::Wrong("there is no stage of parts".to_owned()))
    }

    /// Returns the tables of which the files of a stage of parts have rows, in their order. The
    /// last file has keys.
    pub(super) fn tables_of_parts(&self, job: &Job, stage: &Stage) -> Result<Vec<Table>, Error> {
        let tables: Vec<Table> = Table::of(&self.options.export.tables).collect();
        let (files, expected) = (stage.files.len(), tables.len() + 1);
        let (shards, parts) = (stage.shards as usize, self.options.parts.len());
        if (files, shards) != (expected, parts) {
            let reason = format!(
                "stage {} has {shards} shards with {files} files each (expected {parts}, one for \
                 each part, with {expected}, one for each table and one of keys)",
                stage.name
            );
            return Err(Error::refused(&job.directory().join("job.json"), reason));
        }
        Ok(tables)
    }

    /// Runs the shard that joins the parts of a table, and reads again those that began in the
    /// wrong place.
    pub(super) fn run_join(
        &self,
        job: &Job,
        table: Table,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        let parts = self.stage_of_parts(job)?;
        let index = self.tables_of_parts(job, parts)?.iter().position(|&other| other == table);
        let index = index.ok_or_else(|| {
            Error::Wrong(format!("the table of {} was not asked for", table.name()))
        })?;
        let file = output.files().first_mut();
        let file = file.ok_or_else(|| Error::Wrong("the table has no file".to_owned()))?;
        let mut file = TableFile::new(self, table, true, file)?;
        let (mut sum, mut repeats) = (Facts::default(), self.repeats());
        // Games that occur again are counted with the first table.
        let needs_keys = index == 0 || self.options.export.unique_games;
        let mut next: Option<GamePlace> = None;
        let records = job.records(parts)?;
        for ((number, part), record) in (0..).zip(&self.options.parts).zip(&records) {
            interruption.check()?;
            let mut facts = Facts::of(&job.record_path(parts, number), record)?;
            let files = || job.result_paths(parts, number).zip(&record.files);
            let keys = files().last().filter(|_| needs_keys);
            match start(part, next, &facts, keys, &mut repeats)? {
                Start::NoGame => continue,
                Start::Right => {
                    let rows = table.rows(&facts.summary);
                    for (path, result) in files().skip(index).take(1) {
                        file.copy(result.open_checked(&path)?, rows)?;
                    }
                }
                Start::At(from) => {
                    let range = Range { from, to: part.to.map(place) };
                    let names = Names { repeats: Some(&mut repeats), keys: None };
                    let file = from_mut(&mut file);
                    facts = self.read(part, range, file, names, None, interruption)?;
                }
            }
            next = facts.ended.map(place);
            sum.summary.add_all(facts.summary);
        }
        sum.repeated = repeats.repeated();
        summary(file.finish()?, &sum)
    }

    /// Returns the counter of games that occur again, or the keys of those that are kept.
    pub(super) fn repeats(&self) -> Repeats {
        Repeats::new(self.options.export.unique_games)
    }

    pub(super) fn part(&self, number: u32) -> Result<&InputPart, Error> {
        let part = self.options.parts.get(number as usize);
        part.ok_or_else(|| Error::Wrong(format!("there is no part {number}")))
    }
}

/// Where the games of a part begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Where the shard began to read it.
    Right,
    /// There, but it has to be read again: it begins at another place, or has games that are left
    /// out.
    At(From),
    /// No game begins in the part.
    NoGame,
}

/// Returns where the games of a part begin: the part before it says where the next game is, `None`
/// if there is none in the input. If that is where the shard began, adds the keys of the file.
pub(super) fn start(
    part: &InputPart,
    next: Option<GamePlace>,
    facts: &Facts,
    keys: Option<(PathBuf, &ResultFile)>,
    repeats: &mut Repeats,
) -> Result<Start, Error> {
    let from = match (part.range().from, next) {
        (From::Guess(_), None) => return Ok(Start::NoGame),
        (From::Guess(_), Some(next)) if part.to.is_some_and(|to| place(to) <= next) => {
            return Ok(Start::NoGame);
        }
        (From::Guess(_), Some(next)) if facts.began.map(place) != Some(next) => {
            return Ok(Start::At(From::Game(next)));
        }
        (From::Guess(_), Some(next)) => From::Game(next),
        (from, _) => from,
    };
    let Some((path, keys)) = keys else { return Ok(Start::Right) };
    let is_kept = repeats.add_file(keys.open_checked(&path)?);
    Ok(if is_kept.map_err(Error::io("read", &path))? { Start::Right } else { Start::At(from) })
}

pub(super) fn summary(rows: u64, facts: &Facts) -> Result<ShardSummary, Error> {
    let facts = serde_json::to_value(facts).map_err(|error| Error::Wrong(error.to_string()))?;
    Ok(ShardSummary { rows, facts, ..ShardSummary::default() })
}
