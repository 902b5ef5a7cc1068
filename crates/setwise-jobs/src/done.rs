//! Which shards are done, from one look at a directory or from the files of one shard.

use std::collections::HashMap;
use std::io::ErrorKind;

use crate::Error;
use crate::files::{exists, names};
use crate::job::{Job, Stage};
use crate::kind::Shard;
use crate::record::Record;

/// The results and records of a stage at one moment.
///
/// It costs one pass over a directory, where asking for each shard by itself takes a call of the
/// system for each of its files.
pub(crate) struct Listing {
    shards: HashMap<u32, Found>,
    /// The number of files of a result.
    files: usize,
    /// Whether no stage needs the results any more. False if all of them are there.
    is_used_up: bool,
}

/// The files of a shard that exist.
#[derive(Default)]
struct Found {
    has_record: bool,
    /// The number of files of the result that are there.
    files: usize,
}

impl Listing {
    /// Lists the results and records of a stage. A directory that does not exist has none.
    pub(crate) fn of(job: &Job, stage: &Stage) -> Result<Listing, Error> {
        let mut shards: HashMap<u32, Found> = HashMap::new();
        for name in names(&job.results(stage))? {
            let name = name.to_string_lossy();
            let Some((digits, file)) = name.split_once('.') else { continue };
            // A shard has its number in one form only.
            let number = digits.parse().ok().filter(|number| format!("{number:05}") == digits);
            let Some(number) = number.filter(|&number| number < stage.shards) else { continue };
            let found = shards.entry(number).or_default();
            if file == "json" {
                found.has_record = true;
            } else if stage.files.iter().any(|other| other == file) {
                found.files += 1;
            }
        }
        let files = stage.files.len();
        let lacks_files = |found: &Found| found.has_record && found.files < files;
        let is_used_up = shards.values().any(lacks_files) && job.is_used_up(stage)?;
        Ok(Listing { shards, files, is_used_up })
    }

    /// Returns whether a shard has a record.
    pub(crate) fn has_record(&self, number: u32) -> bool {
        self.shards.get(&number).is_some_and(|found| found.has_record)
    }

    /// Returns the shards whose results are there, or some of their files, in any order.
    pub(crate) fn with_files(&self) -> impl Iterator<Item = u32> {
        self.shards.iter().filter(|(_, found)| found.files > 0).map(|(&number, _)| number)
    }

    /// Returns whether a shard is done: it has a record, and its result is there or not needed any
    /// more.
    fn is_done(&self, found: &Found) -> bool {
        found.has_record && (found.files == self.files || self.is_used_up)
    }

    /// Returns whether all shards are done, of which there is a number.
    fn is_complete(&self, shards: u32) -> bool {
        self.shards.values().filter(|found| self.is_done(found)).count() == shards as usize
    }
}

impl Job {
    /// Returns whether a shard is done: it has a record, and its result is there or not needed any
    /// more.
    pub(crate) fn is_done(&self, stage: &Stage, number: u32) -> Result<bool, Error> {
        Ok(exists(&self.record_path(stage, number))?
            && (self.has_result(stage, number)? || self.is_used_up(stage)?))
    }

    /// Returns whether all files of the result of a shard are there.
    fn has_result(&self, stage: &Stage, number: u32) -> Result<bool, Error> {
        for path in self.result_paths(stage, number) {
            if !exists(&path)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the shards of a stage that are not done, by their numbers in the stage, in order.
    pub(crate) fn not_done(&self, stage: &Stage) -> Result<impl Iterator<Item = u32>, Error> {
        let listing = Listing::of(self, stage)?;
        let is_done = move |number: &u32| {
            listing.shards.get(number).is_some_and(|found| listing.is_done(found))
        };
        Ok((0..stage.shards).filter(move |number| !is_done(number)))
    }

    /// Returns whether all shards of a stage are done.
    pub(crate) fn is_complete(&self, stage: &Stage) -> Result<bool, Error> {
        Ok(Listing::of(self, stage)?.is_complete(stage.shards))
    }

    /// Returns whether no stage needs the results of a stage any more.
    pub(crate) fn is_used_up(&self, stage: &Stage) -> Result<bool, Error> {
        let user = stage.needed_until.as_ref().and_then(|name| self.stage(name));
        user.map_or(Ok(false), |user| self.is_complete(user))
    }

    /// Compares a result with its record. Returns false if a file was deleted after its use.
    pub(crate) fn check_result(&self, stage: &Stage, record: &Record) -> Result<bool, Error> {
        let mut is_there = true;
        for (file, path) in record.files.iter().zip(self.result_paths(stage, record.shard)) {
            match file.check(&path) {
                Err(Error::Io { source, .. })
                    if source.kind() == ErrorKind::NotFound && stage.needed_until.is_some() =>
                {
                    is_there = false;
                }
                checked => checked?,
            }
        }
        Ok(is_there)
    }

    /// Checks that a shard has the results of earlier stages that it needs.
    pub(crate) fn check_needed(&self, shard: Shard<'_>, number: u32) -> Result<(), Error> {
        for needed in self.stages() {
            if needed.needed_until.as_deref() != Some(&shard.stage.name) {
                continue;
            }
            for other in 0..needed.shards {
                if !self.has_result(needed, other)? {
                    return Err(Error::Deleted { shard: number, stage: needed.name.clone() });
                }
            }
        }
        Ok(())
    }
}
