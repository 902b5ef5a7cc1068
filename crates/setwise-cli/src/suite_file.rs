//! Reads perft suites: files of positions with known counts, line by line.
//!
//! There are two formats, detected by the first line: a `.perft` suite begins with `id`, `epd` or
//! `perft`, everything else is an EPD suite. In both formats, empty lines and lines that begin with
//! `#` are ignored. Positions may have four or six fields, and castling rights may be KQkq, X-FEN
//! or Shredder-FEN.

use std::path::Path;

use setwise::Position;
use setwise_jobs::number;
use setwise_perft::suite::{self, Count, CountError, PerftLine};

use crate::history;
use crate::position_lines::{TextLine, TextLines};
use crate::verdict::Failure;

/// The contents of a line of a suite.
pub(crate) struct Line {
    /// The line number, from 1.
    pub(crate) number: u64,
    /// The approximate length in bytes.
    pub(crate) length: u64,
    /// The counts to check. They belong to [`SuiteFile::position`].
    pub(crate) counts: Vec<Count>,
    /// The error messages of this line.
    pub(crate) faults: Vec<String>,
    /// The note of a position that cannot occur in a game.
    pub(crate) note: Option<String>,
}

/// A position with its text.
pub(crate) struct Named {
    /// The FEN as it is in the file.
    pub(crate) fen: String,
    /// The parsed position.
    pub(crate) position: Position,
}

/// The format of a suite.
#[derive(Clone, Copy)]
enum SuiteFormat {
    Epd,
    Perft,
}

/// A suite that is being read.
pub(crate) struct SuiteFile {
    lines: TextLines,
    format: Option<SuiteFormat>,
    position: Current,
}

/// The current position, to which counts belong.
enum Current {
    /// No position has been read yet.
    None,
    /// The last position could not be parsed.
    Invalid,
    Valid(Named),
}

impl SuiteFile {
    /// Opens a file, which may be compressed; the name `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<SuiteFile, Failure> {
        let lines = TextLines::open(path, None)?;
        Ok(SuiteFile { lines, format: None, position: Current::None })
    }

    /// Returns the position of the last line's counts; `None` if it could not be parsed.
    pub(crate) fn position(&self) -> Option<&Named> {
        match &self.position {
            Current::Valid(named) => Some(named),
            Current::None | Current::Invalid => None,
        }
    }

    /// Reads the next line; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Line>, Failure> {
        let Some(TextLine { number, text }) = self.lines.next()? else { return Ok(None) };
        let mut found = Line { number, length: 0, counts: vec![], faults: vec![], note: None };
        match text {
            Ok(text) => {
                found.length = text.len() as u64 + 1;
                self.read(text.trim(), &mut found);
            }
            Err(fault) => {
                // The line may have been a position to which the next counts belong.
                self.position = Current::Invalid;
                found.faults.push(fault.message);
            }
        }
        Ok(Some(found))
    }

    fn read(&mut self, text: &str, found: &mut Line) {
        if text.starts_with('#') {
            return;
        }
        let format = *self.format.get_or_insert_with(|| SuiteFormat::of(text));
        match format {
            SuiteFormat::Epd => {
                let (fen, counts) = suite::epd_line(text);
                self.read_position(fen, found);
                counts.for_each(|count| found.take(count));
                if found.counts.is_empty() && found.faults.is_empty() {
                    found
                        .faults
                        .push("the position has no count (expected one, as in ;D1 20)".to_owned());
                }
            }
            SuiteFormat::Perft => match suite::perft_line(text) {
                Ok(PerftLine::Blank | PerftLine::Id(_)) => {}
                Ok(PerftLine::Epd(fen)) => self.read_position(fen, found),
                Ok(PerftLine::Count(_)) if matches!(self.position, Current::None) => {
                    found.faults.push(
                        "a count before the first position (expected a line \"epd FEN\")"
                            .to_owned(),
                    );
                }
                Ok(PerftLine::Count(count)) => found.take(Ok(count)),
                Err(error) => found.take(Err(error)),
            },
        }
    }

    fn read_position(&mut self, fen: &str, found: &mut Line) {
        self.position = match history::ignored(fen) {
            Ok((position, reason)) => {
                found.note = reason.map(|reason| history::note(fen, &reason));
                Current::Valid(Named { fen: fen.to_owned(), position })
            }
            Err(error) => {
                found.faults.push(error.to_string());
                Current::Invalid
            }
        };
    }
}

impl SuiteFormat {
    /// Detects the format by the first line.
    fn of(text: &str) -> SuiteFormat {
        match text.split_whitespace().next() {
            Some("id" | "epd" | "perft") => SuiteFormat::Perft,
            _ => SuiteFormat::Epd,
        }
    }
}

impl Line {
    fn take(&mut self, count: Result<Count, CountError<'_>>) {
        let checked = count.map_err(|error| error.to_string()).and_then(|count| {
            let wrong = |expected| format!("depth {} ({expected})", count.depth);
            number::within(Some(count.depth), &number::DEPTH).map_err(wrong).map(|_| count)
        });
        match checked {
            Ok(count) => self.counts.push(count),
            Err(fault) => self.faults.push(fault),
        }
    }
}
