//! Deep counts whose processes are killed: at random instants, and at chosen points.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::deep::{Directory, contents, plan};
use crate::run::setwise;

fn start(job: &str, fail_point: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(["deep", "run", job, "--threads", "2", "--hash", "1"])
        .env("SETWISE_FAIL_POINT", fail_point)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs")
}

/// Asserts that a job is complete, and has the results of an undisturbed one and nothing else.
fn assert_same(job: &str, expected: &str, what: &str) {
    assert!(contents(job) == contents(expected), "{what}");
    assert_eq!(setwise(&["deep", "result", job]).out, setwise(&["deep", "result", expected]).out);
    let claims = fs::read_dir(format!("{job}/claims")).expect("a directory").count();
    assert_eq!(claims, 0, "{what}: a claim is left");
}

/// Kills runs of a job at random instants, again from the start when it is complete, until it was killed
/// a number of times.
fn killed_at_random(arguments: &[&str], kills: u32) {
    let directory = Directory::new();
    let whole = &directory.file("whole");
    plan(whole, arguments);
    let begun = Instant::now();
    setwise(&["deep", "run", whole, "--threads", "2", "--hash", "1"]).exits(0);
    let whole_time = begun.elapsed();

    let mut random = Random::new(kills.into());
    let (mut killed, mut jobs) = (0, 0);
    while killed < kills {
        let job = &directory.file(&format!("job-{jobs}"));
        jobs += 1;
        plan(job, arguments);
        loop {
            let mut child = start(job, "");
            // Short runs, so that a job is killed some times before it is complete.
            std::thread::sleep(whole_time.mul_f64(random.share() / 4.0));
            let complete = child.try_wait().expect("a child").is_some();
            if !complete && killed < kills {
                child.kill().expect("killed");
                killed += 1;
            }
            let status = child.wait().expect("a child");
            if status.success() {
                break;
            }
        }
        assert_same(job, whole, &format!("after {killed} kills"));
        fs::remove_dir_all(job).expect("deleted");
    }
}

/// Numbers that are the same in each run: xorshift, by George Marsaglia, 2003.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn a_count_that_is_killed_ten_times_has_the_same_results() {
    killed_at_random(&["--depth", "6", "--split", "4", "--shards", "30"], 10);
}

/// `cargo test --release -p setwise-cli --test command -- --ignored a_deep_count_that_is_killed`
#[test]
#[ignore = "long: perft 8 in 60 shards, killed 100 times"]
fn a_deep_count_that_is_killed_a_hundred_times_has_the_same_results() {
    killed_at_random(&["--depth", "8", "--split", "5", "--shards", "20"], 100);
}

/// In each stage: while a result is written, before it is flushed to disk, before and after it is renamed,
/// and after its record is.
#[test]
fn a_count_that_ends_at_any_point_of_a_write_has_the_same_results() {
    let directory = Directory::new();
    let whole = &directory.file("whole");
    let arguments = ["position4", "--depth", "4", "--split", "3", "--shards", "2"];
    plan(whole, &arguments);
    setwise(&["deep", "run", whole]).exits(0);
    for stage in ["frontier-1", "split-3", "expand-3", "frontier-3", "perft-3", "count"] {
        for point in ["write", "written", "synced", "renamed", "recorded"] {
            let what = format!("{stage}/{point}");
            let job = &directory.file("job");
            plan(job, &arguments);
            let status = start(job, &what).wait().expect("a child");
            assert_eq!(status.code(), None, "{what}: the process has not been aborted");
            setwise(&["deep", "run", job]).exits(0);
            assert_same(job, whole, &what);
            fs::remove_dir_all(job).expect("deleted");
        }
    }
}

#[test]
fn several_processes_run_one_job() {
    let directory = Directory::new();
    let whole = &directory.file("whole");
    let arguments = ["--depth", "6", "--split", "4", "--shards", "30"];
    plan(whole, &arguments);
    setwise(&["deep", "run", whole]).exits(0);
    let job = &directory.file("job");
    plan(job, &arguments);
    let mut children: Vec<Child> = (0..4).map(|_| start(job, "")).collect();
    children[0].kill().expect("killed");
    children[0].wait().expect("a child");
    for child in &mut children[1..] {
        assert!(child.wait().expect("a child").success());
    }
    assert_same(job, whole, "four processes, one of them killed");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_count_which_can_go_on() {
    use crate::run::interrupted;
    let directory = Directory::new();
    let job = &directory.file("job");
    plan(job, &["--depth", "9", "--split", "4"]);
    let begun = Instant::now();
    let run = interrupted(&["deep", "run", job, "--threads", "2", "--hash", "0"]).exits(130);
    assert!(begun.elapsed() < Duration::from_secs(30));
    run.says("interrupted; the same command continues the job");
    // What was done is whole.
    let verified = setwise(&["deep", "verify", job]).exits(0);
    assert!(verified.out.ends_with(" good, 0 wrong\n"), "{}", verified.out);
}

/// A file system of three megabytes is too small for the last frontier. When it has grown, the job goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_a_count_which_goes_on_after_there_is_space() {
    let directory = Directory::new();
    let whole = &directory.file("whole");
    let arguments = ["--depth", "6", "--split", "5"];
    plan(whole, &arguments);
    setwise(&["deep", "run", whole]).exits(0);
    let disk = directory.file("disk");
    fs::create_dir(&disk).expect("a directory");
    if !mount(&disk, "size=3m") {
        eprintln!("SKIPPED: a full disk is tested with a small tmpfs, which only root can mount");
        return;
    }
    let unmounted = Unmounted(disk.clone());
    let job = &format!("{disk}/job");
    plan(job, &[&arguments[..], &["--force"]].concat());
    let full =
        setwise(&["deep", "run", job, "--threads", "2"]).exits(1).says("No space left on device");
    assert!(full.err.contains("of stage frontier-5 failed"), "{}", full.err);
    let status = setwise(&["deep", "status", job]).out;
    assert!(status.contains("failed: shard"), "{status}");
    setwise(&["deep", "verify", job]).exits(0);
    assert!(mount(&disk, "remount,size=30m"), "the file system grows");
    setwise(&["deep", "run", job]).exits(0).prints("Nodes searched: 119060324\n");
    assert_same(job, whole, "after the disk was full");
    drop(unmounted);
}

/// Mounts a file system in memory; returns whether it could be.
#[cfg(target_os = "linux")]
pub(crate) fn mount(directory: &str, options: &str) -> bool {
    let command = ["-t", "tmpfs", "-o", options, "tmpfs", directory];
    let status = Command::new("mount").args(command).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A file system that is unmounted when dropped.
#[cfg(target_os = "linux")]
pub(crate) struct Unmounted(pub(crate) String);

#[cfg(target_os = "linux")]
impl Drop for Unmounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}
