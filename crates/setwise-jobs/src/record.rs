//! Results of shards, written so that what is there is whole.
//!
//! Each file of a result is written under a temporary name, flushed to disk and renamed; then the
//! record is, in the same way. A shard is done if its record is there.

use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use setwise_files::{File, SyncedDirectory, WholeFile};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::fail_point;
use crate::files::{create, read};
use crate::job::{self, Job, Stage, shard_name};
use crate::kind::{Interruption, Shard, Summary};

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
    /// The files of the result, in the order of [`Stage::files`].
    pub files: Vec<ResultFile>,
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
    /// The time at which it was finished, in seconds since 1970.
    pub finished: u64,
}

/// What is known of a file of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256, in hexadecimal.
    pub sha256: String,
}

impl ResultFile {
    /// Checks a whole file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its size or hash differs.
    pub fn check(&self, path: &Path) -> Result<(), Error> {
        self.open_checked(path).map(drop)
    }

    /// Opens a file and checks it whole. It is read from its start then.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its size or hash differs.
    pub fn open_checked(&self, path: &Path) -> Result<File, Error> {
        let mut file = File::open(path).map_err(Error::io("read", path))?;
        let (bytes, found) = sha256(&mut file, path, Interruption::NEVER)?;
        self.check_size(path, bytes)?;
        if found != self.sha256 {
            let reason = format!("its SHA-256 is {found} (expected {})", self.sha256);
            return Err(Error::refused(path, reason));
        }
        file.rewind().map_err(Error::io("read", path))?;
        Ok(file)
    }

    /// Checks the size of a file.
    ///
    /// # Errors
    ///
    /// The size differs.
    pub fn check_size(&self, path: &Path, bytes: u64) -> Result<(), Error> {
        if bytes != self.bytes {
            let reason = format!("it has {bytes} bytes (expected {})", self.bytes);
            return Err(Error::refused(path, reason));
        }
        Ok(())
    }
}

impl Record {
    /// Reads a record, or returns `None` if the shard has none.
    ///
    /// # Errors
    ///
    /// The record cannot be read, or it belongs to another shard, job or version.
    pub fn read(job: &Job, stage: &Stage, number: u32) -> Result<Option<Record>, Error> {
        let path = job.record_path(stage, number);
        let Some(text) = read(&path)? else { return Ok(None) };
        let record: Record = serde_json::from_slice(&text).map_err(|error| {
            let advice = if is_json(&text) { DELETE } else { RUN };
            Error::refused(&path, format!("not a record: {error} ({advice})"))
        })?;
        let checked = record.check(job, stage, number);
        checked.map_err(|reason| Error::refused(&path, reason)).map(|()| Some(record))
    }

    /// Returns why this is not the record of a shard, if it is not.
    pub(crate) fn check(&self, job: &Job, stage: &Stage, number: u32) -> Result<(), String> {
        let expect = |what: &str, found: &str, expected: &str| {
            let is_expected = found == expected;
            is_expected
                .then_some(())
                .ok_or_else(|| format!("it is of {what} {found} (expected {expected})"))
        };
        expect("version", &self.version.to_string(), &job.description().version.to_string())?;
        expect("job", &self.job, job.id())?;
        expect("stage", &self.stage, &stage.name)?;
        expect("shard", &self.shard.to_string(), &number.to_string())?;
        let (found, expected) = (self.files.len(), stage.files.len());
        if found != expected {
            return Err(format!("it has {found} files (expected {expected})"));
        }
        if self.record_sha256 != self.own_sha256() {
            return Err(format!("its record_sha256 does not fit its other fields ({DELETE})"));
        }
        Ok(())
    }

    /// Returns whether a shard has a record that is empty or cut off, as after a power cut on some
    /// file systems. It says nothing, so a run deletes it and runs the shard again. A record that
    /// is JSON but not valid is refused.
    pub(crate) fn is_damaged(job: &Job, stage: &Stage, number: u32) -> Result<bool, Error> {
        let path = job.record_path(stage, number);
        Ok(read(&path)?.is_some_and(|text| !is_json(&text)))
    }

    /// Returns the SHA-256 of the other fields, as hexadecimal digits.
    fn own_sha256(&self) -> String {
        let Record { job, version, stage, shard, files, rows, facts, .. } = self;
        let fields = json!([job, version, stage, shard, files, rows, facts]);
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

    /// Returns the size of the result: the sum over its files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.bytes))
    }
}

/// What a user can do about a record that is not JSON.
const RUN: &str = "`setwise job run` makes the shard again";

/// What a user can do about a record with wrong contents.
const DELETE: &str = "delete this file, and `setwise job run` makes the shard again";

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<Value>(text).is_ok()
}

/// Flushes a directory to disk, so that a power cut leaves the names in it.
///
/// # Errors
///
/// The directory cannot be flushed.
pub fn sync_directory(directory: &Path) -> Result<(), Error> {
    let synced = SyncedDirectory::open(directory).and_then(|directory| directory.sync());
    synced.map_err(Error::io("write", directory))
}

/// The result of a shard as it is written.
pub struct Output {
    files: Vec<OutputFile>,
    begun: Instant,
}

/// A file of a result as it is written.
pub struct OutputFile {
    path: PathBuf,
    stage: String,
    /// The directory and the start of the name of a temporary file that is not yet created.
    beside: Option<(PathBuf, String)>,
    /// `None` if the result is only compared with its record.
    file: Option<BufWriter<WholeFile>>,
    hash: Sha256,
    bytes: u64,
}

impl Output {
    /// Begins a result under temporary names.
    pub(crate) fn create(job: &Job, shard: Shard<'_>) -> Result<Output, Error> {
        let mut output = Output::without_file(job, shard);
        let (directory, prefix) = (job.temporary(), shard_name(shard.stage, shard.number));
        for (file, name) in output.files.iter_mut().zip(&shard.stage.files) {
            file.begin(&directory, &format!("{prefix}.{name}"))?;
        }
        Ok(output)
    }

