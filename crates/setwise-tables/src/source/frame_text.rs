//! The text of Zstandard frames. With the feature `parquet` the C library decompresses them.

use std::io::{self, BufReader, ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::encoding::{Encoding, examine};
use super::frames::{Counted, FrameBytes, begin_frame, damaged_at};
use crate::piece_text::{Spare, Text, give_back};
use crate::record::GamePlace;
use crate::split::PIECE;

/// Reads the header of the first frame, and the encoding of the text; `None` if there is no frame.
/// Only the first frame shows the encoding, and whether the source is text.
pub(super) fn begin_frames(source: Counted) -> io::Result<Option<(FrameBytes, Encoding)>> {
    let Some(mut frame) = begin_frame(source, Vec::new())? else { return Ok(None) };
    let encoding = examine(&frame.first_text())?;
    Ok(Some((frame, encoding)))
}

/// A reader of the text of all frames.
pub(super) struct Zstandard {
    state: State,
}

enum State {
    /// Between frames.
    Between(Counted),
    In(Box<FrameText>),
    /// At the end, or after an error.
    End,
}

impl Zstandard {
    /// Returns a reader that begins with a frame.
    pub(super) fn new(frame: FrameBytes) -> io::Result<Zstandard> {
        Ok(Zstandard { state: State::In(Box::new(FrameText::new(frame)?)) })
    }
}

impl Read for Zstandard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::End) {
                State::End => return Ok(0),
                State::Between(source) => {
                    let Some(frame) = begin_frame(source, Vec::new())? else { return Ok(0) };
                    self.state = State::In(Box::new(FrameText::new(frame)?));
                }
                State::In(mut text) => {
                    let count = text.read(buffer)?;
                    if count > 0 {
                        self.state = State::In(text);
                        return Ok(count);
                    }
                    self.state = State::Between(text.into_source());
                }
            }
        }
    }
}

/// The number of buffers of compressed frames that wait to be used again: about as many frames wait
/// to be decompressed.
const MAX_COMPRESSED: usize = 2;

/// The number of pieces of text that are decompressed at once. A frame of Lichess's files has 32.
const PIECES: usize = 4;

/// The size of the text that is decompressed at once, in bytes.
pub(crate) const PORTION: usize = PIECES * PIECE;

/// A compressed frame whose text is decompressed in portions.
pub(crate) struct Frame {
    /// The place of the text that is not decompressed.
    pub(crate) start: GamePlace,
    bytes: Vec<u8>,
    /// The number of bytes that the decompressor has taken.
    taken: usize,
    /// `None` before the first portion.
    decompressor: Option<Decompressor>,
}

impl Frame {
    /// Creates a frame from its bytes, of which none is decompressed.
    pub(crate) fn new(start: GamePlace, bytes: Vec<u8>) -> Frame {
        Frame { start, bytes, taken: 0, decompressor: None }
    }

    /// Returns the number of bytes that are not decompressed.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.taken
    }
}

/// What threads that decompress frames use again. Large buffers that are allocated for each frame
/// leave gaps in the memory of each thread, which grow for as long as a file is read.
#[derive(Default)]
pub(crate) struct FrameMemory {
    /// Buffers of the pieces of text.
    text: Spare,
    /// Buffers of compressed frames.
    compressed: Spare,
    decompressors: Mutex<Vec<Decompressor>>,
}

impl FrameMemory {
    /// Takes buffers of compressed frames from others, and gives them back there.
    pub(crate) fn with_compressed(compressed: &Spare) -> FrameMemory {
        FrameMemory { compressed: Arc::clone(compressed), ..FrameMemory::default() }
    }

