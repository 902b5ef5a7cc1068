//! The state of a job's shards, and the check of its results.

use crate::Error;
use crate::done::Listing;
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Kind};
use crate::record::Record;

/// The state of a shard.
#[derive(Clone, Debug)]
pub enum State {
    /// It has a result.
    Done(Box<Record>),
    /// It has a record that is empty or cut off. A run deletes the record and makes the result
    /// again. The text is the message, which names the file.
    Damaged(String),
    /// It has no result. Whether a process runs it is not known.
    Open,
}

/// The states of the shards of a stage.
#[derive(Clone, Debug)]
pub struct StageState<'j> {
    /// The stage.
    pub stage: &'j Stage,
    /// The states, by number.
    pub shards: Vec<State>,
}

/// The sums over the results of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// The number of shards that have a result.
    pub done: u32,
    /// The rows of the results.
    pub rows: u64,
    /// The bytes of the results.
    pub bytes: u64,
    /// The core-seconds that the results took.
    pub seconds: f64,
}

impl StageState<'_> {
    /// Returns the sums over the results.
    pub fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        for shard in &self.shards {
            if let State::Done(record) = shard {
                sums.done += 1;
                sums.rows += record.rows;
                sums.bytes += record.bytes();
                sums.seconds += record.seconds;
            }
        }
        sums
    }
}

/// What [`Job::verify`] found.
#[derive(Debug, Default)]
pub struct Verification {
    /// The number of results that fit their records.
    pub good: u64,
    /// The number of shards without a record.
    pub not_run: u64,
    /// The number of results that were deleted after their use.
    pub deleted: u64,
    /// What is wrong with results and stages that fail their check. Each names its file.
    pub faults: Vec<Error>,
}

impl Job {
    /// Returns the states of all shards.
    ///
    /// # Errors
    ///
    /// A record cannot be read, or a record is not valid.
    pub fn status(&self) -> Result<Vec<StageState<'_>>, Error> {
        self.stages().iter().map(|stage| self.stage_state(stage)).collect()
    }

    fn stage_state<'j>(&'j self, stage: &'j Stage) -> Result<StageState<'j>, Error> {
        let listing = Listing::of(self, stage)?;
        let state = |number| {
            if !listing.has_record(number) {
                return Ok(State::Open);
            }
            match Record::read(self, stage, number) {
                Ok(record) => Ok(record.map_or(State::Open, |it| State::Done(Box::new(it)))),
                Err(error) if Record::is_damaged(self, stage, number)? => {
                    Ok(State::Damaged(error.to_string()))
                }
                Err(error) => Err(error),
            }
        };
        let shards: Result<Vec<State>, Error> = (0..stage.shards).map(state).collect();
        Ok(StageState { stage, shards: shards? })
    }

    /// Reads every result and compares it with its record; and checks every complete stage, and the
    /// files beside the results ([`Kind::check_files`]). Calls `each` with the size of each file
    /// before it is read.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`], or an error of [`Kind::check_files`].
    pub fn verify(
        &self,
        kind: &dyn Kind,
        interruption: Interruption<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Verification, Error> {
        let mut found = Verification::default();
        for stage in self.stages() {
            let mut records = Vec::new();
            for number in 0..stage.shards {
                interruption.check()?;
                match Record::read(self, stage, number) {
                    Ok(None) => found.not_run += 1,
                    Ok(Some(record)) => {
                        each(record.bytes());
                        // A result that is deleted after its use is made again when it is needed.
                        match self.check_result(stage, &record) {
                            Ok(true) => found.good += 1,
                            Ok(false) => found.deleted += 1,
                            Err(fault) => found.faults.push(fault),
                        }
                        records.push(record);
                    }
                    Err(error) => found.faults.push(error),
                }
            }
            if records.len() == stage.shards as usize
                && let Err(error) = kind.check_stage(self, stage, &records)
            {
                found.faults.push(error);
            }
        }
        found.faults.extend(kind.check_files(self, interruption, each)?);
        Ok(found)
    }
}
