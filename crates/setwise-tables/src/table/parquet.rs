//! Tables of games in Parquet files.

use std::fmt::Display;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::arrow::{
    FieldLevels, ProjectionMask, parquet_to_arrow_field_levels, parquet_to_arrow_schema,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader};

use super::Wants;
use super::pages::OneGroup;
use super::rows::{Rows, columns, invalid};
use crate::moves_hash::MovesHashes;
use crate::parquet::{moves_hashes, value};
use crate::read_chunk::{AnyCollector, AnyPart};
use crate::record::Recorder;

/// The number of rows that are decoded at once.
const ROWS: usize = 4096;

/// The maximum number of rows of a row group that is read, so that time and memory stay bounded.
const MAX_ROWS: i64 = 1 << 22;

/// The maximum number of rows of a row group whose hash is tested: its rows are in memory at once.
const MAX_HASHED: i64 = 1 << 18;

/// Tests that the column chunks are inside the file: the crate `parquet` panics if the place of one
/// is negative, and takes memory for its length (as of 59.3).
fn check_places(metadata: &ParquetMetaData, size: u64) -> io::Result<()> {
    for (index, group) in metadata.row_groups().iter().enumerate() {
        let is_inside = |column: &ColumnChunkMetaData| {
            let first = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let [Ok(first), Ok(data), Ok(length), Ok(_)] =
                [first, column.data_page_offset(), column.compressed_size(), column.num_values()]
                    .map(u64::try_from)
            else {
                return false;
            };
            data <= size && first.checked_add(length).is_some_and(|end| end <= size)
        };
        if !group.columns().iter().all(is_inside) {
            let message = format!("row group {index} is outside of the file");
            return Err(invalid(format!("the Parquet file is damaged: {message}")));
        }
    }
    Ok(())
}

/// A Parquet file, whose metadata has been read.
pub(super) struct ParquetTable {
    path: PathBuf,
    metadata: ParquetMetaData,
    columns: FieldLevels,
    hashes: MovesHashes,
    wants: Wants,
}

impl ParquetTable {
    pub(super) fn open(path: &Path, wants: &Wants) -> io::Result<ParquetTable> {
        let damaged = |error| invalid(format!("the Parquet file is damaged: {error}"));
        let file = File::open(path)?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = metadata.map_err(|error: ParquetError| damaged(error.to_string()))?;
        check_places(&metadata, file.metadata()?.len())?;
        let table = value(&metadata, "setwise.table");
        if let Some(table) = table.filter(|&table| table != "games") {
            return Err(invalid(format!("a table of {table:?} (expected a table of games)")));
        }
        let hashes = match table {
            Some(_) => moves_hashes(&metadata),
            None => MovesHashes::default(),
        };
        // The types are those of Parquet: a file that another program has written may have others
        // in its Arrow schema, and dictionaries.
        let schema = metadata.file_metadata().schema_descr();
        let arrow =
            parquet_to_arrow_schema(schema, None).map_err(|error| damaged(error.to_string()))?;
        let mask = ProjectionMask::roots(schema, columns(&arrow, wants)?);
        let columns = parquet_to_arrow_field_levels(schema, mask, None)?;
        let (path, wants) = (path.to_owned(), wants.clone());
        Ok(ParquetTable { path, metadata, columns, hashes, wants })
    }

    /// Returns the number of row groups.
    pub(super) fn groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    /// Reads the games of a row group.
    pub(super) fn read(
        &self,
        index: usize,
        collector: &dyn AnyCollector,
        recorder: &mut Recorder<'_>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        let wrong = |what: &dyn Display| invalid(format!("row group {index}: {what}"));
        let rows = self.metadata.row_group(index).num_rows();
        if !(0..=MAX_ROWS).contains(&rows) {
            return Err(wrong(&format!("it has {rows} rows (expected at most {MAX_ROWS})")));
        }
        // Threads that read the same open file would move its position for one another.
        let file = Arc::new(File::open(&self.path)?);
        let group = OneGroup { metadata: &self.metadata, index, file };
        let batches =
            ParquetRecordBatchReader::try_new_with_row_groups(&self.columns, &group, ROWS, None)
                .map_err(|error| wrong(&error))?;
        let batches = batches.map(|batch| batch.map_err(|error| wrong(&error)));
        let hash = self.hashes.get(index).filter(|_| rows <= MAX_HASHED);
        Rows { wants: &self.wants, hash }.read(batches, collector, recorder, part)
    }
}
