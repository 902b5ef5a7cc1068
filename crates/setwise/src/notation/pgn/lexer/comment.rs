//! Comments, which may be longer than the window.

use std::io;

use super::super::places::{Kind, length_before_any};
use super::super::source::Buffer;
use super::super::{Deviation, MAX_PIECE, PgnError, PgnErrorKind, Text};
use super::{Lexer, Stop};

impl<B: Buffer> Lexer<B> {
    /// Passes the text of a comment up to its end byte to `show`, in pieces if it is long.
    ///
    /// A comment to the end of the line may also end with the source; a brace comment may not.
    #[inline(always)]
    pub(in super::super) fn comment(
        &mut self,
        end: u8,
        mut show: impl FnMut(Text<'_>, bool),
    ) -> Result<(), Stop> {
        let unread = self.window.unread();
        let length = length_before_any(unread, [Kind::byte(end)]);
        if length < unread.len().min(MAX_PIECE + 1) {
            show(Text(&unread[..length]), true);
            self.window.advance(length + 1);
            return Ok(());
        }
        self.comment_in_parts(end, show)
    }

    /// Like [`Lexer::comment`], for a comment that is long or continues past the window.
    #[cold]
    fn comment_in_parts(
        &mut self,
        end: u8,
        mut show: impl FnMut(Text<'_>, bool),
    ) -> Result<(), Stop> {
        // The start of the comment, once the window has moved past it.
        let mut start = None;
        let mut searched = 0;
        loop {
            let unread = self.window.unread();
            // Limits the length of a piece, however large the window is.
            let unread = &unread[..unread.len().min(MAX_PIECE + 1)];
            let length = searched + length_before_any(&unread[searched..], [Kind::byte(end)]);
            if length < unread.len() {
                let text = &unread[..length];
                show(Text(text), true);
                self.window.advance(length + 1);
                return Ok(());
            }
            if length <= MAX_PIECE && self.window.has_ended() {
                if end == b'\n' || self.accepts(Deviation::UnclosedComment) {
                    let unread = self.window.unread();
                    show(Text(unread), true);
                    self.window.advance(length);
                    return Ok(());
                }
                let place = start.unwrap_or_else(|| self.place());
                self.window.advance(self.window.unread().len());
                let kind = PgnErrorKind::UnclosedComment;
                return Err(Stop::Game(PgnError { kind, place }));
            }
            searched = length;
            if length > MAX_PIECE {
                let piece = whole_characters(&unread[..MAX_PIECE]);
                let length = piece.len();
                show(Text(piece), false);
                start.get_or_insert_with(|| self.place());
                self.window.advance(length);
                searched -= length;
            } else {
                start.get_or_insert_with(|| self.place());
                self.window.more()?;
            }
        }
    }

    /// Skips a comment and its end byte, or the rest of the source if there is no such byte.
    pub(super) fn skip_comment(&mut self, end: u8) -> io::Result<()> {
        loop {
            let unread = self.window.unread();
            let length = length_before_any(unread, [Kind::byte(end)]);
            let is_over = length < unread.len();
            self.window.advance(length + usize::from(is_over));
            if is_over || !self.window.more()? {
                return Ok(());
            }
        }
    }
}

/// Returns the bytes without an incomplete UTF-8 character at the end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    let is_within = |byte: &&u8| **byte & 0xc0 == 0x80;
    let within = bytes.iter().rev().take(3).take_while(is_within).count();
    let (before, last) = bytes.split_at(bytes.len().saturating_sub(within + 1));
    if str::from_utf8(last).is_ok() { bytes } else { before }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_between_characters() {
        for (bytes, length) in [
            ("aé".as_bytes(), 3),
            (b"a\xc3", 1),
            (b"a\xe2\x80", 1),
            ("a𝟠".as_bytes(), 5),
            (b"a\xf0\x9d\x9f", 1),
            (b"ab", 2),
        ] {
            assert_eq!(whole_characters(bytes).len(), length, "{bytes:?}");
        }
    }
}
