//! Tables of games as Parquet files, made by a job.

use std::collections::BTreeMap;
use std::sync::mpsc;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise_jobs::Job;
use setwise_jobs::number::PART_BYTES;
use setwise_tables::{ExportOptions, ExportedFile, Format, job};

use super::batches::{Chosen, Paths, Plies, tables};
use crate::arguments::{AnyPath, Whole};
use crate::errors::JobError;
use crate::jobs::{job_error, watched};
use crate::storage::Location;

/// The numbers of games and of moves, the numbers of games with an error by its kind, the number of
/// games that occurred before, and the tables with their names, paths and numbers of rows.
type Exported = (u64, u64, BTreeMap<String, u64>, u64, Vec<(String, Location, u64)>);

/// Creates the directory of an export, or opens the data set that is there, which grows. The last
/// argument has whether games that occur again are left out, and whether parts of inputs that have
/// changed are made again.
#[pyfunction]
pub(crate) fn export_plan(
    py: Python<'_>,
    directory: AnyPath,
    paths: Paths,
    names: Vec<PyBackedStr>,
    columns: Vec<String>,
    computed: Vec<(String, String)>,
    plies: Plies,
    chosen: Chosen,
    part_bytes: Option<Whole>,
    again: (bool, bool),
) -> PyResult<()> {
    let (unique_games, replaces) = again;
    let tables = tables(&names, columns, computed, plies)?;
    let part_bytes = part_bytes.unwrap_or(Whole(job::DEFAULT_PART_BYTES.into()));
    let part_bytes = part_bytes.within("part_bytes", &PART_BYTES)?;
    let inputs = paths.find(py)?;
    let options = ExportOptions::new(directory.0, tables, Format::Parquet);
    let selection = chosen.selection;
    let options = ExportOptions { selection, unique_games, replaces, ..options };
    watched(py, None, |interruption, _: &mpsc::Sender<()>| {
        job::begin(&inputs, chosen.options, &options, part_bytes, interruption)
    })?;
    Ok(())
}

/// Returns the files and rows of an export that is done. A damaged input is an error.
#[pyfunction]
pub(crate) fn export_outcome(py: Python<'_>, directory: AnyPath) -> PyResult<Exported> {
    let outcome = py.detach(|| job::outcome(&Job::open(&directory.0)?)).map_err(job_error)?;
    if !outcome.damaged.is_empty() {
        return Err(JobError::new_err(outcome.damaged.join("\n")));
    }
    let files = outcome.files.into_iter().map(|ExportedFile { path, rows, .. }| {
        let table = path.file_name();
        let table = table.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (table, path.into(), rows)
    });
    let summary = outcome.summary;
    Ok((summary.games, summary.plies, summary.errors, outcome.repeated.games, files.collect()))
}
