//! Temporary files: a name of its own for each, a heartbeat while it is written, and the removal of
//! leftovers.
//!
//! A killed process leaves its temporary files behind. Processes that do not see each other's
//! locks, as on some network file systems, cannot ask whether the writer of a file still runs. So
//! the writer sets the file's time of change every [`HEARTBEAT`], and a file without a heartbeat
//! for [`LEFTOVER`] is a leftover. All of a job are in one directory, which holds nothing else, so
//! that leftovers are found without listing results. The time is compared with the time of a new
//! file in the same directory. On Unix both come from the clock of the file system's server, so the
//! clocks of the machines may differ. On other systems both come from the clocks of the machines,
//! which must agree. If a clock jumps, a file may be deleted while it is written; then its writer
//! finds that it is gone ([`Error::Lost`]), and computes the shard again.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use crate::Error;
use crate::claim::host;

/// The extension of temporary files.
const EXTENSION: &str = "tmp";

/// The time between two heartbeats of a file that is written.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The time without a heartbeat after which a file is a leftover. It is longer than clients of
/// network file systems keep the times of files (60 seconds by default).
const LEFTOVER: Duration = Duration::from_secs(300);

/// A file that is written under a temporary name, and deleted when it is dropped before it got its
/// own name.
pub(crate) struct TemporaryFile {
    path: PathBuf,
    file: BufWriter<File>,
    heartbeat: Option<Heartbeat>,
    is_published: bool,
}

impl TemporaryFile {
    /// Creates a file whose name begins with the one that is given. The directory is on the file
    /// system of the path that the file gets at the end.
    pub(crate) fn create(directory: &Path, name: &str) -> Result<TemporaryFile, Error> {
        TemporaryFile::with_heartbeat(directory, name, HEARTBEAT)
    }

    /// Creates a file with another time between two heartbeats.
    fn with_heartbeat(
        directory: &Path,
        name: &str,
        interval: Duration,
    ) -> Result<TemporaryFile, Error> {
        let (path, file) = create_new(directory, name)?;
        let heartbeat = Heartbeat::start(&file, interval);
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(TemporaryFile { path, file, heartbeat, is_published: false })
    }

    /// Appends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Passes what was written to the operating system.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// Returns the error of a file that another process has deleted, if it is gone.
    pub(crate) fn lost(&self) -> Option<Error> {
        let is_gone = matches!(self.path.try_exists(), Ok(false));
        is_gone.then(|| Error::Lost { path: self.path.clone() })
    }

    /// Flushes the file to disk and gives it its own name. Calls a function with the name of each
    /// fail point.
    pub(crate) fn publish(mut self, target: &Path, reached: &dyn Fn(&str)) -> Result<(), Error> {
        let written = self.write_and_rename(target, reached);
        written.map_err(|error| match self.lost() {
            Some(lost) => lost,
            None => Error::io("write", target)(error),
        })?;
        self.is_published = true;
        reached("renamed");
        Ok(())
    }

    fn write_and_rename(&mut self, target: &Path, reached: &dyn Fn(&str)) -> io::Result<()> {
        self.file.flush()?;
        reached("written");
        self.file.get_ref().sync_all()?;
        reached("synced");
        // It ends before the file has its own name, whose time of change it must not set.
        self.heartbeat = None;
        fs::rename(&self.path, target)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_published {
            // A shard that failed gives back its space on disk. If that fails too, a later run
            // tries again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a file so that it is there whole or not at all, even after a power cut. It is written to
/// a temporary file before, whose directory and name are given.
pub(crate) fn write_atomically(
    path: &Path,
    temporary: (&Path, &str),
    bytes: &[u8],
) -> Result<(), Error> {
    write_whole(path, temporary, bytes, &|_| ())?;
    let directory = path.parent().map_or(Ok(()), |path| SyncedDirectory::open(path)?.sync());
    directory.map_err(Error::io("write", path))
}

/// Writes a file as [`write_atomically`] does; its name is on disk when its directory is flushed.
/// Calls a function with the name of each fail point.
pub(crate) fn write_whole(
    path: &Path,
    (directory, name): (&Path, &str),
    bytes: &[u8],
    reached: &dyn Fn(&str),
) -> Result<(), Error> {
    let mut temporary = TemporaryFile::create(directory, name)?;
    temporary.write(bytes).map_err(Error::io("write", path))?;
    temporary.publish(path, reached)
}

/// A directory that can be flushed to disk, and so the names of its files. Only on Unix can it:
/// elsewhere nothing is done.
pub(crate) struct SyncedDirectory {
    #[cfg(unix)]
    file: File,
}

impl SyncedDirectory {
    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "as on Unix"))]
    pub(crate) fn open(path: &Path) -> io::Result<SyncedDirectory> {
        #[cfg(unix)]
        let directory = SyncedDirectory { file: File::open(path)? };
        #[cfg(not(unix))]
        let (directory, _) = (SyncedDirectory {}, path);
        Ok(directory)
    }

    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "as on Unix"))]
    pub(crate) fn sync(&self) -> io::Result<()> {
        #[cfg(unix)]
        self.file.sync_all()?;
        Ok(())
    }
}

