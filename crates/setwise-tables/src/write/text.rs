//! Text formats: comma-separated values and JSON Lines.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};

use super::{TableSink, WriteOptions};
use crate::column::Column;
use crate::schema::{Batch, Kind, Schema};
use crate::texts::json_text;

/// A text format.
#[derive(Clone, Copy)]
pub(super) enum TextFormat {
    /// Comma-separated values (RFC 4180, Yakov Shafranovich, 2005).
    ///
    /// Cells with a comma, a quotation mark or a line break are quoted. A missing value is an empty
    /// cell, and an empty text is `""`. A list is its items separated by spaces, a missing item is
    /// `-`; byte strings are hexadecimal; dates and times are written as in `2013-01-31` and
    /// `23:59:59`. Lines end with a line feed.
    Csv(WriteOptions),
    /// A JSON object on a line for each row. Values that are missing are left out; byte strings,
    /// dates and times are texts as in CSV.
    JsonLines,
}

/// Rows of text.
pub(super) struct TextRows {
    format: TextFormat,
    text: String,
}

impl TextRows {
    pub(super) fn add(&mut self, batch: &Batch) {
        match self.format {
            TextFormat::Csv(options) => write_csv(options, batch, &mut self.text),
            TextFormat::JsonLines => write_json_lines(batch, &mut self.text),
        }
    }
}

/// Writes rows of text, and copies the rows of other files.
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
            file.write_all(header(schema).as_bytes())?;
        }
        Ok(TextWriter { format, file })
    }

    pub(super) fn begin(&self) -> TextRows {
        TextRows { format: self.format, text: String::new() }
    }

    pub(super) fn append(&mut self, rows: TextRows) -> io::Result<()> {
        self.file.write_all(rows.text.as_bytes())
    }

    pub(super) fn copy(&mut self, part: File, mut number: Option<u64>) -> io::Result<()> {
        let mut part = BufReader::with_capacity(1 << 16, part);
        let is_csv = matches!(self.format, TextFormat::Csv(_));
        let mut line = Vec::new();
        // A line break inside quotation marks does not end a row.
        let mut is_quoted = false;
        let mut is_header = is_csv;
        loop {
            line.clear();
            if part.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            if std::mem::take(&mut is_header) {
                continue;
            }
            let mut rest = &line[..];
            if let Some(number) = number.as_mut().filter(|_| !is_quoted) {
                if is_csv {
                    write!(self.file, "{number},")?;
                } else {
                    write!(self.file, "{{\"number\":{number},")?;
                    rest = rest.strip_prefix(b"{").unwrap_or(rest);
                }
                *number += 1;
            }
            self.file.write_all(rest)?;
            if is_csv {
                is_quoted ^= line.iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
            }
        }
    }
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the line of the columns' names.
fn header(schema: &Schema) -> String {
    let names: Vec<&str> = schema.fields.iter().map(|field| &*field.name).collect();
    names.join(",") + "\n"
}

fn write_csv(options: WriteOptions, batch: &Batch, out: &mut String) {
    for row in 0..batch.rows {
        for (index, (column, field)) in batch.columns.iter().zip(&batch.schema.fields).enumerate() {
            if index > 0 {
                out.push(',');
            }
            match value(column, field.kind, row) {
                None => {}
                Some(Value::Text(text)) => write_cell(options, text, out),
                Some(Value::Plain(number)) => {
                    let _ = write!(out, "{number}");
                }
                Some(Value::Quoted(text) | Value::Quoteless(text)) => out.push_str(&text),
                Some(Value::List(items)) => {
                    for (index, item) in items.into_iter().enumerate() {
                        if index > 0 {
                            out.push(' ');
                        }
                        match item {
                            Some(item) => write!(out, "{item}").unwrap_or_default(),
                            None => out.push('-'),
                        }
                    }
                }
            }
        }
        out.push('\n');
    }
}

fn write_cell(options: WriteOptions, text: &str, out: &mut String) {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if options.excel_safe && is_formula { "'" } else { "" };
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        out.push('"');
        out.push_str(mark);
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(mark);
        out.push_str(text);
    }
}

fn write_json_lines(batch: &Batch, out: &mut String) {
    for row in 0..batch.rows {
        out.push('{');
        let mut separator = "";
        for (column, field) in batch.columns.iter().zip(&batch.schema.fields) {
            let Some(value) = value(column, field.kind, row) else { continue };
            let _ = write!(out, "{separator}\"{}\":", field.name);
            separator = ",";
            match value {
                Value::Text(text) => json_text(text, out),
                Value::Plain(number) => {
                    let _ = write!(out, "{number}");
                }
                Value::Quoteless(text) => out.push_str(&text),
                Value::Quoted(text) => {
                    let _ = write!(out, "\"{text}\"");
                }
                Value::List(items) => {
                    out.push('[');
                    for (index, item) in items.into_iter().enumerate() {
                        let comma = if index > 0 { "," } else { "" };
                        let _ = match item {
                            Some(item) => write!(out, "{comma}{item}"),
                            None => write!(out, "{comma}null"),
                        };
                    }
                    out.push(']');
                }
            }
        }
        out.push_str("}\n");
    }
}

/// A value of a row.
enum Value<'c> {
    Text(&'c str),
    /// A number. All types of columns fit.
    Plain(i128),
    /// A text of letters, digits, `-` and `:`.
    Quoted(String),
    /// A number with a fraction, or a truth.
    Quoteless(String),
    List(Vec<Option<i64>>),
}

