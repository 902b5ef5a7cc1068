//! Reads positions from lines of text: a FEN, an EPD or a well-known name on each line.
//!
//! Empty lines and lines that begin with `#` are ignored. A line of a perft suite, as in
//! `FEN ;D1 20`, is a position too.

use std::io::{BufReader, Read};
use std::path::Path;

use setwise::Position;
use setwise::notation::epd::Epd;
use setwise::notation::san::SanOptions;

use crate::bounded_lines::BoundedLines;
use crate::history::Parse;
use crate::input_file;
use crate::interruption::Interruption;
use crate::position;
use crate::progress::Progress;
use crate::verdict::Failure;

/// The longest line that is read, in bytes.
const LINE_LIMIT: u64 = 64 * 1024;

/// The opcodes by which, as by `c0` and `D1`, an operation without a semicolon is told from other
/// text.
const OPCODES: [&str; 14] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "sm"];

/// A file of lines, plain or compressed.
pub(crate) struct TextLines {
    /// The name for error messages.
    pub(crate) name: String,
    lines: BoundedLines<BufReader<Box<dyn Read + Send>>>,
    number: u64,
    interruption: Interruption,
}

/// A line of a [`TextLines`] that is neither empty nor a comment.
pub(crate) struct TextLine {
    /// The line number, from 1.
    pub(crate) number: u64,
    /// The text or an error message.
    pub(crate) text: Result<String, Fault>,
}

/// An error in a line, and its column in characters, from 1.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) column: usize,
    pub(crate) message: String,
}

impl TextLines {
    /// Starts to read a file; the name `-` is standard input. What is read advances the progress
    /// bar.
    pub(crate) fn open(path: &Path, progress: Option<&Progress>) -> Result<TextLines, Failure> {
        let name = path.display().to_string();
        match input_file::open_decompressed(path, progress) {
            Ok(source) => {
                let lines = BoundedLines::new(BufReader::new(source), LINE_LIMIT);
                let interruption = Interruption::current();
                Ok(TextLines { name, lines, number: 0, interruption })
            }
            Err(_) if Interruption::current().has_come() => Err(Failure::Interrupted),
            Err(error) => Err(Failure::Run(format!("{name}: {error}"))),
        }
    }

    /// Returns the next line that is neither empty nor a comment; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<TextLine>, Failure> {
        loop {
            let line = self.lines.next();
            if self.interruption.has_come() {
                return Err(Failure::Interrupted);
            }
            let line = line.map_err(|error| Failure::Run(format!("{}: {error}", self.name)))?;
            let Some(line) = line else { return Ok(None) };
            self.number += 1;
            let text = line.map_err(|fault| Fault { column: 1, message: fault.to_string() });
            let text = text.map(|mut text| {
                // Some files of EPD end each line with a zero byte.
                text.truncate(text.trim_end_matches('\0').len());
                text
            });
            let is_ignored = |text: &String| text.trim().is_empty() || text.starts_with('#');
            if !text.as_ref().is_ok_and(is_ignored) {
                return Ok(Some(TextLine { number: self.number, text }));
            }
        }
    }

    /// Returns whether the next line has been read already, so that [`TextLines::next`] does not
    /// wait for input.
    pub(crate) fn has_next(&self) -> bool {
        self.lines.has_next()
    }

    /// Returns the failure of an input without any position.
    pub(crate) fn no_position(&self) -> Failure {
        let name = if self.name == "-" { "standard input" } else { &self.name };
        Failure::Input(format!(
            "{name}: no position found (expected a FEN, an EPD or a well-known name on each line)"
        ))
    }
}

/// Parses a line as a position. The operations of an EPD are not checked, but its counters are
/// used. The last semicolon may be missing.
pub(crate) fn position(line: &str, parser: Parse) -> Result<Position, Fault> {
    let fen = position::well_known(line.trim()).unwrap_or(line);
    let (before, counters, after) = split(fen);
    let word = after.split_whitespace().next().unwrap_or_default();
    let is_opcode = match word.as_bytes() {
        [b'D' | b'c' | b'v', b'0'..=b'9'] => true,
        _ => OPCODES.contains(&word),
    };
    let has_operations = is_opcode || after.contains(';');
    // The counters of an EPD are operations.
    if has_operations
        && counters.trim().is_empty()
        && let Ok(epd) = Epd::parse_with(fen, SanOptions::LENIENT)
    {
        return Ok(*epd.position());
    }
    let fen = if has_operations { &fen[..before.len() + counters.len()] } else { fen };
    parser(fen).map_err(|error| Fault {
        column: fen[..error.at].chars().count() + 1,
        message: error.to_string(),
    })
}

