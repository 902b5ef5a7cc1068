//! Rows of a table as Arrow record batches.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, RecordBatch, UInt64Array};
use arrow_buffer::Buffer;
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::filter::filter_record_batch;

/// The number of rows after which a batch ends; small in tests.
const MAX_ROWS: usize = if cfg!(test) { 100 } else { 1 << 18 };

/// The size of the rows in bytes, about, after which a batch ends. With it no text or list has an
/// offset that is too large for Arrow: a game has at most 2^20 moves.
const MAX_BYTES: usize = 1 << 26;

/// The batches of a table that are being made.
pub(crate) struct Batches {
    schema: SchemaRef,
    /// The columns of the batches that are complete.
    complete: Vec<Vec<ArrayRef>>,
    /// The size of the rows that are not yet in a batch, in bytes, about.
    bytes: usize,
}

impl Batches {
    pub(crate) fn new(schema: SchemaRef) -> Batches {
        Batches { schema, complete: Vec::new(), bytes: 0 }
    }

    /// Adds to the size of the rows, of which there is a number; returns whether a batch ends.
    pub(crate) fn grow(&mut self, rows: usize, bytes: usize) -> bool {
        self.bytes += bytes;
        rows >= MAX_ROWS || self.bytes >= MAX_BYTES
    }

    /// Ends a batch.
    pub(crate) fn push(&mut self, columns: Vec<ArrayRef>) {
        self.bytes = 0;
        self.complete.push(columns);
    }

    /// Returns the batches since the last call.
    pub(crate) fn take(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        let columns = self.complete.drain(..);
        columns.map(|columns| RecordBatch::try_new(Arc::clone(&self.schema), columns)).collect()
    }
}

/// Returns packed positions as values of a column.
pub(crate) fn packed(positions: Vec<u8>) -> FixedSizeBinaryArray {
    FixedSizeBinaryArray::new(24, Buffer::from_vec(positions), None)
}

/// Returns a column of numbers of 64 bits by its name; no numbers if there is none.
pub(crate) fn numbers<'b>(batch: &'b RecordBatch, name: &str) -> &'b [u64] {
    let column = batch.column_by_name(name).and_then(|column| column.as_primitive_opt());
    column.map_or(&[], |numbers: &UInt64Array| numbers.values())
}

/// Returns the rows whose number in a column passes a test.
pub(crate) fn retain(
    batches: Vec<RecordBatch>,
    name: &str,
    mut is_kept: impl FnMut(u64) -> bool,
) -> Result<Vec<RecordBatch>, ArrowError> {
    kept(batches, |batch| Ok(numbers(batch, name).iter().map(|&number| is_kept(number)).collect()))
}

/// Returns the rows that are kept, of which there is a truth value for each row of a batch. On
/// big-endian CPUs they stay where they are, because there the crate arrow-buffer copies the bits of
/// missing values in a wrong order.
pub(crate) fn kept(
    batches: Vec<RecordBatch>,
    mut is_kept: impl FnMut(&RecordBatch) -> Result<Vec<bool>, ArrowError>,
) -> Result<Vec<RecordBatch>, ArrowError> {
    let mut all = Vec::with_capacity(batches.len());
    for batch in batches {
        let rows = is_kept(&batch)?;
        if cfg!(target_endian = "big") {
            all.extend(runs(&batch, &rows));
        } else {
            all.push(filter_record_batch(&batch, &BooleanArray::from(rows))?);
        }
    }
    Ok(all)
}

/// Returns a batch for each run of rows that are kept, which shares their memory.
fn runs(batch: &RecordBatch, kept: &[bool]) -> Vec<RecordBatch> {
    let mut passed = 0;
    let runs = kept.chunk_by(|row, next| row == next).filter_map(|run| {
        let start = passed;
        passed += run.len();
        run[0].then(|| batch.slice(start, run.len()))
    });
    runs.collect()
}

/// Returns the greatest length that the texts of a row that repeat can have, in bytes.
pub(crate) fn longest_words(batch: &RecordBatch) -> usize {
    let words = batch.columns().iter().filter_map(|column| {
        let texts = column.as_dictionary_opt::<Int32Type>()?.values().as_string_opt::<i32>()?;
        (0..texts.len()).map(|text| texts.value_length(text) as usize).max()
    });
    words.sum()
}

#[cfg(test)]
mod tests {
    use arrow_array::StringArray;
    use arrow_schema::{DataType, Field, Schema};
    use arrow_select::concat::concat_batches;

    use super::*;

    /// Compares with Arrow's filter, which is right on little-endian CPUs.
    #[cfg(target_endian = "little")]
    #[test]
    fn runs_are_the_rows_that_are_kept() {
        let texts: StringArray =
            (0..200).map(|row| (row % 3 > 0).then(|| row.to_string())).collect();
        let schema = Arc::new(Schema::new(vec![Field::new("text", DataType::Utf8, true)]));
        let batch = RecordBatch::try_new(schema.clone(), vec![Arc::new(texts)]).unwrap();
        for step in 1..20 {
            for is_kept in [|row| row == 0, |row| row > 0, |_| true, |_| false] {
                let rows: Vec<bool> = (0..200).map(|row| is_kept(row % step)).collect();
                let runs = concat_batches(&schema, &runs(&batch, &rows)).unwrap();
                let kept = kept(vec![batch.clone()], |_| Ok(rows.clone())).unwrap();
                assert_eq!([runs], kept[..], "{step}");
            }
        }
    }
}
