//! Any bytes are a file of a job, or are refused with an error that names the file.
//!
//! Every file has hashes, which random changes do not fit. So each file is also read with hashes
//! that fit, as in a job that comes from elsewhere.

mod frontier;

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::{Component, Path};

use serde_json::{Value, json};
use setwise_jobs::inspection::State;
use setwise_jobs::kind::{Interruption, Shard};
use setwise_jobs::{Error, Job, Kind, Record};
use sha2::{Digest, Sha256};

pub use self::frontier::{deep_jobs, part_bytes};
use crate::Directory;

/// Opens a job as one of some kind.
pub type Open = fn(&Job) -> Result<Box<dyn Kind>, Error>;

/// A job whose shards are all done, and whose results are all there.
#[derive(Debug)]
pub struct DoneJob<K> {
    /// The job.
    pub job: Job,
    /// Its kind.
    pub kind: K,
    /// Reads the result of the job.
    pub outcome: fn(&Job, &K) -> Result<(), Error>,
}

impl<K: Kind> DoneJob<K> {
    /// Runs a job that has been planned. Results that are deleted after their use are written
    /// again, and its stages are not marked.
    ///
    /// # Panics
    ///
    /// Panics if a shard fails.
    pub fn run(job: Job, kind: K, outcome: fn(&Job, &K) -> Result<(), Error>) -> DoneJob<K> {
        let mut results = Vec::new();
        for number in 0..job.shards() {
            let run = job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ());
            run.unwrap_or_else(|error| panic!("shard {number}: {error}"));
            let Shard { stage, number, .. } = job.shard(number).expect("a shard");
            for path in job.result_paths(stage, number) {
                results.push((fs::read(&path).expect("a result"), path));
            }
        }
        outcome(&job, &kind).expect("complete");
        // What reads records reads those that are changed.
        fs::remove_dir_all(job.directory().join("complete")).expect("deleted");
        results.into_iter().for_each(|(bytes, path)| fs::write(path, bytes).expect("written"));
        DoneJob { job, kind, outcome }
    }

    /// Reads what can be read of the job, and computes the shards from a number on again. Nothing
    /// panics, and every error has a message.
    fn read_all(&self, from: u32) {
        let DoneJob { job, kind, outcome } = self;
        let has_message = |error: Error| assert!(!error.to_string().is_empty());
        let verified = job.verify(kind, Interruption::NEVER, &mut |_| ());
        let verified = verified.expect("no interruption");
        verified.faults.into_iter().for_each(has_message);
        let _ = outcome(job, kind).map_err(has_message);
        self.compute(from..job.shards());
    }

    /// Computes some shards again. Nothing panics, and every error has a message.
    fn compute(&self, numbers: Range<u32>) {
        for number in numbers {
            if let Err(error) = self.job.recheck_shard(&self.kind, number, Interruption::NEVER) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// The error names the file.
fn names(error: &Error, path: &Path) {
    let (message, path) = (error.to_string(), path.display().to_string());
    assert!(message.contains(&path), "{message:?} does not name {path}");
}

/// With more shards, the states of the shards are not read.
const FEW_SHARDS: u32 = 1_000;

/// Reads some bytes as `job.json`, and opens the job as one of each kind. Returns whether they
/// describe a job.
pub fn description_bytes(bytes: &[u8], kinds: &[Open]) -> bool {
    let directory = Directory::in_memory();
    let path = directory.write("job.json", bytes);
    let job = match Job::open(directory.path()) {
        Ok(job) => job,
        Err(error) => {
            names(&error, &path);
            return false;
        }
    };
    let shards: u64 = job.stages().iter().map(|stage| u64::from(stage.shards)).sum();
    assert_eq!(u64::from(job.shards()), shards);
    assert!(job.shard(job.shards()).is_none());
    places_of_files(&job);
    let kinds = kinds.iter().filter_map(|open| match open(&job) {
        Ok(kind) => Some(kind),
        Err(error) => {
            names(&error, &path);
            None
        }
    });
    for kind in kinds {
        for stage in job.stages() {
            kind.memory(stage);
            assert!(kind.expected_seconds(stage) >= 0.0);
        }
        if job.shards() <= FEW_SHARDS {
            let verified = job.verify(&*kind, Interruption::NEVER, &mut |_| ());
            let verified = verified.expect("no interruption");
            assert_eq!((verified.good, verified.not_run), (0, shards));
        }
    }
    if job.shards() <= FEW_SHARDS {
        let states = job.status().expect("no record");
        let mut states = states.iter().flat_map(|stage| &stage.shards);
        assert!(states.all(|state| matches!(state, State::Open)));
    }
    true
}

/// Every result and every record is a file of its own in the directory of the job.
fn places_of_files(job: &Job) {
    let mut paths = HashSet::new();
    for stage in job.stages() {
        for path in job.result_paths(stage, 0).chain([job.record_path(stage, 0)]) {
            let inner = path.strip_prefix(job.directory()).expect("a path in the directory");
            let mut parts = inner.components();
            assert!(parts.all(|part| matches!(part, Component::Normal(_))), "{path:?}");
            assert_eq!(inner.components().count(), 3, "{path:?}");
            assert!(paths.insert(path.clone()), "{path:?} is the path of two files");
        }
    }
}

/// Reads some bytes as the record of a shard, as they are and with an identity and a hash that fit.
/// Returns whether they are a record but for the identity and the hash.
pub fn record_bytes<K: Kind>(done: &DoneJob<K>, number: u32, bytes: &[u8]) -> bool {
    let job = &done.job;
    let number = number % job.shards();
    let shard = job.shard(number).expect("a shard");
    let path = job.record_path(shard.stage, shard.number);
    let good = fs::read(&path).expect("a record");
    fs::write(&path, bytes).expect("written");
    let _ = read_record(job, shard, &path);
    done.read_all(job.shards());
    let fitting = with_identity(job, shard, bytes);
    if let Some(record) = &fitting {
        fs::write(&path, text_of(record)).expect("written");
        match read_record(job, shard, &path) {
            Some(read) => assert_eq!(read, *record),
            // A result has as many files as its stage says.
            None if record.files.len() != shard.stage.files.len() => {}
            // A number with a fraction may be read as its neighbour, which has another hash.
            None => assert!(has_fraction(&record.facts), "{record:?}"),
        }
        done.read_all(number);
    }
    fs::write(&path, good).expect("written");
    fitting.is_some()
}

/// Reads a record in all ways, which agree.
fn read_record(job: &Job, shard: Shard<'_>, path: &Path) -> Option<Record> {
    let read = Record::read(job, shard.stage, shard.number);
    if let Err(error) = &read {
        names(error, path);
    }
    match job.status() {
        Ok(states) => match &states[shard.stage_index].shards[shard.number as usize] {
            State::Done(record) => assert_eq!(Some(&**record), read.as_ref().ok()?.as_ref()),
            State::Damaged(_) => assert!(read.is_err()),
            state => panic!("{state:?}"),
        },
        Err(error) => {
            names(&error, path);
            assert!(read.is_err());
        }
    }
    read.ok().flatten()
}

/// Returns the record of some JSON, with the identity of the shard and a hash that fits.
fn with_identity(job: &Job, shard: Shard<'_>, bytes: &[u8]) -> Option<Record> {
    let mut value: Value = serde_json::from_slice(bytes).ok()?;
    let fields = value.as_object_mut()?;
    let identity = [
        ("job", json!(job.id())),
        ("version", json!(job.description().version)),
        ("stage", json!(shard.stage.name)),
        ("shard", json!(shard.number)),
    ];
    for (name, value) in identity {
        fields.insert(name.to_owned(), value);
    }
    serde_json::from_value(value).ok().map(sealed)
}

/// Returns a record with a hash that fits.
fn sealed(mut record: Record) -> Record {
    let Record { job, version, stage, shard, files, rows, facts, .. } = &record;
    let fields = json!([job, version, stage, shard, files, rows, facts]);
    record.record_sha256 = hex(&Sha256::digest(fields.to_string()));
    record
}

fn text_of(record: &Record) -> Vec<u8> {
    serde_json::to_vec_pretty(record).expect("a text")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(has_fraction),
        Value::Object(fields) => fields.values().any(has_fraction),
        Value::Number(number) => number.is_f64(),
        _ => false,
    }
}
