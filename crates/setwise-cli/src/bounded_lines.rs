//! Lines of text from a source that nobody has checked: none of them grows without end.

use std::io::{self, BufRead, Read};

/// What some editors put in front of the first line.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineFault {
    /// It is longer than so many bytes.
    TooLong(u64),
    /// It is not UTF-8 from this byte on, counted from 1.
    NotText(usize),
}

impl std::fmt::Display for LineFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LineFault::TooLong(limit) => write!(f, "a line of more than {limit} bytes"),
            LineFault::NotText(byte) => write!(f, "byte {byte} of the line is not UTF-8 text"),
        }
    }
}

/// Reads line by line, each bounded.
pub(crate) struct BoundedLines<R> {
    source: R,
    limit: u64,
    /// Whether the source stands inside a line that was too long.
    inside: bool,
}

impl<R: BufRead> BoundedLines<R> {
    /// Lines of at most `limit` bytes, without their line ends.
    pub(crate) fn new(source: R, limit: u64) -> BoundedLines<R> {
        BoundedLines { source, limit, inside: false }
    }

    /// The next line without its line end, or what is wrong with it; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<String, LineFault>>> {
        // The rest of a long line is passed over only now, because it may take for ever to come.
        if self.inside {
            self.source.skip_until(b'\n')?;
            self.inside = false;
        }
        let mut line = Vec::new();
        // Two more than the limit, for a line end of two bytes.
        self.source.by_ref().take(self.limit + 2).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.inside = line.pop_if(|last| *last == b'\n').is_none();
        line.pop_if(|last| *last == b'\r');
        if line.len() as u64 > self.limit {
            return Ok(Some(Err(LineFault::TooLong(self.limit))));
        }
        // A last line without a line end: there is no rest to pass over.
        self.inside = false;
        Ok(Some(
            String::from_utf8(line)
                .map_err(|error| LineFault::NotText(error.utf8_error().valid_up_to() + 1)),
        ))
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
    fn line_ends_of_both_kinds_are_taken_off() {
        let lines = ["one", "", "two", "three"].map(|line| Ok(line.to_owned()));
        assert_eq!(all(b"one\n\r\ntwo\r\nthree", 5), lines);
        assert_eq!(all(b"", 5), []);
    }

    #[test]
    fn a_long_line_is_a_fault_and_the_next_is_read() {
        let long = Err(LineFault::TooLong(3));
        let next = Ok("abc".to_owned());
        assert_eq!(all(b"abcdefghi\nabc\n", 3), [long.clone(), next.clone()]);
        assert_eq!(all(b"abcd\nabc\r\n", 3), [long.clone(), next]);
        assert_eq!(all(b"abcdefghi", 3), [long]);
    }

    #[test]
    fn bytes_that_are_no_text_are_a_fault() {
        assert_eq!(all(b"a\xffb\nc", 9), [Err(LineFault::NotText(2)), Ok("c".to_owned())]);
    }
}
