//! Recognises text by its first bytes, and decodes UTF-16.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use super::invalid;

/// The number of bytes that are examined.
const EXAMINED: u64 = 64;

/// What is expected instead of bytes that are not text.
const EXPECTED: &str = "(expected UTF-8, Latin-1, or UTF-16 with a byte order mark)";

/// Returns a reader of the text: UTF-16 becomes UTF-8, and anything else based on ASCII is unchanged.
pub(super) fn decoded<'r>(mut source: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut first = Vec::new();
    source.by_ref().take(EXAMINED).read_to_end(&mut first)?;
    let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1a | 0x1b);
    let has_zeros = |parity: usize| {
        let is_zero = |(place, byte): (usize, &u8)| (*byte == 0) == (place % 2 == parity);
        first.len() >= 4 && first.iter().enumerate().all(is_zero)
    };
    let fault = match first[..] {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => "UTF-32 text".to_owned(),
        [0xff, 0xfe, ..] => return Ok(utf16(first, source, u16::from_le_bytes)),
        [0xfe, 0xff, ..] => return Ok(utf16(first, source, u16::from_be_bytes)),
        _ if has_zeros(0) || has_zeros(1) => "UTF-16 text without a byte order mark".to_owned(),
        _ => match first.iter().position(|&byte| is_control(byte)) {
            Some(place) => format!("not text: a byte 0x{:02x} at byte {place}", first[place]),
            None => return Ok(Box::new(Cursor::new(first).chain(source))),
        },
    };
    Err(invalid(format!("{fault} {EXPECTED}")))
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
