//! Runs what is left of a job on threads.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::Error;
use crate::claim::{self, Claim, Held};
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Kind, Shard};
use crate::record::{Output, Record};
use crate::temporary;

/// How a job is run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The number of threads.
    pub threads: usize,
    /// The memory in bytes that all threads may use. Stages whose shards need much run on fewer
    /// threads.
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
    /// The temporary file of a shard was deleted while it was written ([`Error::Lost`]). The shard
    /// is computed again.
    Lost(&'e Failure),
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

/// The time after which a run looks again for shards that other processes have claimed.
const POLL: Duration = Duration::from_millis(100);

/// The number of times that a shard is computed again after its temporary file was deleted.
const MOST_LOSSES: u32 = 3;

impl Job {
    /// Runs all shards that are not done, stage by stage, and waits for those that other processes
    /// run. Returns the shards that failed; the stages after them have not been run.
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
        for index in 0..self.stages().len() {
            let run = StageRun { job: self, kind, index, interruption, watch };
            if !run.is_complete() {
                self.create_directories()?;
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
    /// There is no such shard, the stages before are not complete, it fails, or another process
    /// runs it: [`Error::Claimed`].
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
        let run = |index| StageRun { job: self, kind, index, interruption, watch };
        // Before the stages before are judged: results that were deleted after their use are needed
        // again if a shard that uses them is.
        self.delete_damaged_record(shard.stage, shard.number, watch)?;
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
        if run.is_done(shard.number) {
            return Ok(());
        }
        self.create_directories()?;
        run.delete_leftovers()?;
        if run.claim_and_run(shard.number)? { Ok(()) } else { Err(Error::Claimed(number)) }
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
        Ok(self.not_done(stage).map(|number| first + number).collect())
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
        let run = StageRun { job: self, kind, index: stage_index, interruption, watch: &|_| () };
        run.check_and_clean()
    }

    fn stage_at(&self, index: usize) -> Result<&Stage, Error> {
        self.stages().get(index).ok_or_else(|| {
            let stages = self.stages().len();
            Error::Wrong(format!("there is no stage {index} (the job has {stages})"))
        })
    }

    /// Returns whether a shard is done: it has a record, and its result is there or not needed any
    /// more.
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
        let path = self.result_path(shard.stage, shard.number);
        self.check_result(shard.stage, &expected, &path)?;
        self.check_needed(shard, number)?;
        let mut output = Output::without_file(self, shard);
        let run = kind.run(self, shard, &mut output, interruption);
        // What the shard needs may have been deleted meanwhile.
        let summary = run.or_else(|error| self.check_needed(shard, number).and(Err(error)))?;
        let found = output.record(self, shard, summary, 0);
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

    /// Compares a result with its record. Returns false if it was deleted after its use.
    pub(crate) fn check_result(
        &self,
        stage: &Stage,
        record: &Record,
        path: &Path,
    ) -> Result<bool, Error> {
        match record.check(path) {
            Err(Error::Io { source, .. })
                if source.kind() == ErrorKind::NotFound && stage.needed_until.is_some() =>
            {
                Ok(false)
            }
            checked => checked.map(|()| true),
        }
    }

    /// Checks that a shard has the results of earlier stages that it needs.
    fn check_needed(&self, shard: Shard<'_>, number: u32) -> Result<(), Error> {
        for needed in self.stages() {
            let is_there = |number| self.result_path(needed, number).exists();
            if needed.needed_until.as_deref() == Some(&shard.stage.name)
                && !(0..needed.shards).all(is_there)
            {
                return Err(Error::Deleted { shard: number, stage: needed.name.clone() });
            }
        }
        Ok(())
    }

    /// Deletes the records of a stage that are empty or cut off.
    fn delete_damaged_records(
        &self,
        stage: &Stage,
        watch: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), Error> {
        (0..stage.shards).try_for_each(|number| self.delete_damaged_record(stage, number, watch))
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

    /// Runs the shards that are not done, and waits for the shards of other processes.
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
                for _ in 1..threads.min(open.len()) {
                    // With fewer threads the work takes longer.
                    let _ = thread::Builder::new().spawn_scoped(scope, work);
                }
                work();
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
            match self.kind.run(job, shard, &mut output, self.interruption) {
                Ok(summary) => output.publish(job, shard, summary, claim.attempt()),
                Err(Error::Interrupted) => Err(Error::Interrupted),
                Err(error) => Err(output.lost().unwrap_or(error)),
            }
        };
        let mut result = run();
        for _ in 0..MOST_LOSSES {
            match result {
                Err(error @ Error::Lost { .. }) if !self.is_done(number) => {
                    let failure = Failure { stage: stage.name.clone(), shard: number, error };
                    (self.watch)(Event::Lost(&failure));
                    result = run();
                }
                _ => break,
            }
        }
        match result {
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
                // The error of the shard is more important than the error of its claim.
                let _ = claim.fail(reason);
                Err(error)
            }
        }
    }

    /// Checks the complete stage, and deletes temporary files and claims of killed processes, and
    /// results that no stage needs any more. After the last stage it checks the inputs.
    ///
    /// What cannot be deleted because the directory cannot be written does no harm.
    fn check_and_clean(&self) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let records: Result<Vec<Record>, Error> =
            (0..stage.shards).map(|number| Record::of(job, stage, number)).collect();
        self.kind.check_stage(job, stage, &records?)?;
        self.delete_leftovers()?;
        for number in 0..stage.shards {
            let path = job.claim_path(stage, number);
            if path.exists()
                && let Some(Some(claim)) = if_writable(Claim::take(&path))?
            {
                claim.finish()?;
            }
        }
        for used in job.stages() {
            if used.needed_until.as_deref() != Some(&stage.name) {
                continue;
            }
            for path in (0..used.shards).map(|number| job.result_path(used, number)) {
                if path.exists() {
                    if_writable(delete(&path))?;
                }
            }
        }
        if self.index + 1 == job.stages().len() {
            self.kind.check_inputs(job, self.interruption)?;
        }
        Ok(())
    }

    /// Deletes temporary files without a heartbeat of shards that no process is seen to run.
    fn delete_leftovers(&self) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let result = job.result_path(stage, 0);
        let Some(directory) = result.parent() else { return Ok(()) };
        for path in temporary::leftovers(directory)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name.split('.').next().and_then(|number| number.parse().ok());
            let held =
                number.map(|number| claim::held(&job.claim_path(stage, number))).transpose()?;
            // A process that was stopped for a while has had no heartbeat, but it holds its lock.
            if !matches!(held, Some(Held::Running(_))) {
                // Another process may have deleted it.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
    }
}

/// Deletes a file, if another process has not.
fn delete(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("delete", path)(error)),
        _ => Ok(()),
    }
}

/// Returns `None` if an action failed because this process cannot write there.
fn if_writable<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(Error::Io { source, .. })
            if matches!(
                source.kind(),
                ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied
            ) =>
        {
            Ok(None)
        }
        other => other.map(Some),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
