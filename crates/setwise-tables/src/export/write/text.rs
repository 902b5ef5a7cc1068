//! Formats whose rows need no others: comma-separated values, JSON Lines and training data.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_csv::QuoteStyle;
use arrow_json::LineDelimitedWriter;
use arrow_schema::{ArrowError, DataType, Schema};

use super::{Format, TableSink, WriteOptions, training};

/// A format whose rows need no others.
#[derive(Clone, Copy)]
pub(super) enum TextFormat {
    /// Comma-separated values (RFC 4180, Yakov Shafranovich, 2005).
    ///
    /// Cells with a comma, a quotation mark or a line break are quoted. A missing value is an empty
    /// cell, and an empty text is `""`. A list is its items separated by spaces, a missing item is
    /// `-`; byte strings are hexadecimal; dates and times are written as in `2013-01-31` and
    /// `23:59:59`. Lines end with a line feed.
    Csv(WriteOptions),
    /// A JSON object on a line for each row. Values that are missing are left out, and items of
    /// lists are `null`; byte strings, dates and times are texts as in CSV.
    JsonLines,
    Training(Format),
}

/// Rows of text.
pub(super) struct TextRows {
    format: TextFormat,
    text: Vec<u8>,
}

impl TextRows {
    pub(super) fn add(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        match self.format {
            TextFormat::Csv(options) => {
                let columns = batch.columns().iter().zip(batch.schema_ref().fields());
                let columns = columns.map(|(column, field)| {
                    Ok((field.name(), cells(column, options)?, field.is_nullable()))
                });
                let columns = columns.collect::<Result<Vec<_>, ArrowError>>()?;
                let cells = RecordBatch::try_from_iter_with_nullable(columns)?;
                let csv = arrow_csv::WriterBuilder::new().with_header(false);
                let csv = csv.with_quote_style(QuoteStyle::Never);
                csv.build(&mut self.text).write(&cells)
            }
            TextFormat::JsonLines => LineDelimitedWriter::new(&mut self.text).write(batch),
            TextFormat::Training(format) => training::append(format, batch, &mut self.text),
        }
    }
}

/// Returns a column whose texts are quoted where they must be, and whose lists are texts.
fn cells(column: &ArrayRef, options: WriteOptions) -> Result<ArrayRef, ArrowError> {
    Ok(match column.data_type() {
        DataType::Utf8 => Arc::new(quoted(column.as_string(), options)),
        DataType::Dictionary(..) => {
            let words = column.as_dictionary::<Int32Type>();
            Arc::new(words.with_values(Arc::new(quoted(words.values().as_string(), options))))
        }
        DataType::List(_) => Arc::new(joined(column.as_list())?),
        _ => Arc::clone(column),
    })
}

/// Returns texts as cells. The crate `csv` would not quote an empty text, which would be missing
/// then.
fn quoted(texts: &StringArray, options: WriteOptions) -> StringArray {
    let mut cells = StringBuilder::with_capacity(texts.len(), texts.value_data().len());
    for text in texts {
        let Some(text) = text else {
            cells.append_null();
            continue;
        };
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        let mark = if options.excel_safe && is_formula { "'" } else { "" };
        let is_plain = !text.is_empty() && !text.contains([',', '"', '\n', '\r']);
        // Writing to memory cannot fail.
        let _ = match is_plain {
            true => write!(cells, "{mark}{text}"),
            false => write!(cells, "\"{mark}{}\"", text.replace('"', "\"\"")),
        };
        cells.append_value("");
    }
    cells.finish()
}

/// Returns lists as texts: the items separated by spaces.
fn joined(lists: &ListArray) -> Result<StringArray, ArrowError> {
    let options = FormatOptions::new().with_null("-");
    let items = ArrayFormatter::try_new(lists.values(), &options)?;
    let mut texts = StringBuilder::new();
    for (row, ends) in lists.offsets().windows(2).enumerate() {
        if lists.is_null(row) {
            texts.append_null();
            continue;
        }
        for item in ends[0]..ends[1] {
            if item > ends[0] {
                // Writing to memory cannot fail.
                let _ = texts.write_char(' ');
            }
            items.value(item as usize).write(&mut texts)?;
        }
        texts.append_value("");
    }
    Ok(texts.finish())
}

/// Writes rows of text.
pub(super) struct TextWriter<'w> {
    format: TextFormat,
    file: TableSink<'w>,
}

