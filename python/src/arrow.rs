//! Arrow data from and for other packages, by the PyCapsule interface.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, RecordBatch, RecordBatchReader, StructArray,
};
use arrow_buffer::Buffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::{
    ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};
use pyo3_arrow::input::AnyArray;

use crate::allocate::{self, OutOfMemory};

/// The kinds of Arrow arrays that an argument may have.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Strings,
    Bytes,
    /// Byte strings or strings.
    Positions,
}

impl Kind {
    fn includes(self, kind: &DataType) -> bool {
        match self {
            Kind::Strings => {
                matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
            }
            Kind::Bytes => matches!(
                kind,
                DataType::FixedSizeBinary(_)
                    | DataType::Binary
                    | DataType::LargeBinary
                    | DataType::BinaryView
            ),
            Kind::Positions => Kind::Strings.includes(kind) || Kind::Bytes.includes(kind),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Strings => "strings",
            Kind::Bytes => "byte strings, packed positions; Positions.from_fens reads FENs",
            Kind::Positions => "byte strings, packed positions, or strings, FENs",
        }
    }
}

/// Returns the chunks of an Arrow array of a kind, checked to be valid, or `None` if the object has
/// no Arrow data.
pub(crate) fn chunks(object: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Option<Vec<ArrayRef>>> {
    if !object.hasattr("__arrow_c_stream__")? && !object.hasattr("__arrow_c_array__")? {
        return Ok(None);
    }
    let reader = object.extract::<AnyArray>()?.into_reader()?;
    let field = reader.field();
    let found = field.data_type();
    if !kind.includes(found) {
        let message = format!("an Arrow array of {found} (expected {})", kind.name());
        return Err(PyTypeError::new_err(message));
    }
    let invalid = |error| PyValueError::new_err(format!("invalid Arrow data: {error}"));
    let mut chunks = Vec::new();
    for chunk in reader {
        let chunk = chunk.map_err(invalid)?;
        // The producer need not have checked the offsets and the encoding.
        chunk.to_data().validate_full().map_err(invalid)?;
        allocate::push(&mut chunks, chunk)?;
    }
    Ok(Some(chunks))
}

/// Returns whether chunks have strings.
pub(crate) fn are_strings(chunks: &[ArrayRef]) -> bool {
    chunks.first().is_some_and(|chunk| Kind::Strings.includes(chunk.data_type()))
}

/// Returns the texts of chunks of strings; `None` for null.
pub(crate) fn texts(chunks: &[ArrayRef]) -> Result<Vec<Option<&str>>, OutOfMemory> {
    let mut texts = allocate::vec(chunks.iter().map(|chunk| chunk.len()).sum())?;
    for chunk in chunks {
        if let Some(strings) = chunk.as_string_opt::<i32>() {
            texts.extend(strings);
        } else if let Some(strings) = chunk.as_string_opt::<i64>() {
            texts.extend(strings);
        } else if let Some(strings) = chunk.as_string_view_opt() {
            texts.extend(strings);
        }
    }
    Ok(texts)
}

/// Returns the byte strings of chunks; `None` for null.
pub(crate) fn byte_strings(chunks: &[ArrayRef]) -> Result<Vec<Option<&[u8]>>, OutOfMemory> {
    let mut rows = allocate::vec(chunks.iter().map(|chunk| chunk.len()).sum())?;
    for chunk in chunks {
        if let Some(strings) = chunk.as_fixed_size_binary_opt() {
            rows.extend(strings);
        } else if let Some(strings) = chunk.as_binary_opt::<i32>() {
            rows.extend(strings);
        } else if let Some(strings) = chunk.as_binary_opt::<i64>() {
            rows.extend(strings);
        } else if let Some(strings) = chunk.as_binary_view_opt() {
            rows.extend(strings);
        }
    }
    Ok(rows)
}

/// Returns the field of the rows of a table, whose fields are its columns.
fn rows(schema: &Schema) -> FieldRef {
    let field = Field::new_struct("", schema.fields().clone(), false);
    Arc::new(field.with_metadata(schema.metadata().clone()))
}

/// Returns the capsules of a record batch: its schema and its columns, cast to a schema if one is
/// requested.
pub(crate) fn export_batch<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
    requested: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let columns = StructArray::from(batch.clone());
    Ok(to_array_pycapsules(py, rows(batch.schema_ref()), &columns, requested)?)
}

/// Returns the capsules of an array of byte strings of one length, cast to a type if one is
/// requested.
pub(crate) fn export_bytes<'py>(
    py: Python<'py>,
    bytes: Vec<u8>,
    length: usize,
    requested: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let strings = FixedSizeBinaryArray::new(length as i32, Buffer::from_vec(bytes), None);
    let field = Field::new("", strings.data_type().clone(), false);
    Ok(to_array_pycapsules(py, Arc::new(field), &strings, requested)?)
}

/// Returns the capsule of a schema.
pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    Ok(to_schema_pycapsule(py, schema)?)
}

/// Returns the capsule of a stream of record batches, cast to a schema if one is requested.
pub(crate) fn export_stream<'py>(
    py: Python<'py>,
    reader: impl RecordBatchReader + Send + 'static,
    requested: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let field = rows(&reader.schema());
    let array = |batch: Result<RecordBatch, ArrowError>| {
        batch.map(|batch| Arc::new(StructArray::from(batch)) as ArrayRef)
    };
    let arrays = ArrayIterator::new(reader.map(array), field);
    Ok(to_stream_pycapsule(py, Box::new(arrays), requested)?)
}
