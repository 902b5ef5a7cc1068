//! Deep counts whose processes are killed: at random instants, and at chosen points.

use std::process::Child;

use setwise_testkit::Directory;

use crate::deep::plan;
use crate::killed::Kind;
use crate::run::setwise;

/// Calls a function with deep counts that are planned with some arguments.
fn with_counts(arguments: &[&str], test: impl FnOnce(Kind<'_>)) {
    let result = |job: &str| setwise(&["deep", "result", job]).out;
    test(Kind {
        plan: &|job| plan(job, arguments),
        run: &["deep", "run"],
        options: &["--threads", "2", "--hash", "1"],
        assert_same: &|job, expected| assert_eq!(result(job), result(expected)),
    });
}

#[test]
fn a_count_that_is_killed_five_times_has_the_same_results() {
    let arguments = ["--depth", "6", "--split", "4", "--shards", "30"];
    with_counts(&arguments, |count| count.is_killed_at_random(5));
}

/// `cargo test --release -p setwise-cli --test command -- --ignored a_deep_count_that_is_killed`
#[test]
#[ignore = "long: perft 8 in 60 shards, killed 100 times"]
fn a_deep_count_that_is_killed_a_hundred_times_has_the_same_results() {
    let arguments = ["--depth", "8", "--split", "5", "--shards", "20"];
    with_counts(&arguments, |count| count.is_killed_at_random(100));
}

#[test]
fn a_count_that_ends_at_any_point_of_a_write_has_the_same_results() {
    let stages = ["frontier-1", "split-3", "expand-3", "frontier-3", "perft-3", "count"];
    let stages = stages.map(|stage| (stage, 1));
    let arguments = ["position4", "--depth", "4", "--split", "3", "--shards", "2"];
    with_counts(&arguments, |count| count.ends_at_any_point_of_a_write(&stages));
}

#[test]
fn several_processes_run_one_job() {
    let directory = Directory::in_memory();
    with_counts(&["--depth", "6", "--split", "4", "--shards", "30"], |count| {
        let whole = &count.whole(&directory);
        let job = &directory.file("job");
        (count.plan)(job);
        let mut children: Vec<Child> = (0..4).map(|_| count.start(job, "")).collect();
        children[0].kill().expect("killed");
        children[0].wait().expect("a child");
        for child in &mut children[1..] {
            assert!(child.wait().expect("a child").success());
        }
        count.assert_same(job, whole, "four processes, one of them killed");
    });
}

/// Shares of one job: they wait for each other, or end and say what is missing.
#[test]
fn shares_are_run_by_several_processes() {
    let directory = Directory::in_memory();
    with_counts(&["--depth", "6", "--split", "4", "--shards", "30"], |count| {
        let whole = &count.whole(&directory);
        let job = &directory.file("job");
        (count.plan)(job);
        let early = setwise(&["job", "run", job, "--share", "2/2", "--no-wait"]).exits(3);
        let missing = "this share is done; stage frontier-1 lacks shard 0\n";
        assert_eq!((early.out.as_str(), early.err.as_str()), ("", missing));
        std::thread::scope(|scope| {
            for share in ["1/3", "2/3", "3/3"] {
                scope.spawn(move || setwise(&["job", "run", job, "--share", share]).exits(0));
            }
        });
        count.assert_same(job, whole, "three shares");
        for wrong in ["0/2", "3/2", "1", "a/b"] {
            setwise(&["job", "run", job, "--share", wrong]).exits(2).says("expected K/N");
        }
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_count_which_can_go_on() {
    use crate::run::interrupted;
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["--depth", "9", "--split", "4"]);
    let run = interrupted(&["deep", "run", job, "--threads", "2", "--hash", "0"]).exits(130);
    run.says("interrupted; the same command continues the job");
    // What was done is whole.
    let verified = setwise(&["deep", "verify", job]).exits(0);
    assert!(verified.out.contains(" good, 0 wrong"), "{}", verified.out);
}

/// A file system of three megabytes is too small for the last frontier. When it has grown, the job
/// goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_a_count_which_goes_on_after_there_is_space() {
    let directory = Directory::in_memory();
    let arguments = ["--depth", "6", "--split", "5"];
    with_counts(&arguments, |count| {
        let whole = &count.whole(&directory);
        let Some(disk) = crate::killed::Disk::mount(&directory, "3m") else { return };
        let job = &disk.file("job");
        plan(job, &[&arguments[..], &["--force"]].concat());
        let full = setwise(&["deep", "run", job, "--threads", "2"])
            .exits(1)
            .says("No space left on device");
        assert!(full.err.contains("of stage frontier-5 failed"), "{}", full.err);
        setwise(&["deep", "verify", job]).exits(0);
        disk.resize("30m");
        setwise(&["deep", "run", job]).exits(0).prints("Nodes searched: 119060324\n");
        count.assert_same(job, whole, "after the disk was full");
    });
}

/// As in a container: the process has the same number and the same host in each attempt. Finds a
/// temporary file of a killed process that stops all later ones.
#[cfg(target_os = "linux")]
#[test]
fn a_shard_that_was_killed_in_a_container_is_run_again() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["--depth", "3", "--split", "2"]);
    setwise(&["job", "run", job, "--shard", "0"]).exits(0);
    let run = |fail_point: &str| {
        std::process::Command::new("unshare")
            .args([
                "--pid",
                "--fork",
                env!("CARGO_BIN_EXE_setwise"),
                "job",
                "run",
                job,
                "--shard",
                "1",
            ])
            .env("SETWISE_FAIL_POINT", fail_point)
            .output()
    };
    let stage = format!("{job}/results/split-2");
    let left = || std::fs::read_dir(&stage).expect("a directory").count();
    let killed = run("split-2/written").expect("a process");
    if left() == 0 {
        let message = String::from_utf8_lossy(&killed.stderr);
        eprintln!("SKIPPED: only root can give a process the number 1: {message}");
        return;
    }
    let again = run("").expect("a process");
    assert!(again.status.success(), "{again:?}");
    // The temporary file, the result and its record.
    assert_eq!(left(), 3);
}

