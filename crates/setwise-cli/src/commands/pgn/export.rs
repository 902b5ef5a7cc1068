//! `setwise pgn export`: writes tables of games and positions, and training data.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use setwise_jobs::Error;
use setwise_jobs::number::{PART_BYTES, PART_MB, PLY, SHARE, parser};
use setwise_sets::Definitions;
use setwise_tables::job::{self, Outcome};
use setwise_tables::{
    ComputedColumnError, ComputedColumns, ExportOptions, ExportedFile, Format, Inputs,
    PositionSelection, Repeated, Summary, Tables, TrainingCounts, WriteOptions, export_files,
    export_to,
};

use super::super::find::at_option;
use super::selection::{SelectedGames, verdict};
use crate::counted::counted;
use crate::options::named;
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Failure, Verdict};

/// Write tables of games and of positions, and training data of NNUE trainers
///
/// Parquet and Arrow files are a data set: DIR/games/part-00000.parquet and so on, which DuckDB and
/// polars read as one table, and DIR/_setwise.json, written last, lists them. DIR must be empty.
/// The formats of text, csv and jsonl, are a file of the table's name in the directory; --to - writes
/// one table to standard output.
///
/// Every game is a row of the table of games; a game that cannot be read has its error there, and its
/// moves up to the error. The rows are in the order of the games, for any number of threads. The
/// documentation of the crate setwise-tables describes all columns.
///
/// A game has an error if its moves cannot be read to its end, as for an illegal move. `setwise pgn
/// check` finds more: it also reads the variations, and a result that is missing or differs from
/// the tag Result is an error there.
///
/// The formats bulletformat, plain and viriformat are training data: positions.bulletformat,
/// positions.plain or games.viriformat, made of the columns of the table of that name. They need games
/// with results and with evaluations in comments. Positions that lack one are left out, and counted;
/// games with errors are left out. A file without a position is not written.
///
/// `setwise job run DIR` continues an export to a data set that was stopped, and `setwise pgn plan`
/// adds games to one, or plans an export that several machines share.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn export games.pgn --to tables --format csv --excel-safe
  setwise pgn export games.pgn --to - --format jsonl
  setwise pgn export games/ --to tables --tables games,positions --min-ply 10
  setwise pgn export games.pgn --to tables --tables positions --column 'knights=attacks(N) & a'
  setwise pgn export games.pgn.zst --to tables --with clocks,evals --where \"WhiteElo >= 2000\"
  setwise pgn export games.pgn.zst --to training --format bulletformat --min-ply 16

Exit status:
  0  success
  1  a game has an error, no game has a tag of --where, or no position is training data; the files
     are written
  2  the command line is wrong, a file cannot be read or written, or the format cannot be written on
     this CPU
  130  stopped by Ctrl-C")]
pub(crate) struct Args {
    #[command(flatten)]
    tables: TablesArgs,

    /// Take each position only once; needs about 16 bytes of memory for each
    #[arg(long)]
    unique_positions: bool,

    /// Replace files that exist; only of text formats and training data
    #[arg(long)]
    force: bool,
}

/// The games, the tables to write, and how.
#[derive(clap::Args)]
pub(super) struct TablesArgs {
    #[command(flatten)]
    pub(super) games: SelectedGames,

    /// The directory of the files, created if it does not exist; for one table as text, - is
    /// standard output
    #[arg(long, value_name = "DIR")]
    to: PathBuf,

    /// The tables to write; without the option, games
    #[arg(long, value_name = "TABLES", value_delimiter = ',')]
    #[arg(value_parser = ["games", "positions"])]
    tables: Vec<String>,

    /// Columns that are written besides the usual ones
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = columns())]
    with: Vec<String>,

    /// Add a column to the table of positions: the value of an expression of setwise find at each
    /// position, as in --column mobility=moves; may be repeated
    #[arg(long, value_name = "NAME=EXPRESSION")]
    column: Vec<String>,

    /// Take positions after at least N moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parser(PLY))]
    min_ply: u32,

    /// Take positions after at most N moves
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    #[arg(value_parser = parser(PLY))]
    max_ply: u32,

    /// Take this share of the positions, from 0 to 1; by the column game_key and the ply
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = parser(SHARE))]
    sample_positions: f64,

    /// Leave out games that occurred before, by the column game_key; needs about 16 bytes of memory
    /// for each game
    #[arg(long)]
    unique_games: bool,

    /// Put an apostrophe before texts in CSV files that a spreadsheet would take for a formula
    #[arg(long)]
    excel_safe: bool,

    /// The least size of a part of a data set, in MiB of the input's file [default: 128]
    #[arg(long, value_name = "MIB")]
    #[arg(value_parser = parser(PART_MB), conflicts_with = "part_bytes")]
    part_size: Option<u64>,

    /// The same in bytes, for tests
    #[arg(long, value_name = "BYTES", hide = true, value_parser = parser(PART_BYTES))]
    part_bytes: Option<u64>,

    /// The format of the files
    #[arg(long, default_value = "parquet", value_parser = named(&Format::ALL, Format::name))]
    format: Format,
}

