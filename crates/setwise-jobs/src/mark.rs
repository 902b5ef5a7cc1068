//! Marks of complete stages: what a later stage needs to know of all shards of one before it.
//!
//! A stage is marked when its shards are done and have passed the check of their kind. Beside the
//! mark, one file has all records of the stage. A worker trusts both, so that it does not look at
//! all shards before it runs one. A run of the whole job does not: it looks at every result and
//! record, and makes a wrong mark again.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::job::{Job, Stage};
use crate::record::{Record, hex};
use crate::temporary::write_atomically;

/// The sums over a complete stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// The identity of the job.
    job: String,
    /// The stage.
    stage: String,
    /// The number of shards.
    shards: u32,
    /// The rows of all results.
    pub(crate) rows: u64,
    /// The bytes of all results.
    bytes: u64,
    /// The SHA-256 of the hashes of all records, in hexadecimal.
    records_sha256: String,
    /// The SHA-256 of the fields above as a JSON array.
    mark_sha256: String,
}

impl Mark {
    /// Returns the mark of a stage with these records.
    pub(crate) fn of(job: &Job, stage: &Stage, records: &[Record]) -> Mark {
        let sum = |number: fn(&Record) -> u64| {
            records.iter().fold(0, |sum: u64, record| sum.saturating_add(number(record)))
        };
        let mut hash = Sha256::new();
        records.iter().for_each(|record| hash.update(&record.record_sha256));
        let mut mark = Mark {
            job: job.id().to_owned(),
            stage: stage.name.clone(),
            shards: stage.shards,
            rows: sum(|record| record.rows),
            bytes: sum(Record::bytes),
            records_sha256: hex(&hash.finalize()),
            mark_sha256: String::new(),
        };
        mark.mark_sha256 = mark.own_sha256();
        mark
    }

    /// Returns the SHA-256 of the other fields, as hexadecimal digits.
    fn own_sha256(&self) -> String {
        let Mark { job, stage, shards, rows, bytes, records_sha256, .. } = self;
        let fields: Value = json!([job, stage, shards, rows, bytes, records_sha256]);
        hex(&Sha256::digest(fields.to_string()))
    }

    /// Reads the mark of a stage. A file that is damaged or belongs to something else counts as
    /// none: the stage is checked again.
    pub(crate) fn read(job: &Job, stage: &Stage) -> Result<Option<Mark>, Error> {
        let path = job.mark_path(stage);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(Error::io("read", &path))?,
        };
        let mark: Option<Mark> = serde_json::from_slice(&text).ok();
        Ok(mark.filter(|mark| {
            let is_of = (&*mark.job, &*mark.stage, mark.shards);
            is_of == (job.id(), &*stage.name, stage.shards) && mark.mark_sha256 == mark.own_sha256()
        }))
    }

    /// Marks a stage that has these records, unless it is marked.
    pub(crate) fn write(job: &Job, stage: &Stage, records: &[Record]) -> Result<(), Error> {
        let mark = Mark::of(job, stage, records);
        if Mark::read(job, stage)?.as_ref() == Some(&mark) && job.marked_records(stage)?.is_some() {
            return Ok(());
        }
        // The mark comes last: it has the hash of the records.
        write(job, &job.marked_records_path(stage), records)?;
        write(job, &job.mark_path(stage), &mark)
    }

    /// Removes the mark of a stage that has lost a result, after the marks of the stages whose
    /// results were deleted because it was complete.
    pub(crate) fn remove(job: &Job, stage: &Stage) -> Result<(), Error> {
        let path = job.mark_path(stage);
        if !path.exists() {
            return Ok(());
        }
        for needed in job.stages() {
            if needed.needed_until.as_ref() == Some(&stage.name) {
                Mark::remove(job, needed)?;
            }
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Error::io("delete", &path)(error))
            }
            _ => Ok(()),
        }
    }
}

/// Writes a value as JSON.
fn write(job: &Job, path: &Path, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
    let mut text = serde_json::to_vec_pretty(value)
        .map_err(|error| Error::refused(path, error.to_string()))?;
    text.push(b'\n');
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = (&*job.temporary(), &*format!("complete.{name}"));
    write_atomically(path, temporary, &text)
}

impl Job {
    /// Returns the records of a stage whose shards are all done, in their order: from one file if
    /// the stage is marked, or else from the file of each shard.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or a shard has no valid record.
    pub fn records(&self, stage: &Stage) -> Result<Vec<Record>, Error> {
        match self.marked_records(stage)? {
            Some(records) => Ok(records),
            None => (0..stage.shards).map(|number| Record::of(self, stage, number)).collect(),
        }
    }

    /// Returns the records beside the mark of a stage, if they are there and fit it.
    fn marked_records(&self, stage: &Stage) -> Result<Option<Vec<Record>>, Error> {
        let Some(mark) = Mark::read(self, stage)? else { return Ok(None) };
        let path = self.marked_records_path(stage);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(Error::io("read", &path))?,
        };
        let records: Option<Vec<Record>> = serde_json::from_slice(&text).ok();
        let fit = |records: &Vec<Record>| {
            let mut numbered = (0..).zip(records);
            records.len() == stage.shards as usize
                && numbered.all(|(number, record)| record.check(self, stage, number).is_ok())
                && Mark::of(self, stage, records) == mark
        };
        Ok(records.filter(fit))
    }

    /// Returns the rows of a complete stage: from its mark, or else from all of its records.
    ///
    /// # Errors
    ///
    /// A mark or a record cannot be read, or a shard has no record.
    pub(crate) fn rows(&self, stage: &Stage) -> Result<u64, Error> {
        if let Some(mark) = Mark::read(self, stage)? {
            return Ok(mark.rows);
        }
        Ok(Mark::of(self, stage, &self.records(stage)?).rows)
    }
}
