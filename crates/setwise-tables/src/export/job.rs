//! Exports as jobs: directories that can be stopped, continued and divided among machines.
//!
//! # Overview
//!
//! [`plan`] creates the directory of a job, [`setwise_jobs::Job::run`] runs it with an
//! [`ExportJob`], and [`outcome`] tells what was made. [`export()`] does all three. Killed at any
//! instant and run again, a job makes the same files, byte for byte.
//!
//! ```text
//! DIR/job.json                        inputs, options, parts
//! DIR/games/part-00007.parquet        rows of a part of the inputs
//! DIR/keys/part-00007.keys            the keys of its games, of eight bytes
//! DIR/_setwise.json                   the list of all files, written last
//! ```
//!
//! | stage | a shard | result |
//! |---|---|---|
//! | `parts` | one part of an input | the rows of the games that begin in it: a file for each table, and their keys |
//! | `dataset` | all parts | the list of the files |
//!
//! So a game is parsed once for all tables. The directory is a data set, which grows: [`begin`] with
//! further inputs, or with inputs that have grown, plans a round that adds parts. The stages of round
//! 2 are `parts-2` and `dataset-2`.
//!
//! # Parts
//!
//! A plain file is cut at bytes and a Zstandard file at frames; files of other kinds, and Zstandard
//! files of one frame, are one part. Whether a part begins with a game is not known before the part
//! in front of it has been read. So each part begins with what looks like a game; the last stage
//! compares where one part ended and the next one began, and reads again a part that began in the
//! wrong place.
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

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use setwise_files::exists;
use setwise_jobs::deep::{self, Deep, Settings};
use setwise_jobs::executor::{Failure, RunOptions};
use setwise_jobs::input::Input;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, Record};
use setwise_jobs::{Error, Job, Kind};
use setwise_pgn::files::Inputs;
use setwise_pgn::threads::cuts;

pub use self::options::DEFAULT_PART_BYTES;
use self::options::{InputPart, JobOptions};
use self::stages::{DATASET, KEYS, Step, stages};
use crate::export::collector::{LastGame, Summary};
use crate::export::options::{ExportOptions, ExportedFile};
use crate::export::repeated::Repeated;
use crate::read::ReadOptions;
use crate::table::is_table;

/// The name of this kind of job.
pub const KIND: &str = "export";

/// The version of the results. It changes if any byte of a result would.
pub const VERSION: u32 = 5;

/// The number of threads that read one part well.
const THREADS: usize = 4;

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
    /// Is increased by the number of bytes that are read from inputs.
    bytes: Arc<AtomicU64>,
    /// The keys of the positions so far, of an export that is planned and run by one process. Only
    /// then it can read streams, and take each position once.
    in_one_run: Option<Arc<Mutex<HashSet<u64>>>>,
}

/// What an export has made.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The games that were read; the number of positions is 0 unless that table was made.
    pub summary: Summary,
    /// The games of which an earlier one has the key.
    pub repeated: Repeated,
    /// Whether these are left out.
    pub leaves_out: bool,
    /// The tables: files of text, or the directories of parts.
    pub files: Vec<ExportedFile>,
    /// The inputs that are damaged, and how. The games before the damage are in the tables.
    pub damaged: Vec<String>,
}

/// What a shard tells of its games.
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
    /// The games of a data set of which an earlier one has the key.
    #[serde(default)]
    repeated: Repeated,
    /// The SHA-256 of the part of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    /// Why the part could not be read to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
}

/// Creates the directory of a job, which the options name, and the missing directories above it.
///
/// The inputs are cut into parts of at least `part_bytes` bytes of their files;
/// [`DEFAULT_PART_BYTES`] suits most. The parts, and so the row groups of Parquet files, do not
/// depend on anything else. All of each Zstandard file is read to find its frames.
///
/// # Errors
///
/// The directory exists and is not empty, or cannot be written; an input cannot be read; an
/// input is a stream; the path of an input is not UTF-8; this build does not have the format; or
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
    plan_for(inputs, pgn, options, part_bytes, false, interruption)
}

