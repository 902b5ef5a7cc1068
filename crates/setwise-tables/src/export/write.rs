//! Writing tables to files.

mod arrow;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
mod rows;
mod text;

pub(crate) use rows::TableRows;
use text::TextFormat;

use std::io::{self, Write};
use std::str::FromStr;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use serde::{Deserialize, Serialize};

/// A format of files for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Format {
    /// Apache Parquet, compressed with Zstandard.
    Parquet,
    /// Arrow IPC, the file format.
    Arrow,
    /// Comma-separated values.
    Csv,
    /// JSON Lines: an object for each row.
    #[serde(rename = "jsonl")]
    JsonLines,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Parquet, Format::Arrow, Format::Csv, Format::JsonLines];

    /// Checks that this build can write the format.
    ///
    /// # Errors
    ///
    /// Returns an error if the feature of the format is missing, and for Parquet and Arrow on a
    /// big-endian CPU or 32-bit x86: the libraries that write them make wrong files there.
    pub fn check(self) -> io::Result<()> {
        match self {
            // The crate `parquet` writes values in the byte order of the CPU (as of 59.3): files of
            // a big-endian CPU are wrong, or it panics.
            #[cfg(all(feature = "parquet", target_endian = "big"))]
            Format::Parquet => Err(unsuitable(self, "a big-endian CPU")),
            // The crate `arrow-ipc` writes values in the byte order of the CPU, and in the schema
            // that they are little-endian (as of 59.3).
            #[cfg(target_endian = "big")]
            Format::Arrow => Err(unsuitable(self, "a big-endian CPU")),
            // The crate `flatbuffers` aligns words of 64 bits to 4 bytes there (as of 25.12), and
            // readers refuse that. The schema in a Parquet file is one of Arrow.
            #[cfg(all(feature = "parquet", target_arch = "x86"))]
            Format::Parquet => Err(unsuitable(self, "32-bit x86")),
            #[cfg(target_arch = "x86")]
            Format::Arrow => Err(unsuitable(self, "32-bit x86")),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => missing(self),
            _ => Ok(()),
        }
    }

    /// Returns whether the files are text, whose rows need no others.
    pub const fn is_text(self) -> bool {
        matches!(self, Format::Csv | Format::JsonLines)
    }

    /// Returns the name of the format, which is the end of the names of its files too.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
            Format::Csv => "csv",
            Format::JsonLines => "jsonl",
        }
    }

    /// Returns the maximum number of rows of a table that are encoded at once, about: a multiple of
    /// the rows of a part.
    pub(crate) fn rows_at_once(self, table: &str) -> usize {
        match (self, table) {
            (Format::Parquet, "positions") => 1 << 18,
            (Format::Parquet, _) => 1 << 16,
            (Format::Arrow, "positions") => 1 << 17,
            (Format::Arrow, _) => 1 << 14,
            // The text of a row is made at once.
            _ => 1,
        }
    }
}

/// Reads the name of a format. The error names the text.
impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let format = Format::ALL.into_iter().find(|format| format.name() == text);
        format.ok_or_else(|| format!("there is no format {text:?}"))
    }
}

/// Rows that are encoded as they are added, such as a row group, and then appended to a file.
pub struct Encoding(AnyRows);

enum AnyRows {
    Text(text::TextRows),
    Arrow(arrow::PlainBatches),
    #[cfg(feature = "parquet")]
    Parquet(parquet::RowGroup),
}

impl Encoding {
    /// Adds rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be encoded.
    pub fn add(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.0 {
            AnyRows::Text(rows) => rows.add(batch).map_err(invalid),
            AnyRows::Arrow(batches) => batches.add(batch).map_err(invalid),
            #[cfg(feature = "parquet")]
            AnyRows::Parquet(group) => group.add(batch),
        }
    }
}

/// Where a table is written.
pub type TableSink<'w> = Box<dyn Write + Send + 'w>;

/// Writes a table to a file. The rows are encoded before, as an [`Encoding`].
pub struct TableWriter<'w>(AnyWriter<'w>);

enum AnyWriter<'w> {
    Text(text::TextWriter<'w>),
    Arrow(Box<arrow::IpcWriter<'w>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<'w>>),
}

impl<'w> TableWriter<'w> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or the error of [`Format::check`].
    pub fn new(
        format: Format,
        schema: &Schema,
        file: TableSink<'w>,
        options: WriteOptions,
    ) -> io::Result<TableWriter<'w>> {
        format.check()?;
        Ok(TableWriter(match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                AnyWriter::Parquet(Box::new(parquet::ParquetWriter::new(schema, file)?))
            }
            Format::Arrow => AnyWriter::Arrow(Box::new(arrow::IpcWriter::new(schema, file)?)),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => missing(format)?,
            Format::Csv => {
                AnyWriter::Text(text::TextWriter::new(TextFormat::Csv(options), schema, file)?)
            }
            Format::JsonLines => {
                AnyWriter::Text(text::TextWriter::new(TextFormat::JsonLines, schema, file)?)
            }
        }))
    }

    /// Begins to encode rows that belong together.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot encode rows of the schema.
    pub fn begin(&self) -> io::Result<Encoding> {
        Ok(Encoding(match &self.0 {
            AnyWriter::Text(writer) => AnyRows::Text(writer.begin()),
            AnyWriter::Arrow(writer) => AnyRows::Arrow(writer.begin()),
            #[cfg(feature = "parquet")]
            AnyWriter::Parquet(writer) => AnyRows::Parquet(writer.begin()?),
        }))
    }

    /// Appends rows that this writer has begun.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be encoded, or the file cannot be written.
    pub fn append(&mut self, rows: Encoding) -> io::Result<()> {
        match (&mut self.0, rows.0) {
            (AnyWriter::Text(writer), AnyRows::Text(rows)) => writer.append(rows),
            (AnyWriter::Arrow(writer), AnyRows::Arrow(rows)) => writer.append(rows),
            #[cfg(feature = "parquet")]
            (AnyWriter::Parquet(writer), AnyRows::Parquet(rows)) => writer.append(rows),
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            AnyWriter::Text(writer) => writer.finish(),
            AnyWriter::Arrow(writer) => writer.finish(),
            #[cfg(feature = "parquet")]
            AnyWriter::Parquet(writer) => writer.finish(),
        }
    }
}

/// How rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteOptions {
    /// Texts in CSV files that a spreadsheet would take for a formula, because they begin with `=`,
    /// `+`, `-`, `@`, a tab or a carriage return, are preceded by an apostrophe.
    pub excel_safe: bool,
}

/// Returns an error of Arrow's crates as one of a file.
pub(crate) fn invalid(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}

/// The error of a format whose library makes wrong files on a CPU.
#[cfg(any(target_endian = "big", target_arch = "x86"))]
fn unsuitable(format: Format, cpu: &str) -> io::Error {
    let name = format.name();
    let message =
        format!("{name} files cannot be written on {cpu} (expected the format csv or jsonl)");
    io::Error::new(io::ErrorKind::Unsupported, message)
}

#[cfg(not(feature = "parquet"))]
fn missing<T>(format: Format) -> io::Result<T> {
    let name = format.name();
    let message = format!(
        "this build cannot write {name} files (expected the format arrow, csv or jsonl, or the \
         feature {name} of setwise-tables)"
    );
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}
