//! The row groups of a Parquet file, decoded so that a damaged one is an error.
//!
//! The crate `parquet` panics on some damaged pages (as of 59.3). A page that states a great number
//! of values in a few bytes would take any amount of memory, and a failed allocation ends the
//! program.

use std::cell::Cell;
use std::io::BufReader;
use std::iter;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use arrow_array::RecordBatch;
use bytes::Bytes;
use parquet::arrow::FieldLevels;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, RowGroups};
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

use super::stored_file::{Rest, StoredFile};

/// The maximum number of values of a column of a row group.
const MAX_VALUES: u64 = 1 << 28;

thread_local! {
    /// Whether this thread decodes a part of a file.
    static DECODES: Cell<bool> = const { Cell::new(false) };
}

/// Decodes a part of a file. A panic is an error with its message.
pub(super) fn decode<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    DECODES.set(true);
    let decoded = panic::catch_unwind(AssertUnwindSafe(work));
    DECODES.set(false);
    decoded.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("damaged");
        Err(wrong(format!("it cannot be decoded: {text}")))
    })
}

/// Leaves the message of a panic in the decoder of Parquet files out of standard error, because the
/// panic becomes an error. In a program that does not unwind it ends the program with an error. A
/// program calls it once, at its start.
pub fn silence_decoder_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !DECODES.get() {
            print(info);
        } else if cfg!(panic = "abort") {
            eprintln!("error: a Parquet file is damaged: {info}");
            std::process::exit(2);
        }
    }));
}

/// A file as the crate `parquet` reads it.
pub(super) struct Chunks(pub(super) Arc<StoredFile>);

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.0.size()
    }
}

impl ChunkReader for Chunks {
    type T = BufReader<Rest>;

    fn get_read(&self, start: u64) -> Result<BufReader<Rest>> {
        Ok(BufReader::new(Rest::from(&self.0, start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // The length may be any number in a damaged file.
        let end = start.checked_add(length as u64).filter(|&end| end <= self.0.size());
        end.ok_or_else(|| wrong("it is outside of the file"))?;
        let mut bytes = vec![0; length];
        self.0.read_at(start, &mut bytes)?;
        Ok(bytes.into())
    }
}

/// One row group of an open file.
pub(super) struct OneGroup<'m> {
    pub(super) metadata: &'m ParquetMetaData,
    pub(super) index: usize,
    pub(super) file: Arc<Chunks>,
}

impl OneGroup<'_> {
    /// Decodes columns, at most a number of rows at once. After an error, no more may be asked for.
    pub(super) fn batches(
        &self,
        columns: &FieldLevels,
        rows: usize,
    ) -> Result<impl Iterator<Item = Result<RecordBatch>> + use<>> {
        let mut batches = decode(|| {
            ParquetRecordBatchReader::try_new_with_row_groups(columns, self, rows, None)
        })?;
        let mut left = self.num_rows();
        Ok(iter::from_fn(move || match decode(|| Ok(batches.next().transpose()?)) {
            Ok(None) if left == 0 => None,
            Ok(None) => Some(Err(wrong(format!("{left} rows are missing")))),
            Ok(Some(batch)) => {
                let rest = left.checked_sub(batch.num_rows());
                left = rest.unwrap_or(0);
                Some(rest.map(|_| batch).ok_or_else(|| wrong("it has more rows than it states")))
            }
            Err(error) => Some(Err(error)),
        }))
    }

    fn group(&self) -> &RowGroupMetaData {
        self.metadata.row_group(self.index)
    }
}

impl RowGroups for OneGroup<'_> {
    fn num_rows(&self) -> usize {
        self.group().num_rows() as usize
    }

    fn column_chunks(&self, column: usize) -> Result<Box<dyn PageIterator>> {
        let chunk = self.group().column(column);
        let pages =
            SerializedPageReader::new(Arc::clone(&self.file), chunk, self.num_rows(), None)?;
        let pages = Pages { pages, left: MAX_VALUES };
        Ok(Box::new(OnePages(Some(Box::new(pages)))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.group()))
    }

    fn metadata(&self) -> &ParquetMetaData {
        self.metadata
    }
}

/// The readers of the pages of a column: one.
struct OnePages(Option<Box<dyn PageReader>>);

impl Iterator for OnePages {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(Ok)
    }
}

impl PageIterator for OnePages {}

/// The pages of a column of a row group, whose values are counted.
struct Pages {
    pages: SerializedPageReader<Chunks>,
    /// The number of values that may still come.
    left: u64,
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        let count = page.as_ref().map_or(0, |page| u64::from(page.num_values()));
        let left = self.left.checked_sub(count);
        self.left = left.ok_or_else(|| wrong(format!("more than {MAX_VALUES} values")))?;
        match page.as_ref().map(Page::encoding) {
            // Their bytes state a second number, for which the decoder allocates memory.
            Some(found @ (Encoding::DELTA_LENGTH_BYTE_ARRAY | Encoding::DELTA_BYTE_ARRAY)) => {
                Err(wrong(format!("texts are encoded as {found} (expected PLAIN or a dictionary)")))
            }
            _ => Ok(page),
        }
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}

fn wrong(message: impl Into<String>) -> ParquetError {
    ParquetError::General(message.into())
}

#[cfg(test)]
mod tests;
