//! The text of Zstandard frames. With the feature `zstd` the C library decompresses them.

use std::io::{self, BufReader, ErrorKind, Read};

use super::encoding::{Encoding, examine};
use super::frames::{Counted, FrameBytes, begin_frame};

/// Reads the header of the first frame, and the encoding of the text; `None` if there is no frame.
/// Only the first frame shows the encoding, and whether the source is text.
pub(crate) fn begin_frames(source: Counted) -> io::Result<Option<(FrameBytes, Encoding)>> {
    let Some(mut frame) = begin_frame(source, Vec::new())? else { return Ok(None) };
    let encoding = examine(&frame.first_text())?;
    Ok(Some((frame, encoding)))
}

/// A reader of the text of all frames.
pub(crate) struct Zstandard {
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
    pub(crate) fn new(frame: FrameBytes) -> io::Result<Zstandard> {
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

#[cfg(feature = "zstd")]
use self::by_c as decoder;
#[cfg(not(feature = "zstd"))]
use self::in_rust as decoder;
pub(super) use decoder::first_text;
pub(crate) use decoder::{Decompressor, FrameText};

/// Decompression by the C library.
#[cfg(feature = "zstd")]
mod by_c {
    use zstd::zstd_safe::{DCtx, InBuffer, OutBuffer};

    use super::*;

    /// The most bytes of text that one call of the library returns: if it meets an error, they are
    /// lost.
    const CALL: usize = 4 << 10;

    /// The text of a frame.
    pub(crate) struct FrameText(zstd::Decoder<'static, BufReader<FrameBytes>>);

    impl FrameText {
        pub(crate) fn new(frame: FrameBytes) -> io::Result<FrameText> {
            Ok(FrameText(zstd::Decoder::new(frame)?))
        }

        pub(crate) fn into_source(self) -> Counted {
            self.0.finish().into_inner().into_source()
        }
    }

    impl Read for FrameText {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(CALL);
            self.0.read(&mut buffer[..end]).map_err(|_| self.0.get_mut().get_mut().fault())
        }
    }

    /// Decompresses frames in memory, one after the other.
    #[derive(Default)]
    pub(crate) struct Decompressor {
        context: DCtx<'static>,
        is_over: bool,
    }

    impl Decompressor {
        /// Begins with a frame. The frame before has been read to its end.
        pub(crate) fn begin(&mut self, _frame: &mut &[u8]) -> io::Result<()> {
            self.is_over = false;
            Ok(())
        }

        /// Takes bytes of the frame and returns text; none at the end.
        pub(crate) fn read(&mut self, frame: &mut &[u8], buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(CALL);
            let buffer = &mut buffer[..end];
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
#[cfg(not(feature = "zstd"))]
mod in_rust {
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    use super::*;

    /// The text of a frame. The decoder returns text only when it is outside the window, so the
    /// text of the last window before an error is lost.
    pub(crate) struct FrameText {
        decoder: FrameDecoder,
        frame: BufReader<FrameBytes>,
    }

    impl FrameText {
        pub(crate) fn new(frame: FrameBytes) -> io::Result<FrameText> {
            let mut frame = BufReader::new(frame);
            let mut decoder = FrameDecoder::new();
            decoder.init(&mut frame).map_err(|_| frame.get_mut().fault())?;
            Ok(FrameText { decoder, frame })
        }

        pub(crate) fn into_source(self) -> Counted {
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
    pub(crate) struct Decompressor(Box<FrameDecoder>);

    impl Decompressor {
        /// Begins with a frame, whose header is taken.
        pub(crate) fn begin(&mut self, frame: &mut &[u8]) -> io::Result<()> {
            self.0.init(frame).map_err(|_| ErrorKind::InvalidData.into())
        }

        /// Takes bytes of the frame and returns text; none at the end.
        pub(crate) fn read(&mut self, frame: &mut &[u8], buffer: &mut [u8]) -> io::Result<usize> {
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
