//! Characters of bytes of unknown encoding.

/// The characters of the bytes 0x80 to 0x9f in Windows-1252, in which five are undefined.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Returns the character of a byte in Windows-1252, which is Latin-1 with printable characters
/// instead of the control characters 0x80 to 0x9f. An undefined byte becomes U+FFFD.
fn windows_1252(byte: u8) -> char {
    let index = usize::from(byte).wrapping_sub(0x80);
    WINDOWS_1252.get(index).copied().unwrap_or(char::from(byte))
}

/// Decodes the first character of a text whose encoding is unknown: in UTF-8, or else its first byte
/// in Windows-1252. `None` if there are no bytes. A byte that Windows-1252 does not define becomes
/// U+FFFD.
///
/// ```
/// use setwise::notation::first_char;
///
/// assert_eq!(first_char("é".as_bytes()), Some('é'));
/// assert_eq!(first_char(b"\xe9t\xe9"), Some('é'));
/// ```
pub fn first_char(bytes: &[u8]) -> Option<char> {
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    chunk.valid().chars().next().or_else(|| bytes.first().map(|&byte| windows_1252(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_character_is_decoded_as_utf8_or_windows_1252() {
        assert_eq!(first_char(b""), None);
        assert_eq!(first_char(b"ab"), Some('a'));
        assert_eq!(first_char("–é".as_bytes()), Some('–'));
        assert_eq!(first_char(b"\xe9t\xe9"), Some('é'));
        assert_eq!(first_char("𝟠𝟠".as_bytes()), Some('𝟠'));
        assert_eq!(first_char(b"\xe2\x80"), Some('â'));
        for (bytes, expected) in [(b"\x80", '€'), (b"\x9f", 'Ÿ'), (b"\x9d", '\u{fffd}')] {
            assert_eq!(first_char(bytes), Some(expected));
        }
        assert!((0..128).chain(160..=255).all(|byte| windows_1252(byte) == char::from(byte)));
    }
}
