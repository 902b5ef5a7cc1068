//! Helpers for bytes of unknown encoding.

/// Returns the first character of the bytes, decoded as Latin-1 if they are not UTF-8.
pub(super) fn first_char(bytes: &[u8]) -> Option<char> {
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    chunk.valid().chars().next().or_else(|| bytes.first().map(|&byte| char::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_character_is_decoded_as_utf8_or_latin1() {
        assert_eq!(first_char(b""), None);
        assert_eq!(first_char(b"ab"), Some('a'));
        assert_eq!(first_char("–é".as_bytes()), Some('–'));
        assert_eq!(first_char(b"\xe9t\xe9"), Some('é'));
        assert_eq!(first_char("𝟠𝟠".as_bytes()), Some('𝟠'));
        assert_eq!(first_char(b"\xe2\x80"), Some('â'));
    }
}
