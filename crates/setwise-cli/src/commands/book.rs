//! `setwise book`: lists the moves of an opening book for a position, or makes a book.

mod make;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::{Value, json};
use setwise::Position;
use setwise_book::{Book, BookError, BookMove};
use setwise_files::File;

use crate::counted::counted;
use crate::input_file;
use crate::options::{CastlingOption, PositionOptions};
use crate::progress::Progress;
use crate::standard_error::print_line;
use crate::verdict::{Exit, Failure, Verdict};

/// List the moves of an opening book for a position, or make a book
///
/// The book is a file in the Polyglot format. Each output line has a move in SAN, the same move in
/// UCI notation, its weight in the book, and its share of the weights of all moves of the position.
/// The move with the largest weight comes first.
///
/// If the book has no moves for the position, prints nothing to standard output, and the exit
/// status is 1. For a file or standard input as POSITION, empty lines separate the positions.
///
/// The command uses a binary search and does not read the whole file, so it does not detect all
/// errors; --check reads every entry. The moves of positions other than the initial one are not
/// known to be legal then, because the book has only the keys of positions. `setwise book make`
/// makes a book; a book file with the name make is ./make.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  setwise book gm2001.bin
  setwise book gm2001.bin --moves \"e2e4 c7c5\" --json
  setwise book gm2001.bin --check
  setwise book make games.pgn -o book.bin

Exit status:
  0  success
  1  the book has no move for the position, or the book, the position or a move is invalid
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    /// The book file, usually with the extension .bin
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// Check all entries, and print their number, instead of listing moves: they must be sorted by
    /// key, each must have a move, and the moves of the initial position must be legal
    #[arg(long, conflicts_with_all = ["words", "moves", "chess960"])]
    check: bool,

    /// Print a JSON object for each position, on one line; it also has the learn field of each
    /// entry
    #[arg(long)]
    json: bool,

    /// The subcommand to run instead of listing moves.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Args),
}

/// Prints the moves, or checks the book.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let path = match (&args.command, &args.file) {
        (Some(Command::Make(args)), _) => return make::run(args),
        (None, Some(path)) => path,
        (None, None) => return Err(Failure::Run("the book file is missing".to_owned())),
    };
    let name = path.display();
    let failure = |error: BookError| match error {
        BookError::Io(error) => Failure::Run(format!("{name}: {error}")),
        error => Failure::Input(format!("{name}: {error}")),
    };
    let file = input_file::open(path).map_err(|error| failure(error.into()))?;
    let mut book = Book::new(file).map_err(failure)?;
    if args.check {
        check(args, &mut book, out, failure)
    } else {
        list(args, &mut book, out, failure)
    }
}

fn check(
    args: &Args,
    book: &mut Book<File>,
    out: &mut impl Write,
    failure: impl Fn(BookError) -> Failure,
) -> Exit {
    let progress = Progress::new(book.len(), "entries");
    let (mut entries, mut positions, mut last) = (0_u64, 0_u64, None);
    for entry in book.entries().map_err(&failure)? {
        let entry = entry.map_err(&failure)?;
        if entry.uci().is_none() {
            return Err(failure(BookError::Move { entry: entries, bits: entry.bits }));
        }
        let key = entry.key;
        positions += u64::from(last != Some(key));
        (entries, last) = (entries + 1, Some(key));
        progress.advance(1);
    }
    drop(progress);
    find(book, &Position::INITIAL).map_err(&failure)?;
    if args.json {
        writeln!(out, "{}", json!({ "entries": entries, "positions": positions }))?;
    } else {
        let (entries, positions) = (counted(entries, "entry"), counted(positions, "position"));
        writeln!(out, "{entries} of {positions}, sorted")?;
    }
    Ok(Verdict::Right)
}

fn list(
    args: &Args,
    book: &mut Book<File>,
    out: &mut impl Write,
    failure: impl Fn(BookError) -> Failure,
) -> Exit {
    let mut is_first = true;
    args.position.for_each(out, |out, item| {
        let moves = find(book, &item.position).map_err(&failure)?;
        if args.json {
            item.write_json(out, args.as_json(&item.position, &moves))?;
        } else if moves.is_empty() {
            let line = item.line.map_or(String::new(), |line| format!("line {line}: "));
            print_line(format_args!("{line}the book has no moves for this position"));
        } else {
            if !is_first {
                writeln!(out)?;
            }
            args.write(&item.position, &moves, out)?;
            is_first = false;
        }
        Ok(if moves.is_empty() { Verdict::Wrong } else { Verdict::Right })
    })
}

/// Returns the moves of a position, the largest weight first.
fn find(book: &mut Book<File>, position: &Position) -> Result<Vec<BookMove>, BookError> {
    let mut moves: Vec<BookMove> = book.moves(position)?.collect::<Result<_, _>>()?;
    moves.sort_by_key(|found| (std::cmp::Reverse(found.weight), found.mv));
    Ok(moves)
}

/// Returns the share of a move, in percent.
fn percent(found: &BookMove, moves: &[BookMove]) -> f64 {
    let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    // If all weights are 0, every share is 0.
    100.0 * f64::from(found.weight) / sum.max(1) as f64
}

impl Args {
    fn as_json(&self, position: &Position, moves: &[BookMove]) -> Value {
        let castling = self.castling.form(position);
        let each = |found: &BookMove| {
            json!({
                "san": position.san(found.mv).as_str(),
                "uci": found.mv.uci(castling).to_string(),
                "weight": found.weight,
                "percent": percent(found, moves),
                "learn": found.learn,
            })
        };
        let listed: Vec<_> = moves.iter().map(each).collect();
        let key = format!("{:016x}", position.polyglot_key());
        json!({ "fen": position.to_string(), "polyglot_key": key, "moves": listed })
    }

    fn write(
        &self,
        position: &Position,
        moves: &[BookMove],
        out: &mut impl Write,
    ) -> io::Result<()> {
        let castling = self.castling.form(position);
        moves.iter().try_for_each(|found| {
            let (san, uci) = (position.san(found.mv), found.mv.uci(castling).to_string());
            writeln!(out, "{san:8} {uci:5} {:5} {:5.1} %", found.weight, percent(found, moves))
        })
    }
}