/// Returns the parser of an optional column.
fn columns() -> PossibleValuesParser {
    let columns = [
        ("clocks", "Clock times of games"),
        ("evals", "Evaluations of games"),
        ("depths", "Depths of the evaluations of games"),
        ("san", "Moves of games in standard notation"),
        ("fen", "FENs in place of packed positions"),
        ("uci", "Moves of positions in the notation of UCI"),
        ("clock_before", "Clock times of positions at the moment of their evaluation"),
        ("WhiteElo", "Ratings of White in the table of positions"),
        ("BlackElo", "Ratings of Black in the table of positions"),
        ("TimeControl", "Time controls in the table of positions"),
        ("Termination", "Reasons for the end of games in the table of positions"),
        ("Variant", "Variants in the table of positions"),
    ];
    columns.map(|(name, help)| PossibleValue::new(name).help(help)).into()
}

impl TablesArgs {
    /// Returns the options of an export.
    ///
    /// # Errors
    ///
    /// A condition of the selection is wrong, or this build cannot write the format.
    pub(super) fn options(&self) -> Result<ExportOptions, Failure> {
        let (selection, format) = (self.games.selection()?, self.format);
        format.check().map_err(|error| Failure::Run(error.to_string()))?;
        let (rows, is_default) = (self.rows(), self.tables.is_empty());
        let has = |table: &str| {
            self.tables.iter().any(|name| name == table) || is_default && table == "games"
        };
        let tables = if let Some(tables) = format.training_tables(rows) {
            self.refuse_columns(format)?;
            tables
        } else {
            let computed = computed(&self.column, &Definitions::standard())?;
            if !computed.is_empty() && !has("positions") {
                let message =
                    "--column is for the table of positions (expected --tables positions)";
                return Err(Failure::Run(message.to_owned()));
            }
            let games = has("games").then(|| self.with.clone().into());
            let positions = has("positions").then(|| self.with.clone().into());
            Tables { games, positions, rows, computed }
        };
        Ok(ExportOptions {
            selection,
            unique_games: self.unique_games,
            write: WriteOptions { excel_safe: self.excel_safe },
            ..ExportOptions::new(&self.to, tables, format)
        })
    }

    /// Returns the least size of a part in bytes.
    pub(super) fn part_bytes(&self) -> u64 {
        let bytes = self.part_bytes.or(self.part_size.map(|size| size << 20));
        bytes.unwrap_or(job::DEFAULT_PART_BYTES)
    }

    /// Returns the positions that are taken.
    fn rows(&self) -> PositionSelection {
        PositionSelection {
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            sample: self.sample_positions,
        }
    }

    /// Refuses options of columns, which training data does not have.
    fn refuse_columns(&self, format: Format) -> Result<(), Failure> {
        let given = [
            ("--tables", !self.tables.is_empty()),
            ("--with", !self.with.is_empty()),
            ("--column", !self.column.is_empty()),
            ("--excel-safe", self.excel_safe),
        ];
        let Some((option, _)) = given.into_iter().find(|option| option.1) else { return Ok(()) };
        let message =
            format!("{option} is for tables, which --format {} does not write", format.name());
        Err(Failure::Run(message))
    }
}

/// Parses the columns of --column.
pub(crate) fn computed(
    columns: &[String],
    definitions: &Definitions,
) -> Result<ComputedColumns, Failure> {
    let pairs = columns.iter().map(|column| {
        let expected = "expected NAME=EXPRESSION, such as mobility=moves";
        let wrong = || Failure::Run(format!("--column {column:?} ({expected})"));
        column.split_once('=').ok_or_else(wrong)
    });
    let pairs: Vec<(&str, &str)> = pairs.collect::<Result<_, _>>()?;
    let pairs = pairs.into_iter().map(|(name, text)| (name.trim(), text));
    ComputedColumns::parse(pairs, definitions).map_err(|error| match &error {
        ComputedColumnError::Expression(name, text, error) => {
            at_option(&format!("--column {name}"), text)(error.clone())
        }
        error => Failure::Run(format!("--column: {error}")),
    })
}

/// Returns the failure of tables that cannot be written.
pub(crate) fn not_written(error: &io::Error) -> Failure {
    let exists = error.kind() == ErrorKind::AlreadyExists;
    let hint = if exists { " (--force replaces it)" } else { "" };
    Failure::Run(format!("{error}{hint}"))
}

