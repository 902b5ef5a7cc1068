//! Damaged results: each is refused, with the file's name.

use std::fs;
use std::path::Path;

use setwise::Position;
use setwise_jobs::executor::RunOptions;
use setwise_jobs::job::{Stage, program};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job, Record};
use setwise_testkit::random::Random;
use setwise_testkit::suites::USUAL;
use sha2::{Digest, Sha256};

use super::{Directory, deep, planned, run};

const ONE: RunOptions = RunOptions { threads: 1, memory: 1 << 30 };

/// A job whose last two stages have not been run.
fn half(directory: &Directory) -> Job {
    let job = planned(&directory.path().join("half"), Position::INITIAL, 5, 4, false);
    let before = job.stages().iter().position(|stage| stage.name == "frontier-4").expect("a stage");
    for number in 0..job.stages()[..before].iter().map(|stage| stage.shards).sum() {
        job.run_shard(&deep(&job), number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
    }
    job
}

/// Returns the message of a run about a damaged file.
fn message(job: &Job) -> String {
    match job.run(&deep(job), ONE, Interruption::NEVER, &|_| ()) {
        Ok(failures) => {
            let message = failures.first().map(|failure| failure.error.to_string());
            message.expect("a run over a damaged file fails")
        }
        Err(error) => error.to_string(),
    }
}

/// Returns the faults that a check finds.
fn faults(job: &Job) -> Vec<Error> {
    let verified = job.verify(&deep(job), Interruption::NEVER, &mut |_| ());
    verified.expect("no interruption").faults
}

/// Changes the text of a record, and its hash so that it fits.
fn adapt(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a record");
    assert!(text.contains(from), "{text}");
    let mut record: Record = serde_json::from_str(&text.replace(from, to)).expect("a record");
    let Record { job, version, stage, shard, files, rows, facts, .. } = &record;
    let fields = serde_json::json!([job, version, stage, shard, files, rows, facts]);
    let hash = Sha256::digest(fields.to_string());
    record.record_sha256 = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(path, serde_json::to_string_pretty(&record).expect("a text")).expect("written");
}

fn names(message: &str, path: &Path) -> bool {
    message.starts_with(&path.display().to_string())
}

/// Every byte of a run is read by the next stage, and every byte of every result by `verify`.
#[test]
fn a_flipped_bit_is_found() {
    let directory = Directory::in_memory();
    let job = half(&directory);
    assert!(faults(&job).is_empty());
    let mut random = Random::default();
    for (name, is_read) in [("expand-4", true), ("frontier-3", false), ("split-4", false)] {
        let path = job.result_path(job.stage(name).expect("a stage"), 0);
        let good = fs::read(&path).expect("a result");
        let at = (0..30).map(|_| random.below(good.len())).chain([0, good.len() - 1]);
        for at in at.collect::<Vec<usize>>() {
            let mut bad = good.clone();
            bad[at] ^= 1 << random.below(8);
            fs::write(&path, &bad).expect("written");
            let faults = faults(&job);
            assert!(
                matches!(&faults[..], [fault] if names(&fault.to_string(), &path)),
                "{faults:?}"
            );
            if is_read {
                for number in 0..stage(&job, "frontier-4").shards {
                    let _ = fs::remove_file(job.record_path(stage(&job, "frontier-4"), number));
                }
                let message = message(&job);
                assert!(names(&message, &path), "byte {at}: {message}");
            }
        }
        fs::write(&path, &good).expect("written");
    }
    run(&job);
}

/// The last frontier is read by the count.
#[test]
fn a_flipped_bit_in_the_last_frontier_is_found_by_the_count() {
    let directory = Directory::in_memory();
    let job = planned(&directory.path().join("job"), Position::INITIAL, 4, 3, false);
    run(&job);
    let count = job.stage("count").expect("a stage");
    fs::remove_file(job.record_path(count, 0)).expect("deleted");
    let path = job.result_path(job.stage("frontier-3").expect("a stage"), 0);
    let good = fs::read(&path).expect("a result");
    let mut random = Random::default();
    for _ in 0..30 {
        // The sample at the end is read by the split only.
        let at = random.below(good.len() / 2);
        let mut bad = good.clone();
        bad[at] ^= 1 << random.below(8);
        fs::write(&path, &bad).expect("written");
        let message = message(&job);
        assert!(names(&message, &path), "byte {at}: {message}");
    }
}

#[test]
fn a_truncated_result_is_found() {
    let directory = Directory::in_memory();
    let job = half(&directory);
    let path = job.result_path(job.stage("expand-4").expect("a stage"), 0);
    let good = fs::read(&path).expect("a result");
    for len in [0, 1, 15, 100, good.len() / 2, good.len() - 1] {
        fs::write(&path, &good[..len]).expect("written");
        let expected = format!("{}: it has {len} bytes (expected {})", path.display(), good.len());
        assert_eq!(message(&job), expected);
        assert_eq!(faults(&job)[0].to_string(), expected);
    }
    let longer = [&good[..], &[0]].concat();
    fs::write(&path, longer).expect("written");
    assert!(names(&message(&job), &path));
}

#[test]
fn exchanged_results_are_found() {
    let directory = Directory::in_memory();
    let job = half(&directory);
    let stage = job.stage("expand-4").expect("a stage");
    let before = job.stage("expand-3").expect("a stage");
    let swap = |a: &Path, b: &Path| {
        let (first, second) = (fs::read(a).expect("a file"), fs::read(b).expect("a file"));
        fs::write(a, second).expect("written");
        fs::write(b, first).expect("written");
    };
    // With another shard, of which both are whole, and then with its record too.
    let other = planned(&directory.path().join("other"), Position::INITIAL, 5, 5, false);
    run(&other);
    let five = |number| other.result_path(other.stage("frontier-5").expect("a stage"), number);
    let record = |number| other.record_path(other.stage("frontier-5").expect("a stage"), number);
    swap(&five(0), &five(1));
    let faults_found = faults(&other);
    assert_eq!(faults_found.len(), 2);
    assert!(names(&faults_found[0].to_string(), &five(0)), "{faults_found:?}");
    swap(&record(0), &record(1));
    let expected = format!("{}: it is of shard 1 (expected 0)", record(0).display());
    assert_eq!(faults(&other)[0].to_string(), expected);
    swap(&five(0), &five(1));
    swap(&record(0), &record(1));

    // With the result of another stage, of which the record was changed by hand.
    fs::copy(job.record_path(before, 0), job.record_path(stage, 0)).expect("copied");
    let message_found = message(&job);
    assert!(names(&message_found, &job.record_path(stage, 0)), "{message_found}");

    // With the result and record of another job.
    let of_other = other.record_path(other.stage("frontier-3").expect("a stage"), 0);
    let three = job.stage("frontier-3").expect("a stage");
    fs::copy(of_other, job.record_path(three, 0)).expect("copied");
    let message_found = message(&job);
    let expected = format!(
        "{}: it is of job {} (expected {})",
        job.record_path(three, 0).display(),
        other.id(),
        job.id()
    );
    assert_eq!(message_found, expected);
}

/// A header is part of what is hashed, but a file and its record may both come from elsewhere.
#[test]
fn a_result_whose_record_was_adapted_is_refused_by_its_header() {
    let directory = Directory::in_memory();
    let job = half(&directory);
    let four = stage(&job, "expand-4");
    let frontier = stage(&job, "frontier-3");
    fs::copy(job.result_path(frontier, 0), job.result_path(four, 0)).expect("copied");
    fs::copy(job.record_path(frontier, 0), job.record_path(four, 0)).expect("copied");
    adapt(&job.record_path(four, 0), "\"frontier-3\"", "\"expand-4\"");
    let message = message(&job);
    assert!(names(&message, &job.result_path(four, 0)), "{message}");
    assert!(message.contains("it begins with"), "{message}");
}

fn stage<'j>(job: &'j Job, name: &str) -> &'j Stage {
    job.stage(name).expect("a stage")
}

