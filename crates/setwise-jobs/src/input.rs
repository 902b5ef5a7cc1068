//! Files that a job reads, as they were when it was planned.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use setwise_files::{Facts, File, Kind, facts, url};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::kind::Interruption;
use crate::record::hex;

/// An input file of a job; or a stream, which can be read only once: standard input, by the name
/// `-`, and what is no regular file, such as a pipe. A stream has no hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The time of its last change, in seconds since 1970.
    pub modified: u64,
    /// The SHA-256 of its first and its last MiB; empty for a stream, and for an object that has a
    /// version.
    pub ends_sha256: String,
    /// The version of an object: its ETag, if the store has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
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
    /// Describes a file or a stream.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its path is not UTF-8.
    pub fn of(path: &Path) -> Result<Input, Error> {
        let is_local = url(path).is_none();
        if path.as_os_str() == "-"
            || is_local && facts(path).is_ok_and(|facts| facts.kind == Kind::Stream)
        {
            let (path, ends_sha256) = (path.to_owned(), String::new());
            let stream = Input { path, bytes: 0, modified: 0, ends_sha256, version: None };
            return stream.check_name().map(|()| stream);
        }
        Input::of_file(path)
    }

    fn of_file(path: &Path) -> Result<Input, Error> {
        let mut file = File::open(path).map_err(Error::io("open", path))?;
        let Facts { bytes, modified, version, .. } = file.facts().clone();
        let mut hash = Sha256::new();
        for start in [0, bytes.saturating_sub(END)].into_iter().filter(|_| version.is_none()) {
            let mut end = Vec::new();
            file.seek(SeekFrom::Start(start))
                .and_then(|_| file.by_ref().take(END).read_to_end(&mut end))
                .map_err(Error::io("read", path))?;
            hash.update(end);
        }
        let ends_sha256 = if version.is_none() { hex(&hash.finalize()) } else { String::new() };
        let input = Input { path: path.to_owned(), bytes, modified, ends_sha256, version };
        input.check_name()?;
        Ok(input)
    }

    /// Returns whether this is a stream.
    pub fn is_stream(&self) -> bool {
        self.ends_sha256.is_empty() && self.version.is_none()
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
        if self.is_stream() {
            return Ok(Comparison::Same);
        }
        let now = Input::of_file(&self.path)?;
        let is_hashed_whole = self.version.is_some() || self.bytes <= 2 * END;
        Ok(if now.identity() != self.identity() {
            Comparison::Changed(now)
        } else if now.modified != self.modified && !is_hashed_whole {
            Comparison::Touched(now)
        } else {
            Comparison::Same
        })
    }

    fn identity(&self) -> (u64, &str, Option<&str>) {
        (self.bytes, &self.ends_sha256, self.version.as_deref())
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
        } else if now.identity() != self.identity() {
            "it has other bytes".to_owned()
        } else {
            advice = "; set its time back, or plan again";
            "it may have other bytes".to_owned()
        };
        // Times are compared in seconds, and equal ones say nothing.
        let dates = [now, self].map(|input| match now.modified == self.modified {
            true => String::new(),
            false => format!(", last changed {}", input.date()),
        });
        Error::refused(
            &self.path,
            format!(
                "the input has changed since the job was planned: {found}{} (expected {} \
                 bytes{}{advice})",
                dates[0], self.bytes, dates[1],
            ),
        )
    }

    /// Returns the time of change as text.
    fn date(&self) -> String {
        let seconds = Duration::from_secs(self.modified.min(LAST_SECOND));
        httpdate::fmt_http_date(UNIX_EPOCH + seconds)
    }
}

/// The SHA-256 of some bytes of a file, computed from what passes a reader of the file.
#[derive(Clone, Debug)]
pub struct RangeHash {
    hash: Sha256,
    /// The bytes that are still to come.
    left: Range<u64>,
}

impl RangeHash {
    /// Begins the hash of a range of bytes.
    pub fn new(bytes: Range<u64>) -> RangeHash {
        RangeHash { hash: Sha256::new(), left: bytes }
    }

