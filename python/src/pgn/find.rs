//! Positions of games that match a set expression, as Arrow record batches.

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch as ArrowBatch, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_tables::{Aggregate, Find, FindOptions, FoundPart};

use super::batches::{Paths, Plan, RecordBatches, Rows};
use super::{Accepted, Comments};
use crate::arguments::Whole;
use crate::expression::ExpressionArgument;
use crate::work;

/// The columns before the tags.
const COLUMNS: [(&str, DataType); 3] =
    [("game", DataType::UInt64), ("ply", DataType::UInt32), ("key", DataType::UInt64)];

/// Returns a table of the positions that match, or of counts of them, to be read in batches.
#[pyfunction]
pub(crate) fn find_games(
    py: Python<'_>,
    paths: Paths,
    expression: ExpressionArgument,
    tags: Vec<String>,
    by: Option<ExpressionArgument>,
    heat: Option<ExpressionArgument>,
    how: (Accepted, Comments),
    threads: Option<Whole>,
    copies: Py<PyAny>,
) -> PyResult<RecordBatches> {
    let by = by.map(|by| by.parsed(Aggregate::by)).transpose()?;
    let counts = heat.map(|heat| heat.parsed(Aggregate::heat)).transpose()?.or(by);
    let mut fields = COLUMNS.map(|(name, kind)| Field::new(name, kind, false)).to_vec();
    for tag in &tags {
        if fields.iter().any(|field| field.name() == tag) {
            let message = format!("tags: {tag:?} is the name of two columns");
            return Err(PyValueError::new_err(message));
        }
        fields.push(Field::new_dictionary(tag, DataType::Int32, DataType::Utf8, true));
    }
    let mut options = FindOptions { tags, keys: counts.is_none(), ..FindOptions::default() };
    let (mut question, mut schema) = (expression.0.question()?, Schema::new(fields));
    if let Some(counts) = &counts {
        let asked = counts.ask(question, &mut options);
        question = asked.map_err(|error| PyValueError::new_err(error.to_string()))?;
        schema = counts.schema();
    }
    let plan = Plan {
        rows: Rows::Found(Box::new(Find::new(question, options)), counts),
        schema: Arc::new(schema),
        inputs: paths.find(py)?,
        options: how.0.with(how.1),
        threads: NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN),
        _copies: copies,
    };
    Ok(RecordBatches { plan: Arc::new(plan) })
}

/// Returns a row for each position that matches, given the number of games before the part.
pub(super) fn batch(
    part: &FoundPart,
    before: u64,
    schema: &SchemaRef,
) -> Result<ArrowBatch, ArrowError> {
    let rows = || part.found.iter().flat_map(|game| game.plies.iter().map(move |ply| (game, *ply)));
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(UInt64Array::from_iter_values(rows().map(|(game, _)| before + game.number + 1))),
        Arc::new(UInt32Array::from_iter_values(rows().map(|(_, ply)| ply))),
        Arc::new(UInt64Array::from_iter_values(
            part.found.iter().flat_map(|game| game.keys.iter().copied()),
        )),
    ];
    for tag in 0..schema.fields().len() - COLUMNS.len() {
        let mut values = StringDictionaryBuilder::<Int32Type>::new();
        for game in &part.found {
            values.append_options(game.tags[tag].as_deref(), game.plies.len());
        }
        columns.push(Arc::new(values.finish()));
    }
    ArrowBatch::try_new(Arc::clone(schema), columns)
}
