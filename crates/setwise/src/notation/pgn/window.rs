//! A window on a source of bytes, moved along it, that knows which line it is at.

use std::io::{self, ErrorKind, Read};

use super::Place;

const CAPACITY: usize = 64 * 1024;

/// Some bytes of a source, of which those before `at` have been read.
pub(super) struct Window<R> {
    source: R,
    /// The first is the byte before all others, a line feed before the source's first.
    bytes: Box<[u8]>,
    at: usize,
    end: usize,
    /// Whether the source has nothing more.
    has_ended: bool,
    /// How many bytes of the source stand before the second of `bytes`.
    passed: u64,
    /// The byte up to which line feeds have been counted.
    counted: usize,
    line: u64,
    /// At which byte of the source the line begins.
    line_start: u64,
}

impl<R: Read> Window<R> {
    pub(super) fn new(source: R) -> Window<R> {
        let mut bytes = vec![0; CAPACITY].into_boxed_slice();
        bytes[0] = b'\n';
        Window {
            source,
            bytes,
            at: 1,
            end: 1,
            has_ended: false,
            passed: 0,
            counted: 1,
            line: 1,
            line_start: 0,
        }
    }

    /// The bytes that have not been read, as far as the window goes.
    #[inline(always)]
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.at..self.end]
    }

    /// Where the window's unread bytes begin, for [`Window::bytes`] and [`Window::place`]; good
    /// until [`Window::more`].
    #[inline(always)]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    #[inline(always)]
    pub(super) fn bytes(&self, from: usize, to: usize) -> &[u8] {
        &self.bytes[from..to]
    }

    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) {
        self.at += count;
    }

    /// Goes back to a byte that has been read since the last [`Window::more`].
    pub(super) fn go_back(&mut self, at: usize) {
        self.at = at;
    }

    #[inline(always)]
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the unread bytes begin a line, perhaps behind a byte order mark.
    pub(super) fn is_line_start(&self) -> bool {
        self.bytes[self.at - 1] == b'\n' || self.passed + self.at as u64 - 1 == self.line_start
    }

    /// Passes over a byte order mark.
    pub(super) fn skip_byte_order_mark(&mut self) {
        if self.unread().starts_with(b"\xef\xbb\xbf") {
            let is_line_start = self.is_line_start();
            self.advance(3);
            if is_line_start {
                self.count_lines(self.at);
                self.line_start = self.passed + self.at as u64 - 1;
            }
        }
    }

    /// Looks further along the source, by at least a byte; tells whether there was one.
    ///
    /// The unread bytes must be fewer than half of what the window can hold.
    #[cold]
    pub(super) fn more(&mut self) -> io::Result<bool> {
        debug_assert!(self.end - self.at < CAPACITY / 2);
        if self.has_ended {
            return Ok(false);
        }
        if self.at > CAPACITY / 2 {
            self.count_lines(self.at);
            let kept = self.at - 1;
            self.bytes.copy_within(kept..self.end, 0);
            self.passed += kept as u64;
            self.counted -= kept;
            self.end -= kept;
            self.at = 1;
        }
        let count = loop {
            match self.source.read(&mut self.bytes[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.has_ended = count == 0;
        // A source may claim to have read more than there was room for.
        self.end = (self.end + count).min(CAPACITY);
        Ok(!self.has_ended)
    }

    /// The place of a byte of the window that has not been counted past.
    pub(super) fn place(&mut self, at: usize) -> Place {
        self.count_lines(at);
        let byte = self.passed + at as u64 - 1;
        Place { line: self.line, column: byte - self.line_start + 1, byte }
    }

    /// Counts the line feeds before a byte.
    fn count_lines(&mut self, to: usize) {
        let Some(bytes) = self.bytes.get(self.counted..to) else { return };
        self.line += line_feeds(bytes);
        if let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') {
            self.line_start = self.passed + (self.counted + last) as u64;
        }
        self.counted = to;
    }
}

/// How many line feeds there are; by sixty-four counts of a byte each, which the compiler adds all
/// at once and which are full after 255.
fn line_feeds(bytes: &[u8]) -> u64 {
    let mut sum = 0;
    for run in bytes.chunks(64 * 255) {
        let (blocks, rest) = run.as_chunks::<64>();
        let mut counts = [0u8; 64];
        for block in blocks {
            for (count, &byte) in counts.iter_mut().zip(block) {
                *count += u8::from(byte == b'\n');
            }
        }
        sum += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        sum += rest.iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
    sum
}
