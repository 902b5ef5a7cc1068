//! The text of a move, stored inline without an allocation.

use core::fmt;
use core::ops::Deref;

use crate::{Role, Square};

/// The length of the longest text, `e7xd8=Q+`.
const CAPACITY: usize = 8;

/// The text of a move in algebraic notation: at most eight ASCII characters, stored inline.
///
/// It dereferences to `str`. `Display` supports width and alignment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveText {
    bytes: [u8; CAPACITY],
    len: u8,
}

impl MoveText {
    pub(super) const EMPTY: MoveText = MoveText { bytes: [0; CAPACITY], len: 0 };

    /// Returns the text as a string slice.
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever pushed, so the conversion never fails.
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }

    /// Appends an ASCII character. A character past the capacity is dropped; the text of a legal
    /// move never exceeds it.
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
    fn derefs_to_str_and_drops_characters_past_its_capacity() {
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
