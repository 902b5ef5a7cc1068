//! The plan of a deep perft: its options and its stages.

use std::path::Path;

use serde::{Deserialize, Serialize};
use setwise::Position;
use setwise::notation::fen::{FenError, Form};

use super::block::Columns;
use super::estimate::Estimate;
use super::{KIND, Step, VERSION, known};
use crate::job::{Job, Stage};
use crate::{Error, number};

/// What is counted, as `job.json` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The position, as a FEN.
    pub fen: String,
    /// The depth of the count, in plies.
    pub depth: u8,
    /// The ply of the last frontier, from which the remaining plies are counted.
    pub split: u8,
    /// Whether each root move is counted by itself.
    pub divide: bool,
}

impl Options {
    /// Returns the position, which need not occur in a game; see [`Position::ignoring_history`].
    pub(super) fn root(&self) -> Result<Position, FenError> {
        Position::parse_fen_ignoring_history(&self.fen, Form::Lenient)
    }

    /// Returns why the split does not fit the depth, if it does not.
    pub(super) fn check_split(&self) -> Result<(), String> {
        let Options { depth, split, .. } = *self;
        match (1..=depth).contains(&split) {
            true => Ok(()),
            false => {
                Err(format!("the split is {split} (expected 1 to {depth}, which is the depth)"))
            }
        }
    }

    pub(super) fn columns(&self, root: &Position) -> Columns {
        let moves = root.count_legal_moves();
        Columns { origins: if self.divide { moves.max(1) } else { 1 } }
    }
}

/// What a plan is made of.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// The position.
    pub position: Position,
    /// The depth of the count, in plies.
    pub depth: u8,
    /// The ply of the last frontier: at least 1, and at most the depth.
    pub split: u8,
    /// Whether each root move is counted by itself.
    pub divide: bool,
    /// The number of files of the last frontier, and of the shards that count. `None` for one that
    /// fits.
    pub shards: Option<u32>,
}

/// The number of positions in a file of a frontier, unless the frontier has more than 2^30.
const ROWS: u64 = 1 << 20;

/// Larger frontiers have larger files: each file of one is read by each shard of the next.
const MOST_FILES: u64 = 1 << 10;

/// A frontier has at least this many files, so that there is work for several threads.
const FEWEST_FILES: u64 = 16;

/// But a file has at least about this many positions.
const FEWEST_ROWS: u64 = 1 << 14;

/// A plain perft of this many plies, or more, is divided by root move.
const DIVIDED: u8 = 6;

/// Creates the directory of a job.
///
/// # Errors
///
/// The options make no sense, or the directory cannot be created.
pub fn plan(directory: &Path, options: &PlanOptions, estimate: &Estimate) -> Result<Job, Error> {
    let &PlanOptions { position, depth, split, divide, shards } = options;
    if let Some(shards) = shards {
        let wrong = |expected| Error::Wrong(format!("{shards} shards ({expected})"));
        number::within(Some(shards), &number::SHARDS).map_err(wrong)?;
    }
    let options = Options { fen: position.to_string(), depth, split, divide };
    options.check_split().map_err(Error::Wrong)?;
    let moves = position.count_legal_moves();
    let mut stages = vec![stage(Step::First, 1, "frontier")];
    let mut before = 1;
    let files = |ply: u8| match shards {
        _ if ply == 1 => 1,
        Some(shards) if ply == split => shards,
        _ => files(estimate.positions(ply)),
    };
    for ply in 2..=split {
        let mut expand = stage(Step::Expand(ply), before, "run");
        expand.needed_until = Some(Step::Frontier(ply).name());
        let files = files(ply);
        stages.push(stage(Step::Split(ply), 1, "keys"));
        stages.push(expand);
        stages.push(stage(Step::Frontier(ply), files, "frontier"));
        if !is_initial(&position) || known::perft(ply).is_none() {
            let shards = if ply < DIVIDED { 1 } else { moves.max(1) };
            stages.push(stage(Step::Perft(ply), shards, "perft"));
        }
        before = files;
    }
    stages.push(stage(Step::Count, files(split), "count"));
    let options = serde_json::to_value(options).map_err(|error| Error::Wrong(error.to_string()))?;
    Job::create(directory, KIND, VERSION, options, Vec::new(), stages)
}

fn stage(step: Step, shards: u32, file: &str) -> Stage {
    Stage { name: step.name(), shards, files: vec![file.to_owned()], needed_until: None }
}

/// Returns the number of files of a frontier.
fn files(positions: u64) -> u32 {
    let rows = ROWS.max(positions / MOST_FILES);
    let fewest = FEWEST_FILES.min(positions.div_ceil(FEWEST_ROWS));
    positions.div_ceil(rows).max(fewest).clamp(1, (*number::SHARDS.end()).into()) as u32
}

/// Returns whether known counts belong to a position.
pub(super) fn is_initial(position: &Position) -> bool {
    position.repeats(&Position::INITIAL)
}
