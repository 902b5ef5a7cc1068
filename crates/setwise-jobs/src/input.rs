//! Files that a job reads, as they were when it was planned.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::record::hex;

/// An input file of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The time of its last change, in seconds since 1970.
    pub modified: u64,
    /// The SHA-256 of its first and its last MiB.
    pub ends_sha256: String,
}

/// How a file compares with the input that it was when the job was planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It has the same size, time of change and hash; or the same size and hash, and the hash
    /// covers all of it.
    Same,
    /// It has the same size and hash, but another time of change. The hash does not cover the
    /// middle of the file, which may have changed. The value describes the file now.
    Touched(Input),
    /// It has another size or hash. The value describes the file now.
    Changed(Input),
}

/// How much is hashed at each end of a file.
const END: u64 = 1 << 20;

/// The last second that an HTTP date can show: the end of the year 9998.
const LAST_SECOND: u64 = 253_370_764_799;

impl Input {
    /// Describes a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its path is not UTF-8.
    pub fn of(path: &Path) -> Result<Input, Error> {
        let mut file = File::open(path).map_err(Error::io("open", path))?;
        let metadata = file.metadata().map_err(Error::io("read", path))?;
        let modified = metadata.modified().map_err(Error::io("read", path))?;
        let mut hash = Sha256::new();
        for start in [0, metadata.len().saturating_sub(END)] {
            let mut end = Vec::new();
            file.seek(SeekFrom::Start(start))
                .and_then(|_| (&file).take(END).read_to_end(&mut end))
                .map_err(Error::io("read", path))?;
            hash.update(end);
        }
        let input = Input {
            path: path.to_owned(),
            bytes: metadata.len(),
            modified: modified.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs()),
            ends_sha256: hex(&hash.finalize()),
        };
        input.check_name()?;
        Ok(input)
    }

    /// Checks that the path can be stored as JSON.
    pub(crate) fn check_name(&self) -> Result<(), Error> {
        if self.path.to_str().is_some() {
            return Ok(());
        }
        let reason = "the name is not UTF-8, so job.json cannot store it (expected a name in UTF-8: \
                      rename the file, or read it by a link that has such a name)";
        Err(Error::refused(&self.path, reason))
    }

    /// Compares the file with what it was. Reads its first and its last MiB.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn compare(&self) -> Result<Comparison, Error> {
        let now = Input::of(&self.path)?;
        Ok(if (now.bytes, &now.ends_sha256) != (self.bytes, &self.ends_sha256) {
            Comparison::Changed(now)
        } else if now.modified != self.modified && self.bytes > 2 * END {
            Comparison::Touched(now)
        } else {
            Comparison::Same
        })
    }

    /// Checks that the file is as it was. A file of more than 2 MiB with another time of change is
    /// refused, because its middle is not compared.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it has changed.
    pub fn check(&self) -> Result<(), Error> {
        match self.compare()? {
            Comparison::Same => Ok(()),
            Comparison::Touched(now) | Comparison::Changed(now) => Err(self.changed(&now)),
        }
    }

    /// Returns the error of a file that has changed.
    pub fn changed(&self, now: &Input) -> Error {
        let mut advice = "";
        let found = if now.bytes != self.bytes {
            format!("it has {} bytes", now.bytes)
        } else if now.ends_sha256 != self.ends_sha256 {
            "it has other bytes".to_owned()
        } else {
            advice = "; set its time back, or plan again";
            "it may have other bytes".to_owned()
        };
        Error::refused(
            &self.path,
            format!(
                "the input has changed since the job was planned: {found}, last changed {} \
                 (expected {} bytes, last changed {}{advice})",
                now.date(),
                self.bytes,
                self.date(),
            ),
        )
    }

    /// Returns the time of change as text.
    fn date(&self) -> String {
        let seconds = Duration::from_secs(self.modified.min(LAST_SECOND));
        httpdate::fmt_http_date(UNIX_EPOCH + seconds)
    }
}
