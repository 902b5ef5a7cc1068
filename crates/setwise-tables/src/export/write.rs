//! Writing tables to files.

mod arrow;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
mod rows;
mod text;
pub(crate) mod training;

pub(crate) use rows::{TableRows, lock};
use text::TextFormat;
pub use training::TrainingCounts;

use std::io::{self, Write};
use std::str::FromStr;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use serde::{Deserialize, Serialize};

use super::collector::{Table, Tables};
use super::positions::PositionSelection;

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
    /// Training data of the trainer [bullet](https://github.com/jw1912/bulletformat), version 1.8 of the
    /// crate `bulletformat`: 32 bytes for each position.
    ///
    /// The board is turned so that the side to move is White: if Black moves, ranks are mirrored and
    /// colors swapped.
    ///
    /// | bytes | contents |
    /// |---|---|
    /// | 0–7 | the occupied squares, a1 in bit 0 |
    /// | 8–23 | a code of four bits for each piece in the order of the squares, low half first: 0–5 pawn to king, plus 8 for the side not to move |
    /// | 24–25 | the score for the side to move, in hundredths of a pawn |
    /// | 26 | the result for the side to move: 0 loss, 1 draw, 2 win |
    /// | 27 | the square of the king of the side to move |
    /// | 28 | the square of the other king, seen from its side: the square XOR 56 |
    /// | 29–31 | zeros |
    ///
    /// Numbers are little-endian. Castling rights, en passant and counters are not stored.
    Bulletformat,
    /// Training data of the engine Viridithas, version 3 of the crate
    /// [`viriformat`](https://github.com/cosmobobak/viriformat): whole games.
    ///
    /// A game is its first position, four bytes for each move, and four zeros.
    ///
    /// | bytes | contents |
    /// |---|---|
    /// | 0–7 | the occupied squares, a1 in bit 0 |
    /// | 8–23 | a code of four bits for each piece in the order of the squares, low half first: 0–5 pawn to king, 6 a rook with a castling right, plus 8 for Black |
    /// | 24 | the en passant square, or 64, plus 128 if Black is to move |
    /// | 25 | the halfmove clock |
    /// | 26–27 | the move number |
    /// | 28–29 | zeros |
    /// | 30 | the result: 0 Black won, 1 draw, 2 White won |
    /// | 31 | zero |
    ///
    /// A move is 16 bits: the origin in bits 0–5, the target in bits 6–11 (for castling, the rook's
    /// square), the role of a promotion in bits 12–13 (0 knight to 3 queen), and in bits 14–15 1 for en
    /// passant, 2 for castling, 3 for a promotion. After it come 16 bits: the score of the position
    /// before the move for White. Numbers are little-endian.
    ///
    /// The score of the first position is 0. Games with a null move, without a result, or without a
    /// score of another position in which a move is played are left out.
    Viriformat,
    /// Training data as text, as [Stockfish's
    /// tools](https://github.com/official-stockfish/nnue-pytorch/wiki/Training-datasets) read it: for
    /// each position the lines `fen`, `move` in the notation of UCI, `score` and `result` for the side
    /// to move, `ply`, and `e`. The ply follows the move number: 0 for White's first move, also in a
    /// game that begins later.
    ///
    /// Castling is written as the king's move (`e1g1`), and as king takes rook in Chess960. Positions
    /// without a move are left out.
    Plain,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Parquet,
        Format::Arrow,
        Format::Csv,
        Format::JsonLines,
        Format::Bulletformat,
        Format::Viriformat,
        Format::Plain,
    ];

    /// Returns whether the format is one of training data for evaluation networks. Such files are made
    /// of the columns of [`Format::training_tables`], and rows that lack what the format needs are left
    /// out and counted ([`TrainingCounts`]).
    ///
    /// The score of a position is the evaluation in the comment of the move before it, so these formats
    /// need games with evaluations and results. A mate in n moves is a score of 32,000 − n.
    pub const fn is_training(self) -> bool {
        matches!(self, Format::Bulletformat | Format::Viriformat | Format::Plain)
    }

    /// Returns the table that a format of training data is made of, with rows for some positions.
    pub fn training_tables(self, rows: PositionSelection) -> Option<Tables> {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let (games, positions) = match self {
            Format::Bulletformat => (None, Some(Vec::new().into())),
            Format::Plain => (None, Some(names(&["fen", "uci"]).into())),
            Format::Viriformat => (Some(names(&["evals"]).into()), None),
            _ => return None,
        };
        Some(Tables { games, positions, rows, ..Tables::default() })
    }

    /// Checks that a format of training data has its table; the error is a message.
    pub(crate) fn check_tables(
        self,
        tables: &Tables,
        unique_positions: bool,
    ) -> Result<(), String> {
        let Some(expected) = self.training_tables(tables.rows) else { return Ok(()) };
        let chooses = unique_positions || tables.rows != PositionSelection::default();
        let name = self.name();
        if *tables != expected {
            return Err(format!("{name} needs its own columns, and no others"));
        }
        if self == Format::Viriformat && chooses {
            return Err(format!("{name} has whole games, so no positions can be chosen"));
        }
        Ok(())
    }

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

    /// Returns whether a table may be one file, with its rows one after the other. A table in another
    /// format is a data set of parts.
    pub const fn is_whole(self) -> bool {
        !matches!(self, Format::Parquet | Format::Arrow)
    }

    /// Returns the name of the file of a table.
    pub(crate) fn file_name(self, table: Table) -> String {
        format!("{}.{}", table.name(), self.name())
    }

    /// Returns the name of the format, which is the end of the names of its files too.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
            Format::Csv => "csv",
            Format::JsonLines => "jsonl",
            Format::Bulletformat => "bulletformat",
            Format::Viriformat => "viriformat",
            Format::Plain => "plain",
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
            // A row is made at once.
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
            Format::Bulletformat | Format::Viriformat | Format::Plain => {
                AnyWriter::Text(text::TextWriter::new(TextFormat::Training(format), schema, file)?)
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
