//! Arrow IPC files.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::{TableSink, invalid};
use crate::export::moves_hash::{MOVES_HASH, MovesHash, MovesHashes};

/// Record batches for a file. Texts that repeat are plain texts: the format of files does not allow
/// a dictionary to change from one batch to the next.
pub(super) struct PlainBatches {
    schema: SchemaRef,
    batches: Vec<(RecordBatch, Option<MovesHash>)>,
}

impl PlainBatches {
    pub(super) fn add(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let columns = batch.columns().iter().zip(&self.schema.fields);
        let columns = columns.map(|(column, field)| cast(column, field.data_type()));
        let columns = columns.collect::<Result<Vec<ArrayRef>, _>>()?;
        let plain = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        self.batches.push((plain, MovesHash::default().with(batch)));
        Ok(())
    }
}

pub(super) struct IpcWriter<'w> {
    schema: SchemaRef,
    writer: FileWriter<TableSink<'w>>,
    hashes: MovesHashes,
}

impl<'w> IpcWriter<'w> {
    pub(super) fn new(schema: &Schema, file: TableSink<'w>) -> io::Result<IpcWriter<'w>> {
        let plain = schema.fields.iter().map(|field| match field.data_type() {
            DataType::Dictionary(..) => Field::clone(field).with_data_type(DataType::Utf8),
            _ => Field::clone(field),
        });
        let plain: Vec<Field> = plain.collect();
        let schema = Arc::new(Schema::new_with_metadata(plain, schema.metadata.clone()));
        let writer = FileWriter::try_new(file, &schema).map_err(invalid)?;
        Ok(IpcWriter { schema, writer, hashes: MovesHashes::default() })
    }

    pub(super) fn begin(&self) -> PlainBatches {
        PlainBatches { schema: Arc::clone(&self.schema), batches: Vec::new() }
    }

    pub(super) fn append(&mut self, rows: PlainBatches) -> io::Result<()> {
        for (batch, hash) in &rows.batches {
            self.writer.write(batch).map_err(invalid)?;
            self.hashes.0.push(*hash);
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        if let Some(hashes) = self.hashes.text() {
            self.writer.write_metadata(MOVES_HASH, hashes);
        }
        self.writer.finish().map_err(invalid)?;
        self.writer.into_inner().map_err(invalid)?.flush()
    }
}
