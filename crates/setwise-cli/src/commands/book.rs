//! `setwise book`: lists the moves of an opening book for a position.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use setwise::book::{Book, BookError, BookMove};

use crate::input_file;
use crate::options::{CastlingOption, PositionOptions};
use crate::progress::Progress;
use crate::verdict::{Failure, Verdict};

/// List the moves of an opening book for a position
///
/// The book is a file in the Polyglot format. Each output line has a move in SAN, the same move in
/// UCI notation, its weight in the book, and its share of the weights of all moves of the position.
/// The move with the largest weight comes first.
///
/// The command uses a binary search and does not read the whole file, so it does not detect all
/// errors; --check reads and checks every entry.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise book gm2001.bin
  setwise book gm2001.bin --moves \"e2e4 c7c5\" --json
  setwise book gm2001.bin --check")]
pub(crate) struct Args {
    /// The book file, usually with the extension .bin
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// Check that all entries are sorted by key, and print their number, instead of listing moves
    #[arg(long, conflicts_with_all = ["words", "moves", "chess960"])]
    check: bool,

    /// Print one JSON object; it also has the learn field of each entry
    #[arg(long)]
    json: bool,
}

/// Prints the moves, or checks the book.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let name = args.file.display();
    let failure = |error: BookError| match error {
        BookError::Io(error) => Failure::Run(format!("{name}: {error}")),
        error => Failure::Input(format!("{name}: {error}")),
    };
    let file = input_file::open(&args.file).map_err(|error| failure(error.into()))?;
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
) -> Result<Verdict, Failure> {
    let progress = Progress::new(book.len(), "entries");
    let (mut entries, mut positions, mut last) = (0_u64, 0_u64, None);
    for entry in book.entries().map_err(&failure)? {
        let key = entry.map_err(&failure)?.key;
        positions += u64::from(last != Some(key));
        (entries, last) = (entries + 1, Some(key));
        progress.advance(1);
    }
    drop(progress);
    if args.json {
        writeln!(out, "{}", json!({ "entries": entries, "positions": positions }))?;
    } else {
        writeln!(out, "{entries} entries of {positions} positions, sorted")?;
    }
    Ok(Verdict::Right)
}

fn list(
    args: &Args,
    book: &mut Book<File>,
    out: &mut impl Write,
    failure: impl Fn(BookError) -> Failure,
) -> Result<Verdict, Failure> {
    let position = args.position.read()?;
    let castling = args.castling.form(&position);
    let found = book.moves(&position).and_then(|moves| moves.collect::<Result<Vec<_>, _>>());
    let mut moves: Vec<BookMove> = found.map_err(failure)?;
    moves.sort_by_key(|found| (std::cmp::Reverse(found.weight), found.mv));
    let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    // If all weights are 0, every share is 0.
    let percent = |found: &BookMove| 100.0 * f64::from(found.weight) / sum.max(1) as f64;
    if args.json {
        let each = |found: &BookMove| {
            json!({
                "san": position.san(found.mv).as_str(),
                "uci": found.mv.uci(castling).to_string(),
                "weight": found.weight,
                "percent": percent(found),
                "learn": found.learn,
            })
        };
        let moves: Vec<_> = moves.iter().map(each).collect();
        let key = format!("{:016x}", position.polyglot_key());
        let listed = json!({ "fen": position.to_string(), "polyglot_key": key, "moves": moves });
        writeln!(out, "{listed}")?;
    } else if moves.is_empty() {
        writeln!(out, "no moves for this position")?;
    } else {
        for found in &moves {
            let (san, uci) = (position.san(found.mv), found.mv.uci(castling).to_string());
            writeln!(out, "{san:8} {uci:5} {:5} {:5.1} %", found.weight, percent(found))?;
        }
    }
    Ok(Verdict::Right)
}
