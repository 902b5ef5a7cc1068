//! Tables of games in Arrow files.
//!
//! The crate `arrow-ipc` panics if a file is damaged in some places (as of 59.3): where types,
//! buffers and lengths do not fit one another. So they are tested before it decodes anything.

use std::io;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::MutableBuffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{
    Block, Buffer, DateUnit, Endianness, Field, FieldNode, MetadataVersion, TimeUnit, Type,
    root_as_footer, root_as_message,
};
use arrow_schema::{DataType, Schema as ArrowSchema, SchemaRef};

use super::Wants;
use super::files::{Groups, check_version};
use super::rows::{Columns, Rows, invalid};
use super::stored_file::StoredFile;
use crate::export::moves_hash::{MOVES_HASH, MovesHashes};
use crate::read::{AnyPart, Records};
use crate::record::Recorder;

/// What precedes a message, before its length; files before version 0.15 lack it.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// An Arrow file, whose footer has been read.
pub(super) struct ArrowTable {
    file: Arc<StoredFile>,
    schema: SchemaRef,
    version: MetadataVersion,
    blocks: Vec<Block>,
    columns: Columns,
    hashes: MovesHashes,
}

impl Groups for ArrowTable {
    fn count(&self) -> usize {
        self.blocks.len()
    }

    fn version(&self) -> Option<u32> {
        self.schema.metadata().get("setwise.schema_version")?.parse().ok()
    }

    fn bytes(&self, index: usize) -> u64 {
        self.blocks[index].bodyLength().unsigned_abs()
    }

    fn read<'t>(
        &self,
        index: usize,
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        let batch = self.batch(index);
        let batch = batch.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => invalid(format!("record batch {index}: {error}")),
            _ => error,
        })?;
        let hash = self.hashes.get(index);
        let batches = std::iter::once(Ok(batch));
        let offset = self.blocks[index].offset().unsigned_abs();
        Rows { columns: &self.columns, offset, hash }.read(batches, records, recorder, part)
    }
}

impl ArrowTable {
    pub(super) fn open(file: Arc<StoredFile>, wants: &Wants) -> io::Result<ArrowTable> {
        let damaged = |what: &str| invalid(format!("the Arrow file is damaged: {what}"));
        let size = file.size();
        // The file ends with the footer, its length in 4 bytes, and `ARROW1`.
        let Some(end) = size.checked_sub(10) else { return Err(damaged("it is truncated")) };
        let mut trailer = [0; 10];
        file.read_at(end, &mut trailer)?;
        let length = read_footer_length(trailer).map_err(|_| damaged("its end is missing"))?;
        let start = end.checked_sub(length as u64);
        let start = start.ok_or_else(|| damaged("its footer is longer than the file"))?;
        let mut footer = vec![0; length];
        file.read_at(start, &mut footer)?;
        let footer = root_as_footer(&footer).map_err(|error| damaged(&error.to_string()))?;
        let schema = footer.schema().ok_or_else(|| damaged("it has no schema"))?;
        let fields = schema.fields().ok_or_else(|| damaged("it has no columns"))?;
        if schema.endianness() != Endianness::Little {
            return Err(invalid("its numbers are big-endian (expected little-endian)"));
        }
        for field in fields {
            if !is_plain(&field, true) {
                let name = field.name().unwrap_or_default();
                let expected = "expected numbers, texts without a dictionary, dates, times, byte \
                                strings of one length, or lists of numbers";
                return Err(invalid(format!(
                    "the type of the column `{name}` is not read in Arrow files ({expected})"
                )));
            }
        }
        let schema = Arc::new(fb_to_schema(schema));
        let table = schema.metadata().get("setwise.table");
        if let Some(table) = table.filter(|&table| table != "games") {
            return Err(invalid(format!("a table of {table:?} (expected a table of games)")));
        }
        let pairs = footer.custom_metadata().into_iter().flatten();
        let hashes =
            pairs.filter(|pair| pair.key() == Some(MOVES_HASH)).find_map(|pair| pair.value());
        let hashes = match table {
            Some(_) => hashes.map_or_else(MovesHashes::default, MovesHashes::from),
            None => MovesHashes::default(),
        };
        let blocks: Vec<Block> = footer.recordBatches().into_iter().flatten().copied().collect();
        for (index, block) in blocks.iter().enumerate() {
            let parts = [block.offset(), block.metaDataLength().into(), block.bodyLength()];
            let [Ok(offset), Ok(metadata), Ok(body)] = parts.map(u64::try_from) else {
                return Err(damaged(&format!("the place of record batch {index} is negative")));
            };
            let end = offset.checked_add(metadata).and_then(|end| end.checked_add(body));
            if metadata < 8 || end.is_none_or(|end| end > size) {
                return Err(damaged(&format!("record batch {index} is outside of the file")));
            }
        }
        let columns = Columns::of(&schema, wants)?;
        let version = footer.version();
        let table = ArrowTable { file, schema, version, blocks, columns, hashes };
        check_version(table.version())?;
        Ok(table)
    }

