//! Runs what is left of a job on threads.

mod stage_run;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use self::stage_run::StageRun;
use crate::Error;
use crate::done::Listing;
use crate::files::{delete, exists, names};
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Kind};
use crate::record::{Output, Record};

/// How a job is run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The number of threads, which work on one shard together or on several.
    pub threads: usize,
    /// The memory in bytes that all threads may use. Stages whose shards need much run on fewer
    /// threads.
    pub memory: u64,
}

/// The part of a job that one of several machines runs: of the shards of each stage, every Nth one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of this share, from 1 to the number of shares.
    pub number: u32,
    /// The number of shares, at least 1.
    pub of: u32,
    /// Whether a run waits for the other shares where a stage needs their results. Else it ends with
    /// [`Error::Unfinished`].
    pub waits: bool,
}

impl Share {
    /// The whole job.
    pub const ALL: Share = Share { number: 1, of: 1, waits: true };

    /// Returns whether a shard belongs to the share.
    fn has(self, shard: u32) -> bool {
        shard % self.of.max(1) == self.number.saturating_sub(1)
    }
}

/// Parses a share that waits, as in `3/8`.
impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => {
                Ok(Share { number, of, waits: true })
            }
            _ => Err("expected K/N with K from 1 to N".to_owned()),
        }
    }
}

