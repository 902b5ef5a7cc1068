//! Tables of games as Arrow record batches: what is read.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_schema::{Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyCapsule, PyString};
use setwise_jobs::number::{PLY, SHARE};
use setwise_pgn::Options;
use setwise_tables::{
    Aggregate, ComputedColumnError, Find, GameColumns, Inputs, InputsError, PositionColumns,
    PositionSelection, Selection, Tables,
};

use super::source::exception;
use super::stream::{ArrowStream, BatchReader};
use super::{Accepted, Comments, WrongGames};
use crate::arguments::{AnyPath, Real, Whole, argument, wrong_class};
use crate::expression::ExpressionArgument;
use crate::storage::Location;
use crate::{arrow, work};

/// A table of games, read in batches.
///
/// Iterating over it gives a `RecordBatch` for some games at a time. It is also an Arrow stream of
/// all of them, for the readers of other packages: ``polars.DataFrame(batches)``,
/// ``pyarrow.table(batches)``. Each iteration and each stream reads the files again. Memory does
/// not depend on their size.
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct RecordBatches {
    pub(super) plan: Arc<Plan>,
}

/// What is read, and how.
pub(super) struct Plan {
    pub(super) inputs: Inputs,
    pub(super) rows: Rows,
    pub(super) schema: SchemaRef,
    pub(super) options: Options,
    pub(super) threads: NonZero<usize>,
    /// Keeps copies of file objects, which are inputs.
    pub(super) _copies: Py<PyAny>,
}

/// The rows that are made of games.
pub(super) enum Rows {
    /// A row for each game or position that is taken.
    Table { tables: Tables, selection: Selection, wrong_games: WrongGames },
    /// A row for each position that matches an expression, or counts of them.
    Found(Box<Find>, Option<Aggregate>),
}

impl Rows {
    /// Returns the name of the table.
    fn name(&self) -> &'static str {
        match self {
            Rows::Table { tables: Tables { games: Some(_), .. }, .. } => "games",
            Rows::Table { .. } => "positions",
            Rows::Found(_, None) => "found",
            Rows::Found(_, Some(Aggregate::Groups(_))) => "groups",
            Rows::Found(_, Some(Aggregate::Heat(..))) => "squares",
        }
    }
}

/// The paths of one or more inputs.
pub(crate) struct Paths(Vec<PathBuf>);

argument!(Paths, |object| {
    let path = |object: &Bound<'_, PyAny>| {
        let is_path = object.extract::<PathBuf>().is_ok();
        is_path.then(|| object.extract().map(|AnyPath(path)| path)).transpose()
    };
    if let Some(path) = path(&object)? {
        return Ok(Paths(vec![path]));
    }
    let wrong = |object: &Bound<'_, PyAny>| {
        wrong_class(object, "a path (expected paths or file objects; setwise.pgn.read takes bytes)")
    };
    let is_file = object.hasattr("read")?;
    if is_file || object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyString>() {
        return Err(wrong(&object));
    }
    let paths = object.try_iter().map_err(|_| wrong(&object))?;
    let paths = paths.map(|object| {
        let object = object?;
        path(&object)?.ok_or_else(|| wrong(&object))
    });
    Ok(Paths(paths.collect::<PyResult<_>>()?))
});

/// Which games are read: a dict of the arguments.
pub(crate) struct Chosen {
    pub(super) selection: Selection,
    pub(super) options: Options,
}

argument!(Chosen, |object| {
    let (asked, sample, accept, comments): (Option<ExpressionArgument>, Real, Accepted, Comments) =
        object.extract()?;
    let question = asked.map(|ExpressionArgument(asked)| asked.question()).transpose()?;
    let selection = Selection::new(question, sample.within("sample", &SHARE)?);
    Ok(Chosen { selection, options: accept.with(comments) })
});

/// The first and the last ply of the positions of a game, and the share of them that is taken.
pub(crate) struct Plies(pub(super) PositionSelection);

argument!(Plies, |object| {
    let (min_ply, max_ply, sample): (Whole, Option<Whole>, Real) = object.extract()?;
    Ok(Plies(PositionSelection {
        min_ply: min_ply.within("min_ply", &PLY)?,
        max_ply: max_ply.map_or(Ok(u32::MAX), |ply| ply.within("max_ply", &PLY))?,
        sample: sample.within("sample_positions", &SHARE)?,
    }))
});