/// Plans a job, maybe for this process alone: then streams are read, positions may be unique, and
/// the part of a Zstandard file before its damage is read.
fn plan_for(
    inputs: &Inputs,
    pgn: setwise_pgn::Options,
    options: &ExportOptions,
    part_bytes: u64,
    in_one_run: bool,
    interruption: Interruption<'_>,
) -> Result<Job, Error> {
    options.format.check().map_err(Error::io("create", &options.directory))?;
    if options.unique_positions && !in_one_run {
        let reason = "a job cannot select unique positions: its shards are independent";
        return Err(Error::Wrong(reason.to_owned()));
    }
    // Positions of a part that begins in the wrong place would be taken for earlier ones.
    let part_bytes = if options.unique_positions { u64::MAX } else { part_bytes };
    let (mut identities, mut parts) = (Vec::new(), Vec::new());
    for (number, path) in (0..).zip(inputs.paths()) {
        let mut identity = Input::of(path)?;
        let whole = InputPart::whole(number);
        if identity.is_stream() {
            let reason = match inputs.paths().len() {
                _ if !in_one_run => {
                    "a stream, which can be read only once, cannot be an input of a job"
                }
                // Its games could not be left out later, and their places follow from its size.
                2.. => "a stream must be the only input of a data set",
                _ => {
                    parts.push(whole);
                    identities.push(identity);
                    continue;
                }
            };
            return Err(Error::Wrong(format!("{}: {reason}", path.display())));
        }
        identity.path = setwise_files::absolute(path).map_err(Error::io("find", path))?;
        let (cut, damage) = cut(&identity, whole, part_bytes, interruption)?;
        if let Some(damage) = damage.filter(|_| !in_one_run) {
            return Err(Error::io("read", path)(damage));
        }
        parts.extend(cut);
        identity.check()?;
        identities.push(identity);
    }
    let stored = JobOptions::new(options, pgn, parts)?;
    let stages = stages(&stored);
    let stored = serde_json::to_value(&stored).map_err(|error| Error::Wrong(error.to_string()))?;
    Job::create(&options.directory, KIND, VERSION, stored, identities, stages)
}

/// Cuts what is left of an input into parts of at least a number of its bytes. If a Zstandard file
/// is damaged, the error follows the parts, of which the last one has the damage.
fn cut(
    input: &Input,
    rest: InputPart,
    part_bytes: u64,
    interruption: Interruption<'_>,
) -> Result<(Vec<InputPart>, Option<io::Error>), Error> {
    let from = rest.from.map(options::place);
    let start = rest.from.map_or(0, |[frame, offset]| frame + offset);
    let is_short = input.bytes.saturating_sub(start) <= part_bytes;
    if is_short || is_table(&input.path).map_err(Error::io("read", &input.path))? {
        return Ok((vec![rest], None));
    }
    let mut check = || interruption.check().map_err(io::Error::from);
    let cuts = cuts(&input.path, from, part_bytes.max(1), &mut check);
    interruption.check()?;
    let (cuts, damage) = cuts.map_err(Error::io("read", &input.path))?;
    Ok((rest.cut(&cuts).collect(), damage))
}

/// Creates the directory of a job as [`plan`] does, or opens the job that is there if it has the
/// same inputs and options.
///
/// Adds to a data set that is complete: the games of inputs that it does not have, and the games by
/// which inputs have grown. Only these are read, and the part with the last game of an input that has
/// grown, unless that game has a result and no error. Its inputs that are not among the given ones
/// stay. An input that has changed in another way is an error unless the options replace: then its
/// parts are made again. If games that occur again are left out, so are parts whose games were left
/// out, when a part is made again. Files that have other sizes, times or ends than before are read to
/// compare their bytes. If nothing is new, the job that is there is opened.
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
    let description = directory.join("job.json");
    if !exists(&description).map_err(Error::io("read", &description))? {
        return plan(inputs, pgn, options, part_bytes, interruption);
    }
    append::extend(Job::open(directory)?, inputs, pgn, options, part_bytes, interruption)
}

