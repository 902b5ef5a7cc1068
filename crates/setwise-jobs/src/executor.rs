//! Runs what is left of a job on threads.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::Error;
use crate::claim::{self, Claim, Held};
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Kind, Shard};
use crate::record::{Output, Record, TEMPORARY};

/// How a job is run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The number of threads.
    pub threads: usize,
    /// The memory in bytes that all threads may use. Stages whose shards need much run on fewer threads.
    pub memory: u64,
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

/// The time after which a run looks again for shards that other processes have claimed.
const POLL: Duration = Duration::from_millis(100);

impl Job {
    /// Runs all shards that are not done, stage by stage, and waits for those that other processes run.
    /// Returns the shards that failed; the stages after them have not been run.
    ///
    /// Calls `watch` from all threads. A shard that reads an input checks that the input is as it was: so a
    /// missing file does not stop the shards that do not need it.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] after an interruption; another error if a shard needs more memory than there
    /// may be, a stage fails its check or the directory cannot be read.
    pub fn run(
        &self,
        kind: &dyn Kind,
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
        self.create_directories()?;
        for index in 0..self.stages().len() {
            let run = StageRun { job: self, kind, index, interruption, watch };
            if !run.is_complete() {
                let failures = run.run(options)?;
                if !failures.is_empty() {
                    return Ok(failures);
                }
            }
            run.check_and_clean()?;
        }
        Ok(Vec::new())
    }

    /// Runs one shard, given by its number in the job, if it is not done. For schedulers.
    ///
    /// # Errors
    ///
    /// There is no such shard, the stages before are not complete, it fails, or another process runs it:
    /// [`Error::Claimed`].
    pub fn run_shard(
        &self,
        kind: &dyn Kind,
        number: u32,
        interruption: Interruption<'_>,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), Error> {
        let shard = self.shard(number).ok_or_else(|| {
            Error::Wrong(format!("there is no shard {number} (the job has {})", self.shards()))
        })?;
        self.create_directories()?;
        let run = |index| StageRun { job: self, kind, index, interruption, watch };
        for index in 0..shard.stage_index {
            let stage = &self.stages()[index];
            if !run(index).is_complete() {
                return Err(Error::Wrong(format!(
                    "shard {number} is of stage {}, and stage {} is not complete",
                    shard.stage.name, stage.name,
                )));
            }
        }
        if let Some(before) = shard.stage_index.checked_sub(1) {
            run(before).check_and_clean()?;
        }
        let run = run(shard.stage_index);
        if !run.is_done(shard.number) && !run.claim_and_run(shard.number)? {
            return Err(Error::Claimed(number));
        }
        Ok(())
    }

    /// Returns the shards of a stage that are not done, by their numbers in the job. For schedulers.
    ///
    /// # Errors
    ///
    /// There is no such stage.
    pub fn open_shards(&self, stage_index: usize) -> Result<Vec<u32>, Error> {
        let stage = self.stage_at(stage_index)?;
        let first: u32 = self.stages()[..stage_index].iter().map(|stage| stage.shards).sum();
        Ok(self.not_done(stage).map(|number| first + number).collect())
    }

    /// Checks a stage, all of whose shards are done, and deletes what no stage needs any more. For
    /// schedulers; [`Job::run`] does it at the end of each stage.
    ///
    /// # Errors
    ///
    /// There is no such stage, it is not complete, or it fails its check.
    pub fn complete_stage(&self, kind: &dyn Kind, stage_index: usize) -> Result<(), Error> {
        self.stage_at(stage_index)?;
        let interruption = Interruption::NEVER;
        let run = StageRun { job: self, kind, index: stage_index, interruption, watch: &|_| () };
        run.check_and_clean()
    }

    fn stage_at(&self, index: usize) -> Result<&Stage, Error> {
        self.stages().get(index).ok_or_else(|| {
            let stages = self.stages().len();
            Error::Wrong(format!("there is no stage {index} (the job has {stages})"))
        })
    }

    /// Returns whether a shard is done: it has a record, and its result is there or not needed any more.
    fn is_done(&self, stage: &Stage, number: u32) -> bool {
        self.is_done_if(stage, number, || self.is_used_up(stage))
    }

    /// Returns the shards of a stage that are not done, by their numbers in the stage.
    pub(crate) fn not_done(&self, stage: &Stage) -> impl Iterator<Item = u32> {
        // Asked once for all shards, if at all: it looks at every shard of another stage.
        let is_used_up = LazyCell::new(|| self.is_used_up(stage));
        (0..stage.shards).filter(move |&number| !self.is_done_if(stage, number, || *is_used_up))
    }

    fn is_done_if(&self, stage: &Stage, number: u32, is_used_up: impl FnOnce() -> bool) -> bool {
        self.record_path(stage, number).exists()
            && (self.result_path(stage, number).exists() || is_used_up())
    }

    /// Runs a shard again, in memory of what it needs, and compares the result with the record. The result on
    /// disk is compared with the record too, unless it was deleted after its use; it stays as it is.
    ///
    /// # Errors
    ///
    /// There is no such shard, it has no record, what it needs was deleted after its use, it fails, or the results
    /// differ.
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
        let path = self.result_path(shard.stage, shard.number);
        if shard.stage.needed_until.is_none() || path.exists() {
            expected.check(&path)?;
        }
        for needed in self.stages() {
            let is_there = |number| self.result_path(needed, number).exists();
            if needed.needed_until.as_deref() == Some(&shard.stage.name)
                && !(0..needed.shards).all(is_there)
            {
                return Err(Error::Wrong(format!(
                    "shard {number} cannot be run again: it needs the results of stage {}, which were \
                     deleted after their use",
                    needed.name,
                )));
            }
        }
        let mut output = Output::create(self, shard)?;
        let summary = kind.run(self, shard, &mut output, interruption)?;
        let found = output.discard(self, shard, summary)?;
        if (found.bytes, &found.sha256) != (expected.bytes, &expected.sha256) {
            let reason = format!(
                "run again, the shard has {} bytes with SHA-256 {} (the record has {} and {})",
                found.bytes, found.sha256, expected.bytes, expected.sha256,
            );
            return Err(Error::refused(&path, reason));
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
}

/// One stage of a run.
struct StageRun<'r> {
    job: &'r Job,
    kind: &'r dyn Kind,
    index: usize,
    interruption: Interruption<'r>,
    watch: &'r (dyn Fn(Event<'_>) + Sync),
}

