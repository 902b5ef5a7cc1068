//! What the tests of killed processes share: a job that is run, killed, and compared with an
//! undisturbed one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::Value;
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, scaled};

use crate::deep::contents;
use crate::run::setwise;

/// The fail points of a shard, in order.
const POINTS: [&str; 8] = [
    "write",
    "written",
    "synced",
    "renamed",
    "record-written",
    "record-synced",
    "record-renamed",
    "recorded",
];

/// A kind of job.
pub(crate) struct Kind<'k> {
    /// Plans a job in a directory.
    pub(crate) plan: &'k dyn Fn(&str),
    /// The command that runs a job, without the directory.
    pub(crate) run: &'k [&'k str],
    /// Options of runs that may be killed.
    pub(crate) options: &'k [&'k str],
    /// Asserts what only jobs of this kind have, of a job and an undisturbed one.
    pub(crate) assert_same: &'k dyn Fn(&str, &str),
}

impl Kind<'_> {
    /// Plans a job and runs it, undisturbed.
    pub(crate) fn whole(&self, directory: &Directory) -> String {
        let whole = directory.file("whole");
        (self.plan)(&whole);
        setwise(&[self.run, &[&whole]].concat()).exits(0);
        whole
    }

    /// Starts a process that runs a job and ends at a fail point, if there is one.
    pub(crate) fn start(&self, job: &str, fail_point: &str) -> Child {
        Command::new(env!("CARGO_BIN_EXE_setwise"))
            .args([self.run, &[job], self.options].concat())
            .env("SETWISE_FAIL_POINT", fail_point)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs")
    }

    /// Asserts that a job is complete, and has the results of an undisturbed one and nothing else but
    /// what killed processes have left, which is deleted.
    pub(crate) fn assert_same(&self, job: &str, expected: &str, what: &str) {
        setwise(&["job", "clean", job]).exits(0);
        assert!(contents(job) == contents(expected), "{what}");
        (self.assert_same)(job, expected);
        let left = fs::read_dir(format!("{job}/temporary")).expect("a directory").count();
        assert_eq!(left, 0, "{what}: a temporary file is left");
        assert!(marks(job) == marks(expected), "{what}: the marks of stages");
    }

    /// Kills runs of a job at random instants, again from the start when it is complete, until it
    /// was killed a number of times. Times between 0 and a quarter of the time of a whole run are
    /// about as likely at any speed of the machine, so that it comes to an end at any speed.
    pub(crate) fn is_killed_at_random(&self, kills: u32) {
        let directory = Directory::in_memory();
        let whole = &directory.file("whole");
        (self.plan)(whole);
        let begun = Instant::now();
        setwise(&[self.run, &[whole], self.options].concat()).exits(0);
        let whole_time = begun.elapsed();

        let mut random = Random::default();
        let (mut killed, mut jobs) = (0, 0);
        while killed < kills {
            let job = &directory.file(&format!("job-{jobs}"));
            jobs += 1;
            (self.plan)(job);
            loop {
                let mut child = self.start(job, "");
                // Short runs, so that a job is killed some times before it is complete.
                std::thread::sleep(whole_time.mul_f64(random.below(1000) as f64 / 4000.0));
                let has_ended = child.try_wait().expect("a child").is_some();
                let is_killed = !has_ended && killed < kills;
                if is_killed {
                    child.kill().expect("killed");
                    killed += 1;
                }
                let status = child.wait().expect("a child");
                if status.success() {
                    break;
                }
                assert!(is_killed, "a run that was not killed: {status}");
            }
            self.assert_same(job, whole, &format!("after {killed} kills"));
            fs::remove_dir_all(job).expect("deleted");
        }
    }

    /// Ends runs in each stage: while a file of a result is written, before it is flushed to disk,
    /// and before and after it is renamed; then the same for its record. The results of a stage
    /// have a number of files. The short size has a third of the points of each stage, other ones in
    /// the next stage.
    pub(crate) fn ends_at_any_point_of_a_write(&self, stages: &[(&str, u32)]) {
        let directory = Directory::in_memory();
        let whole = &self.whole(&directory);
        let points = stages.iter().flat_map(|(stage, files)| {
            POINTS.iter().flat_map(move |point| {
                let times = if point.starts_with("record") { 1 } else { *files };
                (1..=times).map(move |time| format!("{stage}/{point}:{time}"))
            })
        });
        for what in points.step_by(scaled(1, 3)) {
            let job = &directory.file("job");
            (self.plan)(job);
            let status = self.start(job, &what).wait().expect("a child");
            assert_eq!(status.code(), None, "{what}: the process has not been aborted");
            setwise(&[self.run, &[job]].concat()).exits(0);
            self.assert_same(job, whole, &what);
            fs::remove_dir_all(job).expect("deleted");
        }
    }
}

/// Returns the marks of the complete stages of a job, by name.
fn marks(job: &str) -> BTreeMap<OsString, Vec<Value>> {
    let files = fs::read_dir(Path::new(job).join("complete")).expect("a directory");
    // The other fields of a record have the times of its run.
    let hashes = |file: DirEntry| {
        let text = fs::read(file.path()).expect("a mark");
        let records: Vec<Value> = serde_json::from_slice(&text).expect("records");
        let hashes = records.iter().map(|record| record["record_sha256"].clone());
        (file.file_name(), hashes.collect())
    };
    files.map(|file| hashes(file.expect("a file"))).collect()
}

/// Mounts the directory of a job again, read-only, and calls a function with the new path. Does
/// nothing, and says so, if it cannot be mounted.
#[cfg(target_os = "linux")]
pub(crate) fn with_read_only(job: &str, test: impl FnOnce(&str)) {
    let path = format!("{job}-read-only");
    fs::create_dir(&path).expect("a directory");
    let mount = |arguments: &[&str]| {
        let status = Command::new("mount").args(arguments).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !mount(&["--bind", job, &path]) {
        eprintln!("SKIPPED: only root can mount a directory read-only");
        return;
    }
    let disk = Disk(path);
    assert!(mount(&["-o", "remount,ro,bind", &disk.0]), "the directory becomes read-only");
    test(&disk.0);
}

/// A file system in memory, which is unmounted when dropped.
#[cfg(target_os = "linux")]
pub(crate) struct Disk(String);

#[cfg(target_os = "linux")]
impl Disk {
    /// Mounts a file system of a size in a directory. Returns `None`, and says so, if it cannot be
    /// mounted.
    pub(crate) fn mount(directory: &Directory, size: &str) -> Option<Disk> {
        let path = directory.file("disk");
        fs::create_dir(&path).expect("a directory");
        if !mount(&path, &format!("size={size}")) {
            eprintln!(
                "SKIPPED: a full disk is tested with a small tmpfs, which only root can mount"
            );
            return None;
        }
        Some(Disk(path))
    }

    /// Changes its size.
    pub(crate) fn resize(&self, size: &str) {
        assert!(mount(&self.0, &format!("remount,size={size}")), "the file system gets a new size");
    }

    /// Returns the path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.0)
    }
}

/// Mounts a file system in memory; returns whether it could be.
#[cfg(target_os = "linux")]
fn mount(directory: &str, options: &str) -> bool {
    let command = ["-t", "tmpfs", "-o", options, "tmpfs", directory];
    let status = Command::new("mount").args(command).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}