impl<'w> TextWriter<'w> {
    /// Begins a file; a CSV file begins with the names of the columns.
    pub(super) fn new(
        format: TextFormat,
        schema: &Schema,
        mut file: TableSink<'w>,
    ) -> io::Result<TextWriter<'w>> {
        if let TextFormat::Csv(_) = format {
            let names: Vec<&str> =
                schema.fields.iter().map(|field| field.name().as_str()).collect();
            writeln!(file, "{}", names.join(","))?;
        }
        Ok(TextWriter { format, file })
    }

    pub(super) fn begin(&self) -> TextRows {
        TextRows { format: self.format, text: Vec::new() }
    }

    pub(super) fn append(&mut self, rows: TextRows) -> io::Result<()> {
        self.file.write_all(&rows.text)
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::builder::{Int16Builder, ListBuilder};
    use arrow_array::{Date32Array, FixedSizeBinaryArray, Time32MillisecondArray, UInt64Array};

    use super::*;
    use crate::export::dates::days;

    fn batch() -> RecordBatch {
        let lists = [Some(vec![Some(-3), None]), Some(vec![Some(-3)]), Some(vec![]), None];
        let mut list = ListBuilder::new(Int16Builder::new());
        lists.into_iter().for_each(|items| list.append_option(items));
        let texts = [Some("=1+1,\"x\"\n"), Some("-"), Some(""), None];
        let bytes: Vec<[u8; 2]> = (0..4).map(|row| [row, 255]).collect();
        let bytes = FixedSizeBinaryArray::try_from_iter(bytes.iter());
        RecordBatch::try_from_iter_with_nullable([
            (
                "id",
                Arc::new(UInt64Array::from_iter_values((0..4).map(|row| !row))) as ArrayRef,
                false,
            ),
            ("text", Arc::new(StringArray::from(texts.to_vec())), true),
            ("day", Arc::new(Date32Array::from(vec![Some(-1), None, None, None])), true),
            ("time", Arc::new(Time32MillisecondArray::from(vec![86_399_000, 0, 1000, 0])), false),
            ("list", Arc::new(list.finish()), true),
            ("bytes", Arc::new(bytes.expect("one length")), false),
        ])
        .expect("columns")
    }

    fn encoded(format: TextFormat, batch: &RecordBatch) -> String {
        let mut rows = TextRows { format, text: Vec::new() };
        rows.add(batch).expect("text");
        String::from_utf8(rows.text).expect("UTF-8")
    }

    #[test]
    fn csv_cells_are_quoted_and_escaped() {
        let expected = "18446744073709551615,\"=1+1,\"\"x\"\"\n\",1969-12-31,23:59:59,-3 -,00ff\n\
                        18446744073709551614,-,,00:00:00,-3,01ff\n\
                        18446744073709551613,\"\",,00:00:01,,02ff\n\
                        18446744073709551612,,,00:00:00,,03ff\n";
        assert_eq!(encoded(TextFormat::Csv(WriteOptions::default()), &batch()), expected);
        let safe = expected.replace("\"=1", "\"'=1").replace(",-,,", ",'-,,");
        assert_eq!(encoded(TextFormat::Csv(WriteOptions { excel_safe: true }), &batch()), safe);
    }

    #[test]
    fn json_lines_are_objects() {
        let expected = r#"{"id":18446744073709551615,"text":"=1+1,\"x\"\n","day":"1969-12-31","time":"23:59:59","list":[-3,null],"bytes":"00ff"}
{"id":18446744073709551614,"text":"-","time":"00:00:00","list":[-3],"bytes":"01ff"}
{"id":18446744073709551613,"text":"","time":"00:00:01","list":[],"bytes":"02ff"}
{"id":18446744073709551612,"time":"00:00:00","bytes":"03ff"}
"#;
        assert_eq!(encoded(TextFormat::JsonLines, &batch()), expected);
    }

    #[test]
    fn dates_are_written_as_they_are_read() {
        let numbers = (-150_000..150_000).step_by(7);
        let dates = Arc::new(Date32Array::from_iter_values(numbers.clone())) as ArrayRef;
        let batch = RecordBatch::try_from_iter([("date", dates)]).expect("a column");
        let text = encoded(TextFormat::Csv(WriteOptions::default()), &batch);
        let read: Vec<Option<i32>> = text.lines().map(days).collect();
        assert_eq!(read, numbers.map(Some).collect::<Vec<_>>());
    }
}
