//! Exports as jobs: directories that can be stopped, continued and divided among machines.
//!
//! # Overview
//!
//! [`plan`] creates the directory of a job, [`setwise_jobs::Job::run`] runs it with an
//! [`ExportJob`], and [`outcome`] tells what was made. [`export`] does all three. Killed at any
//! instant and run again, a job makes the same files, byte for byte, as [`export`](crate::export())
//! makes in the text formats.
//!
//! ```text
//! DIR/job.json                        inputs, options, parts
//! DIR/results/parts/00007.games.csv   rows of a part; deleted when all tables are whole
//! DIR/results/games/00000.csv         the table of games
//! ```
//!
//! | stage | a shard | result |
//! |---|---|---|
//! | `parts` | one part of an input | the rows of the games that begin in it: a file for each table, and their keys |
//! | `games`, `positions` | all parts | the table, in the layout of one file |
//! | `dataset` | all parts | the list of the files, in the layout of parts |
//!
//! So a game is parsed once for all tables.
//!
//! In the layout of parts ([`Layout::Parts`](crate::Layout)) the files of the parts are the tables:
//!
//! ```text
//! DIR/games/part-00007.parquet        rows of a part
//! DIR/keys/part-00007.keys            the keys of its games, of eight bytes
//! DIR/_setwise.json                   the list of all files, written last
//! ```
//!
//! Such a directory grows: [`begin`] with further inputs, or with inputs that have grown, plans a
//! round that adds parts. The stages of round 2 are `parts-2` and `dataset-2`.
//!
//! # Parts
//!
//! A plain file is cut at bytes and a Zstandard file at frames; files of other kinds, and Zstandard
//! files of one frame, are one part. Whether a part begins with a game is not known before the part
//! in front of it has been read. So each part begins with what looks like a game; the last stage
//! compares where one part ended and the next one began, and reads again a part that began in the
//! wrong place. The parts are copied without being encoded again: Parquet files row group by row
//! group.
//!
//! # Inputs
//!
//! An input must not change while the job runs. Its size, its time of change and the SHA-256 of its
//! first and last MiB are compared before and after each shard reads it, and each shard stores the
//! SHA-256 of the bytes of its part, computed while they are read, which
//! [`ExportJob::verify_inputs`] compares. A new time of
//! change alone is accepted if the file has at most 2 MiB, which are hashed whole.
//!
//! A run that finds, or leaves, all tables complete compares the inputs again, so that the tables
//! of an earlier file are not taken for tables of the present one. It fails if an input has grown
//! or changed. A file of more than 2 MiB with a new time of change is compared by the SHA-256 of
//! its parts. An input that does not exist any more is no error.

mod append;
mod dataset;
mod inputs;
mod options;
mod shard;
mod stages;
mod storage;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use setwise_jobs::deep::{self, Deep, Settings};
use setwise_jobs::executor::{Event, Failure, RunOptions};
use setwise_jobs::input::Input;
use setwise_jobs::inspection::Fault;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, Record};
use setwise_jobs::{Error, Job, Kind};
use setwise_pgn::files::Inputs;
use setwise_pgn::threads::cuts;

pub use self::options::{DEFAULT_PART_BYTES, default_part_bytes};
use self::options::{InputPart, JobOptions};
use self::stages::{DATASET, KEYS, Step, Table, stages};
use crate::collector::{LastGame, Summary};
use crate::export::{ExportOptions, ExportedFile, Layout};
use crate::repeated::Repeated;

/// The name of this kind of job.
pub const KIND: &str = "export";

/// The version of the results. It changes if any byte of a result would.
pub const VERSION: u32 = 4;

/// The memory in bytes that a shard needs, about.
const MEMORY: u64 = 192 << 20;

/// The seconds that a part takes for each byte of its input, about.
const SECONDS_PER_BYTE: f64 = 3e-8;

/// An export as a kind of job.
#[derive(Clone, Debug)]
pub struct ExportJob {
    inputs: Inputs,
    identities: Vec<Input>,
    options: JobOptions,
    pgn: setwise_pgn::Options,
}

/// What a job has made.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The games that were read; the number of positions is 0 unless that table was made.
    pub summary: Summary,
    /// The games of which an earlier one has the key.
    pub repeated: Repeated,
    /// Whether these are left out.
    pub leaves_out: bool,
    /// The tables.
    pub files: Vec<ExportedFile>,
}