impl Paths {
    /// Finds the files.
    pub(super) fn find(self, py: Python<'_>) -> PyResult<Inputs> {
        if self.0.is_empty() {
            return Err(PyValueError::new_err("no path (expected at least one path)"));
        }
        py.detach(|| Inputs::find(self.0)).map_err(|error| match error {
            InputsError::File(path, error) => exception(error, Some(&path.display().to_string())),
            other => PyValueError::new_err(other.to_string()),
        })
    }
}

/// Returns the files of paths, as all functions find them.
#[pyfunction]
pub(crate) fn input_files(py: Python<'_>, paths: Paths) -> PyResult<Vec<Location>> {
    Ok(paths.find(py)?.paths().iter().map(|path| path.clone().into()).collect())
}

/// Returns tables by their names, with optional columns and the positions that are rows.
pub(super) fn tables(
    names: &[PyBackedStr],
    columns: Vec<String>,
    computed: Vec<(String, String)>,
    Plies(rows): Plies,
) -> PyResult<Tables> {
    let wrong = |error: ComputedColumnError| PyValueError::new_err(format!("columns: {error}"));
    let computed = computed.try_into().map_err(wrong)?;
    let mut made = Tables { rows, computed, ..Tables::default() };
    for name in names {
        match &**name {
            "games" => made.games = Some(columns.clone().into()),
            "positions" => made.positions = Some(columns.clone().into()),
            other => {
                let message = format!("table {other:?} (expected 'games' or 'positions')");
                return Err(PyValueError::new_err(message));
            }
        }
    }
    if names.is_empty() {
        return Err(PyValueError::new_err("no table (expected 'games' or 'positions')"));
    }
    if made.positions.is_none() && (rows != Default::default() || !made.computed.is_empty()) {
        let message = "min_ply, max_ply, sample_positions and computed columns are for the table \
                       'positions'";
        return Err(PyValueError::new_err(message));
    }
    let games = made.games.map(|_| Vec::from(GameColumns::ALL));
    let positions = made.positions.map(|_| Vec::from(PositionColumns::ALL));
    let known: Vec<String> = [games, positions].into_iter().flatten().flatten().collect();
    if let Some(column) = columns.iter().find(|column| !known.contains(column)) {
        let message = format!("column {column:?} (expected some of {})", known.join(", "));
        return Err(PyValueError::new_err(message));
    }
    Ok(made)
}

/// Returns a table, to be read in batches.
#[pyfunction]
pub(crate) fn table_batches(
    py: Python<'_>,
    paths: Paths,
    table: PyBackedStr,
    columns: Vec<String>,
    computed: Vec<(String, String)>,
    plies: Plies,
    chosen: Chosen,
    errors: WrongGames,
    threads: Option<Whole>,
    copies: Py<PyAny>,
) -> PyResult<RecordBatches> {
    let tables = tables(&[table], columns, computed, plies)?;
    let games = tables.games.map(GameColumns::schema);
    let schema = games.or_else(|| tables.positions_schema()).unwrap_or_else(Schema::empty);
    let plan = Plan {
        rows: Rows::Table { tables, selection: chosen.selection, wrong_games: errors },
        schema: Arc::new(schema),
        inputs: paths.find(py)?,
        options: chosen.options,
        threads: NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN),
        _copies: copies,
    };
    Ok(RecordBatches { plan: Arc::new(plan) })
}

#[pymethods]
impl RecordBatches {
    /// The names of the columns.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     In the order of the batches.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.plan.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Return the schema of the batches, for readers of Arrow data.
    ///
    /// Returns
    /// -------
    /// PyCapsule
    ///     An ``ArrowSchema``.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::export_schema(py, &self.plan.schema)
    }

    /// Return a stream of all batches, for readers of Arrow data.
    ///
    /// Parameters
    /// ----------
    /// requested_schema : PyCapsule, optional
    ///     The schema to cast to, if all columns can be.
    ///
    /// Returns
    /// -------
    /// PyCapsule
    ///     An ``ArrowArrayStream``. It reads the files from their start.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::export_stream(py, ArrowStream::new(&self.plan), requested_schema)
    }

    fn __iter__(&self) -> BatchReader {
        BatchReader::new(&self.plan)
    }

    fn __repr__(&self) -> String {
        let (table, columns) = (self.plan.rows.name(), self.plan.schema.fields().len());
        let files = self.plan.inputs.paths().len();
        format!("<RecordBatches of the table {table}: {columns} columns, {files} files>")
    }
}
