//! Long jobs: a job of any kind, its shards, its progress and its state.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use setwise_jobs::deep::Settings;
use setwise_jobs::executor::{Event, Failure, RunOptions, Share};
use setwise_jobs::forecast::{Forecast, SoFar};
use setwise_jobs::inspection::{State, Sums};
use setwise_jobs::job::Stage;
use setwise_jobs::kind::Interruption;
use setwise_jobs::number::MEMORY_MB;
use setwise_jobs::{Error, Job as LibraryJob, Kind, Record};
use setwise_perft::Backend;

use crate::arguments::{AnyPath, Whole};
use crate::errors::JobError;
use crate::storage::Location;
use crate::work;

/// A job that is open.
#[pyclass(module = "setwise._native", frozen)]
pub(crate) struct JobHandle {
    job: LibraryJob,
    kind: Box<dyn Kind>,
}

/// Progress so far: the stage, its shards, those that are done, rows and bytes of results, the
/// share of the job that is done, and the seconds on one core that are left.
type Progress = (String, u32, u32, u64, u64, f64, f64);

/// What is known of the shards of a stage: name, shards, done, rows, bytes, seconds; the numbers of
/// those whose record is damaged, and the messages.
type StageStatus = (String, u32, u32, u64, u64, f64, Vec<(u32, String)>);

/// The name of a stage, its number of shards, and the memory in bytes that one needs.
type StageDescription = (String, u32, u64);

/// A shard that failed: the stage, the number, the reason.
type Failed = (String, u32, String);

#[pymethods]
impl JobHandle {
    #[new]
    #[pyo3(signature = (directory, hash_mb))]
    fn new(py: Python<'_>, directory: AnyPath, hash_mb: Whole) -> PyResult<JobHandle> {
        let job = py.detach(|| LibraryJob::open(&directory.0)).map_err(job_error)?;
        let hash = work::hash_bytes(hash_mb)?;
        let settings = Settings { hash, backend: Backend::fastest() };
        let kind = py.detach(|| setwise_tables::job::open(&job, settings)).map_err(job_error)?;
        Ok(JobHandle { job, kind })
    }

    #[getter]
    fn directory(&self) -> Location {
        self.job.directory().to_owned().into()
    }

    #[getter]
    fn id(&self) -> &str {
        self.job.id()
    }

    /// Returns `job.json`.
    fn description(&self) -> PyResult<String> {
        let description = serde_json::to_string(self.job.description());
        description.map_err(|error| JobError::new_err(error.to_string()))
    }

    fn stages(&self) -> Vec<StageDescription> {
        let stage = |stage: &Stage| (stage.name.clone(), stage.shards, self.kind.memory(stage));
        self.job.stages().iter().map(stage).collect()
    }

    /// Runs what is left of a share, or of the whole job, on threads of this process. Returns the
    /// shards that failed.
    fn run(
        &self,
        py: Python<'_>,
        share: Option<&str>,
        wait: bool,
        threads: Option<Whole>,
        memory_mb: Whole,
        report: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Failed>> {
        let share = share.map_or(Ok(Share::ALL), |text| {
            let wrong = |expected| PyValueError::new_err(format!("share {text:?}: {expected}"));
            text.parse().map_err(wrong)
        })?;
        let share = Share { waits: wait, ..share };
        let threads = work::threads(threads)?;
        let memory = memory_mb.within("memory_mb", &MEMORY_MB)? << 20;
        let options = RunOptions { threads, memory };
        let forecast = py.detach(|| Forecast::new(&self.job, &*self.kind));
        let forecast = Mutex::new(forecast.map_err(job_error)?);
        let changed = |change: &dyn Fn(&mut Forecast)| {
            let mut forecast = forecast.lock().unwrap_or_else(PoisonError::into_inner);
            change(&mut forecast);
            progress(&forecast)
        };
        let failures = watched(py, report.as_ref(), |interruption, sender| {
            let watch = |event: Event<'_>| {
                let progress = match event {
                    Event::Stage { stage, done } => {
                        changed(&|forecast| forecast.begin(stage, done))
                    }
                    Event::Done(record) => changed(&|forecast| forecast.add(record)),
                    _ => return,
                };
                // The receiver is gone only after the report has failed.
                let _ = sender.send(progress);
            };
            self.job.run_share(&*self.kind, share, options, interruption, &watch)
        })?;
        let failed = |Failure { stage, shard, error }| (stage, shard, error.to_string());
        Ok(failures.into_iter().map(failed).collect())
    }

    /// Runs one shard, if it is not done.
    fn run_shard(&self, py: Python<'_>, number: u32) -> PyResult<()> {
        watched(py, None, |interruption, _: &mpsc::Sender<()>| {
            self.job.run_shard(&*self.kind, number, 1, interruption, &|_| ())
        })
    }

    /// Returns the shards of a stage that are not done, by their numbers in the job.
    fn open_shards(&self, py: Python<'_>, stage_index: usize) -> PyResult<Vec<u32>> {
        py.detach(|| self.job.open_shards(stage_index)).map_err(job_error)
    }

