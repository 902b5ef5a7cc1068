//! Runs: interrupted, repeated, shard by shard.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use setwise::Position;
use setwise_jobs::executor::{Event, RunOptions};
use setwise_jobs::inspection::State;
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job};
use setwise_testkit::suites::USUAL;

use super::{Directory, OPTIONS, contents, deep, example, planned, run};

#[test]
fn results_do_not_depend_on_threads_or_interruptions() {
    let directory = Directory::in_memory();
    let whole = example(&directory, "whole");
    run(&whole);
    let expected = contents(&whole);

    let job = example(&directory, "interrupted");
    let one = RunOptions { threads: 1, memory: 1 << 30 };
    let mut runs = 0;
    loop {
        let done = AtomicU32::new(0);
        let stop = || done.load(Ordering::Relaxed) == 2;
        let watch = |event: Event<'_>| {
            if let Event::Done(_) = event {
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        runs += 1;
        match job.run(&deep(&job), one, Interruption::new(&stop), &watch) {
            Ok(failures) => {
                assert!(failures.is_empty());
                break;
            }
            Err(Error::Interrupted) => assert_eq!(done.into_inner(), 2),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(runs > 5, "{runs} runs");
    assert!(contents(&job) == expected);
}

#[test]
fn shards_are_run_one_by_one_in_order() {
    let directory = Directory::in_memory();
    let whole = example(&directory, "whole");
    run(&whole);
    let job = example(&directory, "one-by-one");
    let kind = deep(&job);
    let error = job.run_shard(&kind, 4, 1, Interruption::NEVER, &|_| ()).expect_err("too early");
    assert_eq!(
        error.to_string(),
        "shard 4 is of stage split-3, and stage frontier-1 is not complete"
    );
    for number in 0..job.shards() {
        job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
        // Twice is harmless.
        job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
    }
    let error = job.run_shard(&kind, job.shards(), 1, Interruption::NEVER, &|_| ());
    let expected = format!("there is no shard {0} (the job has {0})", job.shards());
    assert_eq!(error.expect_err("too many").to_string(), expected);
    // Nothing cleans up after the last stage, so runs of the last ply are compared too, if they are
    // there.
    let (found, expected) = (contents(&job), contents(&whole));
    assert!(expected.iter().all(|(path, bytes)| found.get(path) == Some(bytes)));
    let last = job.shards() - 1;
    job.recheck_shard(&kind, last, Interruption::NEVER).expect("the same");
}

/// A frontier whose runs are gone is made again from the frontier before.
#[test]
fn a_deleted_result_is_made_again() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let expected = contents(&job);
    for name in ["frontier-3", "frontier-1", "count"] {
        let stage = job.stage(name).expect("a stage");
        fs::remove_file(job.result_path(stage, 0)).expect("deleted");
        fs::remove_file(job.record_path(stage, 0)).expect("deleted");
        run(&job);
        assert!(contents(&job) == expected, "{name}");
    }
    // Without the record the result counts as missing, and without the result the record does.
    let stage = job.stage("frontier-4").expect("a stage");
    fs::remove_file(job.record_path(stage, 1)).expect("deleted");
    fs::remove_file(job.result_path(stage, 2)).expect("deleted");
    run(&job);
    assert!(contents(&job) == expected);
}

/// The shards beside one that fails are done all the same, and the next run does the rest.
#[cfg(unix)]
#[test]
fn a_shard_that_fails_does_not_stop_the_others() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    let stage = job.stage("frontier-4").expect("a stage");
    // A directory stands where the result should go, as little as a full disk can be renamed over.
    let obstacle = job.result_path(stage, 2);
    fs::create_dir(&obstacle).expect("a directory");
    fs::write(obstacle.join("file"), "").expect("a file");
    let failures = job.run(&deep(&job), OPTIONS, Interruption::NEVER, &|_| ()).expect("a run");
    let failed: Vec<(&str, u32)> =
        failures.iter().map(|failure| (failure.stage.as_str(), failure.shard)).collect();
    assert_eq!(failed, [("frontier-4", 2)]);
    assert!(failures[0].error.to_string().contains("frontier-4/00002.frontier"), "{failures:?}");

    let states = job.status().expect("states");
    let state = states.iter().find(|state| state.stage == stage).expect("a stage");
    for (number, shard) in state.shards.iter().enumerate() {
        assert_eq!(matches!(shard, State::Open), number == 2, "{number}: {shard:?}");
    }
    fs::remove_dir_all(&obstacle).expect("deleted");
    run(&job);
    let whole = example(&directory, "whole");
    run(&whole);
    assert!(contents(&job) == contents(&whole));
}

#[test]
fn a_plan_is_refused_if_it_makes_no_sense() {
    use setwise_jobs::deep::{Estimate, PlanOptions, plan};
    let directory = Directory::in_memory();
    let position = USUAL[1].position();
    let estimate = Estimate::new(&position, 3);
    let refused = |depth, split, shards, to: &str| {
        let options = PlanOptions { position, depth, split, divide: false, shards };
        plan(&directory.path().join(to), &options, &estimate).expect_err("refused").to_string()
    };
    assert_eq!(refused(3, 4, None, "a"), "the split is 4 (expected 1 to 3, which is the depth)");
    assert_eq!(refused(3, 0, None, "a"), "the split is 0 (expected 1 to 3, which is the depth)");
    assert_eq!(refused(3, 3, Some(0), "a"), "0 shards (expected 1 to 99999)");
    fs::create_dir(directory.path().join("b")).expect("created");
    fs::write(directory.path().join("b/file"), "").expect("written");
    assert!(refused(3, 3, None, "b").ends_with("b: the directory is not empty"));
    assert!(refused(3, 3, None, "b/file/c").contains("b/file"), "a file is no directory");
}

#[test]
fn a_run_with_too_little_memory_is_refused() {
    let directory = Directory::in_memory();
    let job = planned(&directory.path().join("job"), Position::INITIAL, 11, 10, false);
    let refused = |memory| {
        let options = RunOptions { threads: 1, memory };
        job.run(&deep(&job), options, Interruption::NEVER, &|_| ())
            .expect_err("refused")
            .to_string()
    };
    let expected = "a shard of stage expand-2 needs about 640 MiB of memory (allowed are 639 MiB)";
    assert_eq!(refused((640 << 20) - 1), expected);
    // The files of deep frontiers are large.
    let expected =
        "a shard of stage frontier-10 needs about 700 MiB of memory (allowed are 640 MiB)";
    assert_eq!(refused(640 << 20), expected);
}

/// What a scheduler outside does: the shards of a stage in any order, then the check of the stage.
#[test]
fn a_scheduler_runs_stages() {
    let directory = Directory::in_memory();
    let whole = example(&directory, "whole");
    run(&whole);
    let job = example(&directory, "scheduled");
    let kind = deep(&job);
    assert!(job.complete_stage(&kind, 0).is_err());
    for index in 0..job.stages().len() {
        let mut open = job.open_shards(index).expect("a stage");
        assert_eq!(open.len(), job.stages()[index].shards as usize);
        open.reverse();
        for number in open {
            job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
        }
        job.complete_stage(&kind, index).expect("complete");
        assert!(job.open_shards(index).expect("a stage").is_empty());
    }
    assert!(job.open_shards(job.stages().len()).is_err());
    assert!(contents(&job) == contents(&whole));
}

/// What `docs/deep-perft.md` says to send: the last frontier, the records of its runs, and some
/// counts.
#[test]
fn a_part_of_a_job_is_verified_elsewhere() {
    let directory = Directory::in_memory();
    let job = example(&directory, "whole");
    run(&job);
    let to = directory.path().join("sent");
    let copy = |path: &Path| {
        let target = to.join(path.strip_prefix(job.directory()).expect("in it"));
        fs::create_dir_all(target.parent().expect("a directory")).expect("created");
        fs::copy(path, target).expect("copied");
    };
    copy(&job.directory().join("job.json"));
    let mut sent = 0;
    for stage in job.stages() {
        let some = match stage.name.as_str() {
            "expand-4" | "frontier-4" => stage.shards,
            "count" => 1,
            _ => 0,
        };
        for number in 0..some {
            copy(&job.record_path(stage, number));
            if stage.name != "expand-4" {
                copy(&job.result_path(stage, number));
                sent += 1;
            }
        }
    }
    let part = Job::open(&to).expect("a job");
    let verified =
        part.verify(&deep(&part), Interruption::NEVER, &mut |_| ()).expect("no interruption");
    let faults = verified.faults;
    assert_eq!((verified.good, faults.len()), (sent, 0), "{:?}", faults.first());
    assert!(verified.not_run > 0);
    // What is missing is computed, in directories that are created.
    run(&part);
    // How many positions are recounted depends on the time that counting took.
    let outcome = |job: &Job| {
        let outcome = setwise_jobs::deep::outcome(&deep(job), job).expect("complete");
        (outcome.total, outcome.moves, outcome.frontiers)
    };
    assert_eq!(outcome(&part), outcome(&job));
}
