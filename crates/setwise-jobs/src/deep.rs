//! Deep perft: counts over frontiers of unique positions.
//!
//! The *frontier* of ply *p* is the set of different positions after *p* plies, each with its
//! *multiplicity*: the number of move sequences that end in it. Perft of depth *d* is the sum of
//! multiplicity × perft(*d* − *p*) over the frontier of ply *p*. `docs/deep-perft.md` in the
//! repository explains the method, the file formats and the checks.
//!
//! | stage | a shard | result |
//! |---|---|---|
//! | `frontier-1` | the positions after each root move | a frontier |
//! | `split-P` | chooses the ranges of ply *P* from samples of the frontier before | keys |
//! | `expand-P` | the children of one file of the frontier before | sorted rows, in ranges |
//! | `frontier-P` | merges one range of all runs | a file of the frontier |
//! | `perft-P` | the plain perft of *P* plies, where it is not known | a number |
//! | `count` | counts below one file of the last frontier | a number for each root move |

mod block;
mod children;
mod count;
mod dictionary;
mod estimate;
mod expand;
mod file;
mod frontier;
mod group_count;
mod known;
mod merge;
mod plan;
mod result;
mod row;
mod side;
mod split;

use std::sync::OnceLock;

use setwise::Position;
use setwise_perft::{Backend, Table};

use self::block::Columns;
pub use self::estimate::Estimate;
pub use self::frontier::{FrontierReader, Row};
pub use self::plan::{Options, PlanOptions, plan};
pub use self::result::{Outcome, outcome};
use crate::Error;
use crate::job::{Description, Job, Stage};
use crate::kind::{Interruption, Kind, Shard, Summary};
use crate::record::{Output, Record};

/// The name of this kind of job.
pub const KIND: &str = "deep-perft";

/// The version of the results. It changes if any byte of a result would.
pub const VERSION: u32 = 1;

/// How this machine runs a job. It changes no result.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The size of the hash table in bytes, which all threads share; 0 for none.
    pub hash: usize,
    /// The back-end that counts.
    pub backend: Backend,
}

/// Deep perft as a kind of job.
pub struct Deep {
    options: Options,
    root: Position,
    columns: Columns,
    estimate: Estimate,
    settings: Settings,
    table: OnceLock<Option<Table>>,
}

/// What a stage does, from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    First,
    Split(u8),
    Expand(u8),
    Frontier(u8),
    Perft(u8),
    Count,
}

impl Step {
    fn name(self) -> String {
        match self {
            Step::First => "frontier-1".to_owned(),
            Step::Split(ply) => format!("split-{ply}"),
            Step::Expand(ply) => format!("expand-{ply}"),
            Step::Frontier(ply) => format!("frontier-{ply}"),
            Step::Perft(ply) => format!("perft-{ply}"),
            Step::Count => "count".to_owned(),
        }
    }

    fn of(stage: &Stage) -> Option<Step> {
        if stage.name == "count" {
            return Some(Step::Count);
        }
        let (step, ply) = stage.name.split_once('-')?;
        let ply = ply.parse().ok()?;
        Some(match step {
            "frontier" if ply == 1 => Step::First,
            "split" => Step::Split(ply),
            "expand" => Step::Expand(ply),
            "frontier" => Step::Frontier(ply),
            "perft" => Step::Perft(ply),
            _ => return None,
        })
    }
}

impl Deep {
    /// Opens a job of this kind.
    ///
    /// # Errors
    ///
    /// The job is of another kind or version, or its options are invalid.
    pub fn open(job: &Job, settings: Settings) -> Result<Deep, Error> {
        let Description { kind, version, options, .. } = job.description();
        if kind != KIND {
            return Err(refused(job, format!("it is a job of kind {kind} (expected {KIND})")));
        }
        if *version != VERSION {
            let reason = format!("it has version {version} of {KIND} (expected {VERSION})");
            return Err(refused(job, reason));
        }
        let options: Options = serde_json::from_value(options.clone())
            .map_err(|error| refused(job, error.to_string()))?;
        options.check_split().map_err(|error| refused(job, error))?;
        let root = options.root().map_err(|error| refused(job, error.to_string()))?;
        setwise::attacks::use_fastest();
        let columns = options.columns(&root);
        let estimate = Estimate::new(&root, options.split);
        Ok(Deep { options, root, columns, estimate, settings, table: OnceLock::new() })
    }

