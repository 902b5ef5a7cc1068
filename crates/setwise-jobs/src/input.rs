//! Files that a job reads, as they were when it was planned.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

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

/// How much is hashed at each end of a file.
const END: u64 = 1 << 20;

impl Input {
    /// Describes a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
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
        Ok(Input {
            path: path.to_owned(),
            bytes: metadata.len(),
            modified: modified.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs()),
            ends_sha256: hex(&hash.finalize()),
        })
    }

    /// Checks that the file is as it was.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it has changed.
    pub fn check(&self) -> Result<(), Error> {
        let now = Input::of(&self.path)?;
        let difference = if now.bytes != self.bytes {
            format!("it has {} bytes (expected {})", now.bytes, self.bytes)
        } else if now.modified != self.modified || now.ends_sha256 != self.ends_sha256 {
            "its contents or its time of change differ".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::refused(
            &self.path,
            format!("the input has changed since the job was planned: {difference}"),
        ))
    }
}