/// Writes the tables or the training data.
pub(crate) fn run(args: &Args, out: &mut (impl Write + Send)) -> Exit {
    let tables = &args.tables;
    let inputs = tables.games.inputs()?;
    let options = ExportOptions {
        unique_positions: args.unique_positions,
        replaces: args.force,
        ..tables.options()?
    };
    if tables.format.is_training() && tables.part_size.is_some() {
        let name = tables.format.name();
        let message = format!("--part-size is for parts, and --format {name} makes one file here");
        return Err(Failure::Run(message));
    }
    let is_stream = options.directory.as_os_str() == "-";
    let made = match tables.format.is_whole() {
        true => whole(tables, &inputs, &options, is_stream.then_some(&mut *out)),
        false => data_set(tables, &inputs, &options),
    };
    let Some(Outcome { summary, repeated, leaves_out, files, damaged }) = made? else {
        return Ok(Verdict::Stopped);
    };
    let wrong =
        if is_stream { summary.errors.values().sum() } else { print(&summary, &files, out)? };
    note_repeated(repeated, leaves_out);
    let missing = options.tables.computed.missing_tags();
    missing.iter().for_each(|tag| print_wrong(format_args!("--column: {tag}")));
    verdict(&options.selection, &damaged, wrong)
}

/// Writes a file for each table, or one table to a stream. Returns `None` if it was stopped.
fn whole(
    tables: &TablesArgs,
    inputs: &Inputs,
    options: &ExportOptions,
    stream: Option<&mut (dyn Write + Send)>,
) -> Result<Option<Outcome>, Failure> {
    let is_stream = stream.is_some();
    let exported = tables.games.read(inputs, |read, stop| match stream {
        Some(out) => export_to(inputs, read, options, stop, out),
        None => export_files(inputs, read, options, stop),
    });
    match exported {
        Ok(outcome) => Ok(Some(outcome)),
        Err(error) => match error.kind() {
            ErrorKind::Interrupted => Ok(None),
            ErrorKind::BrokenPipe if is_stream => Err(Failure::Output(error)),
            _ => Err(not_written(&error)),
        },
    }
}

/// Makes a data set. Returns `None` if it was stopped.
fn data_set(
    tables: &TablesArgs,
    inputs: &Inputs,
    options: &ExportOptions,
) -> Result<Option<Outcome>, Failure> {
    if options.directory.as_os_str() == "-" {
        let format = options.format.name();
        let message = format!("{format} files are a data set, which cannot be written to -");
        return Err(Failure::Run(message));
    }
    if options.replaces {
        let message = "--force is for text formats and training data: the directory of a data set \
                       must be empty";
        return Err(Failure::Run(message.to_owned()));
    }
    let part = tables.part_bytes();
    let made =
        tables.games.read(inputs, |read, stop| job::export(inputs, read, options, part, stop));
    match made {
        Ok(Ok(outcome)) => Ok(Some(outcome)),
        Ok(Err(failures)) => {
            let errors: Vec<String> = failures.iter().map(|it| it.error.to_string()).collect();
            Err(Failure::Run(errors.join("\n")))
        }
        Err(Error::Interrupted) => {
            let directory = &options.directory;
            // A stream has no size, and can be read only once.
            let is_continued = inputs.size() > 0 && !options.unique_positions;
            if is_continued && setwise_files::exists(&directory.join("job.json")).unwrap_or(false) {
                let directory = directory.display();
                print_wrong(format_args!(
                    "interrupted; `setwise job run {directory}` continues the export"
                ));
            }
            Ok(None)
        }
        Err(error) => Err(Failure::Run(error.to_string())),
    }
}

/// Prints the number of games that occur again, if there are any.
pub(crate) fn note_repeated(repeated: Repeated, are_left_out: bool) {
    let Repeated { games, is_estimate } = repeated;
    let about = if is_estimate { "about " } else { "" };
    let hint = if are_left_out { "left out" } else { "--unique-games leaves them out" };
    if games > 0 {
        print_wrong(format_args!("games that occurred before: {about}{games} ({hint})"));
    }
}

/// Prints what was exported; returns the number of games with errors, and 1 more if there is no training
/// data.
pub(crate) fn print(
    summary: &Summary,
    files: &[ExportedFile],
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    let wrong: u64 = summary.errors.values().sum();
    let (games, plies) = (counted(summary.games, "game"), counted(summary.plies, "ply"));
    writeln!(out, "{games}, {plies}, {wrong} with errors")?;
    for (name, count) in &summary.errors {
        writeln!(out, "  {count} {name}")?;
    }
    for file in files {
        print_file(file, out)?;
    }
    let Some(TrainingCounts { written, without_result, without_score, without_move }) =
        summary.training
    else {
        return Ok(wrong);
    };
    if written == 0 {
        writeln!(out, "no position is training data")?;
    }
    let left_out = [
        (without_result, "of games without a result"),
        (without_score, "without an evaluation"),
        (without_move, "without a move"),
    ];
    for (count, reason) in left_out.into_iter().filter(|&(count, _)| count > 0) {
        writeln!(out, "  left out: {} {reason}", counted(count, "position"))?;
    }
    Ok(wrong + u64::from(written == 0))
}

/// Prints a file that was written, and its size.
pub(crate) fn print_file(file: &ExportedFile, out: &mut dyn Write) -> io::Result<()> {
    let (path, rows) = (file.path.display(), counted(file.rows, "row"));
    writeln!(out, "{path}: {rows}, {} bytes", file.size)
}
