//! Works on every line of a file, and reports the wrong ones.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use crate::position_lines::{Fault, TextLine, TextLines};
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Failure, Verdict};

/// The reason why a line has no result.
pub(crate) enum LineError {
    /// The text of the line is wrong. The other lines are used.
    Fault(Fault),
    /// The run has to end, unless it is [`Failure::Input`], which is a fault of the line.
    Failure(Failure),
}

impl From<Fault> for LineError {
    fn from(fault: Fault) -> LineError {
        LineError::Fault(fault)
    }
}

impl From<Failure> for LineError {
    fn from(failure: Failure) -> LineError {
        LineError::Failure(failure)
    }
}

/// Calls a function with the number and the text of each line of a file; `-` is standard input.
/// Empty lines and comments are left out. Prints an error of a line to standard error and
/// continues.
///
/// Flushes the output before it waits for input, so that another program can wait for each result.
///
/// Returns [`Verdict::Wrong`] if a line was wrong or had this verdict.
pub(crate) fn for_each<W: Write>(
    path: &Path,
    out: &mut W,
    mut each: impl FnMut(&mut W, u64, &str) -> Result<Verdict, LineError>,
) -> Exit {
    let mut lines = TextLines::open(path, None)?;
    let (mut worst, mut is_empty) = (Verdict::Right, true);
    loop {
        if !lines.has_next() {
            out.flush()?;
        }
        let line = match lines.next() {
            Ok(None) if is_empty => return Err(lines.no_position()),
            Ok(None) => return Ok(worst),
            Ok(Some(line)) => line,
            Err(Failure::Interrupted) => return Ok(Verdict::Stopped),
            Err(failure) => return Err(failure),
        };
        is_empty = false;
        let TextLine { number, text } = line;
        let result = match text {
            Ok(text) => each(out, number, &text),
            Err(fault) => Err(fault.into()),
        };
        let place = format!("{}:{number}", lines.name);
        let error = match result {
            Ok(Verdict::Right) => continue,
            Ok(Verdict::Stopped) => return Ok(Verdict::Stopped),
            Ok(_) => {
                worst = Verdict::Wrong;
                continue;
            }
            Err(LineError::Fault(Fault { column, message })) => {
                format!("{place}:{column}: {message}")
            }
            Err(LineError::Failure(Failure::Input(message))) => format!("{place}: {message}"),
            Err(LineError::Failure(failure)) => return Err(failure),
        };
        worst = Verdict::Wrong;
        print_wrong(error);
    }
}

/// Writes a JSON object on one line, with the number of the input line if there is one.
pub(crate) fn write_json(
    out: &mut impl Write,
    mut object: Value,
    line: Option<u64>,
) -> io::Result<()> {
    if let Some(line) = line {
        object["line"] = line.into();
    }
    writeln!(out, "{object}")
}
