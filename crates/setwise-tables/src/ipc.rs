//! Arrow IPC files.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::sync::Arc;

use arrow_array::{RecordBatch, UInt64Array};
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, Schema as ArrowSchema};

use crate::schema::{Batch, Schema};
use crate::write::{Encoded, Encoder, TableSink, TableWriter};

/// Makes record batches. Texts that repeat are written as plain texts: the format of files does not allow
/// a dictionary to change from one batch to the next.
struct IpcEncoder {
    types: Schema,
    schema: Arc<ArrowSchema>,
}

struct IpcWriter<'w> {
    schema: Arc<ArrowSchema>,
    writer: FileWriter<TableSink<'w>>,
}

/// Creates the encoder and the writer of a file.
pub(crate) fn writer<'w>(
    schema: &Schema,
    file: TableSink<'w>,
) -> io::Result<(impl Encoder + use<>, impl TableWriter + use<'w>)> {
    let types = schema.without_dictionaries();
    let schema = Arc::new(types.to_arrow());
    let writer = FileWriter::try_new(file, &schema).map_err(from_arrow)?;
    let encoder = IpcEncoder { types, schema: Arc::clone(&schema) };
    Ok((encoder, IpcWriter { schema, writer }))
}

impl Encoder for IpcEncoder {
    fn encode(&self, batches: Vec<Batch>) -> io::Result<Encoded> {
        let batches = batches.into_iter();
        let batches: Result<_, ArrowError> =
            batches.map(|batch| batch.into_arrow_of(&self.types, &self.schema)).collect();
        Ok(Encoded::Batches(batches.map_err(from_arrow)?))
    }
}

impl TableWriter for IpcWriter<'_> {
    fn append(&mut self, encoded: Encoded) -> io::Result<()> {
        let Encoded::Batches(batches) = encoded else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        batches.iter().try_for_each(|batch| self.writer.write(batch).map_err(from_arrow))
    }

    fn copy(&mut self, part: File, mut number: Option<u64>) -> io::Result<()> {
        let part = FileReader::try_new(BufReader::new(part), None).map_err(from_arrow)?;
        for batch in part {
            let batch = batch.map_err(from_arrow)?;
            let mut columns = batch.columns().to_vec();
            if let Some(first) = &mut number {
                let next = *first + batch.num_rows() as u64;
                columns.insert(0, Arc::new(UInt64Array::from_iter_values(*first..next)));
                *first = next;
            }
            let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
            self.writer.write(&batch.map_err(from_arrow)?).map_err(from_arrow)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.writer.finish().map_err(from_arrow)?;
        self.writer.into_inner().map_err(from_arrow)?.flush()
    }
}

fn from_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}
