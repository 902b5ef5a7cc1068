//! Zstandard.

use std::io::{self, BufRead, Cursor, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{damaged, followed, invalid, truncated};

const FORMAT: &str = "Zstandard";
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes 2 to 4 of a skippable frame; the first byte is 0x50 to 0x5f. The program pzstd writes such
/// a frame at the start of a file.
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// Returns whether the bytes begin a frame of either kind.
pub(super) fn begins_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
        || matches!(bytes, [0x50..=0x5f, rest @ ..] if rest.starts_with(&SKIPPABLE))
}

/// A reader of all frames of a Zstandard source. A frame with a window of more than 128 MiB is an
/// error.
pub(super) struct Zstandard<R> {
    source: R,
    decoder: FrameDecoder,
    has_begun: bool,
}

impl<R: BufRead> Zstandard<R> {
    pub(super) fn new(source: R) -> Zstandard<R> {
        Zstandard { source, decoder: FrameDecoder::new(), has_begun: false }
    }

    /// Begins the next frame, or skips it if it is a skippable frame.
    fn begin_frame(&mut self) -> io::Result<()> {
        let mut first = Vec::new();
        self.source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut first)?;
        if !begins_frame(&first) {
            let is_prefix = MAGIC.starts_with(&first);
            return Err(if is_prefix { truncated(FORMAT) } else { followed(FORMAT) });
        }
        match self.decoder.init(Cursor::new(first).chain(&mut self.source)) {
            Ok(()) => {
                self.has_begun = true;
                Ok(())
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let mut frame = self.source.by_ref().take(length.into());
                match io::copy(&mut frame, &mut io::sink())? < length.into() {
                    true => Err(truncated(FORMAT)),
                    false => Ok(()),
                }
            }
            Err(FrameDecoderError::WindowSizeTooBig { .. }) => {
                Err(invalid("the Zstandard data needs too much memory".to_owned()))
            }
            Err(_) => Err(self.broken()),
        }
    }

    /// Returns the error of a frame that cannot be decoded.
    fn broken(&mut self) -> io::Error {
        match self.source.fill_buf() {
            Ok([]) => truncated(FORMAT),
            Ok(_) => damaged(FORMAT),
            Err(error) => error,
        }
    }

    /// Compares the checksum of a frame that has one.
    fn check(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(checksum) if self.decoder.get_calculated_checksum() != Some(checksum) => {
                Err(damaged(FORMAT))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Zstandard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if !self.decoder.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                if self.decoder.decode_blocks(&mut self.source, block).is_err() {
                    return Err(self.broken());
                }
                continue;
            }
            if std::mem::take(&mut self.has_begun) {
                self.check()?;
            }
            if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.begin_frame()?;
        }
    }
}
