//! Recognises text by its first bytes, and decodes UTF-16.

use std::io::{self, Cursor, Read};

use super::Bytes;
use super::compression::invalid;

/// The number of bytes in which control characters are counted.
pub(crate) const EXAMINED: usize = 64;

/// The number of control characters among the examined bytes that a text may have: some are part
/// of damaged or pasted comments, but a file of another format has many.
const MOST_CONTROLS: usize = 8;

/// The number of bytes that tell the encoding. More are not awaited: a program may write a line and
/// wait for the answer.
const ENCODING: u64 = 4;

/// What is expected instead of bytes that are not text.
const EXPECTED: &str = "(expected UTF-8, Latin-1, or UTF-16 with a byte order mark)";

/// The encoding of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
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

/// Returns the encoding of a text from its first bytes, and counts the control characters in them.
pub(super) fn examine(first: &[u8]) -> io::Result<Encoding> {
    let encoding = encoding(first)?;
    if encoding == Encoding::Bytes {
        Controls::default().count(&first[..first.len().min(EXAMINED)])?;
    }
    Ok(encoding)
}

/// Counts control characters that text seldom has.
#[derive(Default)]
struct Controls {
    examined: usize,
    found: usize,
    /// The first one and its place.
    first: Option<(u8, usize)>,
}

impl Controls {
    /// Adds bytes; returns an error if there are too many control characters for a text.
    fn count(&mut self, bytes: &[u8]) -> io::Result<()> {
        let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1a | 0x1b);
        for (index, &byte) in bytes.iter().enumerate().filter(|(_, byte)| is_control(**byte)) {
            self.found += 1;
            let (byte, place) = *self.first.get_or_insert((byte, self.examined + index));
            if self.found > MOST_CONTROLS {
                return Err(invalid(format!(
                    "not text: more than {MOST_CONTROLS} control characters in the first \
                     {EXAMINED} bytes, first 0x{byte:02x} at byte {place} {EXPECTED}"
                )));
            }
        }
        self.examined += bytes.len();
        Ok(())
    }
}

/// Returns the encoding, and a reader of the text: UTF-16 becomes UTF-8, and anything else based on
/// ASCII is unchanged.
pub(crate) fn decoded(mut source: Bytes) -> io::Result<(Encoding, Bytes)> {
    let mut first = Vec::new();
    source.by_ref().take(ENCODING).read_to_end(&mut first)?;
    let encoding = encoding(&first)?;
    let text: Bytes = match encoding {
        Encoding::Bytes => {
            let source: Bytes = Box::new(Cursor::new(first).chain(source));
            Box::new(Examined { source, controls: Controls::default() })
        }
        Encoding::LittleUtf16 => Box::new(Utf16::new(first, source, u16::from_le_bytes)),
        Encoding::BigUtf16 => Box::new(Utf16::new(first, source, u16::from_be_bytes)),
    };
    Ok((encoding, text))
}

/// A reader that fails if the first bytes have too many control characters for a text.
struct Examined {
    source: Bytes,
    controls: Controls,
}

impl Read for Examined {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        if self.controls.examined < EXAMINED {
            self.controls.count(&buffer[..count.min(EXAMINED - self.controls.examined)])?;
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
