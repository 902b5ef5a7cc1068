//! Training data of games.

use std::num::NonZero;
use std::sync::atomic::Ordering;

use pyo3::exceptions::{PyFileExistsError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise_jobs::kind::Interruption;
use setwise_tables::job::Outcome;
use setwise_tables::{ExportOptions, Format, ReadOptions, TrainingCounts, export_file};

use super::batches::{Chosen, Paths, Plies};
use crate::arguments::{AnyPath, Whole};
use crate::work;

/// The fields of `Training` of Python.
type Written = (u64, u64, u64, u64, u64, u64);

/// Writes a file of training data.
#[pyfunction]
pub(crate) fn export_training_data(
    py: Python<'_>,
    paths: Paths,
    out: AnyPath,
    format: PyBackedStr,
    plies: Plies,
    chosen: Chosen,
    threads: Option<Whole>,
    replace: bool,
) -> PyResult<Written> {
    let named = format.parse().ok().and_then(|it: Format| Some((it.training_tables(plies.0)?, it)));
    let (tables, format) = named.ok_or_else(|| {
        let expected = "expected bulletformat, viriformat or plain";
        PyValueError::new_err(format!("unknown training format {:?} ({expected})", &*format))
    })?;
    let threads = NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN);
    let inputs = paths.find(py)?;
    let read = ReadOptions { threads, pgn: chosen.options, ..ReadOptions::default() };
    let options = ExportOptions::new("", tables, format);
    let options = ExportOptions { selection: chosen.selection, replaces: replace, ..options };
    let outcome = work::run_and_wait(py, |is_stopped| {
        let has_come = || is_stopped.load(Ordering::Relaxed);
        let interruption = Interruption::new(&has_come);
        export_file(&inputs, &read, &options, interruption, &out.0)
    })?;
    let outcome = outcome.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            PyFileExistsError::new_err(format!("{error} (replace=True replaces it)"))
        }
        std::io::ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
        _ => error.into(),
    })?;
    let Outcome { summary, damaged, .. } = outcome;
    if !damaged.is_empty() {
        return Err(PyOSError::new_err(damaged.join("\n")));
    }
    for tag in options.selection.missing_tags() {
        work::warn(py, tag)?;
    }
    let (games, wrong_games) = (summary.games, summary.errors.values().sum());
    let TrainingCounts { written, without_result, without_score, without_move } =
        summary.training.unwrap_or_default();
    if written == 0 {
        let message = format!(
            "no position, so no file was written (games: {games}, with errors: {wrong_games}; \
             positions left out: {without_result} without a result, {without_score} without an \
             evaluation, {without_move} without a move)"
        );
        work::warn(py, message)?;
    }
    Ok((games, wrong_games, written, without_result, without_score, without_move))
}
