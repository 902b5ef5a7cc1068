//! Decompresses gzip and Zstandard input, which is detected by its first bytes.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes 2 to 4 of a skippable Zstandard frame; the first byte is 0x50 to 0x5f. The program pzstd
/// writes such a frame at the start of a file.
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// Returns a reader of the decompressed input; other input is returned unchanged.
pub(crate) fn decompressed<'r>(mut source: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut first = Vec::new();
    source.by_ref().take(ZSTANDARD.len() as u64).read_to_end(&mut first)?;
    let is_gzip = first.starts_with(&GZIP);
    let is_skippable = matches!(first[..], [0x50..=0x5f, ref rest @ ..] if *rest == SKIPPABLE);
    let is_zstandard = first == ZSTANDARD || is_skippable;
    let source = Cursor::new(first).chain(source);
    Ok(if is_gzip {
        Box::new(MultiGzDecoder::new(source))
    } else if is_zstandard {
        let decoder = FrameDecoder::new();
        Box::new(Zstandard { source: BufReader::new(source), decoder })
    } else {
        Box::new(source)
    })
}

/// A reader of all frames of a Zstandard source. A frame with a window of more than 128 MiB is an
/// error.
struct Zstandard<R> {
    source: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> Zstandard<R> {
    /// Begins the next frame, or skips it if it is a skippable frame.
    fn begin_frame(&mut self) -> io::Result<()> {
        match self.decoder.init(&mut self.source) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let mut frame = self.source.by_ref().take(length.into());
                match io::copy(&mut frame, &mut io::sink())? < length.into() {
                    true => Err(ErrorKind::UnexpectedEof.into()),
                    false => Ok(()),
                }
            }
            result => result.map_err(io::Error::other),
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
                self.decoder.decode_blocks(&mut self.source, block).map_err(io::Error::other)?;
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.begin_frame()?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        decompressed(bytes)?.read_to_end(&mut all)?;
        Ok(all)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("into memory");
        encoder.finish().expect("into memory")
    }

    fn zstandard(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    #[test]
    fn several_compressed_parts_are_concatenated() {
        let text = b"1. e4 e5 *\n".repeat(100_000);
        for compress in [gzip, zstandard] {
            let mut bytes = compress(&text);
            bytes.extend(compress(b"end"));
            let all = read(&bytes).expect("good");
            assert_eq!(all.len(), text.len() + 3);
            assert!(all.starts_with(&text) && all.ends_with(b"end"));
        }
    }

    #[test]
    fn skippable_frames_are_skipped() {
        for first in 0x50..=0x5f {
            let skippable = &[first, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, b'x', b'x'][..];
            let parts = [skippable, &zstandard(b"a"), skippable, skippable, &zstandard(b"b")];
            let mut bytes = parts.concat();
            assert_eq!(read(&bytes).expect("good"), b"ab");
            bytes.extend(skippable);
            assert_eq!(read(&bytes).expect("good"), b"ab");
            bytes.pop();
            assert!(read(&bytes).is_err());
        }
    }

    #[test]
    fn uncompressed_input_is_unchanged() {
        for bytes in [&b""[..], b"*", b"\x1f", b"\x28\xb5\x2f", b"P\x2a\x4d", b"P*M*", b"1. e4 *"] {
            assert_eq!(read(bytes).expect("good"), bytes);
        }
    }

    #[test]
    fn truncated_input_is_an_error() {
        for bytes in [gzip(b"1. e4 e5 *"), zstandard(b"1. e4 e5 *")] {
            for end in 4..bytes.len() {
                assert!(read(&bytes[..end]).is_err(), "{end} of {}", bytes.len());
            }
        }
    }
}
