//! Tables of games as Parquet files, made by a job.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise_jobs::Job;
use setwise_tables::{ExportOptions, ExportedFile, Format, Tables, job};

use super::batches::{Chosen, Paths, Plies, choose};
use crate::arguments::Whole;
use crate::errors::out_of_range;
use crate::jobs::{job_error, watched};

/// The numbers of games and of moves, the numbers of games with an error by its kind, and the
/// tables with their names, paths and numbers of rows.
type Exported = (u64, u64, BTreeMap<String, u64>, Vec<(String, PathBuf, u64)>);

/// Creates the directory of an export, or checks that the job that is there has the same inputs and
/// options.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python function has them")]
pub(crate) fn export_plan(
    py: Python<'_>,
    directory: PathBuf,
    paths: Paths,
    tables: Vec<PyBackedStr>,
    columns: Vec<String>,
    plies: Plies,
    chosen: Chosen,
    part_bytes: Whole,
) -> PyResult<()> {
    let mut made = Tables { rows: plies.0, ..Tables::default() };
    for table in tables {
        match &*table {
            "games" => made.games = Some(Default::default()),
            "positions" => made.positions = Some(Default::default()),
            other => {
                let message = format!("table {other:?} (expected 'games' or 'positions')");
                return Err(PyValueError::new_err(message));
            }
        }
    }
    if made.games.is_none() && made.positions.is_none() {
        return Err(PyValueError::new_err("no table (expected 'games' or 'positions')"));
    }
    if made.positions.is_none() && plies.0 != Default::default() {
        let message = "min_ply, max_ply and sample_positions are for the table 'positions'";
        return Err(PyValueError::new_err(message));
    }
    choose(columns, &mut made)?;
    let part_bytes = match part_bytes.0 {
        0 => return Err(out_of_range("part_bytes", 0, "at least 1")),
        bytes => bytes,
    };
    let inputs = paths.find(py)?;
    let options = ExportOptions::new(directory, made, Format::Parquet);
    let options = ExportOptions { selection: chosen.selection, ..options };
    watched(py, None, |interruption, _: &mpsc::Sender<()>| {
        job::begin(&inputs, chosen.options, &options, part_bytes, interruption)
    })?;
    Ok(())
}

/// Returns what an export that is done has made.
#[pyfunction]
pub(crate) fn export_outcome(py: Python<'_>, directory: PathBuf) -> PyResult<Exported> {
    let outcome = py.detach(|| job::outcome(&Job::open(&directory)?)).map_err(job_error)?;
    let files = outcome.files.into_iter().map(|ExportedFile { path, rows, .. }| {
        // The file is DIR/results/TABLE/00000.parquet.
        let table = path.parent().and_then(|folder| folder.file_name());
        let table = table.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (table, path, rows)
    });
    let summary = outcome.summary;
    Ok((summary.games, summary.plies, summary.errors, files.collect()))
}