impl StageRun<'_> {
    fn stage(&self) -> &Stage {
        &self.job.stages()[self.index]
    }

    fn is_done(&self, number: u32) -> bool {
        self.job.is_done(self.stage(), number)
    }

    fn is_complete(&self) -> bool {
        self.job.not_done(self.stage()).next().is_none()
    }

    /// Runs the shards that are not done, and waits for those of other processes.
    fn run(&self, options: RunOptions) -> Result<Vec<Failure>, Error> {
        let stage = self.stage();
        self.delete_leftovers()?;
        let most = (options.memory / self.kind.memory(stage).max(1)).max(1);
        let threads = options.threads.min(most as usize);
        let failures = Mutex::new(Vec::new());
        let failed = Mutex::new(HashSet::new());
        let mut told = false;
        loop {
            let mut open: Vec<u32> = self.job.not_done(stage).collect();
            if !std::mem::replace(&mut told, true) {
                let done = stage.shards - open.len() as u32;
                (self.watch)(Event::Stage { stage, done });
            }
            open.retain(|number| !lock(&failed).contains(number));
            if open.is_empty() {
                return Ok(failures.into_inner().unwrap_or_default());
            }
            let next = Mutex::new(open.iter().copied());
            let ran = Mutex::new(false);
            let work = || {
                loop {
                    if self.interruption.has_come() {
                        return;
                    }
                    let Some(number) = lock(&next).next() else { return };
                    match self.claim_and_run(number) {
                        Ok(true) => *lock(&ran) = true,
                        Ok(false) => {}
                        Err(Error::Interrupted) => return,
                        Err(error) => {
                            let failure =
                                Failure { stage: stage.name.clone(), shard: number, error };
                            (self.watch)(Event::Failed(&failure));
                            lock(&failures).push(failure);
                            lock(&failed).insert(number);
                        }
                    }
                }
            };
            thread::scope(|scope| {
                for _ in 0..threads.min(open.len()) {
                    scope.spawn(work);
                }
            });
            self.interruption.check()?;
            if !ran.into_inner().unwrap_or_default() {
                // Everything that is left is run by other processes.
                thread::sleep(POLL);
            }
        }
    }

    /// Runs a shard, unless another process has claimed it; then returns false.
    fn claim_and_run(&self, number: u32) -> Result<bool, Error> {
        let (job, stage) = (self.job, self.stage());
        let shard = Shard { stage, stage_index: self.index, number };
        let Some(claim) = Claim::take(&job.claim_path(stage, number))? else { return Ok(false) };
        if self.is_done(number) {
            claim.finish()?;
            return Ok(true);
        }
        let run = || {
            let mut output = Output::create(job, shard)?;
            let summary = self.kind.run(job, shard, &mut output, self.interruption)?;
            output.publish(job, shard, summary, claim.attempt())
        };
        match run() {
            Ok(record) => {
                claim.finish()?;
                (self.watch)(Event::Done(&record));
                Ok(true)
            }
            // Another process, which did not see the claim, may have finished it and the stage.
            Err(_) if self.is_done(number) => {
                claim.finish()?;
                Ok(true)
            }
            Err(error) => {
                let reason = match &error {
                    Error::Interrupted => "interrupted".to_owned(),
                    other => other.to_string(),
                };
                // The error of the shard is more important than that of its claim.
                let _ = claim.fail(reason);
                Err(error)
            }
        }
    }

    /// Checks the complete stage, and deletes temporary files and claims of killed processes, and results
    /// that no stage needs any more.
    fn check_and_clean(&self) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let records: Result<Vec<Record>, Error> =
            (0..stage.shards).map(|number| Record::of(job, stage, number)).collect();
        self.kind.check_stage(job, stage, &records?)?;
        self.delete_leftovers()?;
        for number in 0..stage.shards {
            let path = job.claim_path(stage, number);
            if path.exists()
                && let Some(claim) = Claim::take(&path)?
            {
                claim.finish()?;
            }
        }
        for used in job.stages() {
            if used.needed_until.as_deref() != Some(&stage.name) {
                continue;
            }
            for number in 0..used.shards {
                let path = job.result_path(used, number);
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                        return Err(Error::io("delete", &path)(error));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Deletes temporary files of shards that no process runs: the processes that wrote them were killed.
    fn delete_leftovers(&self) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let Some(directory) = job.result_path(stage, 0).parent().map(PathBuf::from) else {
            return Ok(());
        };
        for entry in fs::read_dir(&directory).map_err(Error::io("read", &directory))? {
            let path = entry.map_err(Error::io("read", &directory))?.path();
            if path.extension().is_none_or(|extension| extension != TEMPORARY) {
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name.split('.').next().and_then(|number| number.parse().ok());
            let held =
                number.map(|number| claim::held(&job.claim_path(stage, number))).transpose()?;
            if !matches!(held, Some(Held::Running(_))) {
                // Another process may have deleted it.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
