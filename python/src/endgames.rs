//! Endgame tables.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_endgames::{Material, Outcome, Tables};
use setwise_jobs::number::MEMORY_MB;

use crate::arguments::{LocalPath, Own, Whole};
use crate::board::Board;
use crate::moves::Move;
use crate::{perft, work};

/// A result, and the plies to mate.
type Named = (&'static str, Option<u8>);

/// A move with its result, and the plies to mate.
type MoveNamed = (Py<Move>, &'static str, Option<u8>);

/// The tables behind `setwise.endgames.Tables`.
#[pyclass(frozen, module = "setwise._native")]
pub(crate) struct EndgameTables {
    tables: Mutex<Tables>,
    memory: u64,
    threads: usize,
    directory: Option<PathBuf>,
}

#[pymethods]
impl EndgameTables {
    #[new]
    fn new(
        memory_mb: Whole,
        threads: Option<Whole>,
        directory: Option<LocalPath>,
    ) -> PyResult<EndgameTables> {
        let memory = memory_mb.within("memory_mb", &MEMORY_MB)?;
        let (threads, directory) = (work::threads(threads)?, directory.map(|path| path.0));
        Ok(EndgameTables { tables: Mutex::default(), memory, threads, directory })
    }

    /// Computes the tables of some material. Returns its name.
    fn build(&self, py: Python<'_>, material: &str) -> PyResult<String> {
        let wrong = |error| PyValueError::new_err(format!("{material:?}: {error}"));
        let material: Material = material.parse().map_err(wrong)?;
        self.with(py, &material)?;
        Ok(material.canonical().to_string())
    }

    fn probe(&self, py: Python<'_>, board: Own<'_, Board>) -> PyResult<Named> {
        let position = board.position;
        let tables = self.of(py, &position)?;
        tables.probe(&position).map(named).ok_or_else(|| no_table(&position))
    }

    fn moves(&self, py: Python<'_>, board: Own<'_, Board>) -> PyResult<Vec<MoveNamed>> {
        let (position, chess960) = (board.position, board.chess960);
        let tables = self.of(py, &position)?;
        let moves = tables.moves(&position).ok_or_else(|| no_table(&position))?;
        let row = |(mv, outcome)| {
            let (result, plies) = named(outcome);
            Ok((Move::of(mv, chess960).object(py)?, result, plies))
        };
        moves.into_iter().map(row).collect()
    }

    fn materials(&self) -> Vec<String> {
        self.lock().iter().map(|table| table.material().to_string()).collect()
    }

    #[getter]
    fn nbytes(&self) -> usize {
        self.lock().bytes()
    }
}

impl EndgameTables {
    /// Returns the tables, which no thread holds while it computes.
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the tables for a position.
    fn of(&self, py: Python<'_>, position: &setwise::Position) -> PyResult<Tables> {
        let material = Material::of(position.board())
            .map_err(|error| PyValueError::new_err(format!("{position}: {error}")))?;
        if position.castling_rooks().any() {
            return Err(no_table(position));
        }
        self.with(py, &material)
    }

    /// Returns the tables, with all that some material needs.
    fn with(&self, py: Python<'_>, material: &Material) -> PyResult<Tables> {
        let mut tables = self.lock().clone();
        if tables.get(material).is_none() {
            let needed = tables.needed_bytes(material).div_ceil(1 << 20) as u64;
            if needed > self.memory {
                return Err(PyValueError::new_err(format!(
                    "the tables for {material} need {needed} MiB (expected at most {}; memory_mb \
                     allows more)",
                    self.memory
                )));
            }
            let pool = perft::pool(self.threads)?;
            let read = work::run_and_wait(py, |is_stopped| {
                let step = |_| match is_stopped.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                let directory = self.directory.as_deref();
                pool.install(|| tables.read_or_build(directory, material, step).map(drop))
            })?;
            // A damaged file: where it is stopped, the exception is raised above.
            read.map_err(|error| PyValueError::new_err(error.to_string()))?;
            self.lock().clone_from(&tables);
        }
        Ok(tables)
    }
}

fn named(outcome: Outcome) -> Named {
    let result = match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Loss(_) => "loss",
    };
    (result, outcome.plies())
}

fn no_table(position: &setwise::Position) -> PyErr {
    let why = "castling rights (expected none: tables have positions without castling)";
    PyValueError::new_err(format!("{position}: {why}"))
}
