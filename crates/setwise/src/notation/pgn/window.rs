//! A buffered window of a source of bytes that tracks line numbers.

use std::io::{self, ErrorKind, Read};

use super::Place;

const CAPACITY: usize = 64 * 1024;

/// A part of a source; the bytes from `at` to `end` are unread.
pub(super) struct Window<R> {
    source: R,
    /// `bytes[0]` is the byte before the window; a line feed before the first byte of the source.
    bytes: Box<[u8]>,
    at: usize,
    end: usize,
    /// Whether the source is at its end.
    has_ended: bool,
    /// The offset of `bytes[1]` in the source.
    passed: u64,
    /// The index in `bytes` up to which line feeds have been counted.
    counted: usize,
    line: u64,
    /// The offset of the start of the line in the source.
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

    /// Returns the unread bytes of the window.
    #[inline(always)]
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.at..self.end]
    }

    /// Returns the index of the first unread byte, for [`Window::bytes`] and [`Window::place`]. It
    /// is valid until the next [`Window::more`].
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

    /// Moves back to a byte that has been read since the last [`Window::more`].
    pub(super) fn go_back(&mut self, at: usize) {
        self.at = at;
    }

    #[inline(always)]
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns whether the unread bytes begin a line, possibly after a byte order mark.
    pub(super) fn is_line_start(&self) -> bool {
        self.bytes[self.at - 1] == b'\n' || self.passed + self.at as u64 - 1 == self.line_start
    }

    /// Skips a byte order mark.
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

    /// Reads at least one more byte of the source; returns false at its end.
    ///
    /// The unread bytes must fill less than half of the window.
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
        // A faulty source may report more bytes than the buffer has room for.
        self.end = (self.end + count).min(CAPACITY);
        Ok(!self.has_ended)
    }

    /// Returns the byte offset in the source of a byte of the window.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.passed + at as u64 - 1
    }

    /// Returns the location of a byte of the window, at or after the last counted one.
    pub(super) fn place(&mut self, at: usize) -> Place {
        self.count_lines(at);
        let byte = self.offset(at);
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

/// Counts line feeds. Uses 64 one-byte counters, which the compiler vectorizes; they are summed
/// before they can overflow, after 255 blocks.
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
