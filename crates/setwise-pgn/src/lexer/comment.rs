//! Comments, which may be longer than the window.

use std::io;

use super::{Lexer, Stop};
use crate::places::{Kind, length_before_any};
use crate::source::Buffer;
use crate::{Deviation, MAX_PIECE, PgnError, PgnErrorKind, Text};

/// Where a comment ends; contains the number of bytes before it.
enum CommentEnd {
    /// At its end byte.
    Closed(usize),
    /// Before an empty line and a tag `Event`, which begins the next game.
    Game(usize),
    /// Later. The bytes after this number may be the start of an empty line and a tag `Event`.
    Later(usize),
}

/// What the next game begins with, behind the line feed of the line before.
const NEXT_GAME: [&[u8]; 2] = [b"\n[Event \"", b"\r\n[Event \""];

/// The maximum length of a line feed and the start of the next game.
const MAX_GAME_START: usize = 1 + NEXT_GAME[1].len();

/// Finds the end of a comment in its bytes, of which the first ones have been searched.
#[inline(always)]
fn comment_end(bytes: &[u8], mut searched: usize, end: u8) -> CommentEnd {
    loop {
        let rest = &bytes[searched..];
        let length = searched + length_before_any(rest, [Kind::byte(end), Kind::byte(b'\n')]);
        match bytes.get(length..).and_then(<[u8]>::split_first) {
            None => return CommentEnd::Later(length),
            Some((&byte, _)) if byte == end => return CommentEnd::Closed(length),
            Some((_, next)) => {
                if NEXT_GAME.iter().any(|game| next.starts_with(game)) {
                    return CommentEnd::Game(length);
                }
                if NEXT_GAME.iter().any(|game| game.starts_with(next)) {
                    return CommentEnd::Later(length);
                }
                searched = length + 1;
            }
        }
    }
}

impl<B: Buffer> Lexer<B> {
    /// Passes the text of a comment up to its end byte to `show`, in pieces if it is long.
    ///
    /// A comment to the end of the line may also end with the source. A brace comment may not, and
    /// not with an empty line before a tag `Event`: a forgotten `}` would hide all later games.
    #[inline(always)]
    pub(crate) fn comment(
        &mut self,
        end: u8,
        mut show: impl FnMut(Text<'_>, bool),
    ) -> Result<(), Stop> {
        let unread = self.window.unread();
        match comment_end(unread, 0, end) {
            CommentEnd::Closed(length) if length <= MAX_PIECE => {
                show(Text(&unread[..length]), true);
                self.window.advance(length + 1);
                Ok(())
            }
            _ => self.comment_in_parts(end, show),
        }
    }

    /// Like [`Lexer::comment`], for a comment that is long, not closed, or continues past the
    /// window.
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
            let unread = &unread[..unread.len().min(MAX_PIECE + MAX_GAME_START)];
            let found = comment_end(unread, searched, end);
            let (CommentEnd::Closed(length) | CommentEnd::Game(length) | CommentEnd::Later(length)) =
                found;
            if length > MAX_PIECE {
                let piece = whole_characters(&unread[..MAX_PIECE]);
                searched = length - piece.len();
                show(Text(piece), false);
                let passed = piece.len();
                start.get_or_insert_with(|| self.place());
                self.window.advance(passed);
                continue;
            }
            let length = match found {
                CommentEnd::Closed(_) => {
                    show(Text(&unread[..length]), true);
                    self.window.advance(length + 1);
                    return Ok(());
                }
                CommentEnd::Game(_) => length,
                CommentEnd::Later(_) if self.window.has_ended() => unread.len(),
                CommentEnd::Later(_) => {
                    searched = length;
                    start.get_or_insert_with(|| self.place());
                    self.window.more()?;
                    continue;
                }
            };
            let is_accepted = end == b'\n' || self.accepts(Deviation::UnclosedComment);
            let place = start.unwrap_or_else(|| self.place());
            if is_accepted {
                show(Text(&self.window.unread()[..length]), true);
            }
            self.window.advance(length);
            let kind = PgnErrorKind::UnclosedComment;
            return if is_accepted { Ok(()) } else { Err(Stop::Game(PgnError { kind, place })) };
        }
    }

    /// Skips a comment and its end byte. It may end as for [`Lexer::comment`].
    pub(super) fn skip_comment(&mut self, end: u8) -> io::Result<()> {
        loop {
            let unread = self.window.unread();
            let all = unread.len();
            let (length, is_over) = match comment_end(unread, 0, end) {
                CommentEnd::Closed(length) => (length + 1, true),
                CommentEnd::Game(length) => (length, true),
                CommentEnd::Later(length) => (length, false),
            };
            self.window.advance(length);
            if is_over {
                return Ok(());
            }
            if !self.window.more()? {
                self.window.advance(all - length);
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