    /// Checks a complete stage, and deletes what no stage needs any more.
    fn complete_stage(&self, py: Python<'_>, stage_index: usize) -> PyResult<()> {
        py.detach(|| self.job.complete_stage(&*self.kind, stage_index)).map_err(job_error)
    }

    /// Deletes what killed processes have left. Returns the number of files.
    fn clean(&self, py: Python<'_>) -> PyResult<u64> {
        py.detach(|| self.job.clean()).map_err(job_error)
    }

    /// Returns the state of each stage.
    fn status(&self, py: Python<'_>) -> PyResult<Vec<StageStatus>> {
        let states = py.detach(|| self.job.status()).map_err(job_error)?;
        let status = states.iter().map(|state| {
            let Stage { name, shards, .. } = state.stage;
            let Sums { done, rows, bytes, seconds } = state.sums();
            let damaged = state.shards.iter().zip(0..).filter_map(|(shard, number)| match shard {
                State::Damaged(message) => Some((number, message.clone())),
                State::Done(_) | State::Open => None,
            });
            (name.clone(), *shards, done, rows, bytes, seconds, damaged.collect())
        });
        Ok(status.collect())
    }

    /// Reads every result and compares it with its record, and checks every complete stage. Calls
    /// `report` with the bytes so far. Returns the numbers of good results and of shards that are
    /// not run, and the messages of the results that are wrong.
    fn verify(
        &self,
        py: Python<'_>,
        report: Option<Py<PyAny>>,
    ) -> PyResult<(u64, u64, Vec<String>)> {
        let found = watched(py, report.as_ref(), |interruption, sender| {
            let mut read = 0;
            let mut each = |bytes| {
                read += bytes;
                let _ = sender.send(read);
            };
            self.job.verify(&*self.kind, interruption, &mut each)
        })?;
        let faults = found.faults.iter().map(ToString::to_string).collect();
        Ok((found.good, found.not_run, faults))
    }

    /// Runs a shard again, and compares the result with its record.
    fn recheck_shard(&self, py: Python<'_>, number: u32) -> PyResult<()> {
        let recheck = |interruption: Interruption<'_>, _: &mpsc::Sender<()>| {
            self.job.recheck_shard(&*self.kind, number, interruption)
        };
        watched(py, None, recheck)?;
        Ok(())
    }
}

/// The progress of a job, of which another process runs the shards.
#[pyclass(module = "setwise._native")]
pub(crate) struct JobTally {
    job: Py<JobHandle>,
    forecast: Forecast,
}

#[pymethods]
impl JobTally {
    #[new]
    fn new(py: Python<'_>, job: Py<JobHandle>) -> PyResult<JobTally> {
        let handle = job.get();
        let forecast = py.detach(|| Forecast::new(&handle.job, &*handle.kind));
        let forecast = forecast.map_err(job_error)?;
        Ok(JobTally { job, forecast })
    }

    /// Begins a stage, of which some shards are done.
    fn begin(&mut self, stage_index: usize, done: u32) -> PyResult<Progress> {
        let stage = self.job.get().job.stages().get(stage_index);
        let stage = stage.ok_or_else(|| PyIndexError::new_err(format!("stage {stage_index}")))?;
        self.forecast.begin(stage, done);
        Ok(progress(&self.forecast))
    }

    /// Adds a shard that is done, by its number in the job.
    fn add(&mut self, py: Python<'_>, number: u32) -> PyResult<Progress> {
        let job = &self.job.get().job;
        let shard = job.shard(number);
        let shard = shard.ok_or_else(|| PyIndexError::new_err(format!("shard {number}")))?;
        let record = py.detach(|| Record::of(job, shard.stage, shard.number));
        let record = record.map_err(job_error)?;
        self.forecast.add(&record);
        Ok(progress(&self.forecast))
    }
}

fn progress(forecast: &Forecast) -> Progress {
    let SoFar { stage, shards, done, rows, bytes } = forecast.so_far.clone();
    (stage, shards, done, rows, bytes, forecast.share_done(), forecast.seconds_left())
}

/// Runs a computation as [`work::run_and_report`] does; the error of a job becomes its exception.
pub(crate) fn watched<T: Send, M: for<'py> IntoPyObject<'py> + Send>(
    py: Python<'_>,
    report: Option<&Py<PyAny>>,
    computation: impl FnOnce(Interruption<'_>, &mpsc::Sender<M>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let run = |is_stopped: &AtomicBool, sender: &mpsc::Sender<M>| {
        let has_come = || is_stopped.load(Ordering::Relaxed);
        computation(Interruption::new(&has_come), sender)
    };
    work::run_and_report(py, report, run)?.map_err(job_error)
}

/// Returns the exception of an error of a job.
pub(crate) fn job_error(error: Error) -> PyErr {
    match error {
        Error::Io { ref source, .. } | Error::NotAJob { ref source, .. } => {
            match source.raw_os_error() {
                // OSError chooses the class, such as FileNotFoundError, by the number.
                Some(number) => PyOSError::new_err((number, error.to_string())),
                None => io::Error::new(source.kind(), error.to_string()).into(),
            }
        }
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        other => JobError::new_err(other.to_string()),
    }
}