fn value(column: &Column, kind: Kind, row: usize) -> Option<Value<'_>> {
    let plain = |number: i128| Value::Plain(number);
    Some(match column {
        Column::I8(numbers) => plain(numbers.get(row)?.into()),
        Column::U8(numbers) => plain(numbers.get(row)?.into()),
        Column::I16(numbers) => plain(numbers.get(row)?.into()),
        Column::U16(numbers) => plain(numbers.get(row)?.into()),
        Column::I32(numbers) if kind == Kind::Date => Value::Quoted(date(numbers.get(row)?)),
        Column::I32(numbers) if kind == Kind::Time => Value::Quoted(time(numbers.get(row)?)),
        Column::I32(numbers) => plain(numbers.get(row)?.into()),
        Column::U32(numbers) => plain(numbers.get(row)?.into()),
        Column::U64(numbers) => plain(numbers.get(row)?.into()),
        Column::F64(numbers) => Value::Quoteless(numbers.get(row)?.to_string()),
        Column::Bool(truths) => Value::Quoteless(truths.get(row)?.to_string()),
        Column::Text(texts) => Value::Text(texts.get(row)?),
        Column::Word(words) => Value::Text(words.get(row)?),
        Column::Bytes(strings) => {
            let mut text = String::new();
            for byte in strings.get(row)? {
                let _ = write!(text, "{byte:02x}");
            }
            Value::Quoted(text)
        }
        Column::ListU16(lists) => {
            Value::List(lists.get(row)?.map(|item| item.map(i64::from)).collect())
        }
        Column::ListU32(lists) => {
            Value::List(lists.get(row)?.map(|item| item.map(i64::from)).collect())
        }
        Column::ListI16(lists) => {
            Value::List(lists.get(row)?.map(|item| item.map(i64::from)).collect())
        }
    })
}

/// Writes the date of a number of days since 1970-01-01.
///
/// The arithmetic is Howard Hinnant's (*chrono-Compatible Low-Level Date Algorithms*, 2013,
/// <https://howardhinnant.github.io/date_algorithms.html>).
fn date(days: i32) -> String {
    let days = i64::from(days) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn time(seconds: i32) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::column::{Lists, Numbers, Strings, Texts};
    use crate::dates::days;
    use crate::schema::{optional, required};

    #[test]
    fn dates_are_written_as_they_are_read() {
        for number in (-150_000..150_000).step_by(7) {
            assert_eq!(days(&date(number)), (date(number).len() == 10).then_some(number));
        }
        assert_eq!(time(86_399), "23:59:59");
    }

    fn batch() -> Batch {
        let fields = vec![
            required("id", Kind::U64, ""),
            optional("text", Kind::Text, ""),
            optional("day", Kind::Date, ""),
            optional("list", Kind::ListI16, ""),
            required("bytes", Kind::Bytes(2), ""),
        ];
        let (mut id, mut text, mut day) =
            (Numbers::default(), Texts::default(), Numbers::default());
        let (mut list, mut bytes) = (Lists::default(), Strings::new(2));
        let texts = [Some("=1+1,\"x\"\n"), Some("-"), Some(""), None];
        for (row, value) in texts.into_iter().enumerate() {
            id.push(Some(u64::MAX - row as u64));
            text.push(value);
            day.push((row == 0).then_some(-1));
            list.push((row < 3).then(|| [Some(-3i16), None].into_iter().take(2 - row)));
            bytes.push(Some(&[row as u8, 255]));
        }
        let columns = vec![
            Column::U64(id),
            Column::Text(text),
            Column::I32(day),
            Column::ListI16(list),
            Column::Bytes(bytes),
        ];
        Batch { schema: Arc::new(Schema { table: "t", fields }), columns, rows: 4 }
    }

    fn encoded(format: TextFormat) -> String {
        let mut rows = TextRows { format, text: String::new() };
        rows.add(&batch());
        rows.text
    }

    #[test]
    fn csv_cells_are_quoted_and_escaped() {
        let expected = "18446744073709551615,\"=1+1,\"\"x\"\"\n\",1969-12-31,-3 -,00ff\n\
                        18446744073709551614,-,,-3,01ff\n18446744073709551613,\"\",,,02ff\n\
                        18446744073709551612,,,,03ff\n";
        assert_eq!(encoded(TextFormat::Csv(WriteOptions::default())), expected);
        let safe = expected.replace("\"=1", "\"'=1").replace(",-,,", ",'-,,");
        assert_eq!(encoded(TextFormat::Csv(WriteOptions { excel_safe: true })), safe);
        assert_eq!(header(&batch().schema), "id,text,day,list,bytes\n");
    }

    #[test]
    fn json_lines_are_objects() {
        let expected = r#"{"id":18446744073709551615,"text":"=1+1,\"x\"\n","day":"1969-12-31","list":[-3,null],"bytes":"00ff"}
{"id":18446744073709551614,"text":"-","list":[-3],"bytes":"01ff"}
{"id":18446744073709551613,"text":"","list":[],"bytes":"02ff"}
{"id":18446744073709551612,"bytes":"03ff"}
"#;
        assert_eq!(encoded(TextFormat::JsonLines), expected);
        let mut out = String::new();
        json_text("\u{1}\\é", &mut out);
        assert_eq!(out, "\"\\u0001\\\\é\"");
    }
}
