//! What is exported, and what was.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use setwise_jobs::number;

use super::collector::Tables;
use super::write::{Format, WriteOptions};
use crate::select::Selection;

fn is_false(value: &bool) -> bool {
    !value
}

/// What is written, and where.
///
/// The options of a job are stored in this form, without the directory and `replaces`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportOptions {
    /// The directory of the files, which is created if it does not exist.
    #[serde(skip)]
    pub directory: PathBuf,
    /// The tables; each is a file of its name in the directory.
    #[serde(flatten)]
    pub tables: Tables,
    /// The games that are taken.
    #[serde(flatten)]
    pub selection: Selection,
    /// Whether only the first row of each position is written to the table of positions. It takes
    /// about 16 bytes of memory for each different position.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unique_positions: bool,
    /// Whether games are left out whose [`Record::game_key`](crate::Record::game_key) an earlier game
    /// has. It takes about 16 bytes of memory for each different game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unique_games: bool,
    /// The format of the files.
    pub format: Format,
    /// How rows are written.
    #[serde(flatten)]
    pub write: WriteOptions,
    /// Whether files that exist are replaced; in a data set, the parts of an input that has changed.
    #[serde(skip)]
    pub replaces: bool,
}

impl ExportOptions {
    /// Returns the options that write the tables of all games.
    pub fn new(directory: impl Into<PathBuf>, tables: Tables, format: Format) -> ExportOptions {
        ExportOptions {
            directory: directory.into(),
            tables,
            selection: Selection::default(),
            unique_positions: false,
            unique_games: false,
            format,
            write: WriteOptions::default(),
            replaces: false,
        }
    }

    /// Checks that each column has its table, that the format has its tables, and the shares of games
    /// and positions.
    pub(crate) fn check(&self) -> io::Result<()> {
        self.format.check_tables(&self.tables, self.unique_positions).map_err(wrong)?;
        let Tables { positions, rows, computed, .. } = &self.tables;
        if positions.is_none() && !computed.is_empty() {
            return Err(wrong("computed columns are of the table of positions, which is not made"));
        }
        for share in [self.selection.sample(), rows.sample] {
            let error = |expected| wrong(format!("sample {share} ({expected})"));
            number::within(Some(share), &number::SHARE).map_err(error)?;
        }
        Ok(())
    }

    /// Checks that the format is one of whole files, besides [`ExportOptions::check`].
    pub(super) fn check_whole(&self) -> io::Result<()> {
        if !self.format.is_whole() {
            let name = self.format.name();
            let expected = "expected csv, jsonl or a format of training data";
            return Err(wrong(format!("{name} files are parts of a data set ({expected})")));
        }
        self.check()
    }

    /// Checks that one table is made.
    pub(super) fn check_one_table(&self) -> io::Result<()> {
        match self.tables.made().count() {
            1 => Ok(()),
            _ => Err(wrong("a stream or a named file has the rows of one table (expected one)")),
        }
    }
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes.
    pub size: u64,
}

pub(super) fn wrong(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message.into())
}
