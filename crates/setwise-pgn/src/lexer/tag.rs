//! Tags: `[Name "value"]`.
#![allow(unsafe_code, reason = "a tag name is known to be ASCII")]
// Miri: setwise-pgn memory::names_of_tags

use std::io;
use std::ops::Range;

use super::{Lexer, Stop};
use crate::class::{Class, class, length_before};
use crate::places::{Kind, first, length_before_any, places};
use crate::source::Buffer;
use crate::{Deviation, MAX_TAG, PgnErrorKind, Text};
use setwise::notation::first_char;

/// A tag; the escapes of its value are resolved.
pub(crate) struct Tag<'t> {
    pub(crate) name: &'t str,
    pub(crate) value: Text<'t>,
    /// The offset of the value in the token.
    pub(crate) value_at: usize,
}

impl<B: Buffer> Lexer<B> {
    /// Reads the tag whose `[` was the last token. After an invalid tag the lexer is on the next
    /// line; returns `None` if the options accept it.
    pub(crate) fn tag(&mut self) -> Result<Option<Tag<'_>>, Stop> {
        self.put_back();
        let parts = loop {
            let unread = self.window.unread();
            let length = unread.len();
            if let Some(parts) = plain(unread) {
                break parts;
            }
            let (kind, at) = match Cursor::parts(&unread[..unread.len().min(MAX_TAG)]) {
                Ok(parts) => break parts,
                // The window may end inside the invalid character.
                Err(Failure::Invalid(_, at)) if at + 4 > length && self.window.more()? => {
                    continue;
                }
                Err(Failure::Invalid(kind, at)) => (kind, at),
                Err(Failure::Incomplete(_)) if length > MAX_TAG => (PgnErrorKind::TagTooLong, 0),
                Err(Failure::Incomplete(kind)) => {
                    if self.window.more()? {
                        continue;
                    }
                    (kind, 0)
                }
            };
            if let Some(parts) = self.tag_with_bare_quotes(kind)? {
                break parts;
            }
            self.start = self.window.at();
            let unread = self.window.unread();
            self.has_invalid_event = is_event(unread);
            let is_error = kind == PgnErrorKind::TagTooLong || gives_position(unread);
            if !is_error && self.accepts(Deviation::MalformedTag) {
                // From its start: the error may be on the line of the next tag.
                self.skip_comment(b'\n')?;
                return Ok(None);
            }
            self.window.advance(at);
            let stop = self.fault_at(kind, at);
            self.skip_comment(b'\n')?;
            return stop;
        };
        self.start = self.window.at();
        self.window.advance(parts.length);
        let token = self.window.bytes(self.start, self.window.at());
        let mut value = &token[parts.value.clone()];
        if parts.has_backslash {
            unescape(value, &mut self.unescaped);
            value = &self.unescaped;
        }
        let name = &token[parts.name];
        debug_assert!(name.is_ascii());
        // Checking the name again would take 4 % of the time to read and replay a file.
        // SAFETY: both parsers of tags accept only ASCII letters, digits and `_` in a name.
        let name = unsafe { str::from_utf8_unchecked(name) };
        Ok(Some(Tag { name, value: Text(value), value_at: parts.value.start }))
    }

    /// Finds the parts of a tag with [`Deviation::TagQuote`] after an error, if the options accept
    /// it.
    #[cold]
    fn tag_with_bare_quotes(&mut self, error: PgnErrorKind) -> io::Result<Option<Parts>> {
        if !matches!(error, PgnErrorKind::UnclosedValue | PgnErrorKind::UnclosedTag)
            || !self.options.accepts(Deviation::TagQuote)
        {
            return Ok(None);
        }
        let length = loop {
            let unread = self.window.unread();
            let length = length_before(unread, |byte| byte == b'\n');
            if length < unread.len() || length > MAX_TAG || !self.window.more()? {
                break length;
            }
        };
        let line = &self.window.unread()[..length];
        let parts = if length > MAX_TAG { None } else { with_bare_quotes(line) };
        if parts.is_some() {
            self.accepts(Deviation::TagQuote);
        }
        Ok(parts)
    }
}

