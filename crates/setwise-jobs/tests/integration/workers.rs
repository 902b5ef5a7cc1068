//! Runs beside each other, shares, killed workers, and what they leave behind.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use setwise::Position;
use setwise_jobs::deep::{Deep, outcome};
use setwise_jobs::executor::{Event, Share};
use setwise_jobs::inspection::State;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary};
use setwise_jobs::record::{Output, Record};
use setwise_jobs::{Error, Job, Kind};

use super::{Directory, OPTIONS, contents, deep, example, planned, run};

/// Deep perft that calls a function when a shard begins, after its temporary file was created.
struct Hooked<F> {
    deep: Deep,
    begin: F,
}

impl<F: Fn(&Job, Shard<'_>) + Send + Sync> Kind for Hooked<F> {
    fn run(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<Summary, Error> {
        (self.begin)(job, shard);
        self.deep.run(job, shard, output, interruption)
    }

    fn check_stage(&self, job: &Job, stage: &Stage, records: &[Record]) -> Result<(), Error> {
        self.deep.check_stage(job, stage, records)
    }

    fn memory(&self, stage: &Stage) -> u64 {
        self.deep.memory(stage)
    }

    fn expected_seconds(&self, stage: &Stage) -> f64 {
        self.deep.expected_seconds(stage)
    }
}

/// Returns the temporary files of the results of a stage.
fn temporary(job: &Job, stage: &Stage) -> Vec<PathBuf> {
    let entries = fs::read_dir(job.directory().join("temporary")).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let of_stage = format!("{}-0", stage.name);
    paths.filter(|path| name(path).is_some_and(|name| name.starts_with(&of_stage))).collect()
}

fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Three runs of the whole job at once, which begin the first shard together. Finds a result that is
/// not whole, a run that fails because another one has deleted what it needs, and one that tells a
/// shard that another one has done.
#[test]
fn runs_beside_each_other_make_the_same_results() {
    let directory = Directory::in_memory();
    let whole = example(&directory, "whole");
    run(&whole);
    let job = example(&directory, "shared");
    let (began, ran, runs) = (AtomicU32::new(0), AtomicU32::new(0), AtomicU32::new(0));
    let begin = |_: &Job, shard: Shard<'_>| {
        runs.fetch_add(1, Ordering::Relaxed);
        if shard.stage_index == 0 {
            began.fetch_add(1, Ordering::Relaxed);
            wait_until("no other worker runs the shard", || began.load(Ordering::Relaxed) >= 3);
        }
    };
    let watch = |event: Event<'_>| {
        if let Event::Done(_) = event {
            ran.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let job = Job::open(job.directory()).expect("a job");
                let kind = Hooked { deep: deep(&job), begin };
                let failures = job.run(&kind, OPTIONS, Interruption::NEVER, &watch).expect("a run");
                assert!(failures.is_empty(), "{failures:?}");
            });
        }
    });
    assert!(runs.into_inner() >= job.shards() + 2, "a shard was run three times");
    assert!(ran.into_inner() >= job.shards());
    // A slow worker may have made a result again after its use.
    job.clean().expect("cleaned");
    assert!(contents(&job) == contents(&whole));
}

/// Each share runs its own shards only, and together they are the job. Finds a share that does not
/// wait for the others, or that goes on without them.
#[test]
fn shares_are_run_on_several_machines() {
    let directory = Directory::in_memory();
    let whole = example(&directory, "whole");
    run(&whole);
    for of in [1, 2, 3, 7] {
        let job = example(&directory, &format!("shared-{of}"));
        let ran = AtomicU32::new(0);
        let watch = |event: Event<'_>| {
            if let Event::Done(_) = event {
                ran.fetch_add(1, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            for number in 1..=of {
                let (job, watch) = (&job, &watch);
                scope.spawn(move || {
                    let job = Job::open(job.directory()).expect("a job");
                    let share =
                        Share { number, ..Share::from_str(&format!("1/{of}")).expect("a share") };
                    let run =
                        job.run_share(&deep(&job), share, OPTIONS, Interruption::NEVER, watch);
                    assert!(run.expect("a run").is_empty());
                });
            }
        });
        assert_eq!(ran.into_inner(), job.shards(), "each shard is run once");
        assert!(contents(&job) == contents(&whole));
    }
    // A share that does not wait names what is missing; the share of a lost machine is run again.
    let job = example(&directory, "alone");
    let run_share = |number, waits| {
        let share = Share { number, of: 2, waits };
        job.run_share(&deep(&job), share, OPTIONS, Interruption::NEVER, &|_| ())
    };
    let mut rounds = 0_u32;
    while let Err(error) = run_share(2 - rounds % 2, false) {
        let message = error.to_string();
        assert!(matches!(error, Error::Unfinished { .. }), "{message}");
        assert!(
            message.starts_with("this share is done; stage ") && message.contains(" lacks shard")
        );
        rounds += 1;
        assert!(rounds < 100, "{message}");
    }
    let divided = job.stages().iter().filter(|stage| stage.shards > 1).count();
    assert!(divided > 1 && rounds >= divided as u32, "{rounds} of {divided}");
    run(&job);
    assert!(contents(&job) == contents(&whole));
    for wrong in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "1/99999999999"] {
        assert!(Share::from_str(wrong).is_err(), "{wrong}");
    }
}