/// What happens in a run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The shards of a stage are run now. Some of them may be done.
    Stage {
        /// The stage.
        stage: &'e Stage,
        /// The number of shards that are done.
        done: u32,
    },
    /// A shard is done, by this process.
    Done(&'e Record),
    /// A shard has failed.
    Failed(&'e Failure),
    /// The shards of this share are done, and the run waits for other shares.
    Waiting {
        /// The stage.
        stage: &'e Stage,
        /// The shards that are missing, by their numbers in the stage.
        missing: &'e [u32],
    },
    /// A record was empty or cut off, and was deleted. Its shard is run again.
    Damaged(&'e Path),
}

/// A shard that failed.
#[derive(Debug)]
pub struct Failure {
    /// The stage.
    pub stage: String,
    /// The number of the shard in its stage.
    pub shard: u32,
    /// The reason.
    pub error: Error,
}

/// The time after which a share looks again whether the others are done.
const POLL: Duration = Duration::from_millis(500);

impl Job {
    /// Runs all shards that are not done, stage by stage. Returns the shards that failed; the stages
    /// after them have not been run. Other processes may run the same job at the same time: what is
    /// done twice is done twice, and has one result.
    ///
    /// Calls `watch` from all threads. A shard that reads an input checks that the input is as it
    /// was: so a missing file does not stop the shards that do not need it. When all shards are
    /// done, inputs that still exist must be as they were ([`Kind::check_inputs`]).
    ///
    /// A job that is done can be on a file system that cannot be written.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] after an interruption; another error if a shard needs more memory
    /// than there may be, a stage fails its check, an input has changed or the directory cannot be
    /// read.
    pub fn run(
        &self,
        kind: &dyn Kind,
        options: RunOptions,
        interruption: Interruption<'_>,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<Vec<Failure>, Error> {
        self.run_share(kind, Share::ALL, options, interruption, watch)
    }

    /// Runs the shards of a share as [`Job::run`] does, and waits for the other shares at the end of
    /// each stage.
    ///
    /// # Errors
    ///
    /// The errors of [`Job::run`], and [`Error::Unfinished`] if the share does not wait.
    pub fn run_share(
        &self,
        kind: &dyn Kind,
        share: Share,
        options: RunOptions,
        interruption: Interruption<'_>,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<Vec<Failure>, Error> {
        for stage in self.stages() {
            let (needed, mib) = (kind.memory(stage), 1 << 20);
            if needed > options.memory {
                return Err(Error::Wrong(format!(
                    "a shard of stage {} needs about {} MiB of memory (allowed are {} MiB)",
                    stage.name,
                    needed.div_ceil(mib),
                    options.memory / mib,
                )));
            }
        }
        for stage in self.stages() {
            self.delete_damaged_records(stage, watch)?;
        }
        for stage in self.stages() {
            if !self.is_complete(stage)? {
                self.remove_mark(stage)?;
            }
        }
        for (index, stage) in self.stages().iter().enumerate() {
            let run = StageRun::new(self, kind, index, interruption, watch);
            if !self.is_complete(stage)? {
                self.create_directories(stage)?;
                let failures = run.run(options, share)?;
                if !failures.is_empty() {
                    return Ok(failures);
                }
                run.wait(share)?;
            }
            run.check_and_clean()?;
        }
        Ok(Vec::new())
    }

    /// Runs one shard, given by its number in the job, with some threads, if it is not done. For
    /// schedulers.
    ///
    /// It does not look at the other shards: of the stages before, it reads the mark that a stage
    /// has when it is complete. A stage that has none is checked, which reads all of its records,
    /// and marked. A result of an earlier stage that was deleted by hand is made again by
    /// [`Job::run`] and [`Job::open_shards`].
    ///
    /// # Errors
    ///
    /// There is no such shard, the stages before are not complete, or it fails.
    pub fn run_shard(
        &self,
        kind: &dyn Kind,
        number: u32,
        threads: usize,
        interruption: Interruption<'_>,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), Error> {
        let shard = self.shard(number).ok_or_else(|| {
            Error::Wrong(format!("there is no shard {number} (the job has {})", self.shards()))
        })?;
        let run = |index| StageRun::new(self, kind, index, interruption, watch);
        // Before the stages before are judged: results that were deleted after their use are needed
        // again if a shard that uses them is.
        self.delete_damaged_record(shard.stage, shard.number, watch)?;
        if self.is_done(shard.stage, shard.number)? {
            return Ok(());
        }
        // A stage that lacks a result has none of what was deleted when it was complete.
        self.remove_mark(shard.stage)?;
        for (index, stage) in self.stages().iter().enumerate().take(shard.stage_index) {
            if self.is_marked(stage)? {
                continue;
            }
            if !self.is_complete(stage)? {
                return Err(Error::Wrong(format!(
                    "shard {number} is of stage {}, and stage {} is not complete",
                    shard.stage.name, stage.name,
                )));
            }
            run(index).check_and_clean()?;
        }
        self.create_directories(shard.stage)?;
        run(shard.stage_index).run_shard(shard.number, threads)
    }

    /// Returns the shards of a stage that are not done, by their numbers in the job. For
    /// schedulers. Records that are empty or cut off are deleted.
    ///
    /// # Errors
    ///
    /// There is no such stage, or a record cannot be read.
    pub fn open_shards(&self, stage_index: usize) -> Result<Vec<u32>, Error> {
        let stage = self.stage_at(stage_index)?;
        // Results that were deleted after their use are needed again if a shard that uses them is.
        // The stage that uses them may have been deleted after its use too.
        let mut next = Some(stage);
        for _ in self.stages() {
            let Some(stage) = next else { break };
            self.delete_damaged_records(stage, &|_| ())?;
            next = stage.needed_until.as_ref().and_then(|name| self.stage(name));
        }
        let first: u32 = self.stages()[..stage_index].iter().map(|stage| stage.shards).sum();
        let open: Vec<u32> = self.not_done(stage)?.map(|number| first + number).collect();
        if !open.is_empty() {
            self.remove_mark(stage)?;
        }
        Ok(open)
    }

    /// Checks a stage, all of whose shards are done, and deletes what no stage needs any more.
    /// After the last stage it checks the inputs. For schedulers; [`Job::run`] does it at the end
    /// of each stage.
    ///
    /// # Errors
    ///
    /// There is no such stage, it is not complete, or it fails its check; or an input has changed.
    pub fn complete_stage(&self, kind: &dyn Kind, stage_index: usize) -> Result<(), Error> {
        self.stage_at(stage_index)?;
        let interruption = Interruption::NEVER;
        let run = StageRun::new(self, kind, stage_index, interruption, &|_| ());
        run.check_and_clean()
    }

    fn stage_at(&self, index: usize) -> Result<&Stage, Error> {
        self.stages().get(index).ok_or_else(|| {
            let stages = self.stages().len();
            Error::Wrong(format!("there is no stage {index} (the job has {stages})"))
        })
    }

    /// Runs a shard again without writing a file, and compares the result with the record. The
    /// result on disk is compared with the record too, unless it was deleted after its use; it
    /// stays as it is.
    ///
    /// # Errors
    ///
    /// There is no such shard, it has no record, it fails, or the results differ.
    /// [`Error::Deleted`] if the results that it needs were deleted after their use: then it cannot
    /// be checked, which is no fault of its result.
    pub fn recheck_shard(
        &self,
        kind: &dyn Kind,
        number: u32,
        interruption: Interruption<'_>,
    ) -> Result<Record, Error> {
        let shard = self.shard(number).ok_or_else(|| {
            Error::Wrong(format!("there is no shard {number} (the job has {})", self.shards()))
        })?;
        let expected = Record::of(self, shard.stage, shard.number)?;
        self.check_result(shard.stage, &expected)?;
        self.check_needed(shard, number)?;
        let mut output = Output::without_file(self, shard);
        let run = kind.run(self, shard, &mut output, interruption);
        // What the shard needs may have been deleted meanwhile.
        let summary = run.or_else(|error| self.check_needed(shard, number).and(Err(error)))?;
        let found = output.record(self, shard, summary);
        let paths = self.result_paths(shard.stage, shard.number);
        for ((found, expected), path) in found.files.iter().zip(&expected.files).zip(paths) {
            if found != expected {
                let reason = format!(
                    "run again, the shard has {} bytes with SHA-256 {} (the record has {} and {})",
                    found.bytes, found.sha256, expected.bytes, expected.sha256,
                );
                return Err(Error::refused(&path, reason));
            }
        }
        if (found.rows, &found.facts) != (expected.rows, &expected.facts) {
            let reason = format!(
                "run again, the shard has {} rows and the facts {} (the record has {} and {})",
                found.rows, found.facts, expected.rows, expected.facts,
            );
            return Err(Error::refused(&self.record_path(shard.stage, shard.number), reason));
        }
        Ok(found)
    }

    /// Deletes what killed processes have left: temporary files, and results that no stage needs.
    /// No process may run the job meanwhile: its shards would fail. Returns the number of files.
    ///
    /// # Errors
    ///
    /// The directory cannot be read, or a file cannot be deleted.
    pub fn clean(&self) -> Result<u64, Error> {
        let folder = self.temporary();
        let files = names(&folder)?.into_iter().map(|name| folder.join(name));
        let mut files: Vec<PathBuf> = files.collect();
        for stage in self.stages() {
            if self.is_used_up(stage)? {
                for number in Listing::of(self, stage)?.with_files() {
                    for path in self.result_paths(stage, number) {
                        if exists(&path)? {
                            files.push(path);
                        }
                    }
                }
            }
        }
        files.iter().try_for_each(|path| delete(path))?;
        Ok(files.len() as u64)
    }

    /// Deletes the records of a stage that are empty or cut off.
    fn delete_damaged_records(
        &self,
        stage: &Stage,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), Error> {
        let listing = Listing::of(self, stage)?;
        let mut recorded = (0..stage.shards).filter(|&number| listing.has_record(number));
        recorded.try_for_each(|number| self.delete_damaged_record(stage, number, watch))
    }

    fn delete_damaged_record(
        &self,
        stage: &Stage,
        number: u32,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), Error> {
        if Record::is_damaged(self, stage, number)? {
            let path = self.record_path(stage, number);
            delete(&path)?;
            watch(Event::Damaged(&path));
        }
        Ok(())
    }
}
