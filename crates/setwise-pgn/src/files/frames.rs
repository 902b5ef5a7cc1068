//! Splitting a Zstandard file into its frames without decompressing them.
//!
//! RFC 8878 defines the format (Yann Collet, Murray Kucherawy, 2021,
//! <https://www.rfc-editor.org/rfc/rfc8878>). The program pzstd writes a skippable frame of four
//! bytes before each frame, with the frame's size. It is not needed to read a frame, because each
//! block tells its size; but with it the frames are found without reading them.

use std::io::{self, BufReader, ErrorKind, Read};

use setwise_files::File;

use super::compression::{followed, invalid};
use super::frame_text::first_text;
use super::{Bytes, PIECE};

const FORMAT: &str = "Zstandard";
const MAGIC: u32 = 0xfd2f_b528;
/// The highest 28 bits of the magic number of a skippable frame.
const SKIPPABLE: u32 = 0x0184_d2a5;

/// The maximum size of a window, in bytes.
const MAX_WINDOW: u64 = 128 << 20;

/// The maximum size of a block, and of its text, in bytes.
const MAX_BLOCK: usize = 128 << 10;

/// The maximum number of blocks of a frame that is taken as a whole.
const MAX_BLOCKS: usize = 320;

/// Returns whether bytes begin a frame of either kind.
pub(super) fn begins_frame(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(|&bytes| {
        let magic = u32::from_le_bytes(bytes);
        magic == MAGIC || magic >> 4 == SKIPPABLE
    })
}

/// A source of bytes that counts them.
pub(crate) struct Counted {
    source: Bytes,
    pub(crate) count: u64,
}

impl Counted {
    pub(crate) fn new(source: Bytes) -> Counted {
        let source = Box::new(BufReader::with_capacity(PIECE, source));
        Counted { source, count: 0 }
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.count += count as u64;
        Ok(count)
    }
}

/// The frames of a file that pzstd has written, found by their sizes.
pub(crate) struct Hops {
    file: File,
    /// The offset of a frame.
    pub(crate) frame: u64,
    size: u64,
}

/// What [`Hops::next`] finds.
pub(crate) enum Hop {
    /// The next frame begins at an offset.
    To(u64),
    /// It is not known whether there is a next frame, and where.
    Unknown,
}

/// The size of the skippable frame that tells the size of the next frame.
const HOP: usize = 12;

impl Hops {
    /// Begins at the offset of a frame. Returns `None` if pzstd has not written its size before it.
    pub(crate) fn at(mut file: File, frame: u64) -> io::Result<Option<Hops>> {
        let Some(offset) = frame.checked_sub(HOP as u64) else { return Ok(None) };
        let mut bytes = [0; HOP];
        file.read_at(offset, &mut bytes)?;
        Ok(frame_size(&bytes).map(|size| Hops { file, frame, size }))
    }

    /// Goes on to the next frame, if it is known.
    pub(crate) fn next(&mut self) -> io::Result<Hop> {
        let end = self.frame.saturating_add(self.size);
        let mut bytes = [0; HOP + 4];
        if end.saturating_add(bytes.len() as u64) > self.file.facts().bytes {
            return Ok(Hop::Unknown);
        }
        self.file.read_at(end, &mut bytes)?;
        let (before, magic) = bytes.split_at(HOP);
        let size = frame_size(before).filter(|_| magic == MAGIC.to_le_bytes());
        let Some(size) = size else { return Ok(Hop::Unknown) };
        (self.frame, self.size) = (end + HOP as u64, size);
        Ok(Hop::To(self.frame))
    }
}

/// Returns the size of a frame that a skippable frame before it tells.
fn frame_size(bytes: &[u8]) -> Option<u64> {
    let number = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    let is_hop = number(0)? >> 4 == SKIPPABLE && number(4)? == 4;
    number(8).filter(|&size| is_hop && size > 0).map(u64::from)
}

/// Reads the header of the next frame into a buffer, and passes over skippable frames. Returns
/// `None` at the end.
pub(crate) fn begin_frame(
    mut source: Counted,
    mut frame: Vec<u8>,
) -> io::Result<Option<FrameBytes>> {
    loop {
        let start = source.count;
        frame.clear();
        if !read_to(&mut source, &mut frame, 4)? {
            if frame.is_empty() {
                return Ok(None);
            }
            let is_magic = MAGIC.to_le_bytes().starts_with(&frame);
            return Err(if is_magic { truncated(start) } else { followed(FORMAT) });
        }
        let magic = u32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]);
        if magic >> 4 == SKIPPABLE {
            let mut size = Vec::new();
            if !read_to(&mut source, &mut size, 4)? {
                return Err(truncated(start));
            }
            let size = u64::from(u32::from_le_bytes([size[0], size[1], size[2], size[3]]));
            if io::copy(&mut source.by_ref().take(size), &mut io::sink())? < size {
                return Err(truncated(start));
            }
            continue;
        }
        if magic != MAGIC {
            return Err(followed(FORMAT));
        }
        let blocks =
            Blocks::after_header(&mut source, &mut frame).map_err(|error| at(start, error))?;
        let buffer = frame;
        return Ok(Some(FrameBytes { start, source, blocks, buffer, taken: 0, error: None }));
    }
}

/// The state of reading the blocks of a frame.
struct Blocks {
    has_checksum: bool,
    is_over: bool,
}

