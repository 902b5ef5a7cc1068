//! Deep counts whose processes are killed: at random instants, and at chosen points.

use std::process::Child;
use std::time::{Duration, Instant};

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
fn a_count_that_is_killed_ten_times_has_the_same_results() {
    let arguments = ["--depth", "6", "--split", "4", "--shards", "30"];
    with_counts(&arguments, |count| count.is_killed_at_random(10));
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

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_count_which_can_go_on() {
    use crate::run::interrupted;
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["--depth", "9", "--split", "4"]);
    let begun = Instant::now();
    let run = interrupted(&["deep", "run", job, "--threads", "2", "--hash", "0"]).exits(130);
    assert!(begun.elapsed() < Duration::from_secs(30));
    run.says("interrupted; the same command continues the job");
    // What was done is whole.
    let verified = setwise(&["deep", "verify", job]).exits(0);
    assert!(verified.out.contains(" good, 0 wrong"), "{}", verified.out);
}

/// A file system of three megabytes is too small for the last frontier. When it has grown, the job goes on.
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
        let status = setwise(&["deep", "status", job]).out;
        assert!(status.contains("failed: shard"), "{status}");
        setwise(&["deep", "verify", job]).exits(0);
        disk.resize("30m");
        setwise(&["deep", "run", job]).exits(0).prints("Nodes searched: 119060324\n");
        count.assert_same(job, whole, "after the disk was full");
    });
}
