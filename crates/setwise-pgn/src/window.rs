//! A window of a text that is read, which tracks line numbers.

use std::io;

use super::Place;
use super::source::Buffer;

/// A part of a text; the bytes of the buffer from `at` on are unread.
pub(super) struct Window<B> {
    buffer: B,
    at: usize,
    /// The offset in the source of the first byte of the buffer.
    passed: u64,
    /// The index in the buffer up to which line feeds have been counted.
    counted: usize,
    line: u64,
    /// The offset of the start of the line in the source.
    line_start: u64,
}

impl<B: Buffer> Window<B> {
    pub(super) fn new(buffer: B) -> Window<B> {
        Window { buffer, at: 0, passed: 0, counted: 0, line: 1, line_start: 0 }
    }

    /// Returns the unread bytes of the window.
    #[inline(always)]
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer.bytes()[self.at..]
    }

    /// Returns the index of the first unread byte, for [`Window::bytes`] and [`Window::place`]. It
    /// is valid until the next [`Window::more`].
    #[inline(always)]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    #[inline(always)]
    pub(super) fn bytes(&self, from: usize, to: usize) -> &[u8] {
        &self.buffer.bytes()[from..to]
    }

    /// Returns the byte before an index, unless it is at the start of the source.
    pub(super) fn byte_before(&self, at: usize) -> Option<u8> {
        self.buffer.bytes()[..at].last().copied()
    }

    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) {
        self.at += count;
    }

    /// Moves back to a byte that has been read since the last [`Window::more`].
    pub(super) fn go_back(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns whether there are no bytes after the unread ones.
    #[inline(always)]
    pub(super) fn has_ended(&self) -> bool {
        self.buffer.has_ended()
    }

    /// Returns whether the unread bytes begin a line, possibly after a byte order mark.
    pub(super) fn is_line_start(&self) -> bool {
        matches!(self.byte_before(self.at), None | Some(b'\n'))
            || self.offset(self.at) == self.line_start
    }

    /// If a byte order mark before the unread bytes begins a line at an index, the line begins
    /// after the mark.
    pub(super) fn begin_line(&mut self, mark: usize) {
        if matches!(self.byte_before(mark), None | Some(b'\n'))
            || self.offset(mark) == self.line_start
        {
            self.count_lines(self.at);
            self.line_start = self.offset(self.at);
        }
    }

    /// Reads at least one more byte of the source; returns false at its end.
    ///
    /// The unread bytes must fill less than half of the window.
    #[cold]
    pub(super) fn more(&mut self) -> io::Result<bool> {
        debug_assert!(self.unread().len() < B::MAX_READ);
        if self.has_ended() {
            return Ok(false);
        }
        if self.at > B::MAX_READ {
            // The byte before the unread ones is kept.
            let discarded = self.at - 1;
            self.count_lines(self.at);
            self.buffer.discard(discarded);
            self.passed += discarded as u64;
            self.counted -= discarded;
            self.at = 1;
        }
        self.buffer.fill()
    }

    /// Returns the byte offset in the source of a byte of the window.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.passed + at as u64
    }

    /// Returns the location of a byte of the window, at or after the last counted one.
    pub(super) fn place(&mut self, at: usize) -> Place {
        self.count_lines(at);
        let byte = self.offset(at);
        Place { line: self.line, column: byte - self.line_start + 1, byte }
    }

    /// Counts the line feeds before a byte.
    fn count_lines(&mut self, to: usize) {
        let Some(bytes) = self.buffer.bytes().get(self.counted..to) else { return };
        self.line += line_feeds(bytes);
        if let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') {
            self.line_start = self.offset(self.counted + last + 1);
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
