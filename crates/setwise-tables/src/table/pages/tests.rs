use std::fs::{self, File};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, RecordBatch, UInt64Array};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::arrow::{ArrowWriter, ProjectionMask, parquet_to_arrow_field_levels};
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use setwise_testkit::Directory;
use setwise_testkit::random::Random;

use super::{Chunks, OneGroup, check_deltas};
use crate::storage::LocalFile;

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
    let file = Arc::new(Chunks(LocalFile::open(&path).expect("a file")));
    let group = OneGroup { metadata, index: 0, file };
    let columns = columns.expect("a column");
    let batches = ParquetRecordBatchReader::try_new_with_row_groups(&columns, &group, 1024, None)
        .map_err(|error| error.to_string())?;
    let mut numbers = Vec::new();
    for batch in batches {
        let batch = batch.map_err(|error| error.to_string())?;
        let column = batch.column(0).as_primitive::<UInt64Type>();
        assert_eq!(column.null_count(), 0);
        numbers.extend(column.values());
    }
    Ok(numbers)
}

/// Fails if differences are refused, or if any change of the bytes makes the decoder panic or read
/// another number of values.
#[test]
fn differences_are_read_and_damaged_ones_are_errors() {
    let directory = Directory::new();
    let mut random = Random::default();
    let ascending: Vec<u64> = (0..3_000).map(|n| n * 7 + (n & 5)).collect();
    let all: Vec<u64> = (0..700).map(|_| random.below(usize::MAX) as u64).collect();
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
            let mut errors = 0;
            for _ in 0..300 {
                let mut bytes = bytes.clone();
                for _ in 0..1 + random.below(3) {
                    let at = from + random.below(length.min(80));
                    bytes[at] = [random.below(256) as u8, 0, 255, bytes[at] ^ 1][random.below(4)];
                }
                match read(&bytes, &directory, &metadata) {
                    Ok(found) => assert_eq!(found.len(), numbers.len()),
                    Err(_) => errors += 1,
                }
            }
            assert!(errors > 20, "{errors}");
        }
    }
}

#[test]
fn differences_that_claim_too_much_are_errors() {
    // 130 values: blocks of 128 in 4 parts, the first value 0; a block with the least difference 1
    // and four parts without bits, and a block with one part of one bit.
    let head = [128, 1, 4, 130, 1, 0];
    let [first, second] = [[2, 0, 0, 0, 0], [2, 1, 9, 9, 9]];
    let page = |head: &[u8], rest: &[&[u8]]| [head, &rest.concat()].concat();
    let check = |page: &[u8]| check_deltas(page, 64, 130).map_err(|error| error.to_string());
    let good = page(&head, &[&first, &second, &[1, 0, 0, 0]]);
    assert_eq!(check(&good), Ok(()));
    // Its padding may be missing: one difference has one bit.
    assert_eq!(check(&page(&head, &[&first, &second, &[1]])), Ok(()));
    let short = "differences that end too early";
    for (page, message) in [
        (page(&head, &[&first, &second]), short),
        (page(&head, &[&first, &second[..4]]), short),
        (page(&head, &[&first]), short),
        (head[..5].to_vec(), short),
        (Vec::new(), short),
        (vec![255; 40], short),
        (page(&[128, 1, 4, 131, 1, 0], &[&first, &second, &[1]]), "131 values as differences"),
        (page(&[128, 1, 4, 129, 1, 0], &[&first, &second, &[1]]), "129 values as differences"),
        (page(&[0, 4, 130, 1, 0], &[&first]), "blocks of 0 differences in 4 parts"),
        (page(&[128, 1, 0, 130, 1, 0], &[&first]), "blocks of 128 differences in 0 parts"),
        (page(&[128, 1, 3, 130, 1, 0], &[&first]), "blocks of 128 differences in 3 parts"),
        (page(&[128, 1, 8, 130, 1, 0], &[&first]), "blocks of 128 differences in 8 parts"),
        (page(&[64, 1, 130, 1, 0], &[&first]), "blocks of 64 differences in 1 parts"),
        (page(&[128, 128, 8, 4, 130, 1, 0], &[&first]), "blocks of 131072 differences in 4 parts"),
        (page(&head, &[&[2, 65, 0, 0, 0]]), "differences of 65 bits (expected at most 64)"),
    ] {
        let error = check(&page).expect_err(message);
        assert!(error.contains(message), "{page:?}: {error}");
    }
    assert!(
        check_deltas(&page(&[128, 1, 4, 2, 0], &[&[0, 33, 0, 0, 0], &[0; 200]]), 32, 2).is_err()
    );
}
