//! Reads lines of bounded length from untrusted input.

use std::io::{self, BufRead, BufReader, Read};
use std::string::FromUtf8Error;

/// The byte order mark, which some editors write at the start of a file. Where files were joined,
/// it is at the start of a later line.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The reason why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineFault {
    /// The line is longer than this number of bytes.
    TooLong(u64),
    /// The line is not valid UTF-8. This is the first invalid byte, counted from 1.
    InvalidUtf8(usize),
}

impl std::fmt::Display for LineFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LineFault::TooLong(limit) => write!(f, "the line is longer than {limit} bytes"),
            LineFault::InvalidUtf8(byte) => write!(f, "invalid UTF-8 at byte {byte} of the line"),
        }
    }
}

impl<S: Read> BoundedLines<BufReader<S>> {
    /// Returns whether the next line has been read completely into the buffer.
    pub(crate) fn has_next(&self) -> bool {
        self.source.buffer().contains(&b'\n')
    }
}

/// A reader of lines of bounded length.
pub(crate) struct BoundedLines<R> {
    source: R,
    limit: u64,
    /// Whether the rest of a line that was too long is still unread.
    in_long_line: bool,
}

impl<R: BufRead> BoundedLines<R> {
    /// Creates a reader of lines of at most `limit` bytes, not counting the line end.
    pub(crate) fn new(source: R, limit: u64) -> BoundedLines<R> {
        BoundedLines { source, limit, in_long_line: false }
    }

    /// Returns the next line without byte order marks before it and without its line end, or its
    /// fault; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<String, LineFault>>> {
        // The rest of a long line is skipped only now: it may never end.
        if self.in_long_line {
            self.source.skip_until(b'\n')?;
            self.in_long_line = false;
        }
        let mut line = Vec::new();
        // Two bytes more than the limit: room for the line end CR LF.
        self.source.by_ref().take(self.limit + 2).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.in_long_line = line.pop_if(|last| *last == b'\n').is_none();
        line.pop_if(|last| *last == b'\r');
        if line.len() as u64 > self.limit {
            return Ok(Some(Err(LineFault::TooLong(self.limit))));
        }
        // The last line may have no line end; then there is no rest to skip.
        self.in_long_line = false;
        let text = String::from_utf8(line).map(|mut text| {
            text.drain(..text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len());
            text
        });
        let fault = |error: FromUtf8Error| error.utf8_error().valid_up_to() + 1;
        Ok(Some(text.map_err(|error| LineFault::InvalidUtf8(fault(error)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], limit: u64) -> Vec<Result<String, LineFault>> {
        let mut lines = BoundedLines::new(text, limit);
        std::iter::from_fn(|| lines.next().expect("a slice can be read")).collect()
    }

    #[test]
    fn both_kinds_of_line_ends_are_removed() {
        let lines = ["one", "", "two", "three"].map(|line| Ok(line.to_owned()));
        assert_eq!(all(b"one\n\r\ntwo\r\nthree", 5), lines);
        assert_eq!(all(b"", 5), []);
    }

    #[test]
    fn a_long_line_is_a_fault_and_the_next_line_is_read() {
        let long = Err(LineFault::TooLong(3));
        let next = Ok("abc".to_owned());
        assert_eq!(all(b"abcdefghi\nabc\n", 3), [long.clone(), next.clone()]);
        assert_eq!(all(b"abcd\nabc\r\n", 3), [long.clone(), next]);
        assert_eq!(all(b"abcdefghi", 3), [long]);
    }

    #[test]
    fn byte_order_marks_before_any_line_are_removed() {
        let lines = ["one", "", "t\u{feff}o", ""].map(|line| Ok(line.to_owned()));
        let text = "\u{feff}one\r\n\u{feff}\u{feff}\n\u{feff}t\u{feff}o\n\u{feff}";
        assert_eq!(all(text.as_bytes(), 9), lines);
    }

    #[test]
    fn invalid_utf8_is_a_fault() {
        assert_eq!(all(b"a\xffb\nc", 9), [Err(LineFault::InvalidUtf8(2)), Ok("c".to_owned())]);
    }
}