/// What a shard of a stage of parts, or of a whole table, tells of its games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Facts {
    #[serde(flatten)]
    summary: Summary,
    /// The place of the first game or of what looks like one: the offsets of the frame and in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    began: Option<[u64; 2]>,
    /// The place of the first game after the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<[u64; 2]>,
    /// The last game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<LastGame>,
    /// The games of a whole table or data set of which an earlier one has the key.
    #[serde(default)]
    repeated: Repeated,
    /// The SHA-256 of the part of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

/// Creates the directory of a job, which the options name, and the missing directories above it.
///
/// The inputs are cut into parts of at least `part_bytes` bytes of their files;
/// [`DEFAULT_PART_BYTES`] suits most. The parts, and so the row groups of Parquet files, do not
/// depend on anything else. All of each Zstandard file is read to find its frames.
///
/// # Errors
///
/// The directory exists and is not empty, or cannot be written; an input cannot be read; standard
/// input is an input; the path of an input is not UTF-8; this build does not have the format; or
/// a job cannot have the options: positions that are unique, and deviations from SAN that are not
/// the default. [`Error::Interrupted`]. After an error no directory is left that was not
/// there before.
pub fn plan(
    inputs: &Inputs,
    pgn: setwise_pgn::Options,
    options: &ExportOptions,
    part_bytes: u64,
    interruption: Interruption<'_>,
) -> Result<Job, Error> {
    options.format.check().map_err(Error::io("create", &options.directory))?;
    let (mut identities, mut parts) = (Vec::new(), Vec::new());
    for (number, path) in (0..).zip(inputs.paths()) {
        if path.as_os_str() == "-" {
            return Err(Error::Wrong("standard input cannot be an input of a job".to_owned()));
        }
        let path = std::path::absolute(path).map_err(Error::io("find", path))?;
        let identity = Input::of(&path)?;
        parts.extend(cut(&path, InputPart::whole(number), part_bytes, interruption)?);
        identity.check()?;
        identities.push(identity);
    }
    let stored = JobOptions::new(options, pgn, parts)?;
    let stages = stages(&stored);
    let stored = serde_json::to_value(&stored).map_err(|error| Error::Wrong(error.to_string()))?;
    Job::create(&options.directory, KIND, VERSION, stored, identities, stages)
}

/// Cuts what is left of an input into parts of at least a number of its bytes.
fn cut(
    path: &Path,
    rest: InputPart,
    part_bytes: u64,
    interruption: Interruption<'_>,
) -> Result<Vec<InputPart>, Error> {
    let from = rest.from.map(options::place);
    let mut check = || interruption.check().map_err(std::io::Error::other);
    let cuts = cuts(path, from, part_bytes.max(1), &mut check);
    interruption.check()?;
    let cuts = cuts.map_err(Error::io("read", path))?;
    Ok(rest.cut(&cuts).collect())
}

/// Creates the directory of a job as [`plan`] does, or opens the job that is there if it has the
/// same inputs and options.
///
/// In the layout of parts, adds to a data set that is complete: the games of inputs that it does
/// not have, and the games by which inputs have grown. Only these are read, and the part with the
/// last game of an input that has grown, unless that game has a result and no error. Its inputs
/// that are not among the given ones stay. An input that has changed in another way is an error
/// unless the options replace: then its parts are made again. If games that occur again are left
/// out, so are parts whose games were left out, when a part is made again. Files that have other
/// sizes, times or ends than before are read to compare their bytes. If nothing is new, the job
/// that is there is opened.
///
/// # Errors
///
/// Those of [`plan`]; the directory has a job that differs; or an input has changed.
pub fn begin(
    inputs: &Inputs,
    pgn: setwise_pgn::Options,
    options: &ExportOptions,
    part_bytes: u64,
    interruption: Interruption<'_>,
) -> Result<Job, Error> {
    let directory = &options.directory;
    if !directory.join("job.json").exists() {
        return plan(inputs, pgn, options, part_bytes, interruption);
    }
    let job = Job::open(directory)?;
    if options.layout == Layout::Parts {
        return append::extend(job, inputs, pgn, options, part_bytes, interruption);
    }
    if ExportJob::open(&job)?.is_of(inputs, pgn, options) {
        return Ok(job);
    }
    Err(Error::refused(directory, "the directory has a job with other inputs or options"))
}

