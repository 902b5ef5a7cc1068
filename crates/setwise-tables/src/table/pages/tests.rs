use std::fs::{self, File};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, RecordBatch, UInt64Array};
use parquet::arrow::{ArrowWriter, ProjectionMask, parquet_to_arrow_field_levels};
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use setwise_testkit::Directory;
use setwise_testkit::random::Random;

use super::{Chunks, OneGroup};
use crate::table::stored_file::StoredFile;

/// Returns a file with one column of numbers, as differences.
fn file(numbers: &[u64], version: WriterVersion) -> Vec<u8> {
    let column = Arc::new(UInt64Array::from(numbers.to_vec())) as ArrayRef;
    let rows = RecordBatch::try_from_iter_with_nullable([("a", column, false)]).expect("rows");
    let properties = WriterProperties::builder()
        .set_writer_version(version)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_compression(Compression::UNCOMPRESSED)
        .set_encoding(Encoding::DELTA_BINARY_PACKED);
    let mut writer =
        ArrowWriter::try_new(Vec::new(), rows.schema(), Some(properties.build())).expect("options");
    writer.write(&rows).expect("written");
    writer.into_inner().expect("written")
}

/// Reads the numbers of a file, or returns the error.
fn read(
    bytes: &[u8],
    directory: &Directory,
    metadata: &ParquetMetaData,
) -> Result<Vec<u64>, String> {
    let path = directory.path().join("numbers.parquet");
    fs::write(&path, bytes).expect("written");
    let schema = metadata.file_metadata().schema_descr();
    let columns = parquet_to_arrow_field_levels(schema, ProjectionMask::all(), None);
    let file = Arc::new(Chunks(StoredFile::open(&path).expect("a file")));
    let group = OneGroup { metadata, index: 0, file };
    let columns = columns.expect("a column");
    let batches = group.batches(&columns, 1024).map_err(|error| error.to_string())?;
    let mut numbers = Vec::new();
    for batch in batches {
        let batch = batch.map_err(|error| error.to_string())?;
        let column = batch.column(0).as_primitive::<UInt64Type>();
        assert_eq!(column.null_count(), 0);
        numbers.extend(column.values());
    }
    Ok(numbers)
}

/// Fails if differences are refused, if any change of the bytes is a panic or reads another number
/// of values, or if the decoder does not panic any more: then it needs no care.
#[test]
fn differences_are_read_and_damaged_ones_are_errors() {
    let directory = Directory::new();
    let mut random = Random::default();
    let ascending: Vec<u64> = (0..3_000).map(|n| n * 7 + (n & 5)).collect();
    let all: Vec<u64> = (0..700).map(|_| random.below(usize::MAX) as u64).collect();
    let mut caught = 0;
    for numbers in [&ascending[..], &ascending[..1], &ascending[..129], &[5; 200], &all] {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            let bytes = file(numbers, version);
            let path = directory.write("metadata", &bytes);
            let metadata = ParquetMetaDataReader::new()
                .parse_and_finish(&File::open(path).expect("a file"))
                .expect("metadata");
            assert_eq!(read(&bytes, &directory, &metadata).as_deref(), Ok(numbers));
            let column = metadata.row_group(0).column(0);
            let [from, length] =
                [column.data_page_offset(), column.compressed_size()].map(|n| n as usize);
            let (mut errors, mut panics) = (0, 0);
            for _ in 0..300 {
                let mut bytes = bytes.clone();
                for _ in 0..1 + random.below(3) {
                    let at = from + random.below(length.min(80));
                    bytes[at] = [random.below(256) as u8, 0, 255, bytes[at] ^ 1][random.below(4)];
                }
                match read(&bytes, &directory, &metadata) {
                    Ok(found) => assert_eq!(found.len(), numbers.len()),
                    Err(error) => {
                        errors += 1;
                        panics += usize::from(error.contains("cannot be decoded: "));
                    }
                }
            }
            assert!(errors > 20, "{errors}");
            caught += panics;
        }
    }
    assert!(caught > 0);
}
