//! Text whose encoding nobody has told.

use std::borrow::Cow;
use std::fmt;

/// The text of a comment or of a tag's value, as the bytes that the source has.
///
/// The standard says ISO 8859-1 (Latin-1), most files of today have UTF-8, and no bytes are an
/// error.
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
    /// The text: read as UTF-8 if it is that, and else as Latin-1, in which every byte is a
    /// character.
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
