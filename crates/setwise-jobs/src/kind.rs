//! What a job does: the trait that each kind of job implements.

use std::fmt;

use serde_json::Value;

use crate::Error;
use crate::job::{Job, Stage};
use crate::record::{Output, Record};

/// One shard of a job.
#[derive(Clone, Copy, Debug)]
pub struct Shard<'j> {
    /// The stage.
    pub stage: &'j Stage,
    /// The index of the stage.
    pub stage_index: usize,
    /// The number of the shard in its stage, from 0.
    pub number: u32,
    /// The number of threads that may work on it, at least 1.
    pub threads: usize,
}

/// What a shard says of its result, for its record.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The number of rows of the result.
    pub rows: u64,
    /// What the kind needs to know of the result without reading it. Two runs of a shard give the
    /// same.
    pub facts: Value,
    /// What is different from run to run.
    pub notes: Value,
}

/// Tells whether a run has been stopped.
#[derive(Clone, Copy)]
pub struct Interruption<'f>(&'f (dyn Fn() -> bool + Sync));

impl<'f> Interruption<'f> {
    /// No interruption.
    pub const NEVER: Interruption<'static> = Interruption(&|| false);

    /// Returns the interruption that has come when a function returns true.
    pub fn new(has_come: &'f (dyn Fn() -> bool + Sync)) -> Interruption<'f> {
        Interruption(has_come)
    }

    /// Returns an error if the run has been stopped. Long computations call it some times a second.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`].
    pub fn check(self) -> Result<(), Error> {
        if self.has_come() { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Returns whether the run has been stopped.
    pub fn has_come(self) -> bool {
        (self.0)()
    }
}

impl Default for Interruption<'_> {
    fn default() -> Self {
        Interruption::NEVER
    }
}

impl fmt::Debug for Interruption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interruption").field(&self.has_come()).finish()
    }
}

/// A kind of job.
///
/// The stages run one after the other, because a shard may need any result of the stages before its
/// own.
pub trait Kind: Send + Sync {
    /// Computes a shard and writes its result. The result must be a function of the job and the
    /// results of earlier stages, byte for byte.
    ///
    /// # Errors
    ///
    /// The shard fails; the other shards of its stage run all the same.
    fn run(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<Summary, Error>;

    /// Checks a stage, whose shards all have results. The records are in the order of the shards.
    ///
    /// # Errors
    ///
    /// The run ends.
    fn check_stage(&self, job: &Job, stage: &Stage, records: &[Record]) -> Result<(), Error>;

    /// Checks, when all shards are done, that the inputs are still what the shards have read. An
    /// input that does not exist any more is no error: the results stay valid without it. By
    /// default there are no inputs.
    ///
    /// # Errors
    ///
    /// An input cannot be read or has changed. The run ends with this error; the results stay.
    fn check_inputs(&self, _job: &Job, _interruption: Interruption<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Checks the files that the kind has made beside the results of shards: for
    /// [`Job::verify`](crate::Job::verify). Calls `each` with the size of each file that is read.
    /// By default there are none.
    ///
    /// # Errors
    ///
    /// A record cannot be read, or [`Error::Interrupted`].
    fn check_files(
        &self,
        _job: &Job,
        _interruption: Interruption<'_>,
        _each: &mut dyn FnMut(u64),
    ) -> Result<Vec<Error>, Error> {
        Ok(Vec::new())
    }

    /// Returns the number of threads that a shard of a stage can use well. By default it is 1.
    fn threads(&self, _stage: &Stage) -> usize {
        1
    }

    /// Returns the memory in bytes that a shard of a stage needs with these threads.
    fn memory(&self, stage: &Stage) -> u64;

    /// Returns an estimate of the seconds that all shards of a stage take on one core.
    fn expected_seconds(&self, stage: &Stage) -> f64;
}
