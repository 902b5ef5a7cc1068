//! Puzzles as inputs: CSV files with the columns `FEN` and `Moves`, as Lichess publishes them.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read};

use csv::ByteRecord;
use setwise_pgn::files::decompressed;

use super::Wants;
use super::row_text::{Moves, RowText, is_read};
use crate::read::{AnyPart, Records};
use crate::record::{GamePlace, Recorder};

/// The size of the lines that one thread reads at once, in bytes.
const BLOCK: usize = 1 << 18;

/// The maximum length of a line, and of the lines of a puzzle in a block, in bytes.
const MAX_LINE: usize = 1 << 16;

/// The columns of the start and of the moves.
const COLUMNS: [&str; 2] = ["FEN", "Moves"];

/// An open file, after its header.
pub(super) struct Puzzles {
    source: BufReader<Box<dyn Read + Send>>,
    names: Vec<String>,
    /// The number of the last line that was read.
    line: u64,
    is_over: bool,
}

impl Puzzles {
    pub(super) fn new(source: Box<dyn Read + Send>) -> io::Result<Puzzles> {
        let source = BufReader::new(decompressed(source)?);
        let mut puzzles = Puzzles { source, names: Vec::new(), line: 0, is_over: false };
        let mut header = Vec::new();
        puzzles.read_line(&mut header)?;
        let header = String::from_utf8_lossy(&header);
        let header = header.trim_start_matches('\u{feff}').trim_end();
        let mut names = ByteRecord::new();
        lines(header.as_bytes()).read_byte_record(&mut names)?;
        puzzles.names = names.iter().map(|name| String::from_utf8_lossy(name).into()).collect();
        if COLUMNS.iter().all(|column| puzzles.names.iter().any(|name| name == column)) {
            return Ok(puzzles);
        }
        let found: String = header.chars().take(100).collect();
        Err(wrong(1, &format!("`{found}` (expected a header with the columns FEN and Moves)")))
    }

    /// Appends the next line. Returns false at the end.
    fn read_line(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let start = text.len();
        self.source.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', text)?;
        self.line += 1;
        if text.len() - start > MAX_LINE {
            let message = format!("it has more than {MAX_LINE} bytes");
            return Err(wrong(self.line, &message));
        }
        Ok(text.len() > start)
    }

    fn read_block(&mut self) -> io::Result<Option<Block>> {
        let (first, mut text, mut is_quoted) = (self.line + 1, Vec::new(), false);
        // A field in quotation marks may have the end of a line.
        while text.len() < BLOCK + if is_quoted { MAX_LINE } else { 0 } && !self.is_over {
            let start = text.len();
            self.is_over = !self.read_line(&mut text)?;
            is_quoted ^= text[start..].iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
        }
        Ok((!text.is_empty()).then(|| Block { names: self.names.clone(), text, first }))
    }
}

impl Iterator for Puzzles {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_block().transpose()
    }
}

/// Lines that one thread reads.
pub(super) struct Block {
    names: Vec<String>,
    text: Vec<u8>,
    /// The number of the first line, from 1.
    first: u64,
}

impl Block {
    /// Passes the puzzles to a collector.
    ///
    /// # Errors
    ///
    /// Names the line and what is wrong.
    pub(super) fn read<'t>(
        &self,
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        let input = recorder.record.input;
        let mut text = RowText::default();
        let (mut lines, mut line) = (lines(&self.text), ByteRecord::new());
        while lines.read_byte_record(&mut line)? {
            let number = self.first + line.position().map_or(0, |place| place.line() - 1);
            text.clear();
            let moves = self
                .write(&line, &records.wants, &mut text)
                .map_err(|message| wrong(number, &message))?;
            let place = GamePlace { frame: 0, offset: number };
            text.read((moves, Moves::Uci), (input, place), records, recorder, part)?;
        }
        Ok(())
    }

    /// Writes the tags of a puzzle, and returns its moves; the error is a message.
    fn write<'l>(
        &self,
        line: &'l ByteRecord,
        wants: &Wants,
        text: &mut RowText,
    ) -> Result<&'l str, String> {
        let (found, expected) = (line.len(), self.names.len());
        if found != expected {
            return Err(format!("it has {found} fields (expected {expected}, as the header has)"));
        }
        let mut moves = "";
        for (name, value) in self.names.iter().zip(line) {
            let value = str::from_utf8(value).map_err(|_| format!("{name} is not UTF-8"))?;
            match name.as_str() {
                "Moves" => moves = value,
                _ if value.is_empty() || !is_read(name, wants) => {}
                _ => text.tag(name, value),
            }
        }
        Ok(moves)
    }
}

/// Returns a reader of the fields of lines, whose number may differ.
fn lines(text: &[u8]) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text)
}

fn wrong(line: u64, message: &dyn Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("line {line}: {message}"))
}
