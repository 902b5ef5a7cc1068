//! Tables as text: a file for each, or one on a stream.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use setwise_files::WholeFile;
use setwise_jobs::kind::Interruption;
use setwise_pgn::files::Inputs;

use super::collector::{Table, TablesCollector};
use super::job::Outcome;
use super::made::{CreatedDirectory, at, create};
use super::options::{ExportOptions, ExportedFile, wrong};
use super::repeated::Repeats;
use super::sink::TablesSink;
use super::write::TableSink;
use crate::read::{ReadOptions, read, unread};

/// Reads games and writes tables of them in a text format: a file for each table, with the rows in
/// the order of the games. [`job::export`](crate::export::job::export()) writes Parquet and Arrow files.
///
/// A file has its name only when it is whole and on disk; before, its name ends with `.partial`.
///
/// # Errors
///
/// Returns an error if a file exists and may not be replaced, if it cannot be written, if the format
/// is none of text, if the options are wrong, or after an interruption; then empty directories that
/// it made are removed. An input that cannot be read to its end is no error: it is part of the
/// result.
///
/// # Examples
///
/// ```
/// use setwise_jobs::kind::Interruption;
/// use setwise_tables::{ExportOptions, Format, Inputs, Tables, export_text};
///
/// let to = std::env::temp_dir().join(format!("setwise-tables-{}", std::process::id()));
/// let tables = Tables { games: Some(Default::default()), ..Tables::default() };
/// let options = ExportOptions::new(&to, tables, Format::Csv);
/// let games = Inputs::find(["../setwise-pgn/examples/games.pgn"])?;
/// let exported = export_text(&games, &Default::default(), &options, Interruption::NEVER)?;
/// assert_eq!(exported.summary.games, 3);
/// # std::fs::remove_dir_all(&to)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_text(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
) -> io::Result<Outcome> {
    options.check_text()?;
    let directory = CreatedDirectory::create(&options.directory)?;
    let create = |table: Table| {
        let name = format!("{}.{}", table.name(), options.format.name());
        create(&options.directory.join(name), options.replaces)
    };
    let mut files: Vec<WholeFile> = options.tables.made().map(create).collect::<io::Result<_>>()?;
    let sinks = files.iter_mut().map(|file| (file.path().to_owned(), Box::new(file) as _));
    let (mut exported, rows) = write_text(inputs, read, options, interruption, sinks)?;
    for (file, rows) in files.into_iter().zip(rows) {
        let path = file.path().to_owned();
        let size = file.publish(&|_| ()).map_err(|error| at(&path, error))?;
        exported.files.push(ExportedFile { path, rows, size });
    }
    directory.keep();
    Ok(exported)
}

/// Reads games and writes one table of them as [`export_text`] does, to a sink, which is flushed.
/// The result has no file.
///
/// # Errors
///
/// Returns an error if the options have two tables or none, and as [`export_text`] does.
pub fn export_text_to(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
    out: &mut (dyn Write + Send),
) -> io::Result<Outcome> {
    options.check_text()?;
    if options.tables.made().count() != 1 {
        return Err(wrong("a stream has the rows of one table (expected one)"));
    }
    let sink: TableSink<'_> = Box::new(BufWriter::with_capacity(1 << 16, out));
    let sinks = [(PathBuf::from("-"), sink)].into_iter();
    Ok(write_text(inputs, read, options, interruption, sinks)?.0)
}

/// Writes tables to sinks; returns the numbers of their rows.
fn write_text<'o>(
    inputs: &Inputs,
    read_options: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
    sinks: impl Iterator<Item = (PathBuf, TableSink<'o>)>,
) -> io::Result<(Outcome, Vec<u64>)> {
    let ExportOptions { tables, selection, format, write, .. } = options;
    let (mut seen, mut repeats) = (HashSet::new(), Repeats::new(options.unique_games));
    let mut sink = TablesSink::new().with_repeats(&mut repeats);
    for (table, file) in tables.made().zip(sinks) {
        sink.add_table(tables, table, (*format, *write), file, read_options.threads.get())?;
    }
    if options.unique_positions {
        sink = sink.with_unique_positions(&mut seen);
    }
    let collector = TablesCollector::new(inputs, tables.clone(), selection.clone());
    let read = read(inputs, read_options, &collector, |part, workers| {
        interruption.check().map_err(io::Error::from)?;
        sink.push(part, workers).map_err(io::Error::from)
    })?;
    let summary = std::mem::take(&mut sink.summary);
    let rows = sink.finish()?;
    let (repeated, leaves_out) = (repeats.repeated(), options.unique_games);
    let (files, damaged) = (Vec::new(), unread(inputs, &read));
    Ok((Outcome { summary, repeated, leaves_out, files, damaged }, rows))
}
