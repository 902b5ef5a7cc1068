//! The text of Zstandard frames. With the feature `parquet` the C library decompresses them.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::encoding::{Encoding, examine};
use super::frames::{Counted, FrameBytes, begin_frame, damaged_at};
use crate::piece_text::{Spare, Text, give_back};
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

    /// Decompresses the frame at an offset into pieces of a text.
    pub(crate) fn decode(&self, frame: Vec<u8>, start: u64) -> io::Result<Vec<Text>> {
        let lock = || self.decompressors.lock().unwrap_or_else(PoisonError::into_inner);
        let mut decompressor = lock().pop().unwrap_or_default();
        let pieces = self.pieces(decompressor.begin(&frame, start)?, start)?;
        // After an error, both are dropped.
        lock().push(decompressor);
        give_back(&self.compressed, frame, MAX_COMPRESSED);
        Ok(pieces)
    }

    /// Returns all pieces of the text of a frame.
    fn pieces(&self, mut source: impl Read, start: u64) -> io::Result<Vec<Text>> {
        let mut pieces = Vec::new();
        loop {
            let (piece, error) = Text::read(&mut source, PIECE, &self.text);
            if error.is_some() {
                return Err(damaged_at(start));
            }
            if piece.is_empty() {
                return Ok(pieces);
            }
            pieces.push(piece);
        }
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
    use zstd::zstd_safe::DCtx;

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
    pub(super) struct Decompressor(DCtx<'static>);

    impl Decompressor {
        /// Returns a reader of the text of a frame. The frame before has been read to its end.
        pub(super) fn begin<'f>(
            &'f mut self,
            frame: &'f [u8],
            _start: u64,
        ) -> io::Result<impl Read + 'f> {
            Ok(zstd::Decoder::with_context(frame, &mut self.0))
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
    pub(super) struct Decompressor(FrameDecoder);

    impl Default for Decompressor {
        fn default() -> Decompressor {
            Decompressor(FrameDecoder::new())
        }
    }

    impl Decompressor {
        /// Returns a reader of the text of a frame.
        pub(super) fn begin<'f>(
            &'f mut self,
            mut frame: &'f [u8],
            start: u64,
        ) -> io::Result<impl Read + 'f> {
            self.0.init(&mut frame).map_err(|_| damaged_at(start))?;
            Ok(WholeFrame { decoder: &mut self.0, frame })
        }
    }

    struct WholeFrame<'f> {
        decoder: &'f mut FrameDecoder,
        frame: &'f [u8],
    }

    impl Read for WholeFrame<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let WholeFrame { decoder, frame } = self;
            read_text(decoder, frame, buffer)?.ok_or_else(|| io::ErrorKind::InvalidData.into())
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

    /// Finds a decompressor that goes on with the frame before, or with a damaged one.
    #[test]
    fn frames_are_decompressed_with_the_same_memory() {
        let memory = FrameMemory::default();
        let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let long = "1. e4 e5 2. Nf3 *\n\n".repeat(PIECE / 10);
        let cut = frame(&long).split_off(1);
        let truncated = frame(&long)[..frame(&long).len() / 2].to_vec();
        for (bytes, expected) in [
            (frame(&long), Some(&*long)),
            (frame("1. d4 *\n"), Some("1. d4 *\n")),
            (truncated, None),
            (frame(&long), Some(&*long)),
            (cut, None),
            (frame(""), Some("")),
            (frame("1. c4 *\n"), Some("1. c4 *\n")),
        ] {
            let text = memory.decode(bytes, 7).map(|pieces| {
                let pieces = pieces.iter().map(|piece| String::from_utf8_lossy(piece).into_owned());
                pieces.collect::<String>()
            });
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
