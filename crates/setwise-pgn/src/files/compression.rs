//! Decompresses gzip, bzip2 and Zstandard input, which is detected by its first bytes.

use std::io::{self, BufReader, Cursor, ErrorKind, Read};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;

use super::Bytes;
use super::encoding::{Encoding, decoded};
use super::frame_text::{Zstandard, begin_frames};
use super::frames::{Counted, begins_frame};
use super::streams::Streams;

/// The formats that are detected by their first bytes and not read.
const UNREADABLE: [(&[u8], &str); 8] = [
    (b"\xfd7zXZ\0", "xz data"),
    (b"PK\x03\x04", "a zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x1f\x9d", "compress data"),
    (b"\x04\x22\x4d\x18", "LZ4 data"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
];

/// The length of the longest of the first bytes that are compared.
const LONGEST_MAGIC: u64 = 6;

/// A format that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Bzip2,
    Zstandard,
}

/// Returns a reader of the decompressed text as UTF-8 or, unchanged, another encoding based on
/// ASCII.
///
/// The source may be plain text, or text that is compressed with gzip, bzip2 or Zstandard, which is
/// detected by the first bytes; several compressed parts may follow one another. UTF-16 is detected
/// by its byte order mark. The reader returns the bytes that it has before it waits for more, as
/// far as the format allows it. Memory is bounded: the window of Zstandard data is at most 128 MiB.
///
/// # Errors
///
/// Returns an error that names the format if the input is neither text nor compressed text. So do
/// the reads of compressed input that is damaged, truncated, or followed by something else.
///
/// ```
/// use std::io::Read;
///
/// let utf16 = b"\xff\xfe1\0.\0 \0e\x004\0";
/// let mut text = String::new();
/// setwise_pgn::files::decompressed(Box::new(&utf16[..]))?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompressed(source: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let (compression, source) = detect(source)?;
    if compression != Compression::Zstandard {
        return Ok(decoded(stream(compression, source))?.1);
    }
    match begin_frames(Counted::new(source))? {
        None => Ok(Box::new(io::empty())),
        Some((frame, Encoding::Bytes)) => Ok(Box::new(Zstandard::new(frame)?)),
        Some((frame, _)) => Ok(decoded(Box::new(Zstandard::new(frame)?))?.1),
    }
}

/// Detects the compression of a source by its first bytes, which are still to be read then.
pub(crate) fn detect(mut source: Bytes) -> io::Result<(Compression, Bytes)> {
    let mut first = Vec::new();
    source.by_ref().take(LONGEST_MAGIC).read_to_end(&mut first)?;
    if let Some((_, name)) = UNREADABLE.iter().find(|(magic, _)| first.starts_with(magic)) {
        return Err(invalid(format!(
            "{name} (expected text, plain or compressed with gzip, bzip2 or Zstandard)"
        )));
    }
    let compression = match first[..] {
        [0x1f, 0x8b, ..] => Compression::Gzip,
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
        _ if begins_frame(&first) => Compression::Zstandard,
        _ => Compression::None,
    };
    Ok((compression, Box::new(Cursor::new(first).chain(source))))
}

/// Returns a reader of what a source of streams, or of no compression, contains.
pub(crate) fn stream(compression: Compression, source: Bytes) -> Bytes {
    match compression {
        Compression::Gzip => {
            let source = BufReader::new(source);
            Box::new(Streams::new(source, "gzip", b"\x1f\x8b", GzDecoder::new))
        }
        Compression::Bzip2 => {
            let source = BufReader::new(source);
            Box::new(Streams::new(source, "bzip2", b"BZh", BzDecoder::new))
        }
        Compression::None | Compression::Zstandard => source,
    }
}

pub(super) fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

pub(super) fn truncated(format: &str) -> io::Error {
    invalid(format!("the {format} data is truncated"))
}

pub(super) fn damaged(format: &str) -> io::Error {
    invalid(format!("the {format} data is damaged"))
}

pub(super) fn followed(format: &str) -> io::Error {
    invalid(format!("the {format} data is followed by something else"))
}

#[cfg(test)]
mod tests {
    use setwise_testkit::compressed::{bzip2, gzip, zstandard};
    use setwise_testkit::scaled;

    use super::*;

    /// A source that yields one byte at a time.
    struct Trickle(Cursor<Vec<u8>>);

    impl Read for Trickle {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    /// Reads all text at once and in pieces.
    fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
        fn all(source: Bytes) -> Result<Vec<u8>, String> {
            let mut all = Vec::new();
            let read = decompressed(source).and_then(|mut source| source.read_to_end(&mut all));
            read.map(|_| all).map_err(|error| error.to_string())
        }
        let source = || Cursor::new(bytes.to_vec());
        let read = all(Box::new(source()));
        assert_eq!(read, all(Box::new(Trickle(source()))));
        read
    }

    type Compress = fn(&[u8]) -> Vec<u8>;

    const FORMATS: [(&str, Compress); 3] =
        [("gzip", gzip), ("bzip2", bzip2), ("Zstandard", zstandard)];

