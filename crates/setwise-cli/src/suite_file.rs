//! Files of positions with their known counts, read line by line.
//!
//! Of the two forms in use, a file has the one that its first line shows: `id`, `epd` or `perft`
//! begins a `.perft` suite, and anything else is a line of an EPD suite. Empty lines, and those
//! that begin with `#`, say nothing in either. Positions may have four fields or six, and castling
//! rights in any spelling.

use std::io::{self, BufReader, Read};
use std::path::Path;

use setwise::Position;
use setwise::notation::fen::Form;
use setwise_perft::suite::{self, Count, CountError, PerftLine};

use crate::bounded_lines::{BYTE_ORDER_MARK, BoundedLines};
use crate::counting::MAX_DEPTH;
use crate::input_file;

/// Far longer than any line of a suite.
const LINE_LIMIT: u64 = 64 * 1024;

/// What a line of a suite says.
pub(crate) struct Line {
    /// The number of the line, from 1.
    pub(crate) number: u64,
    /// Its length in bytes, about.
    pub(crate) length: u64,
    /// The counts to check; in the position of the file, if it has a good one.
    pub(crate) counts: Vec<Count>,
    /// What cannot be read.
    pub(crate) faults: Vec<String>,
}

/// A position with its text.
pub(crate) struct Named {
    /// As the file has it.
    pub(crate) fen: String,
    /// What it means.
    pub(crate) position: Position,
}

/// Which of the two forms a file has.
#[derive(Clone, Copy)]
enum SuiteForm {
    Epd,
    Perft,
}

/// A file, and how far it has been read.
pub(crate) struct SuiteFile {
    lines: BoundedLines<BufReader<Box<dyn Read>>>,
    number: u64,
    form: Option<SuiteForm>,
    position: Subject,
}

/// What the counts of a line are about.
enum Subject {
    /// No position has come yet.
    None,
    /// The position was no good.
    Bad,
    Good(Named),
}

impl SuiteFile {
    /// Opens a file, or standard input by the name of `-`.
    pub(crate) fn open(path: &Path) -> io::Result<SuiteFile> {
        let lines = BoundedLines::new(BufReader::new(input_file::open_or_stdin(path)?), LINE_LIMIT);
        Ok(SuiteFile { lines, number: 0, form: None, position: Subject::None })
    }

    /// The position that the counts of the last line are about, if it has a good one.
    pub(crate) fn position(&self) -> Option<&Named> {
        match &self.position {
            Subject::Good(named) => Some(named),
            Subject::None | Subject::Bad => None,
        }
    }

    /// The next line; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let Some(line) = self.lines.next()? else { return Ok(None) };
        self.number += 1;
        let mut found = Line { number: self.number, length: 0, counts: vec![], faults: vec![] };
        match line {
            Ok(text) => {
                found.length = text.len() as u64 + 1;
                self.read(text.trim_start_matches(BYTE_ORDER_MARK).trim(), &mut found);
            }
            Err(fault) => {
                // Whatever stood there, the counts that follow may be about it.
                self.position = Subject::Bad;
                found.faults.push(fault.to_string());
            }
        }
        Ok(Some(found))
    }

    fn read(&mut self, text: &str, found: &mut Line) {
        if text.is_empty() || text.starts_with('#') {
            return;
        }
        let form = *self.form.get_or_insert_with(|| SuiteForm::of(text));
        match form {
            SuiteForm::Epd => {
                let (fen, counts) = suite::epd_line(text);
                self.read_position(fen, found);
                counts.for_each(|count| found.take(count));
                if found.counts.is_empty() && found.faults.is_empty() {
                    found.faults.push("a position without a count".to_owned());
                }
            }
            SuiteForm::Perft => match suite::perft_line(text) {
                Ok(PerftLine::Blank | PerftLine::Id(_)) => {}
                Ok(PerftLine::Epd(fen)) => self.read_position(fen, found),
                Ok(PerftLine::Count(_)) if matches!(self.position, Subject::None) => {
                    found.faults.push("a count before any position".to_owned());
                }
                Ok(PerftLine::Count(count)) => found.take(Ok(count)),
                Err(error) => found.take(Err(error)),
            },
        }
    }

    fn read_position(&mut self, fen: &str, found: &mut Line) {
        self.position = match Position::parse_fen_form(fen, Form::Lenient) {
            Ok(position) => Subject::Good(Named { fen: fen.to_owned(), position }),
            Err(error) => {
                found.faults.push(error.to_string());
                Subject::Bad
            }
        };
    }
}

impl SuiteForm {
    /// The form that a first line shows.
    fn of(text: &str) -> SuiteForm {
        match text.split_whitespace().next() {
            Some("id" | "epd" | "perft") => SuiteForm::Perft,
            _ => SuiteForm::Epd,
        }
    }
}

impl Line {
    fn take(&mut self, count: Result<Count, CountError<'_>>) {
        match count {
            Ok(count) if count.depth > MAX_DEPTH => {
                self.faults.push(format!("depth {} is more than {MAX_DEPTH}", count.depth));
            }
            Ok(count) => self.counts.push(count),
            Err(error) => self.faults.push(error.to_string()),
        }
    }
}
