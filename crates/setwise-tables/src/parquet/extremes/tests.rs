use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use crate::column::{Column, Numbers};
use crate::parquet::ParquetWriter;
use crate::schema::{Batch, Kind, Schema, optional, required};

/// A file in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn numbers<T: Copy + Default>(values: &[Option<T>]) -> Numbers<T> {
    let mut numbers = Numbers::default();
    values.iter().for_each(|&value| numbers.push(value));
    numbers
}

fn batch(schema: &Schema, first: u64) -> Batch {
    let (u64s, truths) = ([Some(!0), Some(first), Some(1 << 63)], [Some(true); 3]);
    let columns = vec![
        Column::U64(numbers(&u64s)),
        Column::I32(numbers(&[Some(7), None, Some(i32::MIN)])),
        Column::I32(numbers(&[None, None, None])),
        Column::Bool(numbers(&truths)),
        Column::U32(numbers(&[Some(u32::MAX), Some(5), Some(6)])),
        Column::I16(numbers(&[None, Some(-3), Some(first as i16)])),
        Column::U8(numbers(&[Some(200), Some(3), Some(0)])),
    ];
    Batch { schema: Arc::new(schema.clone()), columns, rows: 3 }
}

fn metadata(file: Vec<u8>) -> ParquetMetaData {
    ParquetMetaDataReader::new().parse_and_finish(&Bytes::from(file)).expect("a Parquet file")
}

#[test]
fn statistics_are_those_of_the_crate() {
    let fields = vec![
        required("set", Kind::U64, "A set."),
        optional("count", Kind::I32, "A number."),
        optional("none", Kind::I32, "No number."),
        required("truth", Kind::Bool, "A truth."),
        required("large", Kind::U32, "A number."),
        optional("small", Kind::I16, "A number."),
        required("byte", Kind::U8, "A number."),
    ];
    let schema = Schema { table: "positions", fields };
    let file = Memory::default();
    let mut writer = ParquetWriter::new(&schema, Box::new(file.clone())).expect("a writer");
    let mut rows = writer.begin().expect("a row group");
    let arrow = Arc::new(schema.to_arrow());
    let properties =
        WriterProperties::builder().set_statistics_enabled(EnabledStatistics::Chunk).build();
    let mut expected =
        ArrowWriter::try_new(Vec::new(), Arc::clone(&arrow), Some(properties)).expect("a writer");
    for first in [3, 40] {
        rows.add(batch(&schema, first)).expect("rows");
        let batch = batch(&schema, first).into_arrow(&arrow).expect("a batch");
        expected.write(&batch).expect("rows");
    }
    writer.append(rows).expect("a row group");
    writer.finish().expect("a file");
    let found = metadata(file.0.lock().expect("no panic").clone());
    let expected = metadata(expected.into_inner().expect("a file"));
    let columns = found.row_group(0).columns().iter().zip(expected.row_group(0).columns());
    for (found, expected) in columns {
        let name = found.column_path();
        assert!(found.statistics().is_some(), "{name}");
        assert_eq!(found.statistics(), expected.statistics(), "{name}");
        let levels = expected.definition_level_histogram();
        assert_eq!(found.definition_level_histogram(), levels, "{name}");
    }
}