    fn batch(&self, index: usize) -> io::Result<RecordBatch> {
        let block = self.blocks[index];
        let metadata = block.metaDataLength() as usize;
        let length = metadata + block.bodyLength() as usize;
        let mut bytes = MutableBuffer::from_len_zeroed(length);
        self.file.read_at(block.offset() as u64, &mut bytes)?;
        check_message(&bytes[..metadata], block.bodyLength(), &self.schema)?;
        let decoder = FileDecoder::new(Arc::clone(&self.schema), self.version);
        let decoder = decoder.with_projection(self.columns.places.clone());
        let batch = decoder.read_record_batch(&block, &bytes.into()).map_err(invalid)?;
        batch.ok_or_else(|| invalid("it is empty"))
    }
}

/// Returns whether a type is one that the tables have, and described as it must be.
fn is_plain(field: &Field<'_>, may_be_list: bool) -> bool {
    let is_simple = match field.type_type() {
        Type::Int => {
            field.type_as_int().is_some_and(|int| matches!(int.bitWidth(), 8 | 16 | 32 | 64))
        }
        Type::Bool | Type::Utf8 | Type::LargeUtf8 => true,
        Type::FixedSizeBinary => {
            field.type_as_fixed_size_binary().is_some_and(|kind| kind.byteWidth() >= 0)
        }
        Type::Date => field
            .type_as_date()
            .is_some_and(|date| matches!(date.unit(), DateUnit::DAY | DateUnit::MILLISECOND)),
        Type::Time => field.type_as_time().is_some_and(|time| {
            matches!(
                (time.bitWidth(), time.unit()),
                (32, TimeUnit::SECOND | TimeUnit::MILLISECOND)
                    | (64, TimeUnit::MICROSECOND | TimeUnit::NANOSECOND)
            )
        }),
        Type::List if may_be_list => {
            let children = field.children();
            children.is_some_and(|all| all.len() == 1 && is_plain(&all.get(0), false))
        }
        _ => false,
    };
    is_simple && field.dictionary().is_none()
}

/// Tests that a message is a record batch whose buffers are inside its body and as long as its
/// columns need them.
fn check_message(message: &[u8], body: i64, schema: &ArrowSchema) -> io::Result<()> {
    let start = if message.starts_with(&CONTINUATION) { 8 } else { 4 };
    let message = message.get(start..).unwrap_or_default();
    let message = root_as_message(message).map_err(invalid)?;
    let batch = message.header_as_record_batch();
    let batch = batch.ok_or_else(|| invalid("it is no record batch"))?;
    if batch.compression().is_some() {
        return Err(invalid("it is compressed (expected an Arrow file that is not compressed)"));
    }
    let mut parts = Parts {
        nodes: batch.nodes().into_iter().flatten().collect::<Vec<_>>().into_iter(),
        buffers: batch.buffers().into_iter().flatten().collect::<Vec<_>>().into_iter(),
        body,
    };
    let has_views = batch.variadicBufferCounts().is_some_and(|counts| !counts.is_empty());
    let mut columns = schema.fields().iter();
    let fit = columns.all(|field| parts.fit(field.data_type()) == Some(true));
    let are_all = parts.nodes.next().is_none() && parts.buffers.next().is_none();
    if fit && are_all && !has_views && batch.length() >= 0 {
        Ok(())
    } else {
        Err(invalid("its buffers are not those of its columns"))
    }
}

/// The lengths of the columns, and the places of their buffers.
struct Parts<'m> {
    nodes: std::vec::IntoIter<&'m FieldNode>,
    buffers: std::vec::IntoIter<&'m Buffer>,
    body: i64,
}

impl Parts<'_> {
    /// Takes the parts of a column; returns whether they fit its type.
    fn fit(&mut self, kind: &DataType) -> Option<bool> {
        let node = self.nodes.next()?;
        let count = node.length();
        let missing = node.null_count();
        // A row or an item has at least one bit, so that their number is bounded by the size.
        let is_count = (0..=self.body.saturating_mul(8)).contains(&count);
        let bits = self.buffer()?;
        let has_bits = missing == 0 || bits.checked_mul(8)? >= count;
        let fits = is_count && (0..=count).contains(&missing) && has_bits;
        let offsets =
            |bytes: i64, width: i64| bytes % width == 0 && (count == 0 || bytes / width > count);
        let first = self.buffer()?;
        Some(
            fits && match kind {
                DataType::List(item) => offsets(first, 4) && self.fit(item.data_type())?,
                DataType::Utf8 | DataType::LargeUtf8 => {
                    self.buffer()?;
                    offsets(first, if *kind == DataType::Utf8 { 4 } else { 8 })
                }
                DataType::Boolean => first.checked_mul(8)? >= count,
                DataType::FixedSizeBinary(width) => first >= count.checked_mul((*width).into())?,
                _ => {
                    let width = kind.primitive_width()? as i64;
                    first % width == 0 && first >= count.checked_mul(width)?
                }
            },
        )
    }

    /// Takes a buffer; returns its length if it is inside the body.
    fn buffer(&mut self) -> Option<i64> {
        let buffer = self.buffers.next()?;
        let end = buffer.offset().checked_add(buffer.length())?;
        let is_inside = buffer.offset() >= 0 && buffer.length() >= 0 && end <= self.body;
        is_inside.then_some(buffer.length())
    }
}