    #[test]
    fn several_compressed_parts_are_concatenated() {
        let text = b"1. e4 e5 *\n".repeat(scaled(20_000, 8_000));
        for (_, compress) in FORMATS {
            let mut bytes = compress(&text);
            bytes.extend(compress(b""));
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
        let long = b"[Event \"\xe9\"]\r\n\x1a".repeat(100);
        // As many control characters as a text may have, and more of them later.
        let few = [&b"{\x07\x1c\0\0\0\0\0\x01}"[..], &[b' '; 54], b"\0\0\0"].concat();
        for bytes in [
            &b""[..],
            b"*",
            b"\x28\xb5\x2f",
            b"P\x2a\x4d",
            b"P*M*",
            b"BZh",
            b"1. e4 *",
            b"\0",
            &few,
            &long,
        ] {
            assert_eq!(read(bytes).expect("good"), bytes);
        }
    }

    #[test]
    fn truncated_input_is_named() {
        for (format, compress) in FORMATS {
            let bytes = compress(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2");
            for end in 4..bytes.len() {
                let place = if format == "Zstandard" { " in the frame at byte 0" } else { "" };
                let expected = Err(format!("the {format} data is truncated{place}"));
                assert_eq!(read(&bytes[..end]), expected, "{end} of {}", bytes.len());
            }
        }
    }

    #[test]
    fn what_follows_an_archive_is_named() {
        for (format, compress) in FORMATS {
            for rest in [&b"1. e4 *"[..], b"\n", b"\0\0\0\0\0\0\0\0"] {
                let bytes = [&compress(b"1. e4 *"), rest].concat();
                let expected = Err(format!("the {format} data is followed by something else"));
                assert_eq!(read(&bytes), expected, "{rest:?}");
            }
        }
    }

    /// Each single byte is changed. Each format has a checksum, so a change of the text is always
    /// seen.
    #[test]
    fn damaged_input_is_named() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1/2-1/2";
        for (format, compress) in FORMATS {
            let bytes = compress(text);
            let mut damaged = 0;
            for place in 4..bytes.len() {
                let mut bytes = bytes.clone();
                bytes[place] ^= 0x15;
                match read(&bytes) {
                    Ok(read) => assert!(read == text, "{format}, byte {place}"),
                    Err(error) => {
                        let [is_damaged, is_truncated] = ["damaged", "truncated"]
                            .map(|what| error.starts_with(&format!("the {format} data is {what}")));
                        let is_other = error.contains("followed") || error.contains("memory");
                        assert!(is_damaged || is_truncated || is_other, "{place}: {error}");
                        damaged += u32::from(is_damaged);
                    }
                }
            }
            assert!(damaged > 3, "{format}: {damaged}");
        }
    }

    #[test]
    fn other_formats_are_named() {
        for (bytes, name) in [
            (&b"\xfd7zXZ\0\0\x04"[..], "xz data (expected"),
            (b"PK\x03\x04\x14\0", "a zip archive (expected"),
            (b"7z\xbc\xaf\x27\x1c\0", "a 7-Zip archive (expected"),
            (b"PAR1\x15\x04", "a Parquet file (expected"),
            (b"ARROW1\0\0", "an Arrow file (expected"),
            (
                b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10",
                "not text: more than 8 control characters in the first 64 bytes, first 0x00 at byte 8",
            ),
            (
                b"\x7fELF\x02\x01\x01\0\0\0\0\0\0",
                "not text: more than 8 control characters in the first 64 bytes, first 0x02 at byte 4",
            ),
            (b"[\0E\0v\0e\0", "UTF-16 text without a byte order mark (expected"),
            (b"\0[\0E\0v\0e\0", "UTF-16 text without a byte order mark (expected"),
            (b"\xff\xfe\0\0[\0\0\0", "UTF-32 text (expected"),
        ] {
            let error = read(bytes).expect_err(name);
            assert!(error.starts_with(name) && !error.contains('\n'), "{error}");
        }
        let zeros = read(&gzip(&[0; 1000])).expect_err("not text");
        assert!(zeros.starts_with("not text"), "{zeros}");
    }

    #[test]
    fn utf16_becomes_utf8() {
        let text = "[White \"J\u{f6}rg \u{1d7e0}\"]\n\n1. e4 *\n".repeat(3000);
        for unit in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            let bytes = |text: &str| -> Vec<u8> {
                format!("\u{feff}{text}").encode_utf16().flat_map(unit).collect()
            };
            assert_eq!(read(&bytes(&text)).as_deref(), Ok(text.as_bytes()));
            assert_eq!(read(&gzip(&bytes(&text))).as_deref(), Ok(text.as_bytes()));
            assert_eq!(read(&bytes("")).as_deref(), Ok(&b""[..]));
            let mut half = bytes("*");
            half.push(b'x');
            let expected = "the UTF-16 text ends inside a character";
            assert_eq!(read(&half), Err(expected.to_owned()));
            let unpaired = [bytes("a"), unit(0xd835).to_vec()].concat();
            assert_eq!(read(&unpaired).as_deref(), Ok("a\u{fffd}".as_bytes()));
        }
    }
}
