//! Parquet files.

mod extremes;

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_schema::{ArrowError, Schema as ArrowSchema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{self, Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::Int64Type;
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use crate::moves_hash::{MOVES_HASH, MovesHash, MovesHashes};
use crate::schema::{Batch, Field, Kind, Schema};
use crate::write::TableSink;
use extremes::Extremes;

/// Writes row groups.
pub(crate) struct ParquetWriter<'w> {
    factory: ArrowRowGroupWriterFactory,
    schema: Arc<ArrowSchema>,
    /// For each column whether its statistics come from [`Extremes`].
    has_extremes: Vec<bool>,
    writer: SerializedFileWriter<TableSink<'w>>,
    hashes: MovesHashes,
}

/// Returns how the columns are stored.
fn properties(schema: &Schema) -> io::Result<WriterProperties> {
    let metadata = schema.metadata().into_iter().map(|(name, value)| KeyValue::new(name, value));
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("setwise-tables ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata.collect()))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    let of_positions = schema.fields.iter().any(|field| field.name == "ply");
    for field in &schema.fields {
        let column = match field.kind {
            Kind::ListU16 | Kind::ListU32 | Kind::ListI16 => ColumnPath::new(vec![
                field.name.clone().into_owned(),
                "list".to_owned(),
                "element".to_owned(),
            ]),
            _ => ColumnPath::from(&*field.name),
        };
        // A dictionary of values that hardly repeat costs time and saves nothing.
        let is_unique = is_unique(field) || field.name == "game_key" && !of_positions;
        let is_ascending = matches!(&*field.name, "number" | "game_id" | "offset" | "ply");
        // Compressed, the values of expressions are as small without a dictionary.
        let is_computed = of_positions
            && matches!(field.kind, Kind::U64 | Kind::I32 | Kind::Bool)
            && !matches!(&*field.name, "game" | "game_key");
        if is_unique || is_ascending || is_computed {
            properties = properties.set_column_dictionary_enabled(column.clone(), false);
        }
        if is_ascending {
            properties = properties
                .set_column_encoding(column.clone(), basic::Encoding::DELTA_BINARY_PACKED);
        }
        if !has_statistics(field) || has_extremes(field) {
            properties = properties.set_column_statistics_enabled(column, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

/// Returns whether the values of a column hardly repeat in any table.
fn is_unique(field: &Field) -> bool {
    matches!(&*field.name, "key" | "Site" | "fen" | "san") || matches!(field.kind, Kind::Bytes(_))
}

/// Returns whether a column has minima and maxima. Of values that are in no order they cost time
/// and save nothing.
fn has_statistics(field: &Field) -> bool {
    let is_list = matches!(field.kind, Kind::ListU16 | Kind::ListU32 | Kind::ListI16);
    let is_unordered = matches!(
        &*field.name,
        "move" | "clock" | "clock_before" | "eval" | "outcome" | "split" | "game_key"
    );
    !is_unique(field) && !is_list && !is_unordered
}

/// Returns whether the statistics of a column come from [`Extremes`]. The column `number` has those
/// of the crate `parquet`, because it is also written when a file is copied.
fn has_extremes(field: &Field) -> bool {
    has_statistics(field) && Extremes::are_of(field.kind) && field.name != "number"
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
pub(crate) struct RowGroup {
    writers: Vec<ArrowColumnWriter>,
    /// The statistics of each column that has some from here.
    extremes: Vec<Option<Extremes>>,
    schema: Arc<ArrowSchema>,
    /// `None` if the table is not one of games.
    hash: Option<MovesHash>,
}

impl RowGroup {
    pub(crate) fn add(&mut self, batch: Batch) -> io::Result<()> {
        self.hash = batch.moves_hash(self.hash);
        for (extremes, column) in self.extremes.iter_mut().zip(&batch.columns) {
            if let Some(extremes) = extremes {
                extremes.add(column);
            }
        }
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
}

fn invalid(error: ArrowError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

impl<'w> ParquetWriter<'w> {
    pub(crate) fn new(schema: &Schema, file: TableSink<'w>) -> io::Result<ParquetWriter<'w>> {
        let arrow = Arc::new(schema.to_arrow());
        let writer = ArrowWriter::try_new(file, Arc::clone(&arrow), Some(properties(schema)?))?;
        let (writer, factory) = writer.into_serialized_writer()?;
        let has_extremes = schema.fields.iter().map(has_extremes).collect();
        let hashes = MovesHashes::default();
        Ok(ParquetWriter { factory, schema: arrow, has_extremes, writer, hashes })
    }

    pub(crate) fn begin(&self) -> io::Result<RowGroup> {
        // The number of the row group matters only for encryption.
        let writers = self.factory.create_column_writers(0)?;
        let hash = Some(MovesHash::default());
        let extremes = self.has_extremes.iter().map(|&has| has.then(Extremes::default)).collect();
        Ok(RowGroup { writers, extremes, schema: Arc::clone(&self.schema), hash })
    }

    pub(crate) fn append(&mut self, rows: RowGroup) -> io::Result<()> {
        let chunks = rows.writers.into_iter().zip(&rows.extremes).map(|(writer, extremes)| {
            let mut chunk = writer.close()?;
            if let Some(extremes) = extremes {
                extremes.put_into(&mut chunk)?;
            }
            Ok(chunk)
        });
        let chunks = chunks.collect::<Result<Vec<_>, ParquetError>>()?;
        let mut group = self.writer.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        self.hashes.0.push(rows.hash);
        Ok(())
    }

    /// Copies the column chunks of each row group.
    pub(crate) fn copy(&mut self, part: File, number: Option<u64>) -> io::Result<()> {
        let metadata = ParquetMetaDataReader::new()
            .with_offset_index_policy(PageIndexPolicy::Required)
            .parse_and_finish(&part)?;
        let hashes = moves_hashes(&metadata);
        let mut first = number;
        for (index, rows) in metadata.row_groups().iter().enumerate() {
            let mut group = self.writer.next_row_group()?;
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
            self.hashes.0.push(hashes.get(index));
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(hashes) = self.hashes.text() {
            let hashes = KeyValue::new(MOVES_HASH.to_owned(), hashes);
            self.writer.append_key_value_metadata(hashes);
        }
        self.writer.into_inner()?.flush()
    }
}
