//! Writing tables to files.

mod rows;
mod text;

pub(crate) use rows::TableRows;
pub(crate) use text::json_text;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::schema::{Batch, Schema};

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
            #[cfg(all(feature = "arrow", target_endian = "big"))]
            Format::Arrow => Err(unsuitable(self, "a big-endian CPU")),
            // The crate `flatbuffers` aligns words of 64 bits to 4 bytes there (as of 25.12), and
            // readers refuse that. The schema in a Parquet file is one of Arrow.
            #[cfg(all(feature = "parquet", target_arch = "x86"))]
            Format::Parquet => Err(unsuitable(self, "32-bit x86")),
            #[cfg(all(feature = "arrow", target_arch = "x86"))]
            Format::Arrow => Err(unsuitable(self, "32-bit x86")),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => missing(self),
            #[cfg(not(feature = "arrow"))]
            Format::Arrow => missing(self),
            _ => Ok(()),
        }
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

/// Rows that are encoded for a file.
pub enum Encoded {
    /// The bytes of the rows.
    Bytes(Vec<u8>),
    /// A row group.
    #[cfg(feature = "parquet")]
    RowGroup(crate::parquet::RowGroup),
    /// Record batches.
    #[cfg(feature = "arrow")]
    Batches(Vec<arrow_array::RecordBatch>),
}

/// Begins to encode rows; several threads may do so at the same time.
pub trait Encoder: Send + Sync {
    /// Begins to encode rows that belong together, such as a row group.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot encode rows of the schema.
    fn begin(&self) -> io::Result<Box<dyn Encoding>>;
}

/// Rows that are being encoded.
pub trait Encoding: Send {
    /// Adds rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be encoded.
    fn add(&mut self, batch: Batch) -> io::Result<()>;

    /// Returns the encoded rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be encoded.
    fn finish(self: Box<Self>) -> io::Result<Encoded>;
}

/// Where a table is written.
pub type TableSink<'w> = Box<dyn Write + Send + 'w>;

/// Writes a table to a file. The rows are encoded before, by an [`Encoder`].
pub trait TableWriter {
    /// Appends encoded rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    fn append(&mut self, encoded: Encoded) -> io::Result<()>;

    /// Appends all rows of another file of the same format and schema, without encoding them again.
    /// If `number` is given, that file lacks the first column, `number`, which counts from there.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or written.
    fn copy(&mut self, part: File, number: Option<u64>) -> io::Result<()>;

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Writes rows of text, which are copied as they are.
struct TextWriter<'w> {
    file: TableSink<'w>,
    is_csv: bool,
}

impl TextWriter<'_> {
    fn copy_lines(&mut self, part: &mut dyn BufRead, mut number: Option<u64>) -> io::Result<()> {
        let mut line = Vec::new();
        // A line break inside quotation marks does not end a row.
        let mut is_quoted = false;
        let mut is_header = self.is_csv;
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
                if self.is_csv {
                    write!(self.file, "{number},")?;
                } else {
                    write!(self.file, "{{\"number\":{number},")?;
                    rest = rest.strip_prefix(b"{").unwrap_or(rest);
                }
                *number += 1;
            }
            self.file.write_all(rest)?;
            if self.is_csv {
                is_quoted ^= line.iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
            }
        }
    }
}

impl TableWriter for TextWriter<'_> {
    fn append(&mut self, encoded: Encoded) -> io::Result<()> {
        match encoded {
            Encoded::Bytes(bytes) => self.file.write_all(&bytes),
            #[cfg(feature = "arrow")]
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn copy(&mut self, part: File, number: Option<u64>) -> io::Result<()> {
        self.copy_lines(&mut BufReader::with_capacity(1 << 16, part), number)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates the encoder and the writer of a table in a format.
///
/// # Errors
///
/// Returns an error if the file cannot be written, or the error of [`Format::check`].
pub fn writer<'w>(
    format: Format,
    schema: &Schema,
    mut file: TableSink<'w>,
    options: WriteOptions,
) -> io::Result<(Box<dyn Encoder>, Box<dyn TableWriter + 'w>)> {
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            format.check()?;
            let (encoder, writer) = crate::parquet::writer(schema, file)?;
            Ok((Box::new(encoder), Box::new(writer)))
        }
        #[cfg(feature = "arrow")]
        Format::Arrow => {
            format.check()?;
            let (encoder, writer) = crate::ipc::writer(schema, file)?;
            Ok((Box::new(encoder), Box::new(writer)))
        }
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => missing(format),
        #[cfg(not(feature = "arrow"))]
        Format::Arrow => missing(format),
        Format::Csv => {
            file.write_all(text::header(schema).as_bytes())?;
            Ok((Box::new(text::Csv(options)), Box::new(TextWriter { file, is_csv: true })))
        }
        Format::JsonLines => {
            Ok((Box::new(text::JsonLines), Box::new(TextWriter { file, is_csv: false })))
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

/// The error of a format whose library makes wrong files on a CPU.
#[cfg(all(feature = "arrow", any(target_endian = "big", target_arch = "x86")))]
fn unsuitable(format: Format, cpu: &str) -> io::Error {
    let name = format.name();
    let message =
        format!("{name} files cannot be written on {cpu} (expected the format csv or jsonl)");
    io::Error::new(io::ErrorKind::Unsupported, message)
}

#[cfg(not(all(feature = "arrow", feature = "parquet")))]
fn missing<T>(format: Format) -> io::Result<T> {
    let name = format.name();
    let message = format!(
        "this build cannot write {name} files (expected the format csv or jsonl). The command \
         of the Python package can (pip install ./python in a checkout), and so can a build with \
         all features (cargo install --path crates/setwise-cli --profile dist --features full)"
    );
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}