#[test]
fn another_version_is_refused() {
    let directory = Directory::in_memory();
    let job = half(&directory);
    let four = stage(&job, "expand-4");
    let path = job.record_path(four, 0);
    let text = fs::read_to_string(&path).expect("a record");
    fs::write(&path, text.replace("\"version\": 1", "\"version\": 2")).expect("written");
    let expected = format!("{}: it is of version 2 (expected 1)", path.display());
    assert_eq!(message(&job), expected);
    assert_eq!(faults(&job)[0].to_string(), expected);
    assert!(Record::read(&job, four, 0).is_err());
    fs::write(&path, "{}").expect("written");
    let found = message(&job);
    assert!(names(&found, &path) && found.contains("(delete this file, and "), "{found}");
    fs::write(&path, &text).expect("written");

    let path = job.directory().join("job.json");
    let text = fs::read_to_string(&path).expect("a description");
    // The layout before this one, and a later one.
    for (layout, by) in [(2, "setwise 0.1.0"), (9, "setwise 9.0.0")] {
        let other = text.replace("\"layout\": 3", &format!("\"layout\": {layout}"));
        fs::write(&path, other.replace(&program(), by)).expect("written");
        let error = Job::open(job.directory()).expect_err("another layout");
        let expected = format!(
            "{}: it has layout {layout} (expected 3): plan it again in another directory, or \
             continue it with the build that planned it ({by})",
            path.display()
        );
        assert_eq!(error.to_string(), expected);
    }
    fs::write(&path, text.replace("\"version\": 1", "\"version\": 2")).expect("written");
    let other = Job::open(job.directory()).expect("a job");
    let error = setwise_jobs::deep::Deep::open(&other, super::settings()).err().expect("refused");
    let expected = format!("{}: it has version 2 of deep-perft (expected 1)", path.display());
    assert_eq!(error.to_string(), expected);
    // Options that were changed after the plan make another job, to which no record belongs.
    fs::write(&path, text.replace("\"depth\": 5", "\"depth\": 6")).expect("written");
    let changed = Job::open(job.directory()).expect("a job");
    assert!(message(&changed).contains("it is of job"), "{}", message(&changed));
}