/// Finds a temporary file that a run deletes although its writer may live, and one that stays when
/// the job is cleaned.
#[test]
fn what_killed_processes_left_is_deleted_on_request() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    let leftover = job.directory().join("temporary/frontier-4-00001.frontier.abcdef.tmp");
    fs::write(&leftover, "half a result").expect("written");
    run(&job);
    assert!(leftover.exists());
    let expected = contents(&job);
    assert_eq!(job.clean().expect("cleaned"), 1);
    assert!(!leftover.exists() && contents(&job) == expected);
    assert_eq!(job.clean().expect("cleaned"), 0);
}

/// Finds a temporary file of a check, which a run beside it could take for a leftover.
#[test]
fn a_shard_is_computed_again_for_a_check_without_a_file() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let begin = |job: &Job, shard: Shard<'_>| assert!(temporary(job, shard.stage).is_empty());
    let kind = Hooked { deep: deep(&job), begin };
    let record = job.recheck_shard(&kind, job.shards() - 1, Interruption::NEVER).expect("the same");
    assert!(record.bytes() > 0);
}

/// Finds a good result that a check calls wrong because what it needs is deleted meanwhile, as by a
/// run beside the check.
#[test]
fn results_that_are_deleted_during_a_check_are_no_fault() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    let index = job.stages().iter().position(|stage| stage.name == "frontier-4").expect("a stage");
    let number: u32 = job.stages()[..index].iter().map(|stage| stage.shards).sum();
    for number in 0..=number {
        job.run_shard(&deep(&job), number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
    }
    let needed =
        job.stages().iter().find(|stage| stage.needed_until.as_deref() == Some("frontier-4"));
    let needed = needed.expect("a stage");
    let begin = |job: &Job, _: Shard<'_>| {
        let paths = (0..needed.shards).map(|number| job.result_path(needed, number));
        paths.for_each(|path| fs::remove_file(path).expect("deleted"));
    };
    let kind = Hooked { deep: deep(&job), begin };
    let error = job.recheck_shard(&kind, number, Interruption::NEVER).expect_err("deleted");
    assert!(matches!(error, Error::Deleted { .. }), "{error}");
}

/// Records as some file systems leave them after a power cut. Finds a run that stops at one, and a
/// state that cannot be shown.
#[test]
fn a_record_that_is_cut_off_is_made_again() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let expected = contents(&job);
    let stage = job.stage("frontier-4").expect("a stage");
    let path = job.record_path(stage, 2);
    let good = fs::read(&path).expect("a record");
    for damaged in [&good[..0], &good[..1], &good[..good.len() / 2], &vec![0; good.len()]] {
        fs::write(&path, damaged).expect("written");
        let states = job.status().expect("states");
        let state = states.iter().find(|state| state.stage == stage).expect("a stage");
        match &state.shards[2] {
            State::Damaged(message) => {
                assert!(message.starts_with(&path.display().to_string()), "{message}");
                assert!(
                    message.ends_with("(`setwise job run` makes the shard again)"),
                    "{message}"
                );
            }
            other => panic!("{other:?}"),
        }
        let message = outcome(&deep(&job), &job).expect_err("damaged").to_string();
        assert!(message.starts_with(&path.display().to_string()), "{message}");
        let told = AtomicU32::new(0);
        let watch = |event: Event<'_>| {
            if let Event::Damaged(found) = event {
                assert_eq!(found, path);
                told.fetch_add(1, Ordering::Relaxed);
            }
        };
        let failures = job.run(&deep(&job), OPTIONS, Interruption::NEVER, &watch).expect("a run");
        assert!(failures.is_empty(), "{failures:?}");
        assert_eq!(told.into_inner(), 1);
        assert!(contents(&job) == expected);
    }
}

