//! Training data of games.

use std::ffi::CString;
use std::num::NonZero;
use std::sync::atomic::Ordering;

use pyo3::exceptions::{PyFileExistsError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise_jobs::kind::Interruption;
use setwise_tables::ReadOptions;
use setwise_tables::training::{
    Training, TrainingCounts, TrainingFile, TrainingFormat, TrainingSelection, export_training_file,
};

use super::batches::{Chosen, Paths, Plies};
use super::source::exception;
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
    let format: TrainingFormat = format.parse().map_err(PyValueError::new_err)?;
    let threads = NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN);
    let inputs = paths.find(py)?;
    let options = ReadOptions { threads, pgn: chosen.options, ..ReadOptions::default() };
    let selection = TrainingSelection { games: chosen.selection, positions: plies.0 };
    let training = work::run_and_wait(py, |is_stopped| {
        let has_come = || is_stopped.load(Ordering::Relaxed);
        let interruption = Interruption::new(&has_come);
        let file = TrainingFile { path: out.0, replaces: replace, interruption };
        export_training_file(&inputs, &options, format, &selection, &file)
    })?;
    let training = training.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            PyFileExistsError::new_err(format!("{error} (replace=True replaces it)"))
        }
        std::io::ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
        _ => error.into(),
    })?;
    let Training { counts, games, wrong_games, inputs: read, .. } = training;
    for read in read {
        if let Some(error) = read.error {
            let file = inputs.paths()[read.input as usize].display().to_string();
            return Err(exception(error, Some(&file)));
        }
    }
    for tag in selection.games.missing_tags() {
        let message = CString::new(tag.to_string())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    let TrainingCounts { written, without_result, without_score, without_move, .. } = counts;
    if written == 0 {
        let message = format!(
            "no position, so no file was written (games: {games}, with errors: {wrong_games}; \
             positions left out: {without_result} without a result, {without_score} without an \
             evaluation, {without_move} without a move)"
        );
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
    }
    Ok((games, wrong_games, written, without_result, without_score, without_move))
}