/// Creates a file with a temporary name, which begins with the one that is given, in a directory.
fn create_new(directory: &Path, name: &str) -> Result<(PathBuf, File), Error> {
    let (host, process) = (host(), std::process::id());
    loop {
        // Host and process do not suffice: a container that is started again has the same.
        let random = RandomState::new().hash_one(process);
        let path = directory.join(format!("{name}.{host}-{process}-{random:016x}.{EXTENSION}"));
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => {
                let file = created.map_err(Error::io("create", &path))?;
                return Ok((path, file));
            }
        }
    }
}

/// Returns the names of the files of a directory; none if it does not exist.
pub(crate) fn names(directory: &Path) -> Result<Vec<OsString>, Error> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(Error::io("read", directory))?,
    };
    let name = |entry: io::Result<DirEntry>| entry.map(|entry| entry.file_name());
    entries.map(name).collect::<Result<_, _>>().map_err(Error::io("read", directory))
}

/// Returns the temporary files of a directory that have had no heartbeat for a long time, or whose
/// shard, given by the name of its claim, is done. A directory that does not exist has none.
pub(crate) fn leftovers(
    directory: &Path,
    is_done: impl Fn(&str) -> bool,
) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut found = Vec::new();
    for name in names(directory)? {
        let claim = name.to_string_lossy().split('.').next().unwrap_or_default().to_owned();
        let path = directory.join(name);
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            found.push((path, claim));
        }
    }
    if found.is_empty() {
        return Ok(found);
    }
    // In a directory that cannot be written nothing can be deleted.
    let Ok(now) = file_time(directory) else { return Ok(Vec::new()) };
    found.retain(|(path, claim)| {
        // One that has been deleted meanwhile has no time.
        let time = fs::metadata(path).and_then(|file| file.modified());
        time.is_ok_and(|time| is_done(claim) || is_leftover(time, now))
    });
    Ok(found)
}

/// Returns whether the time of the last heartbeat is too far from now. It is in the future if the
/// clock was set back after the writer had been killed.
fn is_leftover(heartbeat: SystemTime, now: SystemTime) -> bool {
    let age = now.duration_since(heartbeat).unwrap_or_else(|error| error.duration());
    age > LEFTOVER
}

/// Returns the time that a file of the directory which changes now has.
fn file_time(directory: &Path) -> Result<SystemTime, Error> {
    let (path, file) = create_new(directory, "clock")?;
    let time = beat(&file).and_then(|()| file.metadata()).and_then(|file| file.modified());
    let deleted = fs::remove_file(&path);
    deleted.and(time).map_err(Error::io("read the time of", &path))
}

/// Sets the time of change of a file to now.
fn beat(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::fs::{Timespec, Timestamps, UTIME_NOW, futimens};
        // The time of the file system's server, not of this machine. Both times are set: to set
        // only one, a process must own the file, and not only be allowed to write it.
        let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
        futimens(file, &Timestamps { last_access: now, last_modification: now })?;
        Ok(())
    }
    #[cfg(not(unix))]
    file.set_modified(SystemTime::now())
}