/// Finds a scheduler's shard whose damaged record still counted as done when the stages before were
/// judged, so that it ran without the results that it needs, which had been deleted after their
/// use.
#[test]
fn a_shard_with_a_damaged_record_waits_for_the_results_that_it_needs() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let stage = job.stage("frontier-4").expect("a stage");
    fs::write(job.record_path(stage, 2), "{").expect("written");
    let index = job.stages().iter().position(|other| other == stage).expect("a stage");
    let first: u32 = job.stages()[..index].iter().map(|stage| stage.shards).sum();
    let error = job
        .run_shard(&deep(&job), first + 2, 1, Interruption::NEVER, &|_| ())
        .expect_err("the runs were deleted");
    let message = error.to_string();
    let before = &job.stages()[index - 1];
    assert!(message.ends_with("is not complete"), "{message} ({})", before.name);
}

/// A scheduler asks for the open shards of each stage. Finds the fault that a shard whose record is
/// cut off counted as done: it was once in `executor.rs`.
#[test]
fn a_scheduler_makes_a_record_again_that_is_cut_off() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let expected = contents(&job);
    fs::write(job.record_path(job.stage("frontier-4").expect("a stage"), 2), "{").expect("written");
    let kind = deep(&job);
    let mut ran = 0;
    for index in 0..job.stages().len() {
        for number in job.open_shards(index).expect("a stage") {
            job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
            ran += 1;
        }
        job.complete_stage(&kind, index).expect("complete");
    }
    // The runs are made again too.
    assert!(ran > 1, "{ran}");
    assert!(contents(&job) == expected);
}

/// Returns the number of the first shard of a stage in the job.
fn first(job: &Job, name: &str) -> u32 {
    job.stages().iter().take_while(|stage| stage.name != name).map(|stage| stage.shards).sum()
}

/// Finds a mark, or the records beside it, that is trusted although it is damaged or of another
/// job, and one that is not made again.
#[test]
fn a_mark_that_does_not_fit_is_made_again() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let other = planned(&directory.path().join("other"), Position::INITIAL, 4, 4, false);
    run(&other);
    let expected = contents(&job);
    let count = job.stage("count").expect("a stage");
    let number = first(&job, "count");
    let folder = |job: &Job| job.directory().join("complete");
    for name in ["frontier-4.json", "expand-3.json"] {
        let path = folder(&job).join(name);
        let good = fs::read(&path).expect("a file");
        let of_other = fs::read(folder(&other).join(name)).expect("a file");
        let changed =
            String::from_utf8(good.clone()).expect("text").replace("\"rows\": ", "\"rows\": 1");
        for bad in [&b""[..], &good[..good.len() / 2], b"[]", &of_other, changed.as_bytes()] {
            assert!(bad != good);
            fs::write(&path, bad).expect("written");
            fs::remove_file(job.record_path(count, 0)).expect("deleted");
            job.run_shard(&deep(&job), number, 1, Interruption::NEVER, &|_| ()).expect("a shard");
            run(&job);
            assert!(fs::read(&path).expect("a file") == good, "{name}");
            assert!(contents(&job) == expected, "{name}");
        }
    }
}

/// A worker trusts the mark of the stage before, so a result that was deleted by hand is an error
/// for it; a run of the whole job makes it again, and so does a scheduler.
#[test]
fn a_deleted_result_of_a_marked_stage_is_named_and_made_again() {
    let directory = Directory::in_memory();
    let job = example(&directory, "job");
    run(&job);
    let expected = contents(&job);
    let (frontier, count) = (job.stage("frontier-4"), job.stage("count"));
    let (frontier, count) = (frontier.expect("a stage"), count.expect("a stage"));
    let (number, kind) = (first(&job, "count"), deep(&job));
    for by_scheduler in [false, true] {
        fs::remove_file(job.result_path(frontier, 0)).expect("deleted");
        fs::remove_file(job.record_path(count, 0)).expect("deleted");
        let error = job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ());
        let message = error.expect_err("a result is missing").to_string();
        let path = job.result_path(frontier, 0).display().to_string();
        assert!(message.contains(&path), "{message}");
        if by_scheduler {
            for index in 0..job.stages().len() {
                for number in job.open_shards(index).expect("a stage") {
                    let run = job.run_shard(&kind, number, 1, Interruption::NEVER, &|_| ());
                    run.expect("a shard");
                }
                job.complete_stage(&kind, index).expect("complete");
            }
        } else {
            run(&job);
        }
        assert!(contents(&job) == expected, "{by_scheduler}");
    }
}