    /// Begins a result whose bytes are hashed and not stored.
    pub fn without_file(job: &Job, shard: Shard<'_>) -> Output {
        let file = |path| OutputFile {
            path,
            stage: shard.stage.name.clone(),
            beside: None,
            file: None,
            hash: Sha256::new(),
            bytes: 0,
        };
        let files = job.result_paths(shard.stage, shard.number).map(file).collect();
        Output { files, begun: Instant::now() }
    }

    /// Returns the files, which are no longer part of a result.
    pub fn into_files(self) -> Vec<OutputFile> {
        self.files
    }

    /// Returns the files, in the order of [`Stage::files`]; there is at least one.
    pub fn files(&mut self) -> &mut [OutputFile] {
        &mut self.files
    }

    /// Appends bytes to the first file: the only one, in most stages.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.files
            .iter_mut()
            .take(1)
            .try_for_each(|file| file.write_all(bytes).map_err(Error::io("write", &file.path)))
    }

    /// Flushes the result to disk, renames its files, and writes its record. All names are on disk
    /// when the directory of results is flushed.
    pub(crate) fn publish(
        mut self,
        job: &Job,
        shard: Shard<'_>,
        summary: Summary,
    ) -> Result<Record, Error> {
        let Shard { stage, number, .. } = shard;
        let reached = |point: &str| fail_point::reached(&stage.name, point);
        for OutputFile { path, file, .. } in &mut self.files {
            if let Some(file) = file.take() {
                // The directory is flushed once, after the rename of the record. If a power cut
                // kept the record and lost this rename, the shard has no result and is run again;
                // an older file under the name is read only if it has the record's hash.
                publish(file, &reached).map_err(Error::io("write", path))?;
            }
        }
        let record = self.record(job, shard, summary);
        let path = job.record_path(stage, number);
        let mut text = serde_json::to_vec_pretty(&record)
            .map_err(|error| Error::refused(&path, error.to_string()))?;
        text.push(b'\n');
        let (directory, name) = (job.temporary(), format!("{}.json", shard_name(stage, number)));
        let file = create(&path, (&directory, &name))?;
        let write = |mut file: WholeFile| {
            file.write_all(&text)?;
            file.publish(&|point| reached(&format!("record-{point}")))
        };
        write(file).map_err(Error::io("write", &path))?;
        reached("recorded");
        Ok(record)
    }

    /// Returns the record of the result.
    pub(crate) fn record(self, job: &Job, shard: Shard<'_>, summary: Summary) -> Record {
        let files = self
            .files
            .into_iter()
            .map(|file| ResultFile { bytes: file.bytes, sha256: hex(&file.hash.finalize()) });
        let mut record = Record {
            job: job.id().to_owned(),
            version: job.description().version,
            stage: shard.stage.name.clone(),
            shard: shard.number,
            files: files.collect(),
            rows: summary.rows,
            facts: summary.facts,
            record_sha256: String::new(),
            notes: summary.notes,
            program: job::program(),
            host: host(),
            seconds: self.begun.elapsed().as_secs_f64(),
            finished: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        };
        record.record_sha256 = record.own_sha256();
        record
    }
}

impl OutputFile {
    /// Begins a file of a shard that is no part of its result, beside the results. Its temporary
    /// file is created with the first bytes, so one that is dropped unused costs nothing.
    pub fn beside(job: &Job, shard: Shard<'_>, path: PathBuf) -> OutputFile {
        let (stage, temporary) = (shard.stage.name.clone(), shard_name(shard.stage, shard.number));
        let beside = Some((job.temporary(), temporary));
        OutputFile { path, stage, beside, file: None, hash: Sha256::new(), bytes: 0 }
    }

    /// Flushes a file that is no part of a result to disk, and gives it its name. The name is on
    /// disk after [`sync_directory`].
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn publish(mut self) -> Result<ResultFile, Error> {
        self.create()?;
        let stage = self.stage;
        if let Some(file) = self.file {
            publish(file, &|point| fail_point::reached(&stage, point))
                .map_err(Error::io("write", &self.path))?;
        }
        Ok(ResultFile { bytes: self.bytes, sha256: hex(&self.hash.finalize()) })
    }

    /// Returns whether the bytes are stored: a result that is only compared with its record is not.
    pub fn is_stored(&self) -> bool {
        self.file.is_some() || self.beside.is_some()
    }

    /// Creates the temporary file of a file beside the results.
    fn create(&mut self) -> Result<(), Error> {
        if let Some((directory, name)) = self.beside.take() {
            self.begin(&directory, &format!("{name}.beside"))?;
        }
        Ok(())
    }

    /// Creates the temporary file, of which the directory and the start of the name are given.
    fn begin(&mut self, directory: &Path, name: &str) -> Result<(), Error> {
        let file = create(&self.path, (directory, name))?;
        self.file = Some(BufWriter::with_capacity(1 << 16, file));
        Ok(())
    }

    /// Returns the path that the file gets at the end.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Gives a file its name. Calls a function with the name of each fail point.
fn publish(file: BufWriter<WholeFile>, reached: &dyn Fn(&str)) -> io::Result<()> {
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.publish(reached).map(drop)
}

/// Appends bytes. What is flushed is not yet in the file; [`OutputFile::publish`] and the end of the
/// shard see to that.
impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.create()?;
        if let Some(file) = &mut self.file {
            file.write_all(bytes)?;
            if fail_point::is_set() {
                file.flush()?;
                fail_point::reached(&self.stage, "write");
            }
        }
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

/// Returns the name of this machine.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
