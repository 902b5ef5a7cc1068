//! Tables as text and as training data: a file for each, or one on a stream.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use setwise_files::{CreatedDirectories, WholeFile};
use setwise_jobs::kind::Interruption;
use setwise_pgn::files::Inputs;

use super::collector::TablesCollector;
use super::job::Outcome;
use super::made::{at, create};
use super::options::{ExportOptions, ExportedFile};
use super::repeated::Repeats;
use super::sink::TablesSink;
use super::write::TableSink;
use crate::read::{ReadOptions, read, unread};

/// Reads games and writes tables of them in a format of [whole files](super::Format::is_whole): a file
/// for each table, with the rows in the order of the games. [`job::export`](crate::export::job::export())
/// writes Parquet and Arrow files.
///
/// A file has its name only when it is whole and on disk; before, its name ends with `.partial`.
/// Training data without a row is not written: then a file of that name stays as it was.
///
/// # Errors
///
/// Returns an error if a file exists and may not be replaced, if it cannot be written, if the format
/// has parts, if the options are wrong, or after an interruption; then empty directories that
/// it made are removed. An input that cannot be read to its end is no error: it is part of the
/// result.
///
/// # Examples
///
/// ```
/// use setwise_jobs::kind::Interruption;
/// use setwise_tables::{ExportOptions, Format, Inputs, Tables, export_files};
///
/// let to = std::env::temp_dir().join(format!("setwise-tables-{}", std::process::id()));
/// let tables = Tables { games: Some(Default::default()), ..Tables::default() };
/// let options = ExportOptions::new(&to, tables, Format::Csv);
/// let games = Inputs::find(["../setwise-pgn/examples/games.pgn"])?;
/// let exported = export_files(&games, &Default::default(), &options, Interruption::NEVER)?;
/// assert_eq!(exported.summary.games, 3);
/// # std::fs::remove_dir_all(&to)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_files(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
) -> io::Result<Outcome> {
    let path = |table| options.directory.join(options.format.file_name(table));
    write_files(inputs, read, options, interruption, options.tables.made().map(path))
}

/// Reads games and writes one table of them as [`export_files`] does, to a file of any name. The
/// directory of the options does not matter.
///
/// # Errors
///
/// Returns an error if the options have two tables or none, and as [`export_files`] does.
pub fn export_file(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
    path: &Path,
) -> io::Result<Outcome> {
    options.check_one_table()?;
    write_files(inputs, read, options, interruption, [path.to_owned()].into_iter())
}

fn write_files(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
    paths: impl Iterator<Item = PathBuf>,
) -> io::Result<Outcome> {
    options.check_whole()?;
    let (mut directories, mut files) = (Vec::new(), Vec::<WholeFile>::new());
    for path in paths {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        directories.push(CreatedDirectories::create(folder).map_err(|error| at(folder, error))?);
        files.push(create(&path, options.replaces)?);
    }
    let sinks = files.iter_mut().map(|file| (file.path().to_owned(), Box::new(file) as _));
    let (mut exported, rows) = write_tables(inputs, read, options, interruption, sinks)?;
    for (file, rows) in files.into_iter().zip(rows) {
        if rows == 0 && options.format.is_training() {
            continue;
        }
        let path = file.path().to_owned();
        let size = file.publish(&|_| ()).map_err(|error| at(&path, error))?;
        exported.files.push(ExportedFile { path, rows, size });
    }
    if !exported.files.is_empty() {
        directories.into_iter().for_each(CreatedDirectories::keep);
    }
    Ok(exported)
}

/// Reads games and writes one table of them as [`export_files`] does, to a sink, which is flushed.
/// The result has no file.
///
/// # Errors
///
/// Returns an error if the options have two tables or none, and as [`export_files`] does.
pub fn export_to(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    interruption: Interruption<'_>,
    out: &mut (dyn Write + Send),
) -> io::Result<Outcome> {
    options.check_one_table()?;
    options.check_whole()?;
    let sink: TableSink<'_> = Box::new(BufWriter::with_capacity(1 << 16, out));
    let sinks = [(PathBuf::from("-"), sink)].into_iter();
    Ok(write_tables(inputs, read, options, interruption, sinks)?.0)
}

/// Writes tables to sinks; returns the numbers of their rows.
fn write_tables<'o>(
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
