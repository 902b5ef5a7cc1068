//! How long a job will take.

use crate::Error;
use crate::inspection::{StageState, State};
use crate::job::{self, Job};
use crate::kind::Kind;
use crate::record::Record;

/// The time that the shards of a job have taken, and will take; and how far a run is.
#[derive(Clone, Debug)]
pub struct Forecast {
    stages: Vec<Stage>,
    /// The run so far.
    pub so_far: SoFar,
}

/// How far the stage is that is run.
#[derive(Clone, Debug, Default)]
pub struct SoFar {
    /// The name of the stage.
    pub stage: String,
    /// The number of its shards.
    pub shards: u32,
    /// The number of its shards that are done.
    pub done: u32,
    /// The rows of the results that this run has made.
    pub rows: u64,
    /// The bytes of these results.
    pub bytes: u64,
}

#[derive(Clone, Debug)]
struct Stage {
    name: String,
    shards: u32,
    /// The seconds on one core that the whole stage was expected to take.
    expected: f64,
    done: u32,
    /// The seconds that the shards that are done have taken.
    seconds: f64,
}

impl Forecast {
    /// Forecasts a job from the shards that are done.
    ///
    /// # Errors
    ///
    /// A record cannot be read.
    pub fn new(job: &Job, kind: &dyn Kind) -> Result<Forecast, Error> {
        Ok(Forecast::of(job, kind, &job.status()?))
    }

    /// Forecasts a job from the states of its shards, or some of them. Without states it is the
    /// forecast of a job that is not begun, and no file is read.
    pub fn of(job: &Job, kind: &dyn Kind, states: &[StageState<'_>]) -> Forecast {
        let stages = job.stages().iter().map(|stage| Stage {
            name: stage.name.clone(),
            shards: stage.shards,
            expected: kind.expected_seconds(stage),
            done: 0,
            seconds: 0.0,
        });
        let mut forecast = Forecast { stages: stages.collect(), so_far: SoFar::default() };
        for state in states.iter().flat_map(|state| &state.shards) {
            if let State::Done(record) = state {
                forecast.add(record);
            }
        }
        forecast.so_far = SoFar::default();
        forecast
    }

    /// Begins a stage, of which some shards are done.
    pub fn begin(&mut self, stage: &job::Stage, done: u32) {
        let (name, shards) = (stage.name.clone(), stage.shards);
        self.so_far = SoFar { stage: name, shards, done, ..SoFar::default() };
    }

    /// Adds a shard that is done.
    pub fn add(&mut self, record: &Record) {
        if let Some(stage) = self.stages.iter_mut().find(|stage| stage.name == record.stage) {
            stage.done += 1;
            stage.seconds += record.seconds;
        }
        self.so_far.done += 1;
        self.so_far.rows += record.rows;
        self.so_far.bytes += record.bytes();
    }

    /// Returns the seconds that the remaining shards will take on one core.
    ///
    /// A stage of which some shards are done goes on at their speed. For the others what was
    /// expected is corrected by how long the shards so far have taken.
    pub fn seconds_left(&self) -> f64 {
        let left = |stage: &Stage| stage.shards.saturating_sub(stage.done);
        self.stages.iter().map(|stage| f64::from(left(stage)) * self.seconds_each(stage)).sum()
    }

    /// Returns the share of the whole job that is done, from 0 to 1.
    pub fn share_done(&self) -> f64 {
        let done: f64 = self.stages.iter().map(|stage| stage.seconds).sum();
        done / (done + self.seconds_left()).max(1e-9)
    }

    fn seconds_each(&self, stage: &Stage) -> f64 {
        if stage.done > 0 {
            return stage.seconds / f64::from(stage.done);
        }
        // Half a second more on both sides, so that the first small shards decide little.
        let (mut taken, mut expected) = (0.5, 0.5);
        for other in &self.stages {
            taken += other.seconds;
            expected += other.expected * f64::from(other.done) / f64::from(other.shards.max(1));
        }
        stage.expected / f64::from(stage.shards.max(1)) * taken / expected
    }
}
