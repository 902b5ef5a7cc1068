//! Arrow IPC files.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::sync::Arc;

use arrow_array::{RecordBatch, UInt64Array};
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, Schema as ArrowSchema};

use crate::moves_hash::{MOVES_HASH, MovesHash, MovesHashes};
use crate::schema::{Batch, Schema};
use crate::write::TableSink;

/// Record batches that are being made. Texts that repeat are plain texts: the format of files does
/// not allow a dictionary to change from one batch to the next.
pub(crate) struct Batches {
    types: Schema,
    schema: Arc<ArrowSchema>,
    batches: Vec<(RecordBatch, Option<MovesHash>)>,
}

impl Batches {
    pub(crate) fn add(&mut self, batch: Batch) -> io::Result<()> {
        let hash = batch.moves_hash(Some(MovesHash::default()));
        let batch = batch.into_arrow_of(&self.types, &self.schema).map_err(from_arrow)?;
        self.batches.push((batch, hash));
        Ok(())
    }
}

pub(crate) struct IpcWriter<'w> {
    types: Schema,
    schema: Arc<ArrowSchema>,
    writer: FileWriter<TableSink<'w>>,
    hashes: MovesHashes,
}

impl<'w> IpcWriter<'w> {
    pub(crate) fn new(schema: &Schema, file: TableSink<'w>) -> io::Result<IpcWriter<'w>> {
        let types = schema.without_dictionaries();
        let schema = Arc::new(types.to_arrow());
        let writer = FileWriter::try_new(file, &schema).map_err(from_arrow)?;
        Ok(IpcWriter { types, schema, writer, hashes: MovesHashes::default() })
    }

    pub(crate) fn begin(&self) -> Batches {
        let (types, schema) = (self.types.clone(), Arc::clone(&self.schema));
        Batches { types, schema, batches: Vec::new() }
    }

    pub(crate) fn append(&mut self, rows: Batches) -> io::Result<()> {
        for (batch, hash) in &rows.batches {
            self.writer.write(batch).map_err(from_arrow)?;
            self.hashes.0.push(*hash);
        }
        Ok(())
    }

    pub(crate) fn copy(&mut self, part: File, mut number: Option<u64>) -> io::Result<()> {
        let part = FileReader::try_new(BufReader::new(part), None).map_err(from_arrow)?;
        let hashes = part.custom_metadata().get(MOVES_HASH);
        let hashes = hashes.map_or_else(MovesHashes::default, |text| text.as_str().into());
        for (index, batch) in part.enumerate() {
            let batch = batch.map_err(from_arrow)?;
            let mut columns = batch.columns().to_vec();
            if let Some(first) = &mut number {
                let next = *first + batch.num_rows() as u64;
                columns.insert(0, Arc::new(UInt64Array::from_iter_values(*first..next)));
                *first = next;
            }
            let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
            self.writer.write(&batch.map_err(from_arrow)?).map_err(from_arrow)?;
            self.hashes.0.push(hashes.get(index));
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(hashes) = self.hashes.text() {
            self.writer.write_metadata(MOVES_HASH, hashes);
        }
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