/// Runs an export as a job, from the plan to the end: creates the directory of the options, or
/// continues the job that is there if it has the same inputs and options. A job that is done is
/// refused if an input has changed.
///
/// Returns the files and rows that were made, or the shards that failed, which the next call runs
/// again. `watch` is called from all threads.
///
/// ```
/// use setwise_jobs::executor::RunOptions;
/// use setwise_jobs::kind::Interruption;
/// use setwise_tables::{ExportOptions, Format, Inputs, Tables, job};
///
/// # let directory = std::env::temp_dir().join(format!("setwise-job-{}", std::process::id()));
/// # std::fs::create_dir_all(&directory)?;
/// let pgn = directory.join("games.pgn");
/// std::fs::write(&pgn, "[White \"A\"]\n\n1. e4 e5 1-0\n")?;
/// let tables = Tables { games: Some(Default::default()), ..Tables::default() };
/// let options = ExportOptions::new(directory.join("tables"), tables, Format::Csv);
/// let inputs = Inputs::find([&pgn])?;
/// let run = RunOptions { threads: 2, memory: 1 << 30 };
/// let (never, pgn) = (Interruption::NEVER, Default::default());
/// let part = job::DEFAULT_PART_BYTES;
/// let outcome = job::export(&inputs, pgn, &options, part, run, never, &|_| ())?.expect("no failure");
/// assert_eq!((outcome.summary.games, outcome.files[0].rows), (1, 1));
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`begin`] and [`Job::run`].
pub fn export(
    inputs: &Inputs,
    pgn: setwise_pgn::Options,
    options: &ExportOptions,
    part_bytes: u64,
    run: RunOptions,
    interruption: Interruption<'_>,
    watch: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Result<Outcome, Vec<Failure>>, Error> {
    let job = begin(inputs, pgn, options, part_bytes, interruption)?;
    let kind = ExportJob::open(&job)?;
    let failures = job.run(&kind, run, interruption, watch)?;
    if failures.is_empty() { Ok(Ok(outcome(&job)?)) } else { Ok(Err(failures)) }
}

/// Returns the files and rows of a job that is done.
///
/// # Errors
///
/// The job is not done, or a record cannot be read.
pub fn outcome(job: &Job) -> Result<Outcome, Error> {
    let (summary, repeated) = (Summary::default(), Repeated::default());
    let leaves_out = ExportJob::open(job)?.options.export.unique_games;
    let mut outcome = Outcome { summary, repeated, leaves_out, files: Vec::new() };
    for stage in job.stages() {
        let table = match Step::of(stage) {
            Some(Step::Join(table)) => table,
            Some(Step::Dataset) => {
                dataset::outcome(job, stage, &mut outcome)?;
                continue;
            }
            _ => continue,
        };
        let record = Record::of(job, stage, 0)?;
        let Facts { summary, repeated, .. } = Facts::of(&job.record_path(stage, 0), &record)?;
        // They are counted with the first table.
        if outcome.files.is_empty() {
            outcome.repeated = repeated;
        }
        // Only the table of positions knows how many it has.
        let positions = if table == Table::Positions { record.rows } else { 0 };
        outcome.summary = Summary { positions, ..summary };
        let (path, rows) = (job.result_path(stage, 0), record.rows);
        outcome.files.push(ExportedFile { path, rows, size: record.bytes() });
    }
    Ok(outcome)
}

impl ExportJob {
    /// Opens a job of this kind.
    ///
    /// # Errors
    ///
    /// The job is of another kind or version, or its options are invalid.
    pub fn open(job: &Job) -> Result<ExportJob, Error> {
        let path = job.directory().join("job.json");
        let description = job.description();
        let (kind, version) = (&description.kind, description.version);
        if (kind.as_str(), version) != (KIND, VERSION) {
            let reason =
                format!("it has version {version} of {kind} (expected {VERSION} of {KIND})");
            return Err(Error::refused(&path, reason));
        }
        let refused = |reason: String| Error::refused(&path, reason);
        let (options, pgn) = JobOptions::read(&description.options).map_err(refused)?;
        let identities = description.inputs.clone();
        for (number, part) in options.parts.iter().enumerate() {
            part.check(identities.len())
                .map_err(|reason| refused(format!("part {number} {reason}")))?;
        }
        let files = identities.iter().map(|input| (input.path.clone(), input.bytes));
        let mut inputs = Inputs::of_files(files);
        if let Some(append) = &options.append {
            let (bases, expected) = (append.bases.len(), identities.len());
            if bases != expected {
                let reason = format!("it has {bases} bases of inputs (expected {expected})");
                return Err(refused(reason));
            }
            inputs = inputs.with_bases(&append.bases);
        }
        Ok(ExportJob { inputs, identities, options, pgn })
    }

    /// Returns whether this is a job with some inputs and options.
    fn is_of(&self, inputs: &Inputs, pgn: setwise_pgn::Options, options: &ExportOptions) -> bool {
        let paths: Option<Vec<PathBuf>> =
            inputs.paths().iter().map(|path| std::path::absolute(path).ok()).collect();
        self.has_options(pgn, options) && paths.as_deref() == Some(self.inputs.paths())
    }

    /// Returns whether this is a job with some options.
    fn has_options(&self, pgn: setwise_pgn::Options, options: &ExportOptions) -> bool {
        let same = JobOptions::new(options, pgn, Vec::new());
        same.is_ok_and(|same| same == self.options.without_parts())
    }

    /// Returns the table of a stage and whether its parts are joined.
    fn step(&self, job: &Job, stage: &Stage) -> Result<Step, Error> {
        Step::of(stage).ok_or_else(|| {
            let path = job.directory().join("job.json");
            Error::refused(&path, format!("{} is not a stage of {KIND}", stage.name))
        })
    }

    /// Returns the number of bytes of the files that are read.
    fn bytes(&self) -> u64 {
        let parts = self.options.parts.iter().filter_map(|part| self.bytes_of(part));
        parts.fold(0, |sum, bytes| sum.saturating_add(bytes.end - bytes.start))
    }

    /// Returns the bytes of the file of a part.
    fn bytes_of(&self, part: &InputPart) -> Option<std::ops::Range<u64>> {
        let size = self.identities.get(part.input as usize)?.bytes;
        let at = |place: Option<[u64; 2]>| place.map(|[frame, offset]| frame + offset);
        let end = at(part.to).unwrap_or(size).min(size);
        Some(at(part.from).unwrap_or(0).min(end)..end)
    }
}

/// Opens a job of any kind: deep perft, which needs the settings, or an export.
///
/// # Errors
///
/// The kind or its version is not known, or the job's options are invalid.
pub fn open(job: &Job, settings: Settings) -> Result<Box<dyn Kind>, Error> {
    match job.description().kind.as_str() {
        deep::KIND => Ok(Box::new(Deep::open(job, settings)?)),
        KIND => Ok(Box::new(ExportJob::open(job)?)),
        other => {
            let path = job.directory().join("job.json");
            let expected = format!("expected {} or {KIND}", deep::KIND);
            Err(Error::refused(&path, format!("unknown kind of job {other:?} ({expected})")))
        }
    }
}

impl Kind for ExportJob {
    fn run(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        match self.step(job, shard.stage)? {
            Step::Parts => self.run_part(job, shard, output, interruption),
            Step::Join(table) => self.run_join(job, table, output, interruption),
            Step::Dataset => self.run_dataset(job, shard, output, interruption),
        }
    }

    fn check_stage(&self, job: &Job, stage: &Stage, records: &[Record]) -> Result<(), Error> {
        let path = |number| job.record_path(stage, number);
        (0..)
            .zip(records)
            .try_for_each(|(number, record)| Facts::of(&path(number), record).map(drop))
    }

    fn check_inputs(&self, job: &Job, interruption: Interruption<'_>) -> Result<(), Error> {
        self.check_all_inputs(job, interruption)
    }

    fn check_files(
        &self,
        job: &Job,
        interruption: Interruption<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Vec<Fault>, Error> {
        match job.stages().last().map(|stage| (Step::of(stage), stage)) {
            Some((Some(Step::Dataset), stage)) => {
                dataset::check_files(job, stage, interruption, each)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn memory(&self, _: &Stage) -> u64 {
        MEMORY
    }

    fn expected_seconds(&self, stage: &Stage) -> f64 {
        let share = match Step::of(stage) {
            Some(Step::Join(_)) => 0.1,
            Some(Step::Dataset) => 0.001,
            _ => 1.0,
        };
        self.bytes() as f64 * SECONDS_PER_BYTE * share
    }
}

impl Facts {
    /// Returns the facts of a record.
    fn of(path: &Path, record: &Record) -> Result<Facts, Error> {
        serde_json::from_value(record.facts.clone())
            .map_err(|error| Error::refused(path, format!("not facts of an export: {error}")))
    }
}
