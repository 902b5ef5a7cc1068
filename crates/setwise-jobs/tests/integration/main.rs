//! Tests of jobs and of deep perft in directories.

mod any_bytes;
mod damage;
mod frontiers;
mod running;
mod workers;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use setwise::Position;
use setwise_jobs::Job;
use setwise_jobs::deep::{Deep, Estimate, PlanOptions, Settings, plan};
use setwise_jobs::executor::RunOptions;
use setwise_jobs::kind::Interruption;
use setwise_perft::Backend;
use setwise_testkit::Directory;

/// Plans a deep perft.
pub(crate) fn planned(to: &Path, position: Position, depth: u8, split: u8, divide: bool) -> Job {
    let options = PlanOptions { position, depth, split, divide, shards: None };
    plan(to, &options, &Estimate::new(&position, split)).expect("a plan")
}

/// Plans a deep perft of several files in a directory.
pub(crate) fn example(directory: &Directory, name: &str) -> Job {
    planned(&directory.path().join(name), Position::INITIAL, 5, 4, false)
}

/// Opens a job.
pub(crate) fn deep(job: &Job) -> Deep {
    Deep::open(job, settings()).expect("a job")
}

pub(crate) fn settings() -> Settings {
    Settings { hash: 1 << 20, backend: Backend::fastest() }
}

pub(crate) const OPTIONS: RunOptions = RunOptions { threads: 2, memory: 4 << 30 };

/// Runs a job to its end.
pub(crate) fn run(job: &Job) {
    let failures = job.run(&deep(job), OPTIONS, Interruption::NEVER, &|_| ()).expect("a run");
    assert!(failures.is_empty(), "{failures:?}");
}

/// Returns the contents of all results, by path, and of all records without what differs from run
/// to run.
pub(crate) fn contents(job: &Job) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut contents = BTreeMap::new();
    for stage in job.stages() {
        for number in 0..stage.shards {
            let path = job.result_path(stage, number);
            if let Ok(bytes) = fs::read(&path) {
                contents.insert(path, bytes);
            }
            let path = job.record_path(stage, number);
            let text = fs::read(&path).expect("a record");
            let mut record: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
            let fields = record.as_object_mut().expect("an object");
            for varying in ["notes", "host", "seconds", "finished"] {
                fields.remove(varying).expect("a field");
            }
            contents.insert(path, record.to_string().into());
        }
    }
    let root = job.directory();
    contents
        .into_iter()
        .map(|(path, bytes)| (path.strip_prefix(root).expect("in it").into(), bytes))
        .collect()
}
