//! Parquet files.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{self, Compression, ZstdLevel};
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use super::TableSink;
use crate::export::moves_hash::{MOVES_HASH, MovesHash, MovesHashes};

/// Writes row groups.
pub(super) struct ParquetWriter<'w> {
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    writer: SerializedFileWriter<TableSink<'w>>,
    hashes: MovesHashes,
}

/// Returns how the columns are stored.
fn properties(schema: &Schema) -> io::Result<WriterProperties> {
    let metadata = schema.metadata.iter();
    let metadata = metadata.map(|(name, value)| KeyValue::new(name.clone(), value.clone()));
    let mut metadata: Vec<KeyValue> = metadata.collect();
    metadata.sort_by(|one, other| one.key.cmp(&other.key));
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("setwise-tables ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    let of_positions = schema.column_with_name("ply").is_some();
    for field in schema.fields() {
        let name = field.name().as_str();
        let is_list = matches!(field.data_type(), DataType::List(_));
        let mut path = vec![name.to_owned()];
        path.extend(["list", "element"].map(str::to_owned).into_iter().filter(|_| is_list));
        let column = ColumnPath::new(path);
        let is_ascending = matches!(name, "game_id" | "offset" | "ply");
        // Compressed, the values of expressions are as small without a dictionary.
        let is_computed = of_positions
            && matches!(field.data_type(), DataType::UInt64 | DataType::Int32 | DataType::Boolean)
            && !is_ascending
            && !matches!(name, "game" | "game_key");
        // A dictionary of values that hardly repeat costs time and saves nothing.
        let is_unique = matches!(name, "key" | "Site" | "fen" | "san")
            || matches!(field.data_type(), DataType::FixedSizeBinary(_))
            || name == "game_key" && !of_positions;
        if is_unique || is_ascending || is_computed {
            properties = properties.set_column_dictionary_enabled(column.clone(), false);
        }
        if is_ascending {
            properties = properties
                .set_column_encoding(column.clone(), basic::Encoding::DELTA_BINARY_PACKED);
        }
        // Minima and maxima of values that are in no order cost time and save nothing.
        let is_unordered = matches!(
            name,
            "ply" | "move" | "clock" | "clock_before" | "eval" | "outcome" | "split" | "game_key"
        );
        if is_unique || is_list || is_unordered || is_computed {
            properties = properties.set_column_statistics_enabled(column, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

/// Returns a value of the metadata of a file.
pub(crate) fn value<'m>(metadata: &'m ParquetMetaData, key: &str) -> Option<&'m str> {
    let pairs = metadata.file_metadata().key_value_metadata()?;
    pairs.iter().find(|pair| pair.key == key)?.value.as_deref()
}

/// Returns the hashes of the moves in the metadata of a file.
pub(crate) fn moves_hashes(metadata: &ParquetMetaData) -> MovesHashes {
    value(metadata, MOVES_HASH).map_or_else(MovesHashes::default, MovesHashes::from)
}

/// A row group that is being encoded.
pub(super) struct RowGroup {
    writers: Vec<ArrowColumnWriter>,
    schema: SchemaRef,
    /// `None` if the table is not one of games.
    hash: Option<MovesHash>,
}

impl RowGroup {
    pub(super) fn add(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.hash = self.hash.and_then(|hash| hash.with(batch));
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
}

impl<'w> ParquetWriter<'w> {
    pub(super) fn new(schema: &Schema, file: TableSink<'w>) -> io::Result<ParquetWriter<'w>> {
        let properties = properties(schema)?;
        let schema = Arc::new(schema.clone());
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties))?;
        let (writer, factory) = writer.into_serialized_writer()?;
        Ok(ParquetWriter { factory, schema, writer, hashes: MovesHashes::default() })
    }

    pub(super) fn begin(&self) -> io::Result<RowGroup> {
        // The number of the row group matters only for encryption.
        let writers = self.factory.create_column_writers(0)?;
        let hash = Some(MovesHash::default());
        Ok(RowGroup { writers, schema: Arc::clone(&self.schema), hash })
    }

    pub(super) fn append(&mut self, rows: RowGroup) -> io::Result<()> {
        let mut group = self.writer.next_row_group()?;
        for writer in rows.writers {
            writer.close()?.append_to_row_group(&mut group)?;
        }
        group.close()?;
        self.hashes.0.push(rows.hash);
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        if let Some(hashes) = self.hashes.text() {
            let hashes = KeyValue::new(MOVES_HASH.to_owned(), hashes);
            self.writer.append_key_value_metadata(hashes);
        }
        self.writer.into_inner()?.flush()
    }
}