/// A frontier with right hashes and a wrong number of positions is refused at the end of its stage.
#[test]
fn a_wrong_number_of_positions_is_refused() {
    let directory = Directory::in_memory();
    let job = half(&directory);
    let path = job.record_path(stage(&job, "frontier-3"), 0);
    adapt(&path, "5362", "5361");
    let message = message(&job);
    let expected = "the number of different positions is 5361 (expected 5362)";
    assert!(message.ends_with(expected), "{message}");
    adapt(&path, "5361", "5362");
    adapt(&path, "\"8902\"", "\"8903\"");
    let message = self::message(&job);
    assert!(message.ends_with("the sum of multiplicities is 8903 (expected 8902)"), "{message}");
}

/// The total comes from the records, so a changed digit in one must not pass.
#[test]
fn a_changed_record_is_refused() {
    let directory = Directory::in_memory();
    let job = planned(&directory.path().join("job"), USUAL[1].position(), 4, 2, false);
    run(&job);
    let path = job.record_path(stage(&job, "count"), 0);
    let good = fs::read_to_string(&path).expect("a record");
    let record = Record::read(&job, stage(&job, "count"), 0).expect("good").expect("a record");
    let sum = record.facts["sums"][0].as_str().expect("a sum");
    let first = job.shards() - stage(&job, "count").shards;
    let recheck = || job.recheck_shard(&deep(&job), first, Interruption::NEVER);
    recheck().expect("good");
    let other = format!("{}", sum.parse::<u64>().expect("a number") + 1);
    fs::write(&path, good.replace(sum, &other)).expect("written");
    let expected = format!(
        "{}: its record_sha256 does not fit its other fields (delete this file, and `setwise job run` \
         makes the shard again)",
        path.display()
    );
    assert_eq!(message(&job), expected);
    assert_eq!(faults(&job)[0].to_string(), expected);
    assert_eq!(recheck().expect_err("refused").to_string(), expected);

    // With a hash that fits, only another count finds it.
    fs::write(&path, &good).expect("written");
    adapt(&path, sum, &other);
    assert!(faults(&job).is_empty());
    let error = recheck().expect_err("refused").to_string();
    assert!(names(&error, &path) && error.contains(sum) && error.contains(&other), "{error}");

    // A shard that is computed again does not hide a damaged result.
    fs::write(&path, &good).expect("written");
    let result = job.result_path(stage(&job, "count"), 0);
    fs::write(&result, "{}").expect("written");
    assert!(names(&recheck().expect_err("refused").to_string(), &result));
}

/// What is missing is made again, even if it needs results that were deleted after their use.
#[test]
fn a_lost_result_is_made_again_with_what_it_needs() {
    let directory = Directory::in_memory();
    let job = planned(&directory.path().join("job"), Position::INITIAL, 5, 4, false);
    run(&job);
    let path = job.result_path(stage(&job, "frontier-4"), 0);
    let good = fs::read(&path).expect("a result");
    assert!(!job.result_path(stage(&job, "expand-4"), 0).exists());
    for has_record in [true, false] {
        fs::remove_file(&path).expect("deleted");
        if !has_record {
            fs::remove_file(job.record_path(stage(&job, "frontier-4"), 0)).expect("deleted");
        }
        let verified = job.verify(&deep(&job), Interruption::NEVER, &mut |_| ());
        let verified = verified.expect("no interruption");
        let (faults, not_run) = (u64::from(has_record), u64::from(!has_record));
        assert_eq!((verified.faults.len() as u64, verified.not_run), (faults, not_run));
        assert!(
            verified.deleted > 0 && verified.good + verified.deleted + 1 == u64::from(job.shards())
        );
        run(&job);
        assert!(fs::read(&path).expect("a result") == good);
    }
}