/// A thread that sets the time of change of a file at intervals, until it is dropped.
struct Heartbeat {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    /// Returns `None` if there cannot be another thread or file; then the file may be taken for a
    /// leftover, which costs time.
    fn start(file: &File, interval: Duration) -> Option<Heartbeat> {
        let file = file.try_clone().ok()?;
        let (stop, stopped) = mpsc::channel::<()>();
        let work = move || {
            while stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                // The next heartbeat may succeed.
                let _ = beat(&file);
            }
        };
        let thread = thread::Builder::new().name("heartbeat".to_owned()).spawn(work).ok()?;
        Some(Heartbeat { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // It does not panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use setwise_testkit::Directory;

    use super::*;

    fn age(path: &Path, seconds: u64) {
        let time = SystemTime::now() - Duration::from_secs(seconds);
        File::options()
            .write(true)
            .open(path)
            .and_then(|file| file.set_modified(time))
            .expect("a time");
    }

    /// Finds a name that is the same in two attempts, as one of host, process and a count was in
    /// two containers.
    #[test]
    fn each_attempt_has_a_name_of_its_own() {
        let directory = Directory::in_memory();
        let create = |_| create_new(directory.path(), "count-00000.count").expect("a file").0;
        let names: Vec<PathBuf> = (0..100).map(create).collect();
        let mut different = names.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), names.len());
        // A count would begin again in a process with the same number.
        let random = |path: &PathBuf| {
            let name = path.to_string_lossy().into_owned();
            name.rsplit('-').next().map(|end| end.trim_end_matches(".tmp").len())
        };
        assert!(names.iter().all(|name| random(name) == Some(16)), "{names:?}");
    }

    /// Returns whether the time of a file is an hour ago, as [`age`] sets it.
    fn is_aged(path: &Path) -> bool {
        let time = fs::metadata(path).and_then(|file| file.modified()).expect("a time");
        SystemTime::now().duration_since(time).is_ok_and(|age| age > LEFTOVER)
    }

    /// Finds a file without a heartbeat, and a heartbeat that goes on when the file has its own
    /// name or was dropped.
    #[test]
    fn a_file_that_is_written_has_a_heartbeat() {
        let directory = Directory::in_memory();
        let target = directory.path().join("file");
        let interval = Duration::from_millis(5);
        let file = TemporaryFile::with_heartbeat(directory.path(), "file", interval);
        let file = file.expect("a file");
        let path = file.path.clone();
        age(&path, 3600);
        let begun = Instant::now();
        while !leftovers(directory.path(), |_| false).expect("a directory").is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(60), "there is no heartbeat");
            thread::sleep(interval);
        }
        let renamed = |name: &str| {
            if name == "renamed" {
                // The result has its name, and the writer has not returned yet.
                age(&target, 3600);
                thread::sleep(20 * interval);
                assert!(is_aged(&target), "a heartbeat after the rename");
            }
        };
        file.publish(&target, &renamed).expect("published");
    }

    /// Finds files of results that have no heartbeat, or one that is too rare.
    #[test]
    fn the_file_of_a_result_has_a_heartbeat() {
        let directory = Directory::in_memory();
        let file = TemporaryFile::create(directory.path(), "file").expect("a file");
        assert!(file.heartbeat.is_some());
        assert!(3 * HEARTBEAT < LEFTOVER);
    }

    /// Finds the fault that workers deleted each other's temporary files, whatever their age: it
    /// was once in this file.
    #[test]
    fn a_leftover_is_old_or_of_the_future() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        for (seconds, expected) in [(0, false), (299, false), (301, true), (900_000, true)] {
            let distance = Duration::from_secs(seconds);
            assert_eq!(is_leftover(now - distance, now), expected, "{seconds} s before");
            assert_eq!(is_leftover(now + distance, now), expected, "{seconds} s after");
        }
    }

    /// Finds a deleted file whose error does not tell so.
    #[test]
    fn a_file_that_another_process_deleted_is_lost() {
        let directory = Directory::in_memory();
        let target = directory.path().join("file");
        let mut file = TemporaryFile::create(directory.path(), "file").expect("a file");
        file.write(b"some").expect("written");
        assert!(file.lost().is_none());
        fs::remove_file(&file.path).expect("deleted");
        let error = file.publish(&target, &|_| ()).expect_err("lost");
        assert!(matches!(error, Error::Lost { .. }), "{error}");
        assert!(!target.exists());
    }
}
