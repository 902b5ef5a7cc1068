//! `setwise epd`: checks an EPD file and lists its positions.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use setwise::notation::epd::Epd;
use setwise::notation::san::SanOptions;

use crate::bounded_lines::{BYTE_ORDER_MARK, BoundedLines, LineFault};
use crate::input_file;
use crate::verdict::{Failure, Verdict, WRONG};

/// The longest line that is read, in bytes.
const LINE_LIMIT: u64 = 64 * 1024;

/// Check an EPD file and list its positions
///
/// Each line is a position in four fields, followed by operations, as in `6k1/5ppp/8/8/8/8/8/R3K3 w
/// Q - bm Ra8#; id "back rank";`. The opcodes of the PGN standard must have operands of the right
/// type, and their moves must be legal and in standard algebraic notation (SAN). Empty lines and
/// lines that begin with # are ignored.
///
/// For each line, prints the position and its operations in the standard form, or an error as
/// `FILE:LINE:COLUMN: message`. The last output line is `N good, M wrong`. Columns count
/// characters.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise epd suite.epd
  setwise epd --lenient suite.epd
  setwise epd - < suite.epd")]
pub(crate) struct Args {
    /// The EPD file; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Also accept common deviations from standard SAN: 0-0, Ng1f3, e8Q, missing or wrong + # x,
    /// and the suffixes ! and ?
    #[arg(long)]
    lenient: bool,
}

/// Checks and lists every line.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let options = if args.lenient { SanOptions::LENIENT } else { SanOptions::STRICT };
    let name = args.file.display().to_string();
    let failure = |error: io::Error| Failure::Run(format!("{name}: {error}"));
    let source = input_file::open_or_stdin(&args.file).map_err(failure)?;
    let mut lines = BoundedLines::new(BufReader::new(source), LINE_LIMIT);
    let (mut good, mut wrong) = (0_u64, 0_u64);
    for number in 1_u64.. {
        let Some(line) = lines.next().map_err(failure)? else { break };
        match read(line, number == 1, options) {
            Ok(None) => {}
            Ok(Some(epd)) => {
                good += 1;
                writeln!(out, "{epd}")?;
            }
            Err(Fault { column, message }) => {
                wrong += 1;
                writeln!(out, "{WRONG}{name}:{number}:{column}: {message}{WRONG:#}")?;
            }
        }
    }
    writeln!(out, "{good} good, {wrong} wrong")?;
    Ok(if wrong == 0 { Verdict::Right } else { Verdict::Wrong })
}

/// An error in a line, and its column in characters, from 1.
struct Fault {
    column: usize,
    message: String,
}

/// Parses a line; `None` for an empty line or a comment.
fn read(
    line: Result<String, LineFault>,
    is_first: bool,
    options: SanOptions,
) -> Result<Option<Epd>, Fault> {
    let line = line.map_err(|fault| Fault { column: 1, message: fault.to_string() })?;
    let text = if is_first { line.trim_start_matches(BYTE_ORDER_MARK) } else { &line };
    if text.trim().is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    match Epd::parse_with(text, options) {
        Ok(epd) => Ok(Some(epd)),
        Err(error) => Err(Fault { column: error.column, message: error.kind.to_string() }),
    }
}
