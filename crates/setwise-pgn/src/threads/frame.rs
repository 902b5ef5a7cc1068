//! Zstandard frames in memory, which any thread decompresses in portions.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::piece::{Piece, Spare, give_back};
use crate::files::{Decompressor, GamePlace, PIECE, damaged_at};

/// The number of buffers of compressed frames that wait to be used again: about as many frames wait
/// to be decompressed.
const MAX_COMPRESSED: usize = 2;

/// The number of pieces of text that are decompressed at once. A frame of Lichess's files has 32.
const PIECES: usize = 4;

/// The size of the text that is decompressed at once, in bytes.
pub(super) const PORTION: usize = PIECES * PIECE;

/// A compressed frame whose text is decompressed in portions.
pub(super) struct Frame {
    /// The place of the text that is not decompressed.
    pub(super) start: GamePlace,
    bytes: Vec<u8>,
    /// The number of bytes that the decompressor has taken.
    taken: usize,
    /// `None` before the first portion.
    decompressor: Option<Decompressor>,
}

impl Frame {
    /// Creates a frame from its bytes, of which none is decompressed.
    pub(super) fn new(start: GamePlace, bytes: Vec<u8>) -> Frame {
        Frame { start, bytes, taken: 0, decompressor: None }
    }

    /// Returns the number of bytes that are not decompressed.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.taken
    }
}

/// What threads that decompress frames use again. Large buffers that are allocated for each frame
/// leave gaps in the memory of each thread, which grow for as long as a file is read.
#[derive(Default)]
pub(super) struct FrameMemory {
    /// Buffers of the pieces of text.
    text: Spare,
    /// Buffers of compressed frames.
    compressed: Spare,
    decompressors: Mutex<Vec<Decompressor>>,
}

impl FrameMemory {
    /// Takes buffers of compressed frames from others, and gives them back there.
    pub(super) fn with_compressed(compressed: &Spare) -> FrameMemory {
        FrameMemory { compressed: Arc::clone(compressed), ..FrameMemory::default() }
    }

    /// Decompresses the next portion of a frame into pieces of text: all text before an error.
    /// Returns the frame too, unless that was the last portion.
    pub(super) fn decode(&self, mut frame: Frame) -> (Vec<Piece>, io::Result<Option<Frame>>) {
        let mut pieces = Vec::with_capacity(PIECES);
        let is_over = self.decode_portion(&mut frame, &mut pieces);
        let rest = match is_over {
            Err(_) => Err(damaged_at(frame.start.frame)),
            Ok(true) => {
                give_back(&self.compressed, frame.bytes, MAX_COMPRESSED);
                Ok(None)
            }
            Ok(false) => {
                frame.start.offset += PORTION as u64;
                Ok(Some(frame))
            }
        };
        (pieces, rest)
    }

    /// Returns whether the frame is over.
    fn decode_portion(&self, frame: &mut Frame, pieces: &mut Vec<Piece>) -> io::Result<bool> {
        let lock = || self.decompressors.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rest = &frame.bytes[frame.taken..];
        // After an error, the decompressor and the buffer are dropped.
        let mut decompressor = match frame.decompressor.take() {
            Some(decompressor) => decompressor,
            None => {
                let mut decompressor = lock().pop().unwrap_or_default();
                decompressor.begin(&mut rest)?;
                decompressor
            }
        };
        let mut is_over = false;
        while !is_over && pieces.len() < PIECES {
            let mut source = FrameReader { decompressor: &mut decompressor, rest: &mut rest };
            let (piece, error) = Piece::read(&mut source, PIECE, &self.text);
            is_over = piece.len() < PIECE;
            pieces.extend((!piece.is_empty()).then_some(piece));
            error.map_or(Ok(()), Err)?;
        }
        frame.taken = frame.bytes.len() - rest.len();
        match is_over {
            true => lock().push(decompressor),
            false => frame.decompressor = Some(decompressor),
        }
        Ok(is_over)
    }
}

/// A reader of the text of a frame in memory.
struct FrameReader<'d, 'f> {
    decompressor: &'d mut Decompressor,
    /// The bytes that the decompressor has not taken.
    rest: &'d mut &'f [u8],
}

impl Read for FrameReader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decompressor.read(self.rest, buffer)
    }
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// Decompresses a frame at byte 7, portion by portion. Returns the text before an error too.
    fn text_of(memory: &FrameMemory, bytes: Vec<u8>) -> (String, io::Result<()>) {
        let mut next = Some(Frame::new(GamePlace { frame: 7, offset: 0 }, bytes));
        let mut text = Vec::new();
        while let Some(frame) = next {
            assert_eq!(frame.start, GamePlace { frame: 7, offset: text.len() as u64 });
            let (pieces, rest) = memory.decode(frame);
            assert!(pieces.len() <= PIECES && pieces.iter().all(|piece| piece.len() <= PIECE));
            pieces.iter().for_each(|piece| text.extend_from_slice(piece));
            match rest {
                Ok(rest) => next = rest,
                Err(error) => return (String::from_utf8(text).expect("ASCII"), Err(error)),
            }
        }
        (String::from_utf8(text).expect("ASCII"), Ok(()))
    }

    /// Finds a decompressor that goes on with the frame before, or with a damaged one, and one that
    /// loses the text before the damage.
    #[test]
    fn frames_are_decompressed_with_the_same_memory() {
        let memory = FrameMemory::default();
        let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let line = "1. e4 e5 2. d4*\n";
        let long = line.repeat((PORTION + PIECE / 2) / line.len());
        let portion = &long[..PORTION];
        let whole = frame(&long);
        let (cut, truncated) = (whole[1..].to_vec(), whole[..whole.len() / 2].to_vec());
        for (bytes, expected) in [
            (whole.clone(), Ok(&*long)),
            (frame("1. d4 *\n"), Ok("1. d4 *\n")),
            (frame(portion), Ok(portion)),
            (truncated, Err(PIECE)),
            (whole, Ok(&*long)),
            (cut, Err(0)),
            (frame(""), Ok("")),
            (frame("1. c4 *\n"), Ok("1. c4 *\n")),
        ] {
            let (text, end) = text_of(&memory, bytes);
            match expected {
                Ok(expected) => assert!(end.is_ok() && text == expected),
                Err(least) => {
                    assert!(end.expect_err("damaged").to_string().contains("at byte 7"));
                    assert!(text.len() >= least && long.starts_with(&text), "{}", text.len());
                }
            }
        }
        let of = |spare: &Spare| spare.lock().map_or(0, |spare| spare.len());
        assert_eq!(of(&memory.compressed), MAX_COMPRESSED);
        assert_eq!(memory.decompressors.lock().map_or(0, |list| list.len()), 1);
    }
}
