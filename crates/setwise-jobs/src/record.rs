//! Results of shards, written so that what is there is whole.
//!
//! A result is written under a temporary name, flushed to disk and renamed; then its record is, in the
//! same way. A shard is done if its record is there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::claim::{host, now};
use crate::fail_point;
use crate::job::{self, Job, Stage};
use crate::kind::{Shard, Summary};

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
    /// The SHA-256, in hexadecimal, of the fields above as a JSON array: of what two runs of the shard have in
    /// common.
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
    /// The record cannot be read, or it is not that of this shard, job and version.
    pub fn read(job: &Job, stage: &Stage, number: u32) -> Result<Option<Record>, Error> {
        let path = job.record_path(stage, number);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io("read", &path)(error)),
        };
        let record: Record = serde_json::from_slice(&text)
            .map_err(|error| Error::refused(&path, format!("not a record: {error}")))?;
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
            return Err(Error::refused(&path, "its record_sha256 does not fit its other fields"));
        }
        Ok(Some(record))
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
        let mut file = File::open(path).map_err(Error::io("read", path))?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            match file.read(&mut buffer).map_err(Error::io("read", path))? {
                0 => break,
                read => {
                    bytes += read as u64;
                    hash.update(&buffer[..read]);
                }
            }
        }
        self.check_size(path, bytes)?;
        let found = hex(&hash.finalize());
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

/// The result of a shard as it is written.
pub struct Output {
    path: PathBuf,
    temporary: PathBuf,
    stage: String,
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
    begun: Instant,
    finished: bool,
}

impl Output {
    /// Begins a result under a temporary name.
    pub(crate) fn create(job: &Job, shard: Shard<'_>) -> Result<Output, Error> {
        let path = job.result_path(shard.stage, shard.number);
        let temporary = temporary(&path);
        let file = File::create_new(&temporary).map_err(Error::io("create", &temporary))?;
        Ok(Output {
            path,
            temporary,
            stage: shard.stage.name.clone(),
            file: BufWriter::with_capacity(1 << 16, file),
            hash: Sha256::new(),
            bytes: 0,
            begun: Instant::now(),
            finished: false,
        })
    }

    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.file.write_all(bytes);
        written.map_err(Error::io("write", &self.path))?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        if fail_point::is_set() {
            self.file.flush().map_err(Error::io("write", &self.path))?;
            fail_point::reached(&self.stage, "write");
        }
        Ok(())
    }

    /// Returns the number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Flushes the result to disk, renames it, and writes its record.
    pub(crate) fn publish(
        self,
        job: &Job,
        shard: Shard<'_>,
        summary: Summary,
        attempt: u32,
    ) -> Result<Record, Error> {
        let record = self.finish(|output| {
            // The directory is flushed once, after the rename of the record. If a power cut kept the record
            // and lost this rename, the shard has no result and is run again; an older file under the
            // name is read only if it has the record's hash.
            let renamed = fs::rename(&output.temporary, &output.path);
            renamed.map_err(Error::io("write", &output.path))?;
            Ok(output.record(job, shard, summary, attempt))
        })?;
        fail_point::reached(&shard.stage.name, "renamed");
        let mut text = serde_json::to_vec_pretty(&record).unwrap_or_default();
        text.push(b'\n');
        let reached = |point: &str| fail_point::reached(&shard.stage.name, point);
        write_atomically(&job.record_path(shard.stage, shard.number), &text, &reached)?;
        fail_point::reached(&shard.stage.name, "recorded");
        Ok(record)
    }

    /// Deletes the result, and returns the record that it would have had.
    pub(crate) fn discard(
        self,
        job: &Job,
        shard: Shard<'_>,
        summary: Summary,
    ) -> Result<Record, Error> {
        self.finish(|output| {
            let deleted = fs::remove_file(&output.temporary);
            deleted.map_err(Error::io("delete", &output.temporary))?;
            Ok(output.record(job, shard, summary, 0))
        })
    }

    fn finish<T>(mut self, with: impl FnOnce(&mut Output) -> Result<T, Error>) -> Result<T, Error> {
        self.file.flush().map_err(Error::io("write", &self.path))?;
        fail_point::reached(&self.stage, "written");
        self.file.get_ref().sync_all().map_err(Error::io("write", &self.path))?;
        fail_point::reached(&self.stage, "synced");
        let done = with(&mut self)?;
        self.finished = true;
        Ok(done)
    }

    fn record(&self, job: &Job, shard: Shard<'_>, summary: Summary, attempt: u32) -> Record {
        let mut record = Record {
            job: job.id().to_owned(),
            version: job.description().version,
            stage: shard.stage.name.clone(),
            shard: shard.number,
            bytes: self.bytes,
            sha256: hex(&self.hash.clone().finalize()),
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

impl Drop for Output {
    fn drop(&mut self) {
        if !self.finished {
            // A shard that failed gives back its space on disk. If that fails too, a later run tries again.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Writes a file so that it is there whole or not at all, even after a power cut. Calls a function with the
/// name of each fail point.
pub(crate) fn write_atomically(
    path: &Path,
    bytes: &[u8],
    reached: &dyn Fn(&str),
) -> Result<(), Error> {
    let temporary = temporary(path);
    let write = || {
        let mut file = File::create_new(&temporary)?;
        file.write_all(bytes)?;
        reached("record-written");
        file.sync_all()?;
        reached("record-synced");
        fs::rename(&temporary, path)?;
        reached("record-renamed");
        sync_parent(path)
    };
    let written = write().map_err(Error::io("write", path));
    if written.is_err() {
        // Nothing is lost if it stays.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Flushes the directory of a file to disk, and so the name of the file.
fn sync_parent(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(directory) = path.parent() {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

/// The extension of temporary files.
pub(crate) const TEMPORARY: &str = "tmp";

/// Returns a name in the same directory that no other process, on this machine or another, uses.
fn temporary(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    path.with_file_name(format!("{name}.{}-{process}-{count}.{TEMPORARY}", host()))
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
