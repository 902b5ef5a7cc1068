//! Splitting a Zstandard file into its frames without decompressing them.
//!
//! The format is that of RFC 8878 (Yann Collet, Murray Kucherawy, 2021,
//! <https://www.rfc-editor.org/rfc/rfc8878>). The program pzstd writes a skippable frame of four bytes
//! before each frame, with the frame's size; it is not needed, because each block tells its size.

use std::io::{self, ErrorKind, Read};

const MAGIC: u32 = 0xfd2f_b528;
/// The highest 28 bits of the magic number of a skippable frame.
const SKIPPABLE: u32 = 0x0184_d2a5;

/// The maximum number of blocks of a frame that is taken as a whole. A block has at most 128 KiB of
/// text.
const MAX_BLOCKS: usize = 320;

/// A frame of a file.
pub(super) enum Frame<R> {
    /// A whole frame, still compressed.
    Whole(Vec<u8>),
    /// A frame that is too long to be taken as a whole.
    Long(LongFrame<R>),
    /// There are no more frames.
    End,
}

/// A source of bytes that counts them.
pub(super) struct Counted<R> {
    source: R,
    pub(super) count: u64,
}

impl<R: Read> Counted<R> {
    pub(super) fn new(source: R) -> Counted<R> {
        Counted { source, count: 0 }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.count += count as u64;
        Ok(count)
    }
}

/// Reads the next frame, and passes over skippable ones. Returns the source too, unless it is part of a
/// long frame, and the offset of the frame.
pub(super) fn next_frame<R: Read>(
    mut source: Counted<R>,
) -> io::Result<(u64, Frame<R>, Option<Counted<R>>)> {
    loop {
        let start = source.count;
        let mut frame = Vec::new();
        if !read_to(&mut source, &mut frame, 4)? {
            return match frame.is_empty() {
                true => Ok((start, Frame::End, Some(source))),
                false => Err(truncated(start)),
            };
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
            let message = format!(
                "byte {start} begins neither a Zstandard frame nor a skippable one \
                 (found {magic:08x}, expected {MAGIC:08x})"
            );
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        let mut blocks =
            Blocks::after_header(&mut source, &mut frame).map_err(|error| at(start, error))?;
        let mut error = None;
        for _ in 0..MAX_BLOCKS {
            // What is there of a cut frame is read as a long one.
            error = blocks.read_block(&mut source, &mut frame).err();
            if blocks.is_over {
                return Ok((start, Frame::Whole(frame), Some(source)));
            }
            if error.is_some() {
                break;
            }
        }
        let long = LongFrame { start, source, blocks, buffer: frame, taken: 0, error };
        return Ok((start, Frame::Long(long), None));
    }
}

/// The state of reading the blocks of a frame.
struct Blocks {
    has_checksum: bool,
    is_over: bool,
}

impl Blocks {
    /// Reads the header of a frame after the magic number.
    fn after_header<R: Read>(source: &mut R, frame: &mut Vec<u8>) -> io::Result<Blocks> {
        read_exactly(source, frame, 1)?;
        let descriptor = frame[frame.len() - 1];
        let is_single_segment = descriptor & 0x20 != 0;
        let content_size = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            power => 1 << power,
        };
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        read_exactly(source, frame, usize::from(!is_single_segment) + dictionary + content_size)?;
        Ok(Blocks { has_checksum: descriptor & 4 != 0, is_over: false })
    }

    /// Reads a block and, after the last one, the checksum.
    fn read_block<R: Read>(&mut self, source: &mut R, frame: &mut Vec<u8>) -> io::Result<()> {
        read_exactly(source, frame, 3)?;
        let header = frame[frame.len() - 3..]
            .iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        // A block of one repeated byte stores the byte once.
        let size = if header >> 1 & 3 == 1 { 1 } else { header >> 3 };
        read_exactly(source, frame, size)?;
        if header & 1 != 0 {
            read_exactly(source, frame, if self.has_checksum { 4 } else { 0 })?;
            self.is_over = true;
        }
        Ok(())
    }
}

/// A source of the bytes of one frame.
pub(super) struct LongFrame<R> {
    start: u64,
    source: Counted<R>,
    blocks: Blocks,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that have been returned.
    taken: usize,
    /// The error that comes after the buffer.
    error: Option<io::Error>,
}

impl<R> LongFrame<R> {
    /// Returns the source, which is behind the frame if all bytes have been read.
    pub(super) fn into_source(self) -> Counted<R> {
        self.source
    }
}

impl<R: Read> Read for LongFrame<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.buffer.len() {
            if let Some(error) = self.error.take() {
                return Err(at(self.start, error));
            }
            if self.blocks.is_over {
                return Ok(0);
            }
            self.buffer.clear();
            self.taken = 0;
            let read = self.blocks.read_block(&mut self.source, &mut self.buffer);
            read.map_err(|error| at(self.start, error))?;
        }
        let unread = &self.buffer[self.taken..];
        let count = unread.len().min(buffer.len());
        buffer[..count].copy_from_slice(&unread[..count]);
        self.taken += count;
        Ok(count)
    }
}

/// Reads bytes; returns false if the source ends before.
fn read_to<R: Read>(source: &mut R, bytes: &mut Vec<u8>, count: usize) -> io::Result<bool> {
    let read = source.by_ref().take(count as u64).read_to_end(bytes)?;
    Ok(read == count)
}

fn read_exactly<R: Read>(source: &mut R, bytes: &mut Vec<u8>, count: usize) -> io::Result<()> {
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
    let message = format!("the file ends inside the Zstandard frame at byte {start}");
    io::Error::new(ErrorKind::UnexpectedEof, message)
}
