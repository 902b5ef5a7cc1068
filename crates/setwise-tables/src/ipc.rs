//! Arrow IPC files.

use std::fs::File;
use std::io;
use std::sync::Arc;

use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, Schema as ArrowSchema};

use crate::schema::{Batch, Schema};
use crate::write::{Encoded, Encoder, TableWriter};

/// Makes record batches. Texts that repeat are written as plain texts: the format of files does not allow
/// a dictionary to change from one batch to the next.
struct IpcEncoder {
    types: Schema,
    schema: Arc<ArrowSchema>,
}

struct IpcWriter(FileWriter<File>);

/// Creates the encoder and the writer of a file.
pub(crate) fn writer(
    schema: &Schema,
    file: File,
) -> io::Result<(impl Encoder + use<>, impl TableWriter + use<>)> {
    let types = schema.without_dictionaries();
    let schema = Arc::new(types.to_arrow());
    let writer = FileWriter::try_new(file, &schema).map_err(from_arrow)?;
    Ok((IpcEncoder { types, schema }, IpcWriter(writer)))
}

impl Encoder for IpcEncoder {
    fn encode(&self, batches: Vec<Batch>) -> io::Result<Encoded> {
        let batches = batches.into_iter();
        let batches: Result<_, ArrowError> =
            batches.map(|batch| batch.into_arrow_of(&self.types, &self.schema)).collect();
        Ok(Encoded::Batches(batches.map_err(from_arrow)?))
    }
}

impl TableWriter for IpcWriter {
    fn append(&mut self, encoded: Encoded) -> io::Result<()> {
        let Encoded::Batches(batches) = encoded else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        batches.iter().try_for_each(|batch| self.0.write(batch).map_err(from_arrow))
    }

    fn finish(mut self: Box<Self>) -> io::Result<File> {
        self.0.finish().map_err(from_arrow)?;
        self.0.into_inner().map_err(from_arrow)
    }
}

fn from_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}
