//! Tables of games as Parquet files, made by a job.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise_jobs::Job;
use setwise_tables::{ExportOptions, ExportedFile, Format, job};

use super::batches::{Chosen, Paths, Plies, tables};
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
    names: Vec<PyBackedStr>,
    columns: Vec<String>,
    computed: Vec<(String, String)>,
    plies: Plies,
    chosen: Chosen,
    part_bytes: Whole,
) -> PyResult<()> {
    let tables = tables(&names, columns, computed, plies)?;
    let part_bytes = match part_bytes.0 {
        0 => return Err(out_of_range("part_bytes", 0, "at least 1")),
        bytes => bytes,
    };
    let inputs = paths.find(py)?;
    let options = ExportOptions::new(directory, tables, Format::Parquet);
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
