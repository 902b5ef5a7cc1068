//! Claims: who runs a shard.
//!
//! A claim is a file that names the host, the process and the time, and that is locked as long as
//! its owner lives. The operating system releases the lock of a process that ends, however it ends;
//! so a claim that is not locked is stale, and the next worker takes it over. Where two workers do
//! not see each other's locks, both run the shard, each in a temporary file of its own. That costs
//! time and changes nothing: results are renamed into place whole, and are the same.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::Error;

/// How often a claim is tried again while others look at it, and the time before each trial. They
/// look for microseconds.
const LOOKS: u32 = 1000;
const PAUSE: Duration = Duration::from_millis(1);

/// The contents of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The name of the machine.
    pub host: String,
    /// The number of the process.
    pub process: u32,
    /// The time at which it began, in seconds since 1970.
    pub since: u64,
    /// The number of times that the shard has been begun.
    pub attempt: u32,
    /// Why the attempt failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A claim of this process.
pub(crate) struct Claim {
    path: PathBuf,
    file: File,
    owner: Owner,
}

/// The state of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Someone runs the shard.
    Running(Option<Owner>),
    /// The last attempt failed, or was killed if it has no failure.
    Ended(Owner),
    /// There is no claim.
    Free,
}

impl Claim {
    /// Takes a claim, or returns `None` if someone has it.
    pub(crate) fn take(path: &Path) -> Result<Option<Claim>, Error> {
        Claim::take_with(path, &|| thread::sleep(PAUSE))
    }

    /// Takes a claim as [`Claim::take`] does. Calls a function to wait until others do not look at
    /// the claim.
    fn take_with(path: &Path, wait: &dyn Fn()) -> Result<Option<Claim>, Error> {
        let mut looks = 0..LOOKS;
        loop {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(Error::io("create", path))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    // [`held`] locks it for a moment, but not against others that look.
                    if file.try_lock_shared().is_err() || looks.next().is_none() {
                        return Ok(None);
                    }
                    drop(file);
                    wait();
                    continue;
                }
                Err(TryLockError::Error(error)) => return Err(Error::io("lock", path)(error)),
            }
            if !has_name(&file) {
                // Its owner has finished and deleted it between the two calls.
                continue;
            }
            let attempt = read(&mut file).map_or(0, |owner| owner.attempt) + 1;
            let owner = Owner {
                host: host(),
                process: std::process::id(),
                since: now(),
                attempt,
                failure: None,
            };
            let mut claim = Claim { path: path.to_owned(), file, owner };
            match claim.write() {
                // A worker that does not see the lock has deleted it meanwhile.
                Err(_) if !has_name(&claim.file) => {}
                written => return written.map(|()| Some(claim)),
            }
        }
    }

    pub(crate) fn attempt(&self) -> u32 {
        self.owner.attempt
    }

    /// Ends the claim of a shard that is done.
    pub(crate) fn finish(self) -> Result<(), Error> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Error::io("delete", &self.path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Ends the claim of a shard that failed, and leaves the reason for `status`.
    pub(crate) fn fail(mut self, reason: String) -> Result<(), Error> {
        self.owner.failure = Some(reason);
        self.write()
    }

    fn write(&mut self) -> Result<(), Error> {
        let file = &mut self.file;
        let written = serde_json::to_vec(&self.owner).map_err(io::Error::from).and_then(|text| {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&text)
        });
        written.map_err(Error::io("write", &self.path))
    }
}

impl Drop for Claim {
    /// A process that another thread has just begun keeps a copy of the file open until it runs its
    /// program; closing the file here would leave that copy locked.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Returns the state of a claim.
pub(crate) fn held(path: &Path) -> Result<Held, Error> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Held::Free),
        Err(error) => return Err(Error::io("read", path)(error)),
    };
    let locked = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let owner = read(&mut file);
    let _ = file.unlock();
    Ok(match owner {
        owner if locked => Held::Running(owner),
        Some(owner) => Held::Ended(owner),
        None => Held::Free,
    })
}

fn read(file: &mut File) -> Option<Owner> {
    let mut text = Vec::new();
    file.read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Returns whether an open file still has a name: a claim that was deleted has none. Elsewhere than
/// on Unix an open file cannot be deleted.
///
/// A network file system may tell a name that the file had. Then two workers have the claim of a
/// shard that is done, which both find.
fn has_name(file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|file| file.nlink() > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Returns the seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Returns the name of this machine.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use setwise_testkit::Directory;

    use super::*;

    #[test]
    fn a_claim_is_exclusive_until_it_is_finished() {
        let directory = Directory::new();
        let path = directory.path().join("claim");
        let claim = Claim::take(&path).expect("a claim").expect("free");
        assert!(Claim::take(&path).expect("no error").is_none());
        match held(&path).expect("a claim") {
            Held::Running(Some(owner)) => {
                assert_eq!((owner.process, owner.attempt), (std::process::id(), 1));
            }
            other => panic!("{other:?}"),
        }
        claim.finish().expect("deleted");
        assert_eq!(held(&path).expect("no claim"), Held::Free);
    }

    /// Finds a claim that is not taken because someone looks at it, or that waits for its owner.
    #[test]
    fn a_claim_is_taken_while_others_look_at_it() {
        let directory = Directory::new();
        let path = directory.path().join("claim");
        for looks in [1, 2, LOOKS + 1] {
            let files = [(); 2].map(|()| File::create(&path).expect("a file"));
            files.iter().for_each(|file| file.lock_shared().expect("a lock"));
            let waited = Cell::new(0);
            let wait = || {
                waited.set(waited.get() + 1);
                if waited.get() == looks {
                    files.iter().for_each(|file| file.unlock().expect("a lock"));
                }
            };
            let claim = Claim::take_with(&path, &wait).expect("no error");
            assert_eq!((claim.is_some(), waited.get()), (looks <= LOOKS, looks.min(LOOKS)));
            if claim.is_some() {
                let wait = || panic!("the owner runs the shard");
                assert!(Claim::take_with(&path, &wait).expect("no error").is_none());
            }
        }
    }

    /// As in a process that another thread begins just then.
    #[test]
    fn a_claim_ends_although_a_copy_of_its_file_is_open() {
        let directory = Directory::new();
        let path = directory.path().join("claim");
        let claim = Claim::take(&path).expect("a claim").expect("free");
        let _copy = claim.file.try_clone().expect("a copy");
        claim.fail("disk full".to_owned()).expect("written");
        assert!(matches!(held(&path).expect("a claim"), Held::Ended(_)));
        assert!(Claim::take(&path).expect("no error").is_some());
    }

    #[test]
    fn a_claim_whose_owner_has_ended_is_taken_over() {
        let directory = Directory::new();
        let path = directory.path().join("claim");
        // Ends as the claim of a killed process does: the lock is released, the file stays.
        drop(Claim::take(&path).expect("a claim"));
        assert!(
            matches!(held(&path).expect("a claim"), Held::Ended(owner) if owner.failure.is_none())
        );
        let claim = Claim::take(&path).expect("a claim").expect("stale");
        assert_eq!(claim.attempt(), 2);
        claim.fail("disk full".to_owned()).expect("written");
        match held(&path).expect("a claim") {
            Held::Ended(owner) => assert_eq!(owner.failure.as_deref(), Some("disk full")),
            other => panic!("{other:?}"),
        }
    }
}