impl Blocks {
    /// Reads the header of a frame after the magic number.
    fn after_header(source: &mut Counted, frame: &mut Vec<u8>) -> io::Result<Blocks> {
        read_exactly(source, frame, 1)?;
        let descriptor = frame[frame.len() - 1];
        let is_single_segment = descriptor & 0x20 != 0;
        let content_size = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            power => 1 << power,
        };
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let window = usize::from(!is_single_segment);
        let header = frame.len();
        read_exactly(source, frame, window + dictionary + content_size)?;
        let window = if is_single_segment {
            let size = &frame[header + dictionary..];
            let number = size.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            // Two bytes store the size less 256.
            if content_size == 2 { number + 256 } else { number }
        } else {
            let (exponent, mantissa) = (frame[header] >> 3, frame[header] & 7);
            (8 + u64::from(mantissa)) << (7 + exponent)
        };
        if window > MAX_WINDOW {
            let window = window >> 20;
            let message = format!(
                "the {FORMAT} data needs too much memory: {window} MiB (expected at most 128 MiB)"
            );
            return Err(invalid(message));
        }
        Ok(Blocks { has_checksum: descriptor & 4 != 0, is_over: false })
    }

    /// Reads a block and, after the last one, the checksum.
    fn read_block(&mut self, source: &mut Counted, frame: &mut Vec<u8>) -> io::Result<()> {
        read_exactly(source, frame, 3)?;
        let header = frame[frame.len() - 3..]
            .iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let size = header >> 3;
        if size > MAX_BLOCK {
            let start = source.count - 3;
            let message = format!(
                "the {FORMAT} data is damaged: the block at byte {start} has {size} bytes (expected \
                 at most {MAX_BLOCK})"
            );
            return Err(invalid(message));
        }
        // A block of one repeated byte stores the byte once.
        let size = if header >> 1 & 3 == 1 { 1 } else { size };
        read_exactly(source, frame, size)?;
        if header & 1 != 0 {
            read_exactly(source, frame, if self.has_checksum { 4 } else { 0 })?;
            self.is_over = true;
        }
        Ok(())
    }
}

/// The bytes of one frame.
pub(crate) struct FrameBytes {
    /// The offset of the frame.
    pub(crate) start: u64,
    source: Counted,
    blocks: Blocks,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that have been returned.
    taken: usize,
    /// The error that comes after the buffer.
    error: Option<io::Error>,
}

impl FrameBytes {
    /// Returns the text of the first block; no byte may have been returned before.
    pub(super) fn first_text(&mut self) -> Vec<u8> {
        let block = self.buffer.len();
        self.read_block();
        first_text(&self.buffer, block)
    }

    /// Reads a block, if there is one. The whole blocks of a truncated frame can be read.
    fn read_block(&mut self) {
        if self.error.is_none() && !self.blocks.is_over {
            self.error = self.blocks.read_block(&mut self.source, &mut self.buffer).err();
        }
    }

    /// Returns the whole frame, and the source behind it; `Err` if the frame is too long to be
    /// taken as a whole, or truncated.
    pub(crate) fn whole(mut self) -> Result<(Vec<u8>, Counted), Box<FrameBytes>> {
        for _ in 0..MAX_BLOCKS {
            if self.blocks.is_over {
                return Ok((self.buffer, self.source));
            }
            if self.error.is_some() {
                break;
            }
            self.read_block();
        }
        Err(Box::new(self))
    }

    /// Passes over the frame. Calls a function before each block, whose error ends it.
    pub(crate) fn skip(mut self, check: &mut dyn FnMut() -> io::Result<()>) -> io::Result<Counted> {
        while !self.blocks.is_over {
            check()?;
            self.buffer.clear();
            self.read_block();
            if self.error.is_some() {
                return Err(self.fault());
            }
        }
        Ok(self.source)
    }

    /// Returns the source, which is behind the frame if all bytes have been read.
    pub(super) fn into_source(self) -> Counted {
        self.source
    }

    /// Returns the error of a frame that cannot be decompressed.
    pub(super) fn fault(&mut self) -> io::Error {
        match self.error.take() {
            Some(error) => at(self.start, error),
            None => damaged_at(self.start),
        }
    }
}

impl Read for FrameBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.buffer.len() {
            if self.error.is_none() && !self.blocks.is_over {
                self.buffer.clear();
                self.taken = 0;
                self.read_block();
            }
            if self.taken == self.buffer.len() {
                // A decoder replaces the error: `fault` returns the true one.
                return if self.error.is_some() { Err(ErrorKind::Other.into()) } else { Ok(0) };
            }
        }
        let unread = &self.buffer[self.taken..];
        let count = unread.len().min(buffer.len());
        buffer[..count].copy_from_slice(&unread[..count]);
        self.taken += count;
        Ok(count)
    }
}

/// Reads bytes; returns false if the source ends before.
fn read_to(source: &mut Counted, bytes: &mut Vec<u8>, count: usize) -> io::Result<bool> {
    let read = source.by_ref().take(count as u64).read_to_end(bytes)?;
    Ok(read == count)
}

fn read_exactly(source: &mut Counted, bytes: &mut Vec<u8>, count: usize) -> io::Result<()> {
    match read_to(source, bytes, count)? {
        true => Ok(()),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}

/// Returns the error of a frame that begins at an offset.
fn at(start: u64, error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::UnexpectedEof { truncated(start) } else { error }
}

fn truncated(start: u64) -> io::Error {
    invalid(format!("the {FORMAT} data is truncated in the frame at byte {start}"))
}

/// Returns the error of a frame that cannot be decompressed.
pub(crate) fn damaged_at(start: u64) -> io::Error {
    invalid(format!("the {FORMAT} data is damaged in the frame at byte {start}"))
}
