//! Tables of games as Arrow record batches: what is read.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyCapsule, PyString};
use setwise::Position;
use setwise::notation::fen::Form;
use setwise::notation::pgn::Options;
use setwise_tables::{
    GameColumns, Inputs, InputsError, Material, PositionColumns, PositionSelection, Schema,
    Selection, Tables, Where,
};

use super::source::exception;
use super::stream::{ArrowStream, BatchReader};
use super::{Accepted, WrongGames};
use crate::arguments::Whole;
use crate::{arrow, errors, work};

/// A table of games, read in batches.
///
/// Iterating over it gives a `RecordBatch` for some games at a time. It is also an Arrow stream of all of
/// them, for the readers of other packages: ``polars.DataFrame(batches)``, ``pyarrow.table(batches)``.
/// Each iteration and each stream reads the files again. Memory does not depend on their size.
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct Batches {
    pub(super) plan: Arc<Plan>,
}

/// What is read, and how.
pub(super) struct Plan {
    pub(super) inputs: Inputs,
    pub(super) tables: Tables,
    pub(super) selection: Selection,
    pub(super) options: Options,
    pub(super) threads: NonZero<usize>,
    pub(super) wrong_games: WrongGames,
}

impl Plan {
    /// Returns the schema of the table.
    pub(super) fn schema(&self) -> Schema {
        match (self.tables.games, self.tables.positions) {
            (Some(columns), _) => columns.schema(),
            (None, columns) => columns.map_or_else(PositionColumns::default, |it| it.0).schema(),
        }
    }
}

/// The paths of one or more inputs.
pub(crate) struct Paths(Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Paths> {
        if let Ok(path) = object.extract::<PathBuf>() {
            return Ok(Paths(vec![path]));
        }
        let wrong = |object: &Bound<'_, PyAny>| {
            let kind = object.get_type().name().map_or("?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("{kind} is not a path (expected a path, or paths)"))
        };
        if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyString>() {
            return Err(wrong(&object));
        }
        let paths = object.try_iter().map_err(|_| wrong(&object))?;
        let paths = paths.map(|path| {
            let path = path?;
            path.extract::<PathBuf>().map_err(|_| wrong(&path))
        });
        Ok(Paths(paths.collect::<PyResult<_>>()?))
    }
}

/// Which games are read: a dict of the arguments.
pub(crate) struct Chosen {
    r#where: Option<PyBackedStr>,
    position: Option<PyBackedStr>,
    material: Option<PyBackedStr>,
    sample: f64,
    accept: Accepted,
    errors: WrongGames,
    threads: Option<Whole>,
}

impl<'py> FromPyObject<'_, 'py> for Chosen {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Chosen> {
        Ok(Chosen {
            r#where: object.get_item("where")?.extract()?,
            position: object.get_item("position")?.extract()?,
            material: object.get_item("material")?.extract()?,
            sample: object.get_item("sample")?.extract()?,
            accept: object.get_item("accept")?.extract()?,
            errors: object.get_item("errors")?.extract()?,
            threads: object.get_item("threads")?.extract()?,
        })
    }
}

impl Chosen {
    fn plan(self, py: Python<'_>, paths: Paths, tables: Tables) -> PyResult<Batches> {
        let condition = match &self.r#where {
            None => None,
            Some(text) => {
                let invalid = |error| PyValueError::new_err(format!("where: {error}"));
                Some(text.parse::<Where>().map_err(invalid)?)
            }
        };
        let position = match &self.position {
            None => None,
            Some(fen) => Some(Position::parse_fen_form(fen, Form::Lenient).map_err(errors::fen)?),
        };
        let material = match &self.material {
            None => None,
            Some(text) => {
                let invalid = |error| PyValueError::new_err(format!("material: {error}"));
                Some(text.parse::<Material>().map_err(invalid)?)
            }
        };
        let sample = share(self.sample)?;
        let inputs = py.detach(|| Inputs::find(paths.0)).map_err(not_found)?;
        let plan = Plan {
            inputs,
            tables,
            selection: Selection { condition, position, material, sample },
            options: self.accept.0,
            threads: NonZero::new(work::threads(self.threads)?).unwrap_or(NonZero::<usize>::MIN),
            wrong_games: self.errors,
        };
        Ok(Batches { plan: Arc::new(plan) })
    }
}

