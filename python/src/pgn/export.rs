//! Tables of games as Parquet files, made by a job.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise_jobs::Job;
use setwise_tables::{ExportOptions, ExportedFile, Format, Layout, job};

use super::batches::{Chosen, Paths, Plies, tables};
use crate::arguments::{LocalPath, Whole};
use crate::errors::out_of_range;
use crate::jobs::{job_error, watched};

/// The numbers of games and of moves, the numbers of games with an error by its kind, the number of
/// games that occurred before, and the tables with their names, paths and numbers of rows.
type Exported = (u64, u64, BTreeMap<String, u64>, u64, Vec<(String, PathBuf, u64)>);

/// Creates the directory of an export, or opens the job that is there: it has the same inputs and
/// options, or it is a data set, which grows. The last argument has the layout, whether games that
/// occur again are left out, and whether parts of inputs that have changed are made again.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python function has them")]
pub(crate) fn export_plan(
    py: Python<'_>,
    directory: LocalPath,
    paths: Paths,
    names: Vec<PyBackedStr>,
    columns: Vec<String>,
    computed: Vec<(String, String)>,
    plies: Plies,
    chosen: Chosen,
    part_bytes: Option<Whole>,
    shape: (PyBackedStr, bool, bool),
) -> PyResult<()> {
    let (layout, unique_games, replaces) = shape;
    let tables = tables(&names, columns, computed, plies)?;
    let layout = match &*layout {
        "one" => Layout::One,
        "parts" => Layout::Parts,
        other => {
            let message = format!("layout {other:?} (expected \"one\" or \"parts\")");
            return Err(PyValueError::new_err(message));
        }
    };
    let part_bytes = match part_bytes.map(|bytes| bytes.0) {
        Some(0) => return Err(out_of_range("part_bytes", 0, "at least 1")),
        bytes => bytes.unwrap_or_else(|| job::default_part_bytes(layout)),
    };
    let inputs = paths.find(py)?;
    let options = ExportOptions::new(directory.0, tables, Format::Parquet);
    let selection = chosen.selection;
    let options = ExportOptions { selection, layout, unique_games, replaces, ..options };
    watched(py, None, |interruption, _: &mpsc::Sender<()>| {
        job::begin(&inputs, chosen.options, &options, part_bytes, interruption)
    })?;
    Ok(())
}

/// Returns the files and rows of an export that is done.
#[pyfunction]
pub(crate) fn export_outcome(py: Python<'_>, directory: PathBuf) -> PyResult<Exported> {
    let outcome = py.detach(|| job::outcome(&Job::open(&directory)?)).map_err(job_error)?;
    let files = outcome.files.into_iter().map(|ExportedFile { path, rows, .. }| {
        // The file is DIR/results/TABLE/00000.parquet, or the directory is DIR/TABLE.
        let folder = if path.extension().is_some() { path.parent() } else { Some(&*path) };
        let table = folder.and_then(|folder| folder.file_name());
        let table = table.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (table, path, rows)
    });
    let summary = outcome.summary;
    Ok((summary.games, summary.plies, summary.errors, outcome.repeated.games, files.collect()))
}
