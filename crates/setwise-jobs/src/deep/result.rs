//! The result of a complete job.

use setwise::Move;

use super::count::total;
use super::frontier::rows;
use super::{Deep, Step};
use crate::Error;
use crate::job::Job;

/// The counts of a complete job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of move sequences.
    pub total: u128,
    /// The number below each root move, if the job counts each by itself.
    pub moves: Option<Vec<(Move, u128)>>,
    /// The number of positions that were counted a second time, one position at a time.
    pub recounted: u64,
    /// For each ply from 1 to the split: the number of different positions, and the number of
    /// paths.
    pub frontiers: Vec<(u64, u128)>,
}

/// Returns the result of a job, after all checks of its records.
///
/// # Errors
///
/// A stage is not complete, or fails its check.
pub fn outcome(deep: &Deep, job: &Job) -> Result<Outcome, Error> {
    use crate::kind::Kind;
    for stage in job.stages() {
        let done = (0..stage.shards).filter(|&n| job.record_path(stage, n).exists()).count();
        if done < stage.shards as usize {
            let (name, all) = (&stage.name, stage.shards);
            let reason = format!("stage {name} is not complete: {done} of {all} shards are done");
            return Err(Error::refused(job.directory(), reason));
        }
        deep.check_stage(job, stage, &deep.records(job, stage)?)?;
    }
    let stage = deep.stage(job, Step::Count)?;
    let records = deep.records(job, stage)?;
    let totals = deep.totals(job, stage, &records)?;
    let mut frontiers = Vec::new();
    for ply in 1..=deep.options.split {
        let stage = deep.frontier(job, ply)?;
        let records = deep.records(job, stage)?;
        let positions = rows(job, stage, &records)?;
        frontiers.push((positions, deep.sum(job, stage, &records, "paths")?));
    }
    let moves = deep.root.legal_moves();
    // A number that only informs.
    let recounted = records.iter().filter_map(|record| record.notes["recounted"].as_u64());
    Ok(Outcome {
        total: total(&totals)?,
        moves: deep.options.divide.then(|| moves.into_iter().zip(totals).collect()),
        recounted: recounted.fold(0, u64::saturating_add),
        frontiers,
    })
}