fn share(sample: f64) -> PyResult<f64> {
    match sample {
        0.0..=1.0 => Ok(sample),
        _ => Err(errors::out_of_range("sample", sample, "0 to 1")),
    }
}

fn not_found(error: InputsError) -> PyErr {
    match error {
        InputsError::File(path, error) => exception(error, Some(&path.display().to_string())),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// Finds the names of optional columns.
fn choose(columns: &[PyBackedStr], known: &mut [(&str, &mut bool)]) -> PyResult<()> {
    for column in columns {
        match known.iter_mut().find(|(name, _)| *name == &**column) {
            Some((_, is_chosen)) => **is_chosen = true,
            None => {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let expected = names.join(", ");
                let message = format!("column {:?} (expected some of {expected})", &**column);
                return Err(PyValueError::new_err(message));
            }
        }
    }
    Ok(())
}

/// Returns the table of games.
#[pyfunction]
pub(crate) fn game_batches(
    py: Python<'_>,
    paths: Paths,
    columns: Vec<PyBackedStr>,
    chosen: Chosen,
) -> PyResult<Batches> {
    let mut table = GameColumns::default();
    let GameColumns { san, clocks, evals } = &mut table;
    choose(&columns, &mut [("san", san), ("clocks", clocks), ("evals", evals)])?;
    chosen.plan(py, paths, Tables { games: Some(table), positions: None })
}

/// Returns the table of positions.
#[pyfunction]
pub(crate) fn position_batches(
    py: Python<'_>,
    paths: Paths,
    columns: Vec<PyBackedStr>,
    plies: (Whole, Option<Whole>, f64),
    chosen: Chosen,
) -> PyResult<Batches> {
    let mut table = PositionColumns::default();
    let PositionColumns { fen, uci } = &mut table;
    choose(&columns, &mut [("fen", fen), ("uci", uci)])?;
    let (min_ply, max_ply, sample) = plies;
    let ply = |name: &str, ply: Whole| ply.fit::<u32>(name, "0 to 2**32 - 1");
    let selection = PositionSelection {
        min_ply: ply("min_ply", min_ply)?,
        max_ply: max_ply.map_or(Ok(u32::MAX), |max_ply| ply("max_ply", max_ply))?,
        sample: share(sample)?,
    };
    chosen.plan(py, paths, Tables { games: None, positions: Some((table, selection)) })
}

#[pymethods]
impl Batches {
    /// The names of the columns.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     In the order of the batches.
    #[getter]
    fn column_names(&self) -> Vec<&'static str> {
        self.plan.schema().fields.iter().map(|field| field.name).collect()
    }

    /// Return the schema of the batches, for readers of Arrow data.
    ///
    /// Returns
    /// -------
    /// PyCapsule
    ///     An ``ArrowSchema``.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::export_schema(py, &self.plan.schema().to_arrow())
    }

    /// Return a stream of all batches, for readers of Arrow data.
    ///
    /// Parameters
    /// ----------
    /// requested_schema : PyCapsule, optional
    ///     Ignored: no column is converted.
    ///
    /// Returns
    /// -------
    /// PyCapsule
    ///     An ``ArrowArrayStream``. It reads the files from their start.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        arrow::export_stream(py, ArrowStream::new(&self.plan))
    }

    fn __iter__(&self) -> BatchReader {
        BatchReader::new(&self.plan)
    }

    fn __repr__(&self) -> String {
        let schema = self.plan.schema();
        let (table, columns) = (schema.table, schema.fields.len());
        let files = self.plan.inputs.paths().len();
        format!("<Batches of the table {table}: {columns} columns, {files} files>")
    }
}
