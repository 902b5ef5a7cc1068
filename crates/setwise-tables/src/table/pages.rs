//! The pages of a row group, tested before they are decoded.
//!
//! The crate `parquet` panics if some values of a page are damaged (as of 59.3): where levels end
//! too early, a dictionary is missing, or the bits of its indices are too many. A page that states
//! a great number of values in a few bytes would also take any amount of memory.

use std::io::BufReader;
use std::sync::Arc;

use bytes::Bytes;
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

use crate::storage::{Rest, StoredFile};

/// The maximum number of values of a column of a row group.
const MAX_VALUES: u64 = 1 << 28;

/// A file as the crate `parquet` reads it.
pub(super) struct Chunks(pub(super) Arc<dyn StoredFile>);

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
        let column = chunk.column_descr();
        let levels = [column.max_rep_level(), column.max_def_level()];
        let integer_bits = match column.physical_type() {
            Type::INT32 => Some(32),
            Type::INT64 => Some(64),
            _ => None,
        };
        let pages = Pages { pages, levels, integer_bits, has_dictionary: false, left: MAX_VALUES };
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

/// The pages of a column of a row group.
struct Pages {
    pages: SerializedPageReader<Chunks>,
    /// The maximum repetition and definition level.
    levels: [i16; 2],
    /// The bits of a value, if values are integers.
    integer_bits: Option<u8>,
    has_dictionary: bool,
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
        let Some(page) = self.pages.get_next_page()? else { return Ok(None) };
        self.check(page).map(Some)
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

impl Pages {
    /// Returns a page that can be decoded.
    fn check(&mut self, mut page: Page) -> Result<Page> {
        let count = u64::from(page.num_values());
        let left = self.left.checked_sub(count);
        self.left = left.ok_or_else(|| wrong(format!("more than {MAX_VALUES} values")))?;
        let start = match &page {
            Page::DictionaryPage { buf, .. } => {
                if std::mem::replace(&mut self.has_dictionary, true) {
                    return Err(wrong("a second dictionary"));
                }
                if count == 0 && !buf.is_empty() {
                    return Err(wrong("a dictionary of no values that is not empty"));
                }
                return Ok(page);
            }
            Page::DataPage { buf, def_level_encoding, rep_level_encoding, .. } => {
                let mut start = 0;
                for (level, encoding) in
                    self.levels.iter().zip([rep_level_encoding, def_level_encoding])
                {
                    if *level == 0 {
                        continue;
                    }
                    if *encoding != Encoding::RLE {
                        return Err(wrong(format!("levels as {encoding} (expected RLE)")));
                    }
                    let rest = buf.get(start..).unwrap_or_default();
                    let length = rest.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
                    let length = length.ok_or_else(|| wrong("levels are missing"))? as usize;
                    let levels = rest[4..].get(..length);
                    let levels = levels.ok_or_else(|| wrong("levels that end too early"))?;
                    check_levels(levels, bits(*level), count)?;
                    start += 4 + length;
                }
                start
            }
            Page::DataPageV2 {
                buf, num_nulls, rep_levels_byte_len, def_levels_byte_len, ..
            } => {
                if u64::from(*num_nulls) > count {
                    return Err(wrong("more nulls than values"));
                }
                let mut start = 0;
                for (level, length) in
                    self.levels.iter().zip([rep_levels_byte_len, def_levels_byte_len])
                {
                    let end = start + *length as usize;
                    let levels = buf.get(start..end);
                    let levels = levels.ok_or_else(|| wrong("levels that end too early"))?;
                    if *level > 0 {
                        check_levels(levels, bits(*level), count)?;
                    }
                    start = end;
                }
                start
            }
        };
        let values = page.buffer().get(start..).unwrap_or_default();
        match page.encoding() {
            _ if count == 0 && !values.is_empty() => Err(wrong("a page of no values has bytes")),
            Encoding::PLAIN => Ok(page),
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                if !self.has_dictionary {
                    return Err(wrong("the dictionary is missing"));
                }
                match values.first() {
                    Some(0..=32) => Ok(page),
                    Some(bits) => Err(wrong(format!("indices of {bits} bits"))),
                    // All values are missing, and the number of bits too.
                    None => {
                        if let Page::DataPage { buf, .. } | Page::DataPageV2 { buf, .. } = &mut page
                        {
                            *buf = [&buf[..], &[0]].concat().into();
                        }
                        Ok(page)
                    }
                }
            }
            other => match self.integer_bits {
                // Without levels, no value is missing.
                Some(bits) if other == Encoding::DELTA_BINARY_PACKED && self.levels == [0, 0] => {
                    check_deltas(values, bits, count)?;
                    Ok(page)
                }
                _ => {
                    let expected = "expected PLAIN or RLE_DICTIONARY";
                    Err(wrong(format!("values are encoded as {other} ({expected})")))
                }
            },
        }
    }
}

