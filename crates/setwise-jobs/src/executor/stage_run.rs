//! One stage of a run: its shards, its check and its mark, and what is deleted after it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::sync::{Mutex, OnceLock};
use std::thread;

use setwise_files::SyncedDirectory;

use super::{Event, Failure, POLL, RunOptions, Share};
use crate::Error;
use crate::done::Listing;
use crate::files::delete;
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Kind, Shard};
use crate::record::{Output, Record, sync_directory};

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

    /// Runs the shards of a share that are not done. Returns those that failed.
    pub(super) fn run(&self, options: RunOptions, share: Share) -> Result<Vec<Failure>, Error> {
        let stage = self.stage();
        let most = (options.memory / self.kind.memory(stage).max(1)).max(1) as usize;
        let at_once = options.threads.div_ceil(self.kind.threads(stage).max(1)).min(most).max(1);
        let mut open: Vec<u32> = self.job.not_done(stage)?.collect();
        let done = stage.shards - open.len() as u32;
        (self.watch)(Event::Stage { stage, done });
        open.retain(|&number| share.has(number));
        // Two runs without a share begin at different shards, and seldom run the same one.
        let first = RandomState::new().hash_one(0) as usize % open.len().max(1);
        open.rotate_left(first);
        let workers = at_once.min(open.len().max(1));
        let (each, more) = (options.threads / workers, options.threads % workers);
        let threads = |worker| (each + usize::from(worker < more)).max(1);
        let (next, failures) = (Mutex::new(open.into_iter()), Mutex::new(Vec::new()));
        let work = |threads| {
            while !self.interruption.has_come() {
                let Some(number) = lock(&next).next() else { return };
                match self.run_shard(number, threads) {
                    Ok(()) => {}
                    Err(Error::Interrupted) => return,
                    Err(error) => {
                        let failure = Failure { stage: stage.name.clone(), shard: number, error };
                        (self.watch)(Event::Failed(&failure));
                        lock(&failures).push(failure);
                    }
                }
            }
        };
        thread::scope(|scope| {
            for worker in 1..workers {
                // With fewer threads the work takes longer.
                let run = move || work(threads(worker));
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            work(threads(0));
        });
        self.interruption.check()?;
        Ok(failures.into_inner().unwrap_or_default())
    }

    /// Waits until the other shares have done their shards of the stage.
    pub(super) fn wait(&self, share: Share) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let mut told = false;
        loop {
            let missing: Vec<u32> = job.not_done(stage)?.collect();
            if missing.is_empty() {
                return Ok(());
            }
            if !share.waits {
                return Err(Error::Unfinished { stage: stage.name.clone(), missing });
            }
            if !std::mem::replace(&mut told, true) {
                (self.watch)(Event::Waiting { stage, missing: &missing });
            }
            self.interruption.check()?;
            thread::sleep(POLL);
        }
    }

    /// Runs a shard with some threads, unless it is done.
    pub(super) fn run_shard(&self, number: u32, threads: usize) -> Result<(), Error> {
        let (job, stage) = (self.job, self.stage());
        let shard = Shard { stage, stage_index: self.index, number, threads };
        if job.is_done(stage, number)? {
            return Ok(());
        }
        let run = || {
            let mut output = Output::create(job, shard)?;
            let summary = self.kind.run(job, shard, &mut output, self.interruption)?;
            let record = output.publish(job, shard, summary)?;
            self.sync_results()?;
            Ok(record)
        };
        match run() {
            Ok(record) => {
                (self.watch)(Event::Done(&record));
                lock(&self.records).insert(number, record);
                Ok(())
            }
            // Another process has done it meanwhile, and maybe deleted what it needs.
            Err(error) => {
                if job.is_done(stage, number)? {
                    Ok(())
                } else {
                    Err(error)
                }
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

    /// Checks the complete stage and marks it, and deletes results that no stage needs any more.
    /// After the last stage it checks the inputs.
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
        if_writable(job.mark(stage, &records))?;
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
