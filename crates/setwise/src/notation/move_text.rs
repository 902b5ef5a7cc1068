//! The text of a move, held without an allocation.

use core::fmt;
use core::ops::Deref;

use crate::{Role, Square};

/// The longest is `e7xd8=Q+`.
const CAPACITY: usize = 8;

/// The text of a move in algebraic notation: at most eight ASCII characters, kept in place.
///
/// It reads as a `str` and is printed by `Display`, with width and alignment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveText {
    bytes: [u8; CAPACITY],
    len: u8,
}

impl MoveText {
    pub(super) const EMPTY: MoveText = MoveText { bytes: [0; CAPACITY], len: 0 };

    /// The text.
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever written, so there is always a text.
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }

    /// Adds an ASCII character. What no longer fits is left out, which no legal move comes to.
    #[inline(always)]
    pub(super) fn push(&mut self, ascii: u8) {
        if let Some(byte) = self.bytes.get_mut(usize::from(self.len)) {
            *byte = ascii;
            self.len += 1;
        }
    }

    pub(super) fn push_str(&mut self, ascii: &str) {
        ascii.bytes().for_each(|byte| self.push(byte));
    }

    #[inline(always)]
    pub(super) fn push_role(&mut self, role: Role) {
        self.push(role.letter().to_ascii_uppercase() as u8);
    }

    #[inline(always)]
    pub(super) fn push_square(&mut self, square: Square) {
        self.push(square.file().letter() as u8);
        self.push(square.rank().digit() as u8);
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq<str> for MoveText {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == text
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == *text
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_as_a_str_and_never_grows_beyond_its_place() {
        let mut text = MoveText::EMPTY;
        assert_eq!(text, "");
        text.push_str("e7xd8=Q+");
        assert_eq!(
            (text.len(), format!("{text:>9}|{text:?}")),
            (8, " e7xd8=Q+|\"e7xd8=Q+\"".into())
        );
        text.push(b'!');
        assert_eq!(text, "e7xd8=Q+");
    }
}
