//! Results of shards, written so that what is there is whole.
//!
//! A result is written under a temporary name, flushed to disk and renamed; then its record is, in
//! the same way. A shard is done if its record is there.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::claim::{host, now};
use crate::fail_point;
use crate::job::{self, Job, Stage};
use crate::kind::{Interruption, Shard, Summary};
use crate::temporary::{TemporaryFile, write_atomically};

/// What is known of the result of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The identity of the job.
    pub job: String,
    /// The version of the job's kind.
    pub version: u32,
    /// The stage.
    pub stage: String,
    /// The number of the shard in its stage.
    pub shard: u32,
    /// The size of the result.
    pub bytes: u64,
    /// The SHA-256 of the result, in hexadecimal.
    pub sha256: String,
    /// The number of rows.
    pub rows: u64,
    /// What the kind knows of the result.
    pub facts: Value,
    /// The SHA-256, in hexadecimal, of the fields above as a JSON array: of what two runs of the
    /// shard have in common.
    pub record_sha256: String,
    /// What the kind knows of this run of the shard.
    pub notes: Value,
    /// The program that ran the shard.
    pub program: String,
    /// The name of the machine.
    pub host: String,
    /// The time that the shard took.
    pub seconds: f64,
    /// The number of times that the shard had been begun.
    pub attempt: u32,
    /// The time at which it was finished, in seconds since 1970.
    pub finished: u64,
}

impl Record {
    /// Reads a record, or returns `None` if the shard has none.
    ///
    /// # Errors
    ///
    /// The record cannot be read, or it belongs to another shard, job or version.
    pub fn read(job: &Job, stage: &Stage, number: u32) -> Result<Option<Record>, Error> {
        let path = job.record_path(stage, number);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io("read", &path)(error)),
        };
        let record: Record = serde_json::from_slice(&text).map_err(|error| {
            let advice = if is_json(&text) { DELETE } else { RUN };
            Error::refused(&path, format!("not a record: {error} ({advice})"))
        })?;
        let expect = |what: &str, found: &str, expected: &str| {
            if found == expected {
                return Ok(());
            }
            Err(Error::refused(&path, format!("it is of {what} {found} (expected {expected})")))
        };
        expect("version", &record.version.to_string(), &job.description().version.to_string())?;
        expect("job", &record.job, job.id())?;
        expect("stage", &record.stage, &stage.name)?;
        expect("shard", &record.shard.to_string(), &number.to_string())?;
        if record.record_sha256 != record.own_sha256() {
            let reason = format!("its record_sha256 does not fit its other fields ({DELETE})");
            return Err(Error::refused(&path, reason));
        }
        Ok(Some(record))
    }

    /// Returns whether a shard has a record that is empty or cut off, as after a power cut on some
    /// file systems. It says nothing, so a run deletes it and runs the shard again. A record that
    /// is JSON but not valid is refused.
    pub(crate) fn is_damaged(job: &Job, stage: &Stage, number: u32) -> Result<bool, Error> {
        let path = job.record_path(stage, number);
        match fs::read(&path) {
            Ok(text) => Ok(!is_json(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Error::io("read", &path)(error)),
        }
    }

    /// Returns what `record_sha256` must be.
    fn own_sha256(&self) -> String {
        let Record { job, version, stage, shard, bytes, sha256, rows, facts, .. } = self;
        let fields = json!([job, version, stage, shard, bytes, sha256, rows, facts]);
        hex(&Sha256::digest(fields.to_string()))
    }

    /// Reads the record of a shard that a later stage needs.
    ///
    /// # Errors
    ///
    /// Those of [`Record::read`], or there is no record.
    pub fn of(job: &Job, stage: &Stage, number: u32) -> Result<Record, Error> {
        Record::read(job, stage, number)?.ok_or_else(|| {
            Error::refused(&job.record_path(stage, number), "the shard has not been run")
        })
    }

    /// Checks the whole result against the record.
    ///
    /// # Errors
    ///
    /// The result cannot be read, or its size or hash differs.
    pub fn check(&self, path: &Path) -> Result<(), Error> {
        let file = File::open(path).map_err(Error::io("read", path))?;
        let (bytes, found) = sha256(file, path, Interruption::NEVER)?;
        self.check_size(path, bytes)?;
        if found != self.sha256 {
            let reason = format!("its SHA-256 is {found} (expected {})", self.sha256);
            return Err(Error::refused(path, reason));
        }
        Ok(())
    }

    /// Checks the size of the result.
    pub(crate) fn check_size(&self, path: &Path, bytes: u64) -> Result<(), Error> {
        if bytes != self.bytes {
            let reason = format!("it has {bytes} bytes (expected {})", self.bytes);
            return Err(Error::refused(path, reason));
        }
        Ok(())
    }
}

