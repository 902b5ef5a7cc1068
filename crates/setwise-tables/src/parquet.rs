//! Parquet files.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_schema::{ArrowError, Schema as ArrowSchema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::basic::{self, Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::Int64Type;
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, PageIndexPolicy, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use crate::schema::{Batch, Kind, Schema};
use crate::write::{Encoded, Encoder, Encoding, TableSink, TableWriter};

/// The encoded columns of a row group.
pub struct RowGroup(Vec<ArrowColumnChunk>);

/// Encodes row groups.
struct ParquetEncoder {
    factory: ArrowRowGroupWriterFactory,
    schema: Arc<ArrowSchema>,
}

struct ParquetWriter<'w>(SerializedFileWriter<TableSink<'w>>);

/// Creates the encoder and the writer of a file.
pub(crate) fn writer<'w>(
    schema: &Schema,
    file: TableSink<'w>,
) -> io::Result<(impl Encoder + use<>, impl TableWriter + use<'w>)> {
    let arrow = Arc::new(schema.to_arrow());
    let writer = ArrowWriter::try_new(file, Arc::clone(&arrow), Some(properties(schema)?))?;
    let (writer, factory) = writer.into_serialized_writer()?;
    Ok((ParquetEncoder { factory, schema: arrow }, ParquetWriter(writer)))
}

/// Returns how the columns are stored.
fn properties(schema: &Schema) -> io::Result<WriterProperties> {
    let metadata = schema.metadata().into_iter().map(|(name, value)| KeyValue::new(name, value));
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("setwise-tables ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata.collect()))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    for field in &schema.fields {
        let column = match field.kind {
            Kind::ListU16 | Kind::ListU32 | Kind::ListI16 => ColumnPath::new(vec![
                field.name.to_owned(),
                "list".to_owned(),
                "element".to_owned(),
            ]),
            _ => ColumnPath::from(field.name),
        };
        // A dictionary of values that hardly repeat costs time and saves nothing, and so do minima
        // and maxima of values that are in no order.
        let is_unique = matches!(field.name, "key" | "Site" | "fen" | "san")
            || matches!(field.kind, Kind::Bytes(_));
        let is_ascending = matches!(field.name, "number" | "game_id" | "offset" | "ply");
        if is_unique || is_ascending {
            properties = properties.set_column_dictionary_enabled(column.clone(), false);
        }
        if is_ascending {
            properties = properties
                .set_column_encoding(column.clone(), basic::Encoding::DELTA_BINARY_PACKED);
        }
        let is_list = matches!(field.kind, Kind::ListU16 | Kind::ListU32 | Kind::ListI16);
        let is_unordered = matches!(field.name, "move" | "clock" | "eval" | "outcome" | "split");
        if is_unique || is_list || is_unordered {
            properties = properties.set_column_statistics_enabled(column, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

impl Encoder for ParquetEncoder {
    fn begin(&self) -> io::Result<Box<dyn Encoding>> {
        // The number of the row group matters only for encryption.
        let writers = self.factory.create_column_writers(0)?;
        Ok(Box::new(ParquetEncoding { writers, schema: Arc::clone(&self.schema) }))
    }
}

/// A row group that is being encoded.
struct ParquetEncoding {
    writers: Vec<ArrowColumnWriter>,
    schema: Arc<ArrowSchema>,
}

impl Encoding for ParquetEncoding {
    fn add(&mut self, batch: Batch) -> io::Result<()> {
        let batch = batch.into_arrow(&self.schema).map_err(invalid)?;
        let mut writers = self.writers.iter_mut();
        for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
            for leaf in compute_leaves(field, column)? {
                if let Some(writer) = writers.next() {
                    writer.write(&leaf)?;
                }
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<Encoded> {
        let writers = self.writers.into_iter();
        let chunks: Result<_, ParquetError> = writers.map(|writer| writer.close()).collect();
        Ok(Encoded::RowGroup(RowGroup(chunks?)))
    }
}

fn invalid(error: ArrowError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

impl TableWriter for ParquetWriter<'_> {
    fn append(&mut self, encoded: Encoded) -> io::Result<()> {
        let Encoded::RowGroup(RowGroup(chunks)) = encoded else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut group = self.0.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        Ok(())
    }

    /// Copies the column chunks of each row group.
    fn copy(&mut self, part: File, number: Option<u64>) -> io::Result<()> {
        let metadata = ParquetMetaDataReader::new()
            .with_offset_index_policy(PageIndexPolicy::Required)
            .parse_and_finish(&part)?;
        let mut first = number;
        for (index, rows) in metadata.row_groups().iter().enumerate() {
            let mut group = self.0.next_row_group()?;
            if let Some(first) = &mut first
                && let Some(mut column) = group.next_column()?
            {
                let next = *first + rows.num_rows() as u64;
                let numbers: Vec<i64> = (*first..next).map(|number| number as i64).collect();
                column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
                column.close()?;
                *first = next;
            }
            let pages = metadata.offset_index().and_then(|index_of| index_of.get(index));
            for (number, column) in rows.columns().iter().enumerate() {
                let closed = ColumnCloseResult {
                    bytes_written: column.compressed_size() as u64,
                    rows_written: rows.num_rows() as u64,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: pages.and_then(|pages| pages.get(number)).cloned(),
                };
                group.append_column(&part, closed)?;
            }
            group.close()?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.into_inner()?.flush()
    }
}
