//! The statistics of chunks of integers. The crate `parquet` looks up how the values of a column
//! are compared for each value anew, which takes longer than to write it (as of 59.3).

use parquet::arrow::arrow_writer::ArrowColumnChunk;
use parquet::basic::Type;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::{Statistics, ValueStatistics};
use setwise::dispatch;

use crate::column::{Column, Numbers};
use crate::schema::Kind;

/// The extremes of a chunk of integers or truths.
#[derive(Default)]
pub(super) struct Extremes {
    /// The least and the greatest value.
    range: Option<(i128, i128)>,
    rows: usize,
    missing: usize,
}

impl Extremes {
    /// Returns whether the values of a kind have extremes here.
    pub(super) fn are_of(kind: Kind) -> bool {
        use Kind::{Bool, I8, I16, I32, U8, U16, U32, U64};
        matches!(kind, I8 | U8 | I16 | U16 | I32 | U32 | U64 | Bool)
    }

    /// Adds the rows of a column.
    pub(super) fn add(&mut self, column: &Column) {
        match column {
            Column::I8(numbers) => self.add_numbers(numbers),
            Column::U8(numbers) => self.add_numbers(numbers),
            Column::I16(numbers) => self.add_numbers(numbers),
            Column::U16(numbers) => self.add_numbers(numbers),
            Column::I32(numbers) => self.add_numbers(numbers),
            Column::U32(numbers) => self.add_numbers(numbers),
            Column::U64(numbers) => self.add_numbers(numbers),
            Column::Bool(truths) => self.add_numbers(truths),
            _ => {}
        }
    }

    fn add_numbers<T: Copy + Ord + Into<i128>>(&mut self, numbers: &Numbers<T>) {
        let (values, presence) = (&numbers.values, &numbers.presence);
        let present: Vec<T>;
        let present = if presence.missing() == 0 {
            values
        } else {
            let rows = (0..values.len()).filter(|&row| presence.has(row));
            present = rows.map(|row| values[row]).collect();
            &present
        };
        let found = dispatch::call(
            present,
            #[inline(always)]
            |values| range(values),
        );
        if let Some((least, greatest)) = found {
            let (least, greatest) = (least.into(), greatest.into());
            let range = self.range.get_or_insert((least, greatest));
            *range = (range.0.min(least), range.1.max(greatest));
        }
        self.rows += values.len();
        self.missing += presence.missing();
    }

    /// Puts the statistics into the metadata of a chunk that was written without.
    pub(super) fn put_into(&self, chunk: &mut ArrowColumnChunk) -> Result<(), ParquetError> {
        let metadata = &mut chunk.close_mut().metadata;
        let statistics = match metadata.column_type() {
            Type::BOOLEAN => self.statistics(metadata, |value| value != 0),
            Type::INT32 => self.statistics(metadata, |value| value as i32),
            _ => self.statistics(metadata, |value| value as i64),
        };
        let is_nullable = metadata.column_descr().max_def_level() > 0;
        let levels = vec![self.missing as i64, (self.rows - self.missing) as i64];
        let builder = metadata.clone().into_builder().set_statistics(statistics);
        *metadata =
            builder.set_definition_level_histogram(is_nullable.then(|| levels.into())).build()?;
        Ok(())
    }

    /// Returns the statistics, given the form of values in the file.
    fn statistics<T>(&self, metadata: &ColumnChunkMetaData, value: fn(i128) -> T) -> Statistics
    where
        Statistics: From<ValueStatistics<T>>,
    {
        let (least, greatest) = self.range.unzip();
        let missing = Some(self.missing as u64);
        let is_signed = metadata.column_descr().sort_order().is_signed();
        ValueStatistics::new(least.map(value), greatest.map(value), None, missing, false)
            .with_backwards_compatible_min_max(is_signed)
            .into()
    }
}

/// Returns the least and the greatest value.
#[inline(always)]
fn range<T: Copy + Ord>(values: &[T]) -> Option<(T, T)> {
    let first = *values.first()?;
    let (mut least, mut greatest) = (first, first);
    for &value in values {
        (least, greatest) = (least.min(value), greatest.max(value));
    }
    Some((least, greatest))
}

#[cfg(test)]
mod tests;
