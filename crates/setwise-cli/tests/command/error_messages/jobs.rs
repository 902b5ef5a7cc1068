//! Errors of jobs, without the directory of the test.

use std::fs;

use serde_json::Value;
use setwise_jobs::executor::{RunOptions, Share};
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary};
use setwise_jobs::record::Output;
use setwise_jobs::{Error, Job, Kind, Record};
use setwise_testkit::Directory;

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    let directory = Directory::in_memory();
    let folder = |name: &str| directory.path().join(name);
    let add = |inventory: &mut Inventory, input: &str, error: &Error| {
        let mut message = error.to_string().replace(&directory.file(""), "");
        // The name of a temporary file is random.
        if let (Some(begin), Some(end)) = (message.find(".txt."), message.find(".tmp")) {
            message.replace_range(begin + ".txt.".len()..end, "…");
        }
        inventory.add_text(input, &message, error);
    };

    inventory.function("Job::open");
    directory.write("other/job.json", b"{}");
    fs::create_dir_all(folder("unread/job.json")).expect("a directory");
    for (name, input) in [
        ("empty", "a directory without job.json"),
        ("other", "{}"),
        ("unread", "a directory with the name job.json"),
    ] {
        add(inventory, input, &Job::open(&folder(name)).expect_err(input));
    }

    let stage = |name: &str, needed_until: Option<&str>| Stage {
        name: name.to_owned(),
        shards: 1,
        files: vec!["txt".to_owned()],
        needed_until: needed_until.map(str::to_owned),
    };
    let stages = vec![stage("parts", Some("sum")), stage("sum", None)];
    let job = Job::create(&folder("job"), "test", 1, Value::Null, Vec::new(), stages);
    let job = job.expect("a job");
    let run =
        |kind: &dyn Kind, number| job.run_shard(kind, number, 1, Interruption::NEVER, &|_| ());
    let idle = Hooked(|_: &Job| ());
    inventory.function("Job::run_shard");
    add(inventory, "the second stage before the first", &run(&idle, 1).expect_err("too early"));
    run(&idle, 0).expect("a result");

    inventory.function("Job::run_share");
    let (options, share) = (RunOptions { threads: 1, memory: 0 }, "2/2".parse::<Share>());
    let share = Share { waits: false, ..share.expect("a share") };
    fs::remove_file(job.record_path(&job.stages()[0], 0)).expect("deleted");
    let run_share = job.run_share(&idle, share, options, Interruption::NEVER, &|_| ());
    add(inventory, "a share that does not wait", &run_share.expect_err("shard 0 is missing"));
    run(&idle, 0).expect("a result");

    inventory.function("Job::recheck_shard");
    run(&idle, 1).expect("a result");
    job.complete_stage(&idle, 1).expect("complete");
    let error = job.recheck_shard(&idle, 1, Interruption::NEVER).expect_err("deleted");
    add(inventory, "the results that it needs are deleted", &error);
    inventory.function("Interruption::check");
    let error = Interruption::new(&|| true).check().expect_err("it has come");
    add(inventory, "an interruption that has come", &error);
}

/// A kind of job without results, which calls a function in each shard.
struct Hooked<F>(F);

impl<F: Fn(&Job) + Send + Sync> Kind for Hooked<F> {
    fn run(
        &self,
        job: &Job,
        _: Shard<'_>,
        _: &mut Output,
        _: Interruption<'_>,
    ) -> Result<Summary, Error> {
        (self.0)(job);
        Ok(Summary::default())
    }

    fn check_stage(&self, _: &Job, _: &Stage, _: &[Record]) -> Result<(), Error> {
        Ok(())
    }

    fn memory(&self, _: &Stage) -> u64 {
        0
    }

    fn expected_seconds(&self, _: &Stage) -> f64 {
        0.0
    }
}