    /// Adds bytes that were read at an offset of the file. Those outside of the range are left out,
    /// and so are those that come out of order: [`RangeHash::finish`] reads what is left.
    pub fn add(&mut self, offset: u64, bytes: &[u8]) {
        let Range { start, end } = self.left;
        let Some(skipped) = start.checked_sub(offset).and_then(|skip| usize::try_from(skip).ok())
        else {
            return;
        };
        let wanted = usize::try_from(end.saturating_sub(start)).unwrap_or(usize::MAX);
        let Some(bytes) = bytes.get(skipped..).map(|rest| &rest[..rest.len().min(wanted)]) else {
            return;
        };
        self.hash.update(bytes);
        self.left.start += bytes.len() as u64;
    }

    /// Returns the SHA-256 of the range in hexadecimal. Reads the bytes from a file that have not
    /// passed.
    ///
    /// # Errors
    ///
    /// The file cannot be read or ends before the range, or [`Error::Interrupted`].
    pub fn finish(mut self, path: &Path, interruption: Interruption<'_>) -> Result<String, Error> {
        if !self.left.is_empty() {
            let mut file = File::open(path).map_err(Error::io("read", path))?;
            file.seek(SeekFrom::Start(self.left.start)).map_err(Error::io("read", path))?;
            let mut buffer = vec![0; 1 << 16];
            while !self.left.is_empty() {
                interruption.check()?;
                let left = usize::try_from(self.left.end - self.left.start).unwrap_or(usize::MAX);
                let most = buffer.len().min(left);
                let read = file.read(&mut buffer[..most]).map_err(Error::io("read", path))?;
                if read == 0 {
                    let reason = format!(
                        "it ends at byte {} (expected bytes up to {})",
                        self.left.start, self.left.end
                    );
                    return Err(Error::refused(path, reason));
                }
                self.hash.update(&buffer[..read]);
                self.left.start += read as u64;
            }
        }
        Ok(hex(&self.hash.finalize()))
    }
}

#[cfg(test)]
mod tests {
    use setwise_testkit::Directory;

    use super::*;

    /// Finds a message that shows two equal times as a difference.
    #[test]
    fn an_error_says_what_has_changed() {
        let input = |bytes, modified| Input {
            path: PathBuf::from("a.pgn"),
            bytes,
            modified,
            ends_sha256: format!("{bytes}"),
            version: None,
        };
        let message = |now: Input| input(8, 0).changed(&now).to_string();
        let start = "a.pgn: the input has changed since the job was planned: it has 9 bytes";
        assert_eq!(message(input(9, 0)), format!("{start} (expected 8 bytes)"));
        let expected = format!(
            "{start}, last changed Thu, 01 Jan 1970 00:00:01 GMT (expected 8 bytes, last changed \
             Thu, 01 Jan 1970 00:00:00 GMT)"
        );
        assert_eq!(message(input(9, 1)), expected);
    }

    /// Finds bytes that are hashed twice, left out or taken from outside of the range.
    #[test]
    fn a_range_is_hashed_whatever_passes() {
        let directory = Directory::in_memory();
        let bytes: Vec<u8> = (0..200).collect();
        let path = directory.write("file", &bytes);
        for range in [0..0, 0..200, 13..13, 13..14, 13..150, 199..200] {
            let expected = hex(&Sha256::digest(&bytes[range.start as usize..range.end as usize]));
            let finish = |hash: RangeHash| hash.finish(&path, Interruption::NEVER).expect("read");
            let new = || RangeHash::new(range.clone());
            for (from, size) in [(0, 1), (0, 7), (0, 200), (10, 50), (13, 4), (14, 20), (150, 1)] {
                let mut hash = new();
                for (piece, number) in bytes[from..].chunks(size).zip(0..) {
                    hash.add((from + number * size) as u64, piece);
                    // Twice, as when a file is opened again.
                    hash.add((from + number * size) as u64, piece);
                }
                assert_eq!(finish(hash), expected, "{range:?} from {from} by {size}");
            }
            assert_eq!(finish(new()), expected);
        }
        let beyond = RangeHash::new(150..201).finish(&path, Interruption::NEVER);
        let message = beyond.expect_err("too short").to_string();
        assert!(message.ends_with("it ends at byte 200 (expected bytes up to 201)"), "{message}");
    }

    /// Finds a finish that reads what has passed already.
    #[test]
    fn what_has_passed_is_not_read_again() {
        let mut hash = RangeHash::new(2..4);
        hash.add(0, b"abcdef");
        let finished = hash.finish(Path::new("/no/such/file"), Interruption::NEVER);
        assert_eq!(finished.expect("nothing is left"), hex(&Sha256::digest(b"cd")));
    }
}