/// Returns the parts of a tag that is alone on its line and whose value ends at the last `"]`.
fn with_bare_quotes(line: &[u8]) -> Option<Parts> {
    let mut cursor = Cursor { bytes: line.trim_ascii_end(), at: 1 };
    cursor.skip_white();
    let name = cursor.take_until(|byte| !is_in_name(byte));
    cursor.skip_white();
    let has_mark = cursor.take(b'"');
    let end = cursor.bytes.strip_suffix(b"\"]")?.len();
    let is_tag = !name.is_empty() && has_mark && cursor.at <= end;
    let value = cursor.at..end;
    is_tag.then_some(Parts { name, value, length: end + 2, has_backslash: false })
}

/// Returns whether the bytes begin with a tag `Event` without white space before its name.
pub(super) fn is_event(bytes: &[u8]) -> bool {
    let name = bytes.strip_prefix(b"[Event");
    name.is_some_and(|rest| !rest.first().is_some_and(|&byte| is_in_name(byte)))
}

impl<B: Buffer> Lexer<B> {
    /// Skips tags and white space as long as the tags are simple: their first `]` directly follows
    /// a quotation mark that is not the first one and not escaped, so it must end the tag, and
    /// their names follow the `[`. Stops before a second `Event`, which may begin the next game of
    /// the [`Reader`](crate::Reader). Returns whether it skipped a tag, and whether one of them
    /// is `Event`.
    pub(crate) fn skip_plain_tags(&mut self) -> (bool, bool) {
        let (mut has_tags, mut has_event) = (false, false);
        let mut end = self.window.at();
        loop {
            let unread = self.window.unread();
            let begins_event = unread.get(1) == Some(&b'E') && is_event(unread);
            if has_event && (begins_event || unread.len() < "[Event ".len()) {
                // The reader looks for an empty line before the tag.
                self.window.go_back(end);
                return (has_tags, has_event);
            }
            let [b'[', first_of_name, ..] = *unread else { return (has_tags, has_event) };
            if class(first_of_name) == Class::White {
                return (has_tags, has_event);
            }
            let unread = &unread[..unread.len().min(MAX_TAG)];
            let length = length_before_any(unread, [Kind::byte(b']')]);
            let (tag, rest) = unread.split_at(length);
            let first_mark = length_before(tag, |byte| byte == b'"');
            let is_closed = first_mark + 1 < length && tag.ends_with(b"\"");
            if rest.is_empty() || !is_closed || tag.ends_with(b"\\\"") {
                return (has_tags, has_event);
            }
            let white = 1 + length_before(&rest[1..], |byte| class(byte) != Class::White);
            has_tags = true;
            has_event |= begins_event;
            end = self.window.at() + length + 1;
            self.window.advance(length + white);
        }
    }
}

/// The parts of a tag, as ranges of its bytes.
#[derive(Debug, PartialEq, Eq)]
struct Parts {
    name: Range<usize>,
    value: Range<usize>,
    length: usize,
    has_backslash: bool,
}

/// A fast path that finds the parts of a common tag: less than 64 bytes, one space and no
/// backslash. Returns `None` for any other tag.
///
/// The lengths of names and values are hard for the CPU to predict, so the code has no loop or
/// branch over their bytes.
#[inline(always)]
fn plain(bytes: &[u8]) -> Option<Parts> {
    let block = bytes.first_chunk::<64>()?;
    let marks = places(block, [Kind::byte(b'"')]);
    let (open, close) = (first(marks)?, first(marks & marks.wrapping_sub(1))?);
    let space = open.checked_sub(1)?;
    let names = places(block, IN_NAME);
    let others = places(block, [Kind::byte(b'\\'), Kind::byte(b'\n')]);
    let before = |place: usize| (1 << place) - 1;
    let is_name = space > 1 && before(space) & !names == 1;
    let is_closed = block.get(close + 1) == Some(&b']');
    let is_plain = is_name & is_closed & (block[space] == b' ') & (others & before(close) == 0);
    let (name, value) = (1..space, open + 1..close);
    is_plain.then_some(Parts { name, value, length: close + 2, has_backslash: false })
}

