//! Text of unknown encoding.

use std::borrow::Cow;
use std::fmt;

/// The text of a comment or of a tag value, as raw bytes of the source.
///
/// The standard requires ISO 8859-1 (Latin-1), but most files today are UTF-8. No byte sequence is
/// an error.
///
/// ```
/// use setwise::notation::pgn::Text;
///
/// assert_eq!(Text(b"Gr\xc3\xbcnfeld").decode(), "Grünfeld");
/// assert_eq!(Text(b"Gr\xfcnfeld").decode(), "Grünfeld");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'t>(pub &'t [u8]);

impl<'t> Text<'t> {
    /// Decodes the text as UTF-8 if it is valid UTF-8, and as Latin-1 otherwise.
    ///
    /// UTF-8 is borrowed; Latin-1 is copied.
    pub fn decode(self) -> Cow<'t, str> {
        match str::from_utf8(self.0) {
            Ok(text) => text.into(),
            Err(_) => self.0.iter().copied().map(char::from).collect(),
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.decode(), f)
    }
}
