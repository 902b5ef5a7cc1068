//! Recognises text by its first bytes, and decodes UTF-16.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use super::invalid;

/// The number of bytes in which control characters are looked for.
const EXAMINED: usize = 64;

/// The number of bytes that tell the encoding. More are not awaited: a program may write a line and wait
/// for the answer.
const ENCODING: u64 = 4;

/// What is expected instead of bytes that are not text.
const EXPECTED: &str = "(expected UTF-8, Latin-1, or UTF-16 with a byte order mark)";

/// Returns a reader of the text: UTF-16 becomes UTF-8, and anything else based on ASCII is unchanged.
pub(super) fn decoded<'r>(mut source: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut first = Vec::new();
    source.by_ref().take(ENCODING).read_to_end(&mut first)?;
    let fault = match first[..] {
        [0xff, 0xfe, 0, 0] | [0, 0, 0xfe, 0xff] => "UTF-32 text",
        [0xff, 0xfe, ..] => return Ok(utf16(first, source, u16::from_le_bytes)),
        [0xfe, 0xff, ..] => return Ok(utf16(first, source, u16::from_be_bytes)),
        [1..=255, 0, 1..=255, 0] | [0, 1..=255, 0, 1..=255] => {
            "UTF-16 text without a byte order mark"
        }
        _ => {
            let source = Cursor::new(first).chain(source);
            return Ok(Box::new(Examined { source, examined: 0 }));
        }
    };
    Err(invalid(format!("{fault} {EXPECTED}")))
}

/// A reader that fails if one of the first bytes is a control character that text does not have.
struct Examined<R> {
    source: R,
    examined: usize,
}

impl<R: Read> Read for Examined<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        if self.examined < EXAMINED {
            let new = &buffer[..count.min(EXAMINED - self.examined)];
            let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1a | 0x1b);
            if let Some(index) = new.iter().position(|&byte| is_control(byte)) {
                let (byte, place) = (new[index], self.examined + index);
                let fault = format!("not text: a byte 0x{byte:02x} at byte {place} {EXPECTED}");
                return Err(invalid(fault));
            }
            self.examined += new.len();
        }
        Ok(count)
    }
}

fn utf16<'r>(
    mut first: Vec<u8>,
    source: impl Read + 'r,
    unit: fn([u8; 2]) -> u16,
) -> Box<dyn Read + 'r> {
    let after_mark = first.split_off(2);
    let source = BufReader::new(Cursor::new(after_mark).chain(source));
    Box::new(Utf16 { source, unit, high: None, utf8: Cursor::new(Vec::new()) })
}

/// A reader of UTF-16 as UTF-8. An unpaired surrogate becomes the replacement character.
struct Utf16<R> {
    source: R,
    unit: fn([u8; 2]) -> u16,
    /// A high surrogate that waits for its other half.
    high: Option<u16>,
    /// Decoded characters.
    utf8: Cursor<Vec<u8>>,
}

impl<R: BufRead> Utf16<R> {
    /// Decodes what the source has in its buffer; returns false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        let bytes = self.source.fill_buf()?;
        let mut units: Vec<u16> = self.high.take().into_iter().collect();
        let mut consumed = bytes.len() / 2 * 2;
        units.extend(bytes.as_chunks::<2>().0.iter().map(|&pair| (self.unit)(pair)));
        let is_end = bytes.is_empty();
        if bytes.len() == 1 {
            // The two bytes of a unit come in two reads.
            let first = bytes[0];
            self.source.consume(1);
            consumed = 0;
            let mut second = [0];
            if self.source.read(&mut second)? == 0 {
                return Err(invalid("the UTF-16 text ends inside a character".to_owned()));
            }
            units.push((self.unit)([first, second[0]]));
        }
        self.source.consume(consumed);
        if !is_end {
            self.high = units.pop_if(|last| (0xd800..0xdc00).contains(last));
        }
        let text: String = char::decode_utf16(units)
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.utf8 = Cursor::new(text.into_bytes());
        Ok(!is_end)
    }
}

impl<R: BufRead> Read for Utf16<R> {
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
