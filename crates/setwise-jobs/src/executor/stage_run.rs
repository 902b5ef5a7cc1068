//! One stage of a run: its shards, its check and its mark, and what is deleted after it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::sync::{Mutex, OnceLock};
use std::thread;

use super::{Event, Failure, MOST_LOSSES, POLL, RunOptions, delete};
use crate::Error;
use crate::claim::{self, Claim, Held};
use crate::done::Listing;
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Kind, Shard};
use crate::mark::Mark;
use crate::record::{Output, Record, sync_directory};
use crate::temporary::{self, SyncedDirectory};

/// One stage of a run.
pub(super) struct StageRun<'r> {
    pub(super) job: &'r Job,
    pub(super) kind: &'r dyn Kind,
    pub(super) index: usize,
    pub(super) interruption: Interruption<'r>,
    pub(super) watch: &'r (dyn Fn(Event<'_>) + Sync),
    /// The records that this run has written, by shard: they need not be read.
    records: Mutex<HashMap<u32, Record>>,
    /// The directory of the results, opened once; `None` if it cannot be opened.
    results: OnceLock<Option<SyncedDirectory>>,
}

impl<'r> StageRun<'r> {
    pub(super) fn new(
        job: &'r Job,
        kind: &'r dyn Kind,
        index: usize,
        interruption: Interruption<'r>,
        watch: &'r (dyn Fn(Event<'_>) + Sync),
    ) -> StageRun<'r> {
        let (records, results) = (Mutex::default(), OnceLock::new());
        StageRun { job, kind, index, interruption, watch, records, results }
    }

    fn stage(&self) -> &Stage {
        &self.job.stages()[self.index]
    }

    /// Runs the shards that are not done, and waits for the shards of other processes.
    pub(super) fn run(&self, options: RunOptions) -> Result<Vec<Failure>, Error> {
        let stage = self.stage();
        self.delete_leftovers(false)?;
        let most = (options.memory / self.kind.memory(stage).max(1)).max(1) as usize;
        let at_once = options.threads.div_ceil(self.kind.threads(stage).max(1)).min(most).max(1);
        let failures = Mutex::new(Vec::new());
        let failed = Mutex::new(HashSet::new());
        let mut told = false;
        loop {
            let mut open: Vec<u32> = self.job.not_done(stage)?.collect();
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
            let work = |threads| {
                loop {
                    if self.interruption.has_come() {
                        return;
                    }
                    let Some(number) = lock(&next).next() else { return };
                    match self.claim_and_run(number, threads) {
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
            let workers = at_once.min(open.len());
            let (each, more) = (options.threads / workers, options.threads % workers);
            let threads = |worker| (each + usize::from(worker < more)).max(1);
            thread::scope(|scope| {
                for worker in 1..workers {
                    // With fewer threads the work takes longer.
                    let run = move || work(threads(worker));
                    let _ = thread::Builder::new().spawn_scoped(scope, run);
                }
                work(threads(0));
            });
            self.interruption.check()?;
            if !ran.into_inner().unwrap_or_default() {
                // Everything that is left is run by other processes.
                thread::sleep(POLL);
            }
        }
    }

    /// Runs a shard with some threads, unless another process has claimed it; then returns false.
    pub(super) fn claim_and_run(&self, number: u32, threads: usize) -> Result<bool, Error> {
        let (job, stage) = (self.job, self.stage());
        let shard = Shard { stage, stage_index: self.index, number, threads };
        let Some(claim) = Claim::take(&job.claim_path(stage, number))? else { return Ok(false) };
        if job.is_done(stage, number)? {
            claim.finish()?;
            return Ok(true);
        }
        let run = || {
            let mut output = Output::create(job, shard)?;
            match self.kind.run(job, shard, &mut output, self.interruption) {
                Ok(summary) => {
                    let record = output.publish(job, shard, summary, claim.attempt())?;
                    self.sync_results()?;
                    Ok(record)
                }
                Err(Error::Interrupted) => Err(Error::Interrupted),
                Err(error) => Err(output.lost().unwrap_or(error)),
            }
        };
        let mut result = run();
        for _ in 0..MOST_LOSSES {
            match result {
                Err(error @ Error::Lost { .. }) if !job.is_done(stage, number)? => {
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
                lock(&self.records).insert(number, record);
                Ok(true)
            }
            // Another process, which did not see the claim, may have finished it and the stage.
            Err(_) if job.is_done(stage, number)? => {
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

    /// Flushes the directory of the results to disk.
    fn sync_results(&self) -> Result<(), Error> {
        let path = self.job.results(self.stage());
        match self.results.get_or_init(|| SyncedDirectory::open(&path).ok()) {
            Some(directory) => directory.sync().map_err(Error::io("write", &path)),
            None => sync_directory(&path),
        }
    }

    /// Checks the complete stage and marks it; deletes temporary files and claims of killed
    /// processes, and results that no stage needs any more. After the last stage it checks the
    /// inputs.
    ///
    /// What cannot be written or deleted because the directory cannot be written does no harm.
    pub(super) fn check_and_clean(&self) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let mut written = std::mem::take(&mut *lock(&self.records));
        let record = |number| match written.remove(&number) {
            Some(record) => Ok(record),
            None => Record::of(job, stage, number),
        };
        let records: Vec<Record> = (0..stage.shards).map(record).collect::<Result<_, Error>>()?;
        self.kind.check_stage(job, stage, &records)?;
        // Before results are deleted: a worker that finds the mark gone looks for them.
        if_writable(Mark::write(job, stage, &records))?;
        self.delete_leftovers(true)?;
        for number in job.claimed(stage)? {
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
            for number in Listing::of(job, used)?.with_files() {
                for path in job.result_paths(used, number) {
                    if_writable(delete(&path))?;
                }
            }
        }
        if self.index + 1 == job.stages().len() {
            self.kind.check_inputs(job, self.interruption)?;
        }
        Ok(())
    }

    /// Deletes temporary files without a heartbeat, and all of this stage if it is complete, of
    /// shards that no process is seen to run. A process that is not seen, and computes a shard
    /// again that is done, finds its file gone and the shard done.
    pub(super) fn delete_leftovers(&self, is_complete: bool) -> Result<(), Error> {
        let stage = &self.stage().name;
        let is_of_stage =
            |claim: &str| claim.rsplit_once('-').is_some_and(|(name, _)| name == stage);
        let is_done = |claim: &str| is_complete && is_of_stage(claim);
        for (path, claim) in temporary::leftovers(&self.job.temporary(), is_done)? {
            let held = claim::held(&self.job.claims().join(claim))?;
            // A process that was stopped for a while has had no heartbeat, but it holds its lock.
            if !matches!(held, Held::Running(_)) {
                // Another process may have deleted it.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
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