/// Returns the number of bits of a level.
fn bits(most: i16) -> u32 {
    i16::BITS - most.leading_zeros()
}

/// The most values of a block of differences; writers have 128 or 256.
const MAX_BLOCK: u64 = 1 << 16;

/// Tests that a page has as many values as differences of a first value. After a header, each block
/// has its least difference and is divided into miniblocks, each with a number of bits of its own.
///
/// The format is described at
/// <https://parquet.apache.org/docs/file-format/data-pages/encodings/#delta-encoding-delta_binary_packed--5>.
fn check_deltas(mut bytes: &[u8], bits: u8, count: u64) -> Result<()> {
    let short = || wrong("differences that end too early");
    let header = [(); 3].map(|()| number(&mut bytes));
    let [Some(block), Some(miniblocks), Some(total)] = header else { return Err(short()) };
    let Some(_first) = number(&mut bytes) else { return Err(short()) };
    let per_miniblock = block.checked_div(miniblocks).unwrap_or_default();
    if !(1..=MAX_BLOCK).contains(&block)
        || block % 128 != 0
        || per_miniblock * miniblocks != block
        || per_miniblock % 32 != 0
    {
        return Err(wrong(format!("blocks of {block} differences in {miniblocks} parts")));
    }
    if total != count {
        return Err(wrong(format!("{total} values as differences (expected {count})")));
    }
    let mut left = count.saturating_sub(1);
    while left > 0 {
        let Some(_least) = number(&mut bytes) else { return Err(short()) };
        let Some((widths, mut rest)) = bytes.split_at_checked(miniblocks as usize) else {
            return Err(short());
        };
        for &width in widths {
            if left == 0 {
                break;
            }
            if width > bits {
                return Err(wrong(format!(
                    "differences of {width} bits (expected at most {bits})"
                )));
            }
            let length = per_miniblock * u64::from(width) / 8;
            let needed = (per_miniblock.min(left) * u64::from(width)).div_ceil(8) as usize;
            if rest.len() < needed {
                return Err(short());
            }
            // The padding of the last miniblock may be missing.
            rest = rest.get(length as usize..).unwrap_or_default();
            left = left.saturating_sub(per_miniblock);
        }
        bytes = rest;
    }
    Ok(())
}

/// Takes a number of variable length, seven bits in each byte, from the start of some bytes. `None`
/// if it is cut off or has more than 64 bits.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 127);
        if shift == 63 && part > 1 {
            return None;
        }
        number |= part << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Tests that levels, which are runs of one level or groups of eight, are as many as the values.
fn check_levels(mut bytes: &[u8], bits: u32, count: u64) -> Result<()> {
    let mut left = count;
    while left > 0 {
        let mut header = 0;
        for shift in (0..).step_by(7) {
            let Some((&byte, rest)) = bytes.split_first().filter(|_| shift < 35) else {
                return Err(wrong("levels that end too early"));
            };
            bytes = rest;
            header |= u64::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        let (levels, length) = match header % 2 {
            0 => (header / 2, u64::from(bits.div_ceil(8))),
            _ => (header / 2 * 8, header / 2 * u64::from(bits)),
        };
        let rest = usize::try_from(length).ok().and_then(|length| bytes.get(length..));
        bytes = rest.filter(|_| levels > 0).ok_or_else(|| wrong("levels that end too early"))?;
        left = left.saturating_sub(levels);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