/// The memory in bytes that the parts of an export take together, about.
const MEMORY_OF_EXPORT: u64 = 1536 << 20;

/// Plans an export and runs it in this process: makes a new data set, as [`plan`] and
/// [`Job::run`] do. Standard input and other streams can be read, and positions may be unique.
///
/// Returns the files and rows that were made, or the shards that failed. An input that is damaged is
/// no error: it is part of the outcome. An export that was stopped is continued by [`Job::run`],
/// unless it reads streams or positions are unique.
///
/// ```
/// use setwise_jobs::kind::Interruption;
/// use setwise_tables::{ExportOptions, Format, Inputs, Tables, job};
///
/// let to = std::env::temp_dir().join(format!("setwise-tables-{}", std::process::id()));
/// let tables = Tables { games: Some(Default::default()), ..Tables::default() };
/// let options = ExportOptions::new(&to, tables, Format::Arrow);
/// let games = Inputs::find(["../setwise-pgn/examples/games.pgn"])?;
/// let (part, never) = (job::DEFAULT_PART_BYTES, Interruption::NEVER);
/// let outcome = job::export(&games, &Default::default(), &options, part, never)?;
/// let outcome = outcome.expect("no failure");
/// assert_eq!((outcome.summary.games, outcome.files[0].rows), (3, 3));
/// # std::fs::remove_dir_all(&to)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`plan`] and [`Job::run`].
pub fn export(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    part_bytes: u64,
    interruption: Interruption<'_>,
) -> Result<Result<Outcome, Vec<Failure>>, Error> {
    let job = plan_for(inputs, read.pgn, options, part_bytes, true, interruption)?;
    let mut kind = ExportJob::open(&job)?;
    (kind.bytes, kind.in_one_run) = (Arc::clone(&read.bytes), Some(Arc::default()));
    // These and no equal ones: they know the tags that no game had.
    kind.options.export.selection = options.selection.clone();
    kind.options.export.tables.computed = options.tables.computed.clone();
    let run = RunOptions { threads: read.threads.get(), memory: MEMORY_OF_EXPORT };
    let failures = job.run(&kind, run, interruption, &|_| ())?;
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
    let (files, damaged) = (Vec::new(), Vec::new());
    let mut outcome = Outcome { summary, repeated, leaves_out, files, damaged };
    let stage = job.stages().iter().find(|stage| Step::of(stage) == Some(Step::Dataset));
    let stage = stage.ok_or_else(|| Error::Wrong("there is no stage of a data set".to_owned()))?;
    dataset::outcome(job, stage, &mut outcome)?;
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
        let (bytes, in_one_run) = (Arc::default(), None);
        Ok(ExportJob { inputs, identities, options, pgn, bytes, in_one_run })
    }

    /// Returns whether this is a job with some options.
    fn has_options(&self, pgn: setwise_pgn::Options, options: &ExportOptions) -> bool {
        let same = JobOptions::new(options, pgn, Vec::new());
        same.is_ok_and(|same| same == self.options.without_parts())
    }

    /// Returns what a stage does.
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
        let input = self.identities.get(part.input as usize).filter(|input| !input.is_stream())?;
        let size = input.bytes;
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
    ) -> Result<Vec<Error>, Error> {
        match job.stages().last().map(|stage| (Step::of(stage), stage)) {
            Some((Some(Step::Dataset), stage)) => {
                dataset::check_files(job, stage, interruption, each)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn threads(&self, _: &Stage) -> usize {
        // Each position is unique among those of the shards before.
        if self.options.export.unique_positions { usize::MAX } else { THREADS }
    }

    fn memory(&self, _: &Stage) -> u64 {
        MEMORY
    }

    fn expected_seconds(&self, stage: &Stage) -> f64 {
        let share = match Step::of(stage) {
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
