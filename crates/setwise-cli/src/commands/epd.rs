//! `setwise epd`: checks EPD files and lists their positions.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use setwise::Position;
use setwise::notation::epd::{Epd, Operand, Operation, Value};
use setwise::notation::fen::Form;
use setwise::notation::san::SanOptions;

use crate::input_file;
use crate::interruption::Interruption;
use crate::position_lines::{self, Fault, TextLine, TextLines};
use crate::progress::Progress;
use crate::standard_error::{print_line, print_wrong};
use crate::verdict::{Exit, Failure, Verdict, read_each, verdict_on_files};

/// Check EPD files and list their positions
///
/// Each line is a position in four fields, followed by operations, as in `6k1/5ppp/8/8/8/8/8/R3K3 w
/// Q - bm Ra8#; id "back rank";`. The opcodes of the PGN standard must have operands of the right
/// type, and their moves must be legal and in standard algebraic notation (SAN). A line can also be
/// a FEN; its counters become the operations hmvc and fmvn if they are not 0 and 1. Empty lines and
/// lines that begin with # are ignored. Files may be compressed with gzip, bzip2 or
/// Zstandard.
///
/// Prints each position and its operations in the standard form to standard output, which is a
/// valid EPD file. Prints an error as `FILE:LINE:COLUMN: message` to standard error, and last `N
/// good, M wrong`. Columns count characters.
///
/// Exit status: 0 if all lines are good; 1 if a line is wrong; 2 if a file cannot be read.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise epd suite.epd
  setwise epd --lenient *.epd > all.epd
  setwise epd suite.epd.gz --json
  setwise epd - < positions.fen")]
pub(crate) struct Args {
    /// The EPD files; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Also accept common deviations: a missing last semicolon, empty operations, \" in strings (read
    /// as '); and from standard SAN: 0-0, Ng1f3, e8Q, missing or wrong + # x, and the suffixes ! and ?
    #[arg(long)]
    lenient: bool,

    /// Print one JSON object for each position, on one line
    #[arg(long)]
    json: bool,
}

/// Checks and lists every line of every file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let mut list = List {
        lenient: args.lenient,
        json: args.json,
        progress: Progress::of_bytes(input_file::bytes(&args.files)),
        good: 0,
        wrong: 0,
    };
    let errors = read_each(&args.files, |path| list.file(path, out))?;
    let List { progress, good, wrong, .. } = list;
    drop(progress);
    // Flushed so that a terminal shows the positions before the sum.
    out.flush()?;
    print_line(format_args!("{good} good, {wrong} wrong"));
    match Interruption::current().has_come() {
        true => Ok(Verdict::Stopped),
        false => verdict_on_files(&errors, wrong > 0),
    }
}

/// The settings of a list, and the numbers of its lines so far.
struct List {
    lenient: bool,
    json: bool,
    progress: Progress,
    good: u64,
    wrong: u64,
}

impl List {
    fn file(&mut self, path: &Path, out: &mut impl Write) -> Result<(), Failure> {
        let mut lines = TextLines::open(path, Some(&self.progress))?;
        while let Some(TextLine { number, text }) = lines.next()? {
            match text.and_then(|text| read(&text, self.lenient)) {
                Ok(epd) => {
                    self.good += 1;
                    if self.json {
                        let mut object = as_json(&epd);
                        object["file"] = lines.name.as_str().into();
                        object["line"] = number.into();
                        writeln!(out, "{object}")?;
                    } else {
                        writeln!(out, "{epd}")?;
                    }
                }
                Err(Fault { column, message }) => {
                    self.wrong += 1;
                    let place = format!("{}:{number}:{column}", lines.name);
                    self.progress.aside(|| print_wrong(format_args!("{place}: {message}")));
                }
            }
        }
        Ok(())
    }
}

/// Parses a line: an EPD, or a FEN, which may be followed by operations.
fn read(text: &str, lenient: bool) -> Result<Epd, Fault> {
    let (before, counters, _) = position_lines::split(text);
    if counters.trim().is_empty() {
        return parse(text, lenient);
    }
    let fault = |message: String| Fault { column: 1, message };
    let fen = &text[..before.len() + counters.len()];
    let position = Position::parse_fen_form(fen, Form::Lenient).map_err(|error| Fault {
        column: fen[..error.at].chars().count() + 1,
        message: error.to_string(),
    })?;
    // Spaces in the place of the counters keep the columns of errors.
    let spaces = " ".repeat(counters.len());
    let mut epd = parse(&format!("{before}{spaces}{}", &text[fen.len()..]), lenient)?;
    let counters =
        [("hmvc", position.halfmoves().into(), 0), ("fmvn", position.fullmoves().into(), 1)];
    for (opcode, counter, default) in counters {
        if counter != default && epd.get(opcode).is_none() {
            let with = epd.with(opcode, Value::Integer(counter));
            epd = with.map_err(|error| fault(error.to_string()))?;
        }
    }
    Ok(epd)
}

fn parse(text: &str, lenient: bool) -> Result<Epd, Fault> {
    let read = if lenient { Epd::parse_with(text, SanOptions::LENIENT) } else { Epd::parse(text) };
    read.map_err(|error| Fault { column: error.column, message: error.message().to_string() })
}

fn as_json(epd: &Epd) -> Json {
    let each = |operation: &Operation| {
        let operands = operands(operation.value(), *epd.position());
        json!({ "opcode": operation.opcode(), "operands": operands })
    };
    let operations: Vec<Json> = epd.operations().iter().map(each).collect();
    json!({ "fen": epd.position().to_string(), "operations": operations })
}

/// Returns the operands of an operation; moves are in SAN.
fn operands(value: &Value, mut position: Position) -> Vec<Json> {
    match value {
        Value::Moves(moves) => moves.iter().map(|&mv| position.san(mv).as_str().into()).collect(),
        Value::Line(moves) => {
            let each = |&mv| {
                let san = position.san(mv).as_str().into();
                position = position.play_unchecked(mv);
                san
            };
            moves.iter().map(each).collect()
        }
        Value::Integer(number) => vec![(*number).into()],
        Value::Text(text) => vec![text.as_str().into()],
        Value::Operands(operands) => {
            let each = |operand: &Operand| match operand {
                Operand::Integer(number) => (*number).into(),
                Operand::Text(text) | Operand::Symbol(text) => text.as_str().into(),
                _ => Json::Null, // there is no other kind of operand
            };
            operands.iter().map(each).collect()
        }
        _ => vec![], // only Value::Nothing is left
    }
}
