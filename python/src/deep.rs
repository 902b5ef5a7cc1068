//! Deep perft: plans and results.

use pyo3::prelude::*;
use setwise_jobs::Job;
use setwise_jobs::deep::{self, Deep, Estimate, PlanOptions, Settings};
use setwise_jobs::number::{DEEP, SHARDS};
use setwise_perft::Backend;

use crate::arguments::{LocalPath, Whole};
use crate::jobs::job_error;
use crate::perft::Start;

/// The total, the counts by root move, the number of positions that were counted twice, and the
/// positions and paths of each frontier.
type Counts = (u128, Option<Vec<(String, u128)>>, u64, Vec<(u64, u128)>);

/// Creates the directory of a deep count. Returns the numbers of positions of the frontiers, how
/// many of them are exact, and the disk space in bytes that they need.
#[pyfunction]
pub(crate) fn deep_plan(
    py: Python<'_>,
    directory: LocalPath,
    position: Start,
    depth: Whole,
    split: Whole,
    divide: bool,
    shards: Option<Whole>,
    force: bool,
) -> PyResult<(Vec<u64>, u8, u64)> {
    let (directory, position) = (directory.0, position.0.position);
    let depth = depth.within("depth", &DEEP)?;
    let split = split.within("split", &DEEP)?;
    let shards = shards.map(|shards| shards.within("shards", &SHARDS)).transpose()?;
    let options = PlanOptions { position, depth, split, divide, shards };
    py.detach(|| {
        let estimate = Estimate::new(&position, split);
        let origins = if divide { position.count_legal_moves().max(1) } else { 1 };
        if !force {
            estimate.check_disk(&directory, origins)?;
        }
        deep::plan(&directory, &options, &estimate)?;
        let positions = (1..=split).map(|ply| estimate.positions(ply)).collect();
        Ok((positions, estimate.exact(), estimate.disk(origins)))
    })
    .map_err(job_error)
}

/// Returns the counts of a complete job, after all checks of its records.
#[pyfunction]
pub(crate) fn deep_result(py: Python<'_>, directory: LocalPath) -> PyResult<Counts> {
    py.detach(|| {
        let job = Job::open(&directory.0)?;
        let deep = Deep::open(&job, Settings { hash: 0, backend: Backend::fastest() })?;
        let outcome = deep::outcome(&deep, &job)?;
        let castling = deep.root().castling_form();
        let moves = outcome.moves.map(|moves| {
            let mut moves: Vec<(String, u128)> = moves
                .into_iter()
                .map(|(mv, nodes)| (mv.uci(castling).to_string(), nodes))
                .collect();
            moves.sort_unstable();
            moves
        });
        Ok((outcome.total, moves, outcome.recounted, outcome.frontiers))
    })
    .map_err(job_error)
}
