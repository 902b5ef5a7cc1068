//! Marks of complete stages: all records of a stage in one file.
//!
//! A stage is marked when its shards are done and have passed the check of their kind. A worker
//! trusts the mark, so that it does not look at all shards before it runs one. A run of the whole
//! job does not: it looks at every result and record, and makes a wrong mark again.

use setwise_files::Existing;

use crate::Error;
use crate::files::{delete, exists, read, write_whole};
use crate::job::{Job, Stage};
use crate::record::Record;

impl Job {
    /// Returns whether a stage has a mark.
    pub(crate) fn is_marked(&self, stage: &Stage) -> Result<bool, Error> {
        exists(&self.mark_path(stage))
    }

    /// Marks a stage that has these records, unless it is marked.
    pub(crate) fn mark(&self, stage: &Stage, records: &[Record]) -> Result<(), Error> {
        let path = self.mark_path(stage);
        let mut text = serde_json::to_vec_pretty(records)
            .map_err(|error| Error::refused(&path, error.to_string()))?;
        text.push(b'\n');
        if read(&path).is_ok_and(|found| found.as_ref() == Some(&text)) {
            return Ok(());
        }
        let name = format!("complete.{}", stage.name);
        write_whole(&path, (&self.temporary(), &name), &text, Existing::Replaced)
    }

    /// Removes the mark of a stage that has lost a result, after the marks of the stages whose
    /// results were deleted because it was complete.
    pub(crate) fn remove_mark(&self, stage: &Stage) -> Result<(), Error> {
        if !self.is_marked(stage)? {
            return Ok(());
        }
        for needed in self.stages() {
            if needed.needed_until.as_ref() == Some(&stage.name) {
                self.remove_mark(needed)?;
            }
        }
        delete(&self.mark_path(stage))
    }

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

    /// Returns the records of the mark of a stage. A file that is damaged or belongs to something
    /// else counts as none.
    fn marked_records(&self, stage: &Stage) -> Result<Option<Vec<Record>>, Error> {
        let path = self.mark_path(stage);
        let Some(text) = read(&path)? else { return Ok(None) };
        let records: Option<Vec<Record>> = serde_json::from_slice(&text).ok();
        let fit = |records: &Vec<Record>| {
            let mut numbered = (0..).zip(records);
            records.len() == stage.shards as usize
                && numbered.all(|(number, record)| record.check(self, stage, number).is_ok())
        };
        Ok(records.filter(fit))
    }
}