/// Splits a line after the first four fields, and after the counters that may follow as in a FEN.
/// The rest has no white space at its ends.
pub(crate) fn split(line: &str) -> (&str, &str, &str) {
    let mut ends = Vec::new();
    let mut rest = line;
    for field in 0..6 {
        let trimmed = rest.trim_start();
        let length = trimmed.find(|c: char| c.is_whitespace() || c == ';' && field > 2);
        let (word, after) = trimmed.split_at(length.unwrap_or(trimmed.len()));
        let is_counter = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if field > 3 && !is_counter {
            break;
        }
        rest = after;
        ends.push(line.len() - rest.len());
    }
    let (before, counters) = (ends[3], ends[ends.len() - 1]);
    (&line[..before], &line[before..counters], line[counters..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn the_counters_are_found() {
        for (rest, counters, after) in [
            ("", "", ""),
            (" 3 10", " 3 10", ""),
            (" 3", " 3", ""),
            (" 3 bm e4;", " 3", "bm e4;"),
            (" 3 10 ;D1 5", " 3 10", ";D1 5"),
            (" 3 10;D1 5", " 3 10", ";D1 5"),
            (" bm e4; ", "", "bm e4;"),
            (" 3 10 11 ", " 3 10", "11"),
        ] {
            assert_eq!(split(&format!("{KINGS}{rest}")), (KINGS, counters, after), "{rest}");
        }
        for short in ["", " ", "a", " a  b", "é é"] {
            let (before, counters, after) = split(short);
            assert_eq!((before, counters, after), (short, "", ""));
        }
    }

    #[test]
    fn a_line_is_a_fen_or_an_epd_or_a_line_of_a_suite() {
        for (rest, counters) in [
            ("", " 0 1"),
            (" 3 10", " 3 10"),
            (" 3 10 ;D1 5", " 3 10"),
            (" ;D1 5 ;D2 25", " 0 1"),
            (" bm Ke2; id \"x y\";", " 0 1"),
            (" hmvc 3; fmvn 10;", " 3 10"),
            // Operations that are wrong are not errors here.
            (" bm Qe2;", " 0 1"),
            (" 3 10 bm Ke2;", " 3 10"),
            // The last semicolon is missing, or one is too many.
            (" bm Ke2", " 0 1"),
            (" 3 10 bm Qe2", " 3 10"),
            (" fmvn 10;; hmvc 3; id \"x \\\"y\\\"\"", " 3 10"),
            ("; hmvc 3", " 3 1"),
            (" hmvc 3", " 3 1"),
            (" c0 \"x \\\"y\\\" z\"", " 0 1"),
            (" D1 5", " 0 1"),
            (" 3 10 v9 \"x\"", " 3 10"),
        ] {
            let read = position(&format!(" {KINGS}{rest}"), history::checked).expect("a position");
            assert_eq!(read.to_string(), format!("{KINGS}{counters}"), "{rest}");
        }
        assert_eq!(position("startpos", history::checked), Ok(Position::INITIAL));
    }

    #[test]
    fn an_error_has_its_column() {
        for (line, column) in [
            ("4k3/8/8/8/8/8/8/4Kx2 w - -", 19),
            (" 4k3/8/8/8/8/8/8/4Ké2 w - -", 20),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", 31),
            ("4k3/8/8/8/8/8/8/4K3 w - - more", 27),
            ("4k3/8/8/8/8/8/8/4K3 w - - c", 27),
            ("4k3/8/8/8/8/8/8/4K3 w - - d1", 27),
            ("4k3/8/8/8/8/8/8/4K3 w - - c10", 27),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", 31),
            ("4k3/8/8/8/8/8/8/4K3 w -; bm Ke2;", 24),
            ("4k3/8/8/8/8/8/8/4K3 w - -x", 26),
            ("4k3/8/8/8/8/8/8/4K3 é - - bm Ke2;", 21),
        ] {
            let found = position(line, history::checked).map_err(|fault| fault.column);
            assert_eq!(found, Err(column), "{line}");
        }
    }
}
