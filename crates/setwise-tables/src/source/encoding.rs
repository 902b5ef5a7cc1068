//! Recognises text by its first bytes, and decodes UTF-16.

use std::io::{self, Cursor, Read};

use super::Bytes;
use super::compression::invalid;

/// The number of bytes in which control characters are looked for.
pub(super) const EXAMINED: usize = 64;

/// The number of bytes that tell the encoding. More are not awaited: a program may write a line and
/// wait for the answer.
const ENCODING: u64 = 4;

/// What is expected instead of bytes that are not text.
const EXPECTED: &str = "(expected UTF-8, Latin-1, or UTF-16 with a byte order mark)";

/// The encoding of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8, Latin-1, or another encoding based on ASCII.
    Bytes,
    /// UTF-16, the lower byte of a unit first.
    LittleUtf16,
    /// UTF-16, the higher byte of a unit first.
    BigUtf16,
}

/// Returns the encoding of a text from its first bytes.
fn encoding(first: &[u8]) -> io::Result<Encoding> {
    let fault = match first {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => "UTF-32 text",
        [0xff, 0xfe, ..] => return Ok(Encoding::LittleUtf16),
        [0xfe, 0xff, ..] => return Ok(Encoding::BigUtf16),
        [1..=255, 0, 1..=255, 0, ..] | [0, 1..=255, 0, 1..=255, ..] => {
            "UTF-16 text without a byte order mark"
        }
        _ => return Ok(Encoding::Bytes),
    };
    Err(invalid(format!("{fault} {EXPECTED}")))
}

/// Returns the encoding of a text from its first bytes, and looks for control characters in them.
pub(super) fn examine(first: &[u8]) -> io::Result<Encoding> {
    let encoding = encoding(first)?;
    if encoding == Encoding::Bytes {
        expect_text(&first[..first.len().min(EXAMINED)], 0)?;
    }
    Ok(encoding)
}

/// Returns an error if one of the bytes is a control character that text does not have.
fn expect_text(bytes: &[u8], start: usize) -> io::Result<()> {
    let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1a | 0x1b);
    let Some(index) = bytes.iter().position(|&byte| is_control(byte)) else { return Ok(()) };
    let (byte, place) = (bytes[index], start + index);
    Err(invalid(format!("not text: a byte 0x{byte:02x} at byte {place} {EXPECTED}")))
}

/// Returns the encoding, and a reader of the text: UTF-16 becomes UTF-8, and anything else based on
/// ASCII is unchanged.
pub(super) fn decoded(mut source: Bytes) -> io::Result<(Encoding, Bytes)> {
    let mut first = Vec::new();
    source.by_ref().take(ENCODING).read_to_end(&mut first)?;
    let encoding = encoding(&first)?;
    let text: Bytes = match encoding {
        Encoding::Bytes => {
            let source: Bytes = Box::new(Cursor::new(first).chain(source));
            Box::new(Examined { source, examined: 0 })
        }
        Encoding::LittleUtf16 => Box::new(Utf16::new(first, source, u16::from_le_bytes)),
        Encoding::BigUtf16 => Box::new(Utf16::new(first, source, u16::from_be_bytes)),
    };
    Ok((encoding, text))
}

/// A reader that fails if one of the first bytes is a control character that text does not have.
struct Examined {
    source: Bytes,
    examined: usize,
}

impl Read for Examined {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        if self.examined < EXAMINED {
            let new = &buffer[..count.min(EXAMINED - self.examined)];
            expect_text(new, self.examined)?;
            self.examined += new.len();
        }
        Ok(count)
    }
}

/// A reader of UTF-16 as UTF-8. An unpaired surrogate becomes the replacement character.
struct Utf16 {
    source: Bytes,
    unit: fn([u8; 2]) -> u16,
    /// Bytes that are not decoded yet: less than a character, or the first ones.
    bytes: Vec<u8>,
    /// Decoded characters.
    utf8: Cursor<Vec<u8>>,
}

impl Utf16 {
    fn new(mut first: Vec<u8>, source: Bytes, unit: fn([u8; 2]) -> u16) -> Utf16 {
        Utf16 { source, unit, bytes: first.split_off(2), utf8: Cursor::default() }
    }

    /// Decodes what there is before the source has to wait for more; returns false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        let mut read = [0; 1 << 13];
        let count = self.source.read(&mut read)?;
        self.bytes.extend(&read[..count]);
        let (pairs, odd) = self.bytes.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|&pair| (self.unit)(pair)).collect();
        let is_high = |unit: &mut u16| (0xd800..0xdc00).contains(unit);
        if count > 0 {
            // Its other half may come.
            units.pop_if(is_high);
        } else if !odd.is_empty() {
            return Err(invalid("the UTF-16 text ends inside a character".to_owned()));
        }
        self.bytes.drain(..2 * units.len());
        let text: String = char::decode_utf16(units)
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.utf8 = Cursor::new(text.into_bytes());
        Ok(count > 0)
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.utf8.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if !self.decode()? && self.utf8.get_ref().is_empty() {
                return Ok(0);
            }
        }
    }
}
