//! Text of unknown encoding.

use std::borrow::Cow;
use std::fmt;

use setwise::notation::first_char;

/// The text of a comment or of a tag value, as raw bytes of the source.
///
/// The standard requires ISO 8859-1 (Latin-1), but most files today are UTF-8, and many others use
/// the bytes 0x80 to 0x9f as Windows-1252 does. No byte sequence is an error.
///
/// ```
/// use setwise_pgn::Text;
///
/// assert_eq!(Text(b"Gr\xc3\xbcnfeld").decode(), "Grünfeld");
/// assert_eq!(Text(b"Gr\xfcnfeld").decode(), "Grünfeld");
/// assert_eq!(Text(b"\x8aa\x9ai\xe6 \x81").decode(), "Šašiæ \u{fffd}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'t>(pub &'t [u8]);

impl<'t> Text<'t> {
    /// Decodes the text as UTF-8 if it is valid UTF-8, and as Windows-1252 otherwise: as Latin-1
    /// with characters such as `Š`, `’` and `–` instead of the control characters 0x80 to 0x9f. The
    /// five bytes that Windows-1252 leaves undefined (0x81, 0x8d, 0x8f, 0x90, 0x9d) become U+FFFD.
    ///
    /// UTF-8 is borrowed; other text is copied.
    pub fn decode(self) -> Cow<'t, str> {
        match str::from_utf8(self.0) {
            Ok(text) => text.into(),
            Err(_) => self.0.chunks(1).filter_map(first_char).collect(),
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.decode(), f)
    }
}
