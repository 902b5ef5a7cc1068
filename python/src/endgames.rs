//! Endgame tables.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Position;
use setwise_endgames::{Material, Outcome, SharedTables, Tables};
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
    tables: SharedTables,
    memory: u64,
    threads: usize,
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
        let tables = SharedTables::new(directory.map(|path| path.0));
        Ok(EndgameTables { tables, memory, threads: work::threads(threads)? })
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
        Ok(named(self.ask(py, &position, |tables| tables.probe(&position))?))
    }

    fn moves(&self, py: Python<'_>, board: Own<'_, Board>) -> PyResult<Vec<MoveNamed>> {
        let (position, chess960) = (board.position, board.chess960);
        let moves = self.ask(py, &position, |tables| tables.moves(&position))?;
        let row = |(mv, outcome)| {
            let (result, plies) = named(outcome);
            Ok((Move::of(mv, chess960).object(py)?, result, plies))
        };
        moves.into_iter().map(row).collect()
    }

    fn materials(&self) -> Vec<String> {
        self.tables.complete().iter().map(|table| table.material().to_string()).collect()
    }

    #[getter]
    fn nbytes(&self) -> usize {
        self.tables.complete().bytes()
    }
}

impl EndgameTables {
    /// Asks the tables for a position, which has no answer with castling rights.
    fn ask<T>(
        &self,
        py: Python<'_>,
        position: &Position,
        ask: impl FnOnce(&Tables) -> Option<T>,
    ) -> PyResult<T> {
        let wrong = |why: &dyn Display| PyValueError::new_err(format!("{position}: {why}"));
        let material = Material::of(position.board()).map_err(|error| wrong(&error))?;
        let is_known = position.castling_rooks().is_empty();
        let tables = is_known.then(|| self.with(py, &material)).transpose()?;
        let none = "castling rights (expected none: tables have positions without castling)";
        tables.as_ref().and_then(ask).ok_or_else(|| wrong(&none))
    }

    /// Returns the tables, with all that some material needs.
    fn with(&self, py: Python<'_>, material: &Material) -> PyResult<Tables> {
        let tables = self.tables.complete().clone();
        if tables.get(material).is_some() {
            return Ok(tables);
        }
        let needed = tables.needed_bytes(material).div_ceil(1 << 20) as u64;
        if needed > self.memory {
            return Err(PyValueError::new_err(format!(
                "the tables for {material} need {needed} MiB (expected at most {}; memory_mb \
                     allows more)",
                self.memory
            )));
        }
        let pool = perft::pool(self.threads)?;
        let added = work::run_and_wait(py, |is_stopped| {
            let step = |_| match is_stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            pool.install(|| self.tables.add(material, Err, step))
        })?;
        // A damaged file: where it is stopped, the exception is raised above.
        added.map_err(|error| PyValueError::new_err(error.to_string()))
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
