//! What a reader reads: a stream, or a text in memory.

use std::fmt;
use std::io::{self, ErrorKind, Read};

/// The size of the buffer of a stream, in bytes.
const CAPACITY: usize = 64 * 1024;

/// What a [`Reader`](super::Reader) reads: anything that implements [`Read`], or [`InMemory`].
///
/// It is implemented only here.
pub trait Source: IntoBuffer {}

impl<R: Read> Source for R {}

impl Source for InMemory<'_> {}

/// The hidden part of [`Source`].
pub trait IntoBuffer {
    /// The bytes of the source that the reader sees.
    type Buffer: Buffer;

    fn into_buffer(self) -> Self::Buffer;
}

/// A text in memory, which is read in place.
///
/// A reader of `text.as_bytes()`, which implements [`Read`], copies the text piece by piece, and
/// counts its lines. A reader of `InMemory` does not copy it, and counts lines only to tell the
/// place of an error.
///
/// ```
/// use setwise_pgn::{InMemory, Reader, Replay};
///
/// let mut reader = Reader::new(InMemory(b"1. f3 e5 2. g4 Qh4# 0-1"));
/// let mut replay = Replay::new();
/// assert_eq!(reader.read_game(&mut replay)?, Some(Ok(())));
/// assert!(replay.position().is_checkmate());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct InMemory<'t>(pub &'t [u8]);

/// Shows the length of the text.
impl fmt::Debug for InMemory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InMemory").field("length", &self.0.len()).finish_non_exhaustive()
    }
}

/// Some consecutive bytes of a source.
pub trait Buffer {
    /// More than this number of bytes that have been read are discarded to make room for others;
    /// less than it are unread when the buffer is filled.
    const MAX_READ: usize;

    fn bytes(&self) -> &[u8];

    /// Returns whether the buffer has the last bytes.
    fn has_ended(&self) -> bool;

    /// Discards the first bytes.
    fn discard(&mut self, count: usize);

    /// Appends at least one byte; returns false at the end of the source.
    fn fill(&mut self) -> io::Result<bool>;
}

/// A buffer of a stream.
pub struct Stream<R> {
    source: R,
    bytes: Box<[u8]>,
    /// The number of bytes that have been read from the source.
    end: usize,
    has_ended: bool,
}

impl<R: Read> IntoBuffer for R {
    type Buffer = Stream<R>;

    fn into_buffer(self) -> Stream<R> {
        let bytes = vec![0; CAPACITY].into_boxed_slice();
        Stream { source: self, bytes, end: 0, has_ended: false }
    }
}

impl<R: Read> Buffer for Stream<R> {
    const MAX_READ: usize = CAPACITY / 2;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    #[inline(always)]
    fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn discard(&mut self, count: usize) {
        self.bytes.copy_within(count..self.end, 0);
        self.end -= count;
    }

    fn fill(&mut self) -> io::Result<bool> {
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
}

impl<'t> IntoBuffer for InMemory<'t> {
    type Buffer = InMemory<'t>;

    fn into_buffer(self) -> InMemory<'t> {
        self
    }
}

/// All of the text is in the buffer from the start.
impl Buffer for InMemory<'_> {
    const MAX_READ: usize = usize::MAX;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.0
    }

    #[inline(always)]
    fn has_ended(&self) -> bool {
        true
    }

    fn discard(&mut self, _: usize) {}

    fn fill(&mut self) -> io::Result<bool> {
        Ok(false)
    }
}
