//! Arrow data from and for other packages, by the PyCapsule interface.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
#![allow(unsafe_code, reason = "the C data interface is pointers and functions of C")]
// Not in Miri: calls of the Python interpreter, which Miri cannot run.

use std::ffi::CStr;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader, StructArray, make_array};
use arrow_schema::{DataType, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::allocate::{self, OutOfMemory};

/// The kinds of Arrow arrays that an argument may have.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Strings,
    Bytes,
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
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Strings => "strings",
            Kind::Bytes => "byte strings, packed positions; Positions.from_fens reads FENs",
        }
    }
}

/// Returns the chunks of an Arrow array of a kind, checked to be valid, or `None` if the object has
/// no Arrow data.
pub(crate) fn chunks(object: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Option<Vec<ArrayRef>>> {
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        // The capsule is alive until the stream has been moved out of it.
        return read_stream(stream(&capsule)?, kind).map(Some);
    }
    if object.hasattr("__arrow_c_array__")? {
        type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);
        let (schema, array): Capsules<'_> = object.call_method0("__arrow_c_array__")?.extract()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
        let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
        // SAFETY: by the interface, capsules of these names point to these structs, and both
        // capsules are alive. `from_raw` moves the array out and leaves a released one behind.
        let (schema, array) = unsafe { (&*schema, FFI_ArrowArray::from_raw(array)) };
        return Ok(Some(vec![read_array(array, schema, kind)?]));
    }
    Ok(None)
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

/// Returns the pointer of a capsule that has a name.
fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<*mut T> {
    Ok(capsule.pointer_checked(Some(name))?.cast::<T>().as_ptr())
}

fn stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowArrayStream> {
    let stream = pointer(capsule, c"arrow_array_stream")?;
    // SAFETY: by the interface, a capsule of this name points to this struct, and the capsule is
    // alive. `from_raw` moves the stream out and leaves a released one behind.
    Ok(unsafe { FFI_ArrowArrayStream::from_raw(stream) })
}

fn read_stream(mut stream: FFI_ArrowArrayStream, kind: Kind) -> PyResult<Vec<ArrayRef>> {
    let released = || PyValueError::new_err("the Arrow stream has been released");
    let get_schema = stream.get_schema.ok_or_else(released)?;
    let get_next = stream.get_next.ok_or_else(released)?;
    let failed = |code| PyValueError::new_err(format!("the Arrow stream failed with error {code}"));
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, and the function writes a schema to the struct.
    let code = unsafe { get_schema(&mut stream, &mut schema) };
    if code != 0 {
        return Err(failed(code));
    }
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released, and the function writes an array to the struct.
        let code = unsafe { get_next(&mut stream, &mut array) };
        if code != 0 {
            return Err(failed(code));
        }
        if array.is_released() {
            return Ok(chunks);
        }
        allocate::push(&mut chunks, read_array(array, &schema, kind)?)?;
    }
}

/// Takes over an array of a kind, and checks it.
fn read_array(array: FFI_ArrowArray, schema: &FFI_ArrowSchema, kind: Kind) -> PyResult<ArrayRef> {
    let invalid = |error| PyValueError::new_err(format!("invalid Arrow data: {error}"));
    let found = DataType::try_from(schema).map_err(invalid)?;
    if !kind.includes(&found) {
        let message = format!("an Arrow array of {found} (expected {})", kind.name());
        return Err(PyTypeError::new_err(message));
    }
    // SAFETY: the array and the schema come from one producer, which keeps to the C data interface:
    // its buffers are as long as the lengths say.
    let data = unsafe { from_ffi(array, schema) }.map_err(invalid)?;
    // The producer need not have checked the offsets and the encoding.
    data.validate_full().map_err(invalid)?;
    Ok(make_array(data))
}

/// Returns the capsules of a record batch: its schema and its columns.
pub(crate) fn export_batch<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let failed = |error| PyValueError::new_err(format!("the batch cannot be exported: {error}"));
    let columns = StructArray::from(batch.clone());
    let array = FFI_ArrowArray::new(&columns.to_data());
    let schema = FFI_ArrowSchema::try_from(batch.schema().as_ref()).map_err(failed)?;
    Ok((
        PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
        PyCapsule::new_with_value(py, array, c"arrow_array")?,
    ))
}

/// Returns the capsule of a schema.
pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let failed = |error| PyValueError::new_err(format!("the schema cannot be exported: {error}"));
    let schema = FFI_ArrowSchema::try_from(schema).map_err(failed)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// Returns the capsule of a stream of record batches.
pub(crate) fn export_stream<'py>(
    py: Python<'py>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
