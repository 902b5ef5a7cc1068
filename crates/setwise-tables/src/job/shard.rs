//! Running the shards of a job.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range as Bytes;
use std::path::Path;
use std::sync::Arc;

use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, Record};
use setwise_jobs::{Error, Job};

use super::options::{InputPart, place, stored};
use super::{ExportJob, Facts, Step, Table};
use crate::export::{Summary, Tables, TablesCollector};
use crate::read::{ReadOptions, read};
use crate::record::GamePlace;
use crate::schema::Schema;
use crate::source::{From, Range};
use crate::write::TableRows;

/// The result of a shard as a sink of bytes.
struct Sink<'o>(&'o mut Output);

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

/// Why a part could not be read or written.
enum Fault {
    Job(Error),
    Write(io::Error),
}

impl std::convert::From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Job(error)
    }
}

impl Fault {
    /// Returns the error of a result that was written to a file.
    fn of(self, result: &Path) -> Error {
        match self {
            Fault::Job(error) => error,
            Fault::Write(error) => Error::io("write", result)(error),
        }
    }
}

impl ExportJob {
    fn schema(&self, table: Table) -> Schema {
        let Tables { games, positions, computed, .. } = &self.options.export.tables;
        match table {
            Table::Games => games.unwrap_or_default().schema(),
            Table::Positions => positions.unwrap_or_default().schema().with(computed),
        }
    }