    /// Returns the options of the job.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the position at the root.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Returns the number of files of the frontier of a ply.
    ///
    /// # Errors
    ///
    /// The job has no frontier of this ply.
    pub fn files(&self, job: &Job, ply: u8) -> Result<u32, Error> {
        match self.frontier(job, ply) {
            Ok(stage) => Ok(stage.shards),
            Err(_) => Err(Error::Wrong(format!(
                "there is no frontier of ply {ply} (expected 1 to {})",
                self.options.split
            ))),
        }
    }

    fn step(&self, job: &Job, stage: &Stage) -> Result<Step, Error> {
        Step::of(stage)
            .ok_or_else(|| refused(job, format!("{} is not a stage of {KIND}", stage.name)))
    }

    /// Returns the stage of a step.
    fn stage<'j>(&self, job: &'j Job, step: Step) -> Result<&'j Stage, Error> {
        let name = step.name();
        job.stage(&name).ok_or_else(|| refused(job, format!("it has no stage {name}")))
    }

    /// Returns the stage whose results are the frontier of a ply.
    fn frontier<'j>(&self, job: &'j Job, ply: u8) -> Result<&'j Stage, Error> {
        self.stage(job, if ply == 1 { Step::First } else { Step::Frontier(ply) })
    }

    /// Returns the records of a stage.
    fn records(&self, job: &Job, stage: &Stage) -> Result<Vec<Record>, Error> {
        (0..stage.shards).map(|number| Record::of(job, stage, number)).collect()
    }

    /// Returns the hash table, allocated at the first call.
    fn table(&self) -> Result<Option<&Table>, Error> {
        if let Some(table) = self.table.get() {
            return Ok(table.as_ref());
        }
        let table = match self.settings.hash {
            0 => None,
            bytes => Some(Table::new(bytes).map_err(|error| Error::Wrong(error.to_string()))?),
        };
        Ok(self.table.get_or_init(|| table).as_ref())
    }
}

/// A shard that is run.
struct Run<'r> {
    job: &'r Job,
    shard: Shard<'r>,
    output: &'r mut Output,
    interruption: Interruption<'r>,
}

/// Returns the error of a wrong description of a job.
fn refused(job: &Job, reason: String) -> Error {
    Error::refused(&job.directory().join("job.json"), reason)
}

impl Kind for Deep {
    fn run(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<Summary, Error> {
        let step = self.step(job, shard.stage)?;
        let run = Run { job, shard, output, interruption };
        match step {
            Step::First => self.run_first(run),
            Step::Split(ply) => self.run_split(run, ply),
            Step::Expand(ply) => self.run_expand(run, ply),
            Step::Frontier(ply) => self.run_merge(run, ply),
            Step::Perft(ply) => self.run_perft(run, ply),
            Step::Count => self.run_count(run),
        }
    }

    fn check_stage(&self, job: &Job, stage: &Stage, records: &[Record]) -> Result<(), Error> {
        match self.step(job, stage)? {
            Step::First => self.check_frontier(job, stage, records, 1),
            Step::Frontier(ply) => self.check_frontier(job, stage, records, ply),
            Step::Perft(ply) => self.check_perft(job, stage, records, ply),
            Step::Count => self.check_count(job, stage, records),
            Step::Split(_) | Step::Expand(_) => Ok(()),
        }
    }

    fn expected_seconds(&self, stage: &Stage) -> f64 {
        let positions = |ply| self.estimate.positions(ply) as f64;
        match Step::of(stage) {
            Some(Step::Expand(ply)) => positions(ply) * estimate::EXPAND_SECONDS,
            Some(Step::Frontier(ply)) => positions(ply) * estimate::MERGE_SECONDS,
            Some(Step::Count) => {
                let Options { depth, split, .. } = self.options;
                positions(split) * estimate::count_seconds(depth - split, split)
            }
            Some(Step::First | Step::Split(_) | Step::Perft(_)) | None => 0.01,
        }
    }

    fn memory(&self, stage: &Stage) -> u64 {
        match Step::of(stage) {
            Some(Step::Expand(_)) => frontier::EXPAND_MEMORY,
            Some(Step::Frontier(ply)) => {
                let rows = self.estimate.positions(ply) / u64::from(stage.shards.max(1));
                let rows = rows.saturating_mul(u64::from(self.columns.origins));
                frontier::OTHER_MEMORY
                    .saturating_add(rows.saturating_mul(frontier::MERGE_ROW_MEMORY))
            }
            _ => frontier::OTHER_MEMORY,
        }
    }
}
