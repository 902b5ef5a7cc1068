//! `setwise book`: list what an opening book has for a position.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use setwise::book::{Book, BookError, BookMove};

use crate::input_file;
use crate::options::{CastlingOption, PositionOptions};
use crate::progress::Progress;
use crate::verdict::{Failure, Verdict};

/// List what an opening book has for a position
///
/// The book is a file in the Polyglot format. Prints a move a line, the heaviest first: in SAN, in
/// the words of the UCI protocol, its weight, and its share of all weights of the position. The
/// file is searched and not read whole, so that errors elsewhere in it go unseen; --check reads all
/// of it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise book gm2001.bin
  setwise book gm2001.bin --moves \"e2e4 c7c5\" --json
  setwise book gm2001.bin --check")]
pub(crate) struct Args {
    /// The book
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// Read the whole book, check that its entries are sorted, and count them
    #[arg(long, conflicts_with_all = ["words", "moves", "chess960"])]
    check: bool,

    /// Print one JSON object, with what the book has learnt too
    #[arg(long)]
    json: bool,
}

/// Prints the moves, or checks the book.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let name = args.file.display();
    let wrong = |error: BookError| match error {
        BookError::Io(error) => Failure::Run(format!("{name}: {error}")),
        error => Failure::Input(format!("{name}: {error}")),
    };
    let file = input_file::open(&args.file).map_err(|error| wrong(error.into()))?;
    let mut book = Book::new(file).map_err(wrong)?;
    if args.check { check(args, &mut book, out, wrong) } else { list(args, &mut book, out, wrong) }
}

fn check(
    args: &Args,
    book: &mut Book<File>,
    out: &mut impl Write,
    wrong: impl Fn(BookError) -> Failure,
) -> Result<Verdict, Failure> {
    let progress = Progress::new(book.len(), "entries");
    let (mut entries, mut positions, mut last) = (0_u64, 0_u64, None);
    for entry in book.entries().map_err(&wrong)? {
        let key = entry.map_err(&wrong)?.key;
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
    wrong: impl Fn(BookError) -> Failure,
) -> Result<Verdict, Failure> {
    let position = args.position.read()?;
    let castling = args.castling.form(&position);
    let found = book.moves(&position).and_then(|moves| moves.collect::<Result<Vec<_>, _>>());
    let mut moves: Vec<BookMove> = found.map_err(wrong)?;
    moves.sort_by_key(|found| (std::cmp::Reverse(found.weight), found.mv));
    let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    // Without any weight all have none.
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