    fn rows<'o>(&self, schema: &Schema, output: &'o mut Output) -> io::Result<TableRows<'o>> {
        let sink = Box::new(BufWriter::with_capacity(1 << 16, Sink(output)));
        TableRows::new(schema, self.options.export.format, self.options.export.write, sink, 1)
    }

    /// Reads the games of a range of a part and appends their rows; `schema` is that with the
    /// column `number`, which begins at `first`, if there is one. Returns the facts of the games.
    fn read(
        &self,
        part: &InputPart,
        range: Range,
        table: Table,
        rows: &mut TableRows<'_>,
        numbered: Option<(&Arc<Schema>, u64)>,
        interruption: Interruption<'_>,
    ) -> Result<Facts, Fault> {
        let identity = self.identities.get(part.input as usize);
        let identity =
            identity.ok_or_else(|| Error::Wrong(format!("there is no input {}", part.input)))?;
        identity.check()?;
        let all = self.options.export.tables.clone();
        let tables = match table {
            Table::Games => Tables { positions: None, ..all },
            Table::Positions => Tables { games: None, ..all },
        };
        let selection = self.options.export.selection.clone();
        let input = self.inputs.only(part.input);
        let collector = TablesCollector::new(&input, tables, selection);
        let options = ReadOptions { pgn: self.pgn, range, ..ReadOptions::default() };
        let mut sum = Summary::default();
        let read = read(&input, &options, &collector, |mut made, workers| {
            interruption.check()?;
            let batch = match (table, numbered) {
                (Table::Positions, _) => made.positions(),
                (Table::Games, None) => made.games(),
                (Table::Games, Some((schema, first))) => {
                    let first = first + sum.games;
                    made.games().map(|rows| rows.numbered(Arc::clone(schema), first))
                }
            };
            sum.add_all(made.summary().clone());
            batch.map_or(Ok(()), |batch| rows.push(batch, workers)).map_err(Fault::Write)
        });
        let read = read?.pop();
        // What has been read may be of a file that was replaced meanwhile.
        identity.check()?;
        let (mut began, mut ended) = (None, None);
        if let Some(read) = read {
            if let Some(error) = read.error {
                return Err(Error::io("read", &identity.path)(error).into());
            }
            (began, ended) = (read.began.map(stored), read.ended.map(stored));
        }
        Ok(Facts { summary: sum, began, ended, sha256: None })
    }

    /// Runs a shard that reads a part of an input.
    pub(super) fn run_part(
        &self,
        job: &Job,
        shard: Shard<'_>,
        table: Table,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        let part = self.part(shard.number)?;
        let result = job.result_path(shard.stage, shard.number);
        let mut rows =
            self.rows(&self.schema(table), output).map_err(Error::io("write", &result))?;
        let read = self.read(part, part.range(), table, &mut rows, None, interruption);
        let mut facts = read.map_err(|fault| fault.of(&result))?;
        let rows = rows.finish().map_err(Error::io("write", &result))?;
        if let Some(bytes) = self.bytes_of(part) {
            let path = &self.inputs.paths()[part.input as usize];
            facts.sha256 = Some(sha256(path, bytes, interruption)?);
        }
        summary(rows, &facts)
    }

    /// Runs the shard that joins the parts of a table, and reads again those that began in the
    /// wrong place.
    pub(super) fn run_join(
        &self,
        job: &Job,
        shard: Shard<'_>,
        table: Table,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        let stages = job.stages();
        let parts = stages.iter().find(|stage| Step::of(stage) == Some(Step::Parts(table)));
        let parts = parts.ok_or_else(|| Error::Wrong("there is no stage of parts".to_owned()))?;
        let result = job.result_path(shard.stage, shard.number);
        let is_numbered = table == Table::Games;
        let schema = self.schema(table);
        let schema = Arc::new(if is_numbered { schema.numbered() } else { schema });
        let mut rows = self.rows(&schema, output).map_err(Error::io("write", &result))?;
        let mut sum = Facts::default();
        // Where the next part of the input begins; `None` if no game is left in it.
        let mut next: Option<GamePlace> = None;
        for (number, part) in (0..).zip(&self.options.parts) {
            interruption.check()?;
            let is_first = part.from.is_none();
            if !is_first && next.is_none_or(|next| part.to.is_some_and(|to| place(to) <= next)) {
                continue;
            }
            let record = Record::of(job, parts, number)?;
            let mut facts = Facts::of(&job.record_path(parts, number), &record)?;
            if is_first || facts.began.map(place) == next {
                let path = job.result_path(parts, number);
                record.check(&path)?;
                let file = File::open(&path).map_err(Error::io("read", &path))?;
                let first = is_numbered.then_some(sum.summary.games);
                rows.copy(file, record.rows, first).map_err(Error::io("write", &result))?;
            } else if let Some(start) = next {
                let range = Range { from: From::Game(start), to: part.to.map(place) };
                let numbered = is_numbered.then_some((&schema, sum.summary.games));
                let read = self.read(part, range, table, &mut rows, numbered, interruption);
                facts = read.map_err(|fault| fault.of(&result))?;
            }
            next = facts.ended.map(place);
            sum.summary.add_all(facts.summary);
        }
        let rows = rows.finish().map_err(Error::io("write", &result))?;
        summary(rows, &sum)
    }

    fn part(&self, number: u32) -> Result<&InputPart, Error> {
        let part = self.options.parts.get(number as usize);
        part.ok_or_else(|| Error::Wrong(format!("there is no part {number}")))
    }
}

fn summary(rows: u64, facts: &Facts) -> Result<ShardSummary, Error> {
    let facts = serde_json::to_value(facts).map_err(|error| Error::Wrong(error.to_string()))?;
    Ok(ShardSummary { rows, facts, ..ShardSummary::default() })
}

/// Returns the SHA-256 of some bytes of a file, in hexadecimal.
///
/// # Errors
///
/// The file cannot be read, or [`Error::Interrupted`].
pub(super) fn sha256(
    path: &Path,
    bytes: Bytes<u64>,
    interruption: Interruption<'_>,
) -> Result<String, Error> {
    let mut file = File::open(path).map_err(Error::io("read", path))?;
    file.seek(SeekFrom::Start(bytes.start)).map_err(Error::io("read", path))?;
    let rest = file.take(bytes.end.saturating_sub(bytes.start));
    Ok(setwise_jobs::record::sha256(rest, path, interruption)?.1)
}
