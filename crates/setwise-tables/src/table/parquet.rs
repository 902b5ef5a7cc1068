//! Tables of games in Parquet files.

use std::fmt::Display;
use std::io;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_schema::DataType;
use parquet::arrow::{
    FieldLevels, ProjectionMask, parquet_to_arrow_field_levels, parquet_to_arrow_schema,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::statistics::Statistics;

use super::Wants;
use super::files::{Groups, check_version};
use super::pages::{Chunks, OneGroup, decode};
use super::rows::{Columns, Rows, invalid};
use super::stored_file::StoredFile;
use crate::export::moves_hash::MovesHashes;
use crate::export::write::parquet::{moves_hashes, value};
use crate::read::{AnyCollector, AnyPart, Records, RowStatistics, TagStatistics};
use crate::record::Recorder;
use crate::tags::Tag;

/// The number of rows that are decoded at once.
const ROWS: usize = 4096;

/// The maximum number of rows of a row group that is read, so that time and memory stay bounded.
const MAX_ROWS: i64 = 1 << 22;

/// The maximum number of rows of a row group whose hash is tested: its rows are in memory at once.
const MAX_HASHED: i64 = 1 << 18;

/// A Parquet file, whose metadata has been read.
pub(super) struct ParquetTable {
    file: Arc<Chunks>,
    metadata: ParquetMetaData,
    columns: Columns,
    levels: FieldLevels,
    /// The column `plies`, if there is one.
    plies: Option<FieldLevels>,
    hashes: MovesHashes,
}

impl Groups for ParquetTable {
    fn count(&self) -> usize {
        self.metadata.num_row_groups()
    }

    fn version(&self) -> Option<u32> {
        value(&self.metadata, "setwise.schema_version")?.parse().ok()
    }

    fn bytes(&self, index: usize) -> u64 {
        self.metadata.row_group(index).compressed_size().unsigned_abs()
    }

    fn read<'t>(
        &self,
        index: usize,
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        let wrong = |what: &dyn Display| {
            let what = what.to_string();
            // What the crates say of themselves.
            let what = what.trim_start_matches("Parquet argument error: ");
            invalid(format!("row group {index}: {}", what.trim_start_matches("Parquet error: ")))
        };
        let rows = self.metadata.row_group(index).num_rows();
        if !(0..=MAX_ROWS).contains(&rows) {
            return Err(wrong(&format!("it has {rows} rows (expected at most {MAX_ROWS})")));
        }
        let hash = self.hashes.get(index);
        // A group without a hash may have games that are damaged.
        if hash.is_some()
            && self
                .skip(index, recorder.record.input, records.collector, part)
                .map_err(|error| wrong(&error))?
        {
            return Ok(());
        }
        let batches = self.batches(index, &self.levels).map_err(|error| wrong(&error))?;
        let batches = batches.map(|batch| batch.map_err(|error| wrong(&error)));
        let hash = hash.filter(|_| rows <= MAX_HASHED);
        let columns = self.metadata.row_group(index).columns();
        let offset = columns.first().map_or(0, |column| column.data_page_offset().unsigned_abs());
        Rows { columns: &self.columns, offset, hash }.read(batches, records, recorder, part)
    }
}

impl ParquetTable {
    pub(super) fn open(file: Arc<StoredFile>, wants: &Wants) -> io::Result<ParquetTable> {
        let damaged = |error| invalid(format!("the Parquet file is damaged: {error}"));
        let file = Arc::new(Chunks(file));
        let metadata = decode(|| ParquetMetaDataReader::new().parse_and_finish(&*file));
        let metadata = metadata.map_err(|error| damaged(error.to_string()))?;
        let table = value(&metadata, "setwise.table");
        if let Some(table) = table.filter(|&table| table != "games") {
            return Err(invalid(format!("a table of {table:?} (expected a table of games)")));
        }
        let hashes = match table {
            Some(_) => moves_hashes(&metadata),
            None => MovesHashes::default(),
        };
        // The types come from Parquet's schema: a file that another program has written may have
        // others in its Arrow schema, and dictionaries.
        let schema = metadata.file_metadata().schema_descr();
        let arrow =
            parquet_to_arrow_schema(schema, None).map_err(|error| damaged(error.to_string()))?;
        let columns = Columns::of(&arrow, wants)?;
        let mask = ProjectionMask::roots(schema, columns.places.iter().copied());
        let levels = parquet_to_arrow_field_levels(schema, mask, None)?;
        let plies = arrow.column_with_name("plies");
        let plies = plies.filter(|(_, field)| *field.data_type() == DataType::UInt32);
        let plies = plies.map(|(index, _)| {
            let mask = ProjectionMask::roots(schema, [index]);
            parquet_to_arrow_field_levels(schema, mask, None)
        });
        let plies = plies.transpose()?;
        let table = ParquetTable { file, metadata, columns, levels, plies, hashes };
        check_version(table.version())?;
        Ok(table)
    }

    /// Decodes columns of a row group. After an error, no more may be asked for.
    fn batches(
        &self,
        index: usize,
        columns: &FieldLevels,
    ) -> Result<impl Iterator<Item = Result<RecordBatch, ParquetError>>, ParquetError> {
        let file = Arc::clone(&self.file);
        OneGroup { metadata: &self.metadata, index, file }.batches(columns, ROWS)
    }

    /// Adds a row group without its moves if its statistics suffice; returns whether they do.
    fn skip(
        &self,
        index: usize,
        input: u32,
        collector: &dyn AnyCollector,
        part: &mut AnyPart,
    ) -> Result<bool, ParquetError> {
        let Some(plies) = &self.plies else { return Ok(false) };
        let group = self.metadata.row_group(index);
        let games = group.num_rows() as u64;
        let statistics = |name: &str| {
            let mut columns = group.columns().iter();
            columns.find(|column| column.column_path().string() == name)?.statistics()
        };
        let tag = |tag: Tag| {
            let statistics = statistics(tag.name())?;
            let (least, greatest) = match statistics {
                Statistics::Int32(numbers) => (numbers.min_opt(), numbers.max_opt()),
                _ => (None, None),
            };
            let number = |number: Option<&i32>| number.copied().map(i64::from);
            let is_present = statistics.null_count_opt().is_some_and(|nulls| nulls < games);
            Some(TagStatistics { least: number(least), greatest: number(greatest), is_present })
        };
        let nulls = statistics("error").and_then(Statistics::null_count_opt);
        let Some(errors) = nulls.and_then(|nulls| games.checked_sub(nulls)) else {
            return Ok(false);
        };
        let rows = RowStatistics { input, games, errors, tag: &tag };
        if !collector.skips(&rows) {
            return Ok(false);
        }
        let mut moves = 0;
        for batch in self.batches(index, plies)? {
            let batch = batch?;
            let plies = batch.column(0).as_primitive::<UInt32Type>();
            moves += plies.iter().flatten().map(u64::from).sum::<u64>();
        }
        collector.skip(part, &rows, moves);
        Ok(true)
    }
}