/// Returns whether a tag with this name gives the initial position or the rules.
fn gives_position(bytes: &[u8]) -> bool {
    let mut cursor = Cursor { bytes, at: 1 };
    cursor.skip_white();
    let name = &bytes[cursor.take_until(|byte| !is_in_name(byte))];
    let names = [&b"FEN"[..], b"SetUp", b"Variant"];
    names.iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// The bytes of a name: ASCII letters, digits and the underscore.
const IN_NAME: [Kind; 3] = [Kind::letters(b'A', b'Z'), Kind::range(b'0', b'9'), Kind::byte(b'_')];

/// Returns whether a byte is allowed in a name.
pub(super) fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The reason why a tag cannot be parsed.
#[derive(Debug, PartialEq, Eq)]
enum Failure {
    /// The bytes end inside the tag; contains the error if the source ends there too.
    Incomplete(PgnErrorKind),
    /// The tag is invalid at this byte.
    Invalid(PgnErrorKind, usize),
}

/// Bytes and the offset of the next byte to read.
struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Finds the parts of the tag at the start of the bytes.
    fn parts(bytes: &[u8]) -> Result<Parts, Failure> {
        let mut cursor = Cursor { bytes, at: 1 };
        cursor.skip_white();
        let name = cursor.take_until(|byte| !is_in_name(byte));
        if name.is_empty() {
            return cursor.unexpected();
        }
        cursor.skip_white();
        if !cursor.take(b'"') {
            return cursor.unexpected();
        }
        let value = cursor.value()?;
        cursor.skip_white();
        match cursor.take(b']') {
            true => {
                let has_backslash = bytes[value.clone()].contains(&b'\\');
                Ok(Parts { name, value, length: cursor.at, has_backslash })
            }
            false => cursor.missing(PgnErrorKind::UnclosedTag, cursor.at),
        }
    }

    /// Returns an error: the tag is incomplete at the end of the bytes, and invalid elsewhere.
    fn missing<T>(&self, kind: PgnErrorKind, at: usize) -> Result<T, Failure> {
        let is_end = self.at == self.bytes.len();
        Err(if is_end { Failure::Incomplete(kind) } else { Failure::Invalid(kind, at) })
    }

    fn unexpected<T>(&self) -> Result<T, Failure> {
        let kind = first_char(&self.bytes[self.at..])
            .map_or(PgnErrorKind::UnclosedTag, PgnErrorKind::Unexpected);
        self.missing(kind, self.at)
    }

    fn take(&mut self, wanted: u8) -> bool {
        let is_here = self.bytes.get(self.at) == Some(&wanted);
        self.at += usize::from(is_here);
        is_here
    }

    fn take_until(&mut self, test: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        self.at += length_before(&self.bytes[start..], test);
        start..self.at
    }

    fn skip_white(&mut self) {
        self.take_until(|byte| class(byte) != Class::White);
    }

    /// Reads the value up to the closing quotation mark, which is skipped.
    fn value(&mut self) -> Result<Range<usize>, Failure> {
        let start = self.at;
        loop {
            self.take_until(|byte| matches!(byte, b'"' | b'\\' | b'\n'));
            if self.take(b'"') {
                return Ok(start..self.at - 1);
            }
            let is_escape = self.take(b'\\');
            if !is_escape || matches!(self.bytes.get(self.at), None | Some(b'\n')) {
                return self.missing(PgnErrorKind::UnclosedValue, start - 1);
            }
            self.at += 1;
        }
    }
}

/// Resolves the escapes `\"` and `\\`. A backslash before any other byte is kept.
fn unescape(value: &[u8], unescaped: &mut Vec<u8>) {
    unescaped.clear();
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let escaped = bytes.next_if(|&next| byte == b'\\' && matches!(next, b'"' | b'\\'));
        unescaped.push(escaped.unwrap_or(byte));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces each byte of several tags by every value, and compares the fast path with the
    /// parser.
    #[test]
    fn fast_path_agrees_with_the_tag_parser() {
        let mut plain_tags = 0;
        for tag in [
            "[Event \"a b\"]",
            "[A_1 \"\"]",
            "[W \"\\\\\"]",
            "[Site  \"x\" ]",
            "[ \"x\"]",
            "[\"x\"]",
        ] {
            for length in [64, 80] {
                let text: Vec<u8> =
                    tag.bytes().chain(*b"\n[B \"]\"]").cycle().take(length).collect();
                for (at, byte) in (1..40).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte))) {
                    let mut text = text.clone();
                    text[at] = byte;
                    let Some(parts) = plain(&text) else { continue };
                    assert!(Cursor::parts(&text) == Ok(parts), "{}", text.escape_ascii());
                    plain_tags += 1;
                }
            }
        }
        assert!(plain_tags > 10_000, "{plain_tags}");
    }
}