    /// Decompresses the next portion of a frame into pieces of text. Returns the frame too, unless
    /// that was the last portion. A portion that is damaged is an error as a whole.
    pub(crate) fn decode(&self, mut frame: Frame) -> io::Result<(Vec<Text>, Option<Frame>)> {
        let lock = || self.decompressors.lock().unwrap_or_else(PoisonError::into_inner);
        let damaged = |_| damaged_at(frame.start.frame);
        let mut rest = &frame.bytes[frame.taken..];
        // After an error, the decompressor and the buffer are dropped.
        let mut decompressor = match frame.decompressor.take() {
            Some(decompressor) => decompressor,
            None => {
                let mut decompressor = lock().pop().unwrap_or_default();
                decompressor.begin(&mut rest).map_err(damaged)?;
                decompressor
            }
        };
        let mut pieces = Vec::with_capacity(PIECES);
        let mut is_over = false;
        while !is_over && pieces.len() < PIECES {
            let mut source = FrameReader { decompressor: &mut decompressor, rest: &mut rest };
            let (piece, error) = Text::read(&mut source, PIECE, &self.text);
            error.map_or(Ok(()), Err).map_err(damaged)?;
            is_over = piece.len() < PIECE;
            pieces.extend((!piece.is_empty()).then_some(piece));
        }
        if is_over {
            lock().push(decompressor);
            give_back(&self.compressed, frame.bytes, MAX_COMPRESSED);
            return Ok((pieces, None));
        }
        frame.taken = frame.bytes.len() - rest.len();
        frame.start.offset += PORTION as u64;
        frame.decompressor = Some(decompressor);
        Ok((pieces, Some(frame)))
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

#[cfg(feature = "parquet")]
use by_c::Decompressor;
#[cfg(feature = "parquet")]
pub(crate) use by_c::FrameText;
#[cfg(feature = "parquet")]
pub(super) use by_c::first_text;
#[cfg(not(feature = "parquet"))]
use in_rust::Decompressor;
#[cfg(not(feature = "parquet"))]
pub(crate) use in_rust::FrameText;
#[cfg(not(feature = "parquet"))]
pub(super) use in_rust::first_text;

/// Decompression by the C library.
#[cfg(feature = "parquet")]
mod by_c {
    use super::*;
    use zstd::zstd_safe::{DCtx, InBuffer, OutBuffer};

    /// The text of a frame.
    pub(crate) struct FrameText(zstd::Decoder<'static, BufReader<FrameBytes>>);

    impl FrameText {
        pub(in super::super) fn new(frame: FrameBytes) -> io::Result<FrameText> {
            Ok(FrameText(zstd::Decoder::new(frame)?))
        }

        pub(in super::super) fn into_source(self) -> Counted {
            self.0.finish().into_inner().into_source()
        }
    }

    impl Read for FrameText {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer).map_err(|_| self.0.get_mut().get_mut().fault())
        }
    }

    /// Decompresses frames in memory, one after the other.
    #[derive(Default)]
    pub(super) struct Decompressor {
        context: DCtx<'static>,
        is_over: bool,
    }

    impl Decompressor {
        /// Begins with a frame. The frame before has been read to its end.
        pub(super) fn begin(&mut self, _frame: &mut &[u8]) -> io::Result<()> {
            self.is_over = false;
            Ok(())
        }

        /// Takes bytes of the frame and returns text; none at the end.
        pub(super) fn read(&mut self, frame: &mut &[u8], buffer: &mut [u8]) -> io::Result<usize> {
            let (mut input, mut output) = (InBuffer::around(frame), OutBuffer::around(buffer));
            while !self.is_over && output.pos() == 0 {
                let taken = input.pos();
                let left = self.context.decompress_stream(&mut output, &mut input);
                self.is_over = left.map_err(|_| ErrorKind::InvalidData)? == 0;
                if !self.is_over && output.pos() == 0 && input.pos() == taken {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
            }
            let (taken, count) = (input.pos(), output.pos());
            *frame = &frame[taken..];
            Ok(count)
        }
    }

    /// Returns the text of the first block of a frame, which is at an index; what follows may be
    /// missing.
    pub(in super::super) fn first_text(frame: &[u8], _block: usize) -> Vec<u8> {
        let mut text = Vec::new();
        if let Ok(mut decoder) = zstd::Decoder::with_buffer(frame) {
            // The text before the error is what is wanted.
            let _ = decoder.read_to_end(&mut text);
        }
        text
    }
}

/// Decompression in Rust.
#[cfg(not(feature = "parquet"))]
mod in_rust {
    use super::*;
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    /// The text of a frame. The decoder returns text only when it is outside the window, so the
    /// text of the last window before an error is lost.
    pub(crate) struct FrameText {
        decoder: FrameDecoder,
        frame: BufReader<FrameBytes>,
    }

    impl FrameText {
        pub(in super::super) fn new(frame: FrameBytes) -> io::Result<FrameText> {
            let mut frame = BufReader::new(frame);
            let mut decoder = FrameDecoder::new();
            decoder.init(&mut frame).map_err(|_| frame.get_mut().fault())?;
            Ok(FrameText { decoder, frame })
        }

        pub(in super::super) fn into_source(self) -> Counted {
            self.frame.into_inner().into_source()
        }
    }

    impl Read for FrameText {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let text = read_text(&mut self.decoder, &mut self.frame, buffer)?;
            text.ok_or_else(|| self.frame.get_mut().fault())
        }
    }

    /// Reads text of a frame; `None` if the frame is damaged.
    fn read_text(
        decoder: &mut FrameDecoder,
        frame: &mut impl Read,
        buffer: &mut [u8],
    ) -> io::Result<Option<usize>> {
        while decoder.can_collect() == 0 && !decoder.is_finished() {
            if decoder.decode_blocks(&mut *frame, BlockDecodingStrategy::UptoBlocks(1)).is_err() {
                return Ok(None);
            }
        }
        let count = decoder.read(buffer)?;
        Ok((count > 0 || is_right(decoder)).then_some(count))
    }

    /// Returns whether the checksum of a frame is right, if it has one.
    fn is_right(decoder: &FrameDecoder) -> bool {
        let checksum = decoder.get_checksum_from_data();
        checksum.is_none() || checksum == decoder.get_calculated_checksum()
    }

    /// Decompresses frames in memory, one after the other.
    #[derive(Default)]
    pub(super) struct Decompressor(Box<FrameDecoder>);

    impl Decompressor {
        /// Begins with a frame, whose header is taken.
        pub(super) fn begin(&mut self, frame: &mut &[u8]) -> io::Result<()> {
            self.0.init(frame).map_err(|_| ErrorKind::InvalidData.into())
        }

        /// Takes bytes of the frame and returns text; none at the end.
        pub(super) fn read(&mut self, frame: &mut &[u8], buffer: &mut [u8]) -> io::Result<usize> {
            read_text(&mut self.0, frame, buffer)?.ok_or_else(|| ErrorKind::InvalidData.into())
        }
    }

    /// Returns the text of the first block of a frame, which is at an index; what follows may be
    /// missing.
    pub(in super::super) fn first_text(frame: &[u8], block: usize) -> Vec<u8> {
        // The decoder keeps the text inside the window, unless the frame is over.
        let mut frame = frame.to_vec();
        if let Some(header) = frame.get_mut(block) {
            *header |= 1;
        }
        frame.extend([0; 4]);
        let (mut decoder, mut frame) = (FrameDecoder::new(), frame.as_slice());
        let block = BlockDecodingStrategy::UptoBlocks(1);
        let is_right =
            decoder.init(&mut frame).is_ok() && decoder.decode_blocks(&mut frame, block).is_ok();
        is_right.then(|| decoder.collect()).flatten().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// Decompresses a frame at byte 7, portion by portion.
    fn text_of(memory: &FrameMemory, bytes: Vec<u8>) -> io::Result<String> {
        let mut next = Some(Frame::new(GamePlace { frame: 7, offset: 0 }, bytes));
        let mut text = Vec::new();
        while let Some(frame) = next {
            assert_eq!(frame.start, GamePlace { frame: 7, offset: text.len() as u64 });
            let (pieces, rest) = memory.decode(frame)?;
            assert!(pieces.len() <= PIECES && pieces.iter().all(|piece| piece.len() <= PIECE));
            pieces.iter().for_each(|piece| text.extend_from_slice(piece));
            next = rest;
        }
        Ok(String::from_utf8(text).expect("ASCII"))
    }

    /// Finds a decompressor that goes on with the frame before, or with a damaged one.
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
            (whole.clone(), Some(&*long)),
            (frame("1. d4 *\n"), Some("1. d4 *\n")),
            (frame(portion), Some(portion)),
            (truncated, None),
            (whole, Some(&*long)),
            (cut, None),
            (frame(""), Some("")),
            (frame("1. c4 *\n"), Some("1. c4 *\n")),
        ] {
            let text = text_of(&memory, bytes);
            match expected {
                Some(expected) => assert!(text.expect("a whole frame") == expected),
                None => assert!(text.expect_err("damaged").to_string().contains("at byte 7")),
            }
        }
        let of = |spare: &Spare| spare.lock().map_or(0, |spare| spare.len());
        assert_eq!(of(&memory.compressed), MAX_COMPRESSED);
        assert_eq!(memory.decompressors.lock().map_or(0, |list| list.len()), 1);
    }
}