/// What a user can do about a record that is not JSON.
const RUN: &str = "`setwise job run` makes the shard again";

/// What a user can do about a record with wrong contents.
const DELETE: &str = "delete this file, and `setwise job run` makes the shard again";

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<Value>(text).is_ok()
}

/// The result of a shard as it is written.
pub struct Output {
    path: PathBuf,
    stage: String,
    /// `None` if the result is only compared with its record.
    file: Option<TemporaryFile>,
    hash: Sha256,
    bytes: u64,
    begun: Instant,
}

impl Output {
    /// Begins a result under a temporary name.
    pub(crate) fn create(job: &Job, shard: Shard<'_>) -> Result<Output, Error> {
        let mut output = Output::without_file(job, shard);
        output.file = Some(TemporaryFile::create(&output.path)?);
        Ok(output)
    }

    /// Begins a result whose bytes are hashed and not stored.
    pub(crate) fn without_file(job: &Job, shard: Shard<'_>) -> Output {
        Output {
            path: job.result_path(shard.stage, shard.number),
            stage: shard.stage.name.clone(),
            file: None,
            hash: Sha256::new(),
            bytes: 0,
            begun: Instant::now(),
        }
    }

    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if let Some(file) = &mut self.file {
            file.write(bytes).map_err(Error::io("write", &self.path))?;
            if fail_point::is_set() {
                file.flush().map_err(Error::io("write", &self.path))?;
                fail_point::reached(&self.stage, "write");
            }
        }
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Returns the number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the error of a result whose temporary file another process has deleted, if it is
    /// gone.
    pub(crate) fn lost(&self) -> Option<Error> {
        self.file.as_ref().and_then(TemporaryFile::lost)
    }

    /// Flushes the result to disk, renames it, and writes its record.
    pub(crate) fn publish(
        mut self,
        job: &Job,
        shard: Shard<'_>,
        summary: Summary,
        attempt: u32,
    ) -> Result<Record, Error> {
        let reached = |point: &str| fail_point::reached(&shard.stage.name, point);
        if let Some(file) = self.file.take() {
            // The directory is flushed once, after the rename of the record. If a power cut kept
            // the record and lost this rename, the shard has no result and is run again; an older
            // file under the name is read only if it has the record's hash.
            file.publish(&self.path, &reached)?;
        }
        let record = self.record(job, shard, summary, attempt);
        let path = job.record_path(shard.stage, shard.number);
        let mut text = serde_json::to_vec_pretty(&record)
            .map_err(|error| Error::refused(&path, error.to_string()))?;
        text.push(b'\n');
        write_atomically(&path, &text, &|point| reached(&format!("record-{point}")))?;
        reached("recorded");
        Ok(record)
    }

    /// Returns the record of the result.
    pub(crate) fn record(
        self,
        job: &Job,
        shard: Shard<'_>,
        summary: Summary,
        attempt: u32,
    ) -> Record {
        let mut record = Record {
            job: job.id().to_owned(),
            version: job.description().version,
            stage: shard.stage.name.clone(),
            shard: shard.number,
            bytes: self.bytes,
            sha256: hex(&self.hash.finalize()),
            rows: summary.rows,
            facts: summary.facts,
            record_sha256: String::new(),
            notes: summary.notes,
            program: job::program(),
            host: host(),
            seconds: self.begun.elapsed().as_secs_f64(),
            attempt,
            finished: now(),
        };
        record.record_sha256 = record.own_sha256();
        record
    }
}

/// Reads a file, or a part of it, to its end. Returns the number of bytes, and their SHA-256 in
/// hexadecimal.
///
/// # Errors
///
/// The file cannot be read, or [`Error::Interrupted`].
pub fn sha256(
    mut file: impl Read,
    path: &Path,
    interruption: Interruption<'_>,
) -> Result<(u64, String), Error> {
    let (mut hash, mut buffer, mut bytes) = (Sha256::new(), vec![0; 1 << 16], 0);
    loop {
        interruption.check()?;
        match file.read(&mut buffer).map_err(Error::io("read", path))? {
            0 => return Ok((bytes, hex(&hash.finalize()))),
            read => {
                bytes += read as u64;
                hash.update(&buffer[..read]);
            }
        }
    }
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