/// Finds a run that tries to delete or to lock something although nothing is left to do.
#[cfg(target_os = "linux")]
#[test]
fn a_complete_count_can_be_on_a_read_only_file_system() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["--depth", "4", "--split", "3"]);
    setwise(&["deep", "run", job]).exits(0);
    crate::killed::with_read_only(job, |job| {
        for command in ["run", "result"] {
            setwise(&["deep", command, job]).exits(0).prints("Nodes searched: 197281\n");
        }
        setwise(&["deep", "verify", job, "--rerun", "0"]).exits(0);
        assert!(std::fs::write(format!("{job}/file"), "").is_err(), "it is read-only");
    });
}

/// Finds a record that stops `status` and `run`, and a message that does not say what to do.
#[test]
fn a_record_that_is_cut_off_is_named_and_made_again() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["--depth", "4", "--split", "2"]);
    setwise(&["deep", "run", job]).exits(0);
    let record = format!("{job}/results/count/00000.json");
    std::fs::write(&record, "{\"job\":").expect("written");
    let status = setwise(&["deep", "status", job]).exits(0).out;
    let expected = format!("damaged: shard 0 of stage count: {record}: not a record: EOF while ");
    assert!(status.contains(&expected), "{status}");
    let json = setwise(&["deep", "status", job, "--json"]).exits(0).json();
    let damaged = &json["stages"].as_array().expect("stages").last().expect("a stage")["damaged"];
    assert_eq!(damaged.to_string(), "[0]");
    setwise(&["deep", "result", job]).exits(1).says("(`setwise job run` makes the shard again)");
    setwise(&["deep", "verify", job]).exits(1).says(&record);
    let run = setwise(&["deep", "run", job]).exits(0).prints("Nodes searched: 197281\n");
    let expected = "was empty or cut off and has been deleted; its shard is run again\n";
    assert_eq!(run.err, format!("{record} {expected}"));
}
