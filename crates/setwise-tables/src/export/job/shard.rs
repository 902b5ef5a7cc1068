//! Running the shards of a job.

use std::io::BufWriter;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use setwise_jobs::input::RangeHash;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, OutputFile, ResultFile};
use setwise_jobs::{Error, Job};
use setwise_pgn::threads::{Beginning, PlaceRange, Tap};

use super::options::{InputPart, place, stored};
use super::{ExportJob, Facts, Step};
use crate::export::collector::TablesCollector;
use crate::export::repeated::Repeats;
use crate::export::sink::{SinkError, TablesSink};
use crate::export::write::lock;
use crate::read::{ReadOptions, read_with_tap};
use crate::record::GamePlace;

impl From<SinkError> for Error {
    fn from(SinkError { path, error }: SinkError) -> Error {
        Error::io("write", &path)(error)
    }
}

impl ExportJob {
    /// Reads the games of a range of a part and appends their rows to the files of tables, after
    /// which comes the file of their keys. The bytes that are read pass a tap. Returns the numbers
    /// of rows and the facts of the games.
    pub(super) fn read(
        &self,
        part: &InputPart,
        range: PlaceRange,
        (files, threads): (&mut [OutputFile], usize),
        repeats: Option<&mut Repeats>,
        tap: Option<Tap>,
        interruption: Interruption<'_>,
    ) -> Result<(Vec<u64>, Facts), Error> {
        let identity = self.identities.get(part.input as usize);
        let identity =
            identity.ok_or_else(|| Error::Wrong(format!("there is no input {}", part.input)))?;
        let is_unique = self.options.export.unique_positions;
        if self.in_one_run.is_none() && (is_unique || identity.is_stream()) {
            return Err(Error::Wrong(format!(
                "{}: only the `setwise pgn export` that planned it can read it (export again into \
                 another directory)",
                identity.path.display(),
            )));
        }
        // Locked as long as the part is read, so that parts come in order; others do not wait.
        let mut seen = self.in_one_run.as_ref().filter(|_| is_unique).map(|seen| lock(seen));
        let mut sink = self.sink(files, threads)?;
        if let Some(repeats) = repeats {
            sink = sink.with_repeats(repeats);
        }
        if let Some(seen) = &mut seen {
            sink = sink.with_unique_positions(seen);
        }
        let export = &self.options.export;
        let input = self.inputs.only(part.input);
        let collector =
            TablesCollector::new(&input, export.tables.clone(), export.selection.clone());
        let options = ReadOptions {
            threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN),
            pgn: self.pgn,
            range,
            bytes: Arc::clone(&self.bytes),
        };
        let read = read_with_tap(&input, &options, &collector, tap, |made, workers| {
            interruption.check()?;
            Ok(sink.push(made, workers)?)
        });
        // What has been read, or was wrong, may be of a file that is not the one of the plan.
        if !matches!(read, Err(Error::Interrupted)) {
            identity.check()?;
        }
        let read = read?.pop();
        let mut facts = Facts { last: sink.last, ..Facts::default() };
        if let Some(read) = read {
            match read.error {
                // The system cannot read the file now; what it reads is as it is.
                Some(error) if error.raw_os_error().is_some() => {
                    return Err(Error::io("read", &identity.path)(error));
                }
                error => facts.damage = error.map(|error| error.to_string()),
            }
            (facts.began, facts.ended) = (read.began.map(stored), read.ended.map(stored));
        }
        facts.summary = std::mem::take(&mut sink.summary);
        Ok((sink.finish()?, facts))
    }

    /// Returns a sink of the files of tables, after which comes the file of keys.
    fn sink<'o>(
        &self,
        files: &'o mut [OutputFile],
        threads: usize,
    ) -> Result<TablesSink<'o>, Error> {
        let export = &self.options.export;
        let mut sink = TablesSink::new();
        let mut files = files.iter_mut().map(|file| {
            let path = file.path().to_owned();
            (path, BufWriter::with_capacity(1 << 16, file))
        });
        for (table, (path, file)) in export.tables.made().zip(&mut files) {
            let format = (export.format, export.write);
            sink.add_table(&export.tables, table, format, (path, Box::new(file)), threads)?;
        }
        if let Some((path, file)) = files.next() {
            sink.add_keys(path, Box::new(file));
        }
        Ok(sink)
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
        self.check_parts(job, shard.stage)?;
        let hash = self.bytes_of(part).map(|bytes| Arc::new(Mutex::new(RangeHash::new(bytes))));
        let tap = hash
            .clone()
            .map(|hash| -> Tap { Arc::new(move |offset, bytes| lock(&hash).add(offset, bytes)) });
        // Those of the parts before are not known.
        let mut repeats = self.options.export.unique_games.then(|| Repeats::new(true));
        let files = (output.files(), shard.threads);
        let (rows, mut facts) =
            self.read(part, part.range(), files, repeats.as_mut(), tap, interruption)?;
        if let Some(hash) = hash {
            let path = &self.inputs.paths()[part.input as usize];
            let hash = lock(&hash).clone();
            facts.sha256 = Some(hash.finish(path, interruption)?);
        }
        summary(rows.iter().sum(), &facts)
    }

    /// Returns the stage of parts.
    pub(super) fn stage_of_parts<'j>(&self, job: &'j Job) -> Result<&'j Stage, Error> {
        let parts = job.stages().iter().find(|stage| Step::of(stage) == Some(Step::Parts));
        let parts = parts.ok_or_else(|| Error::Wrong("there is no stage of parts".to_owned()))?;
        self.check_parts(job, parts)?;
        Ok(parts)
    }

    /// Checks that a stage has a shard for each part, with a file for each table and one of keys.
    fn check_parts(&self, job: &Job, stage: &Stage) -> Result<(), Error> {
        let (files, expected) = (stage.files.len(), self.options.export.tables.made().count() + 1);
        let (shards, parts) = (stage.shards as usize, self.options.parts.len());
        if (files, shards) != (expected, parts) {
            let reason = format!(
                "stage {} has {shards} shards with {files} files each (expected {parts}, one for \
                 each part, with {expected}, one for each table and one of keys)",
                stage.name
            );
            return Err(Error::refused(&job.directory().join("job.json"), reason));
        }
        Ok(())
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
    At(Beginning),
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
        (Beginning::Guess(_), None) => return Ok(Start::NoGame),
        (Beginning::Guess(_), Some(next)) if part.to.is_some_and(|to| place(to) <= next) => {
            return Ok(Start::NoGame);
        }
        (Beginning::Guess(_), Some(next)) if facts.began.map(place) != Some(next) => {
            return Ok(Start::At(Beginning::Game(next)));
        }
        (Beginning::Guess(_), Some(next)) => Beginning::Game(next),
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
