//! A source of PGN as tokens, each with its place.

mod comment;
mod outside;
mod skip;
mod tag;
mod word;

pub(super) use skip::Until;
pub(super) use tag::Tag;

use std::io::{self, Read};

use super::class::{Class, class, goes_on, length_before};
use super::window::Window;
use super::{Fault, MAX_SYMBOL, Nag, PgnError, PgnErrorKind, Place, Termination};

/// What the moves of a game are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A move or another word, given by [`Lexer::symbol`].
    Symbol,
    Nag(Nag),
    Open,
    Close,
    /// A comment begins, whose text is read by [`Lexer::comment`] up to this byte.
    Comment(u8),
    Termination(Termination),
    /// A tag begins, which is read by [`Lexer::tag`].
    Tag,
    /// The source ends.
    End,
}

/// Why reading stops.
pub(super) enum Stop {
    /// The source cannot be read.
    Source(io::Error),
    /// The game is wrong.
    Game(PgnError),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Source(error)
    }
}

pub(super) struct Lexer<R> {
    window: Window<R>,
    /// Where the last token began in the window.
    start: usize,
    /// A tag's value without its escapes, if it has any.
    unescaped: Vec<u8>,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(source: R) -> Lexer<R> {
        Lexer { window: Window::new(source), start: 1, unescaped: Vec::new() }
    }

    /// The next token but for move numbers, lines hidden by `%`, and `e.p.`.
    pub(super) fn token(&mut self) -> Result<Token, Stop> {
        loop {
            let unread = self.window.unread();
            let gap = gap_length(unread);
            let unread = &unread[gap..];
            let left = unread.len();
            let Some(&first) = unread.first() else {
                self.window.advance(gap);
                if self.window.more()? {
                    continue;
                }
                self.start = self.window.at();
                return Ok(Token::End);
            };
            let kind = class(first);
            let length = if kind == Class::Symbol { word_length(unread) } else { 0 };
            self.window.advance(gap);
            self.start = self.window.at();
            if kind != Class::Symbol {
                match self.rarer_token(kind, first)? {
                    Some(token) => return Ok(token),
                    None => continue,
                }
            }
            if !self.may_go_on(length, left)? && self.symbol() != b"e.p." {
                return Ok(Token::Symbol);
            }
        }
    }

    /// A token that is no move, unless there is none or it goes on beyond the window: then the next
    /// must be looked for.
    fn rarer_token(&mut self, kind: Class, first: u8) -> Result<Option<Token>, Stop> {
        let unread = self.window.unread();
        let left = unread.len();
        let Some(length) = token_length(kind, unread) else {
            if kind == Class::Percent && self.window.is_line_start() {
                self.skip_comment(b'\n')?;
                return Ok(None);
            }
            self.window.advance(1);
            return match kind {
                Class::Brace => Ok(Some(Token::Comment(b'}'))),
                Class::Bracket => Ok(Some(Token::Tag)),
                Class::Open => Ok(Some(Token::Open)),
                Class::Close => Ok(Some(Token::Close)),
                Class::Semicolon => Ok(Some(Token::Comment(b'\n'))),
                Class::Star => Ok(Some(Token::Termination(Termination::Unknown))),
                _ => self.fault(PgnErrorKind::Unexpected(char::from(first))),
            };
        };
        if self.may_go_on(length, left)? {
            return Ok(None);
        }
        let word = self.symbol();
        match kind {
            Class::Digit => match Termination::from_bytes(word) {
                None if word.iter().all(u8::is_ascii_digit) => Ok(None),
                None => Ok(Some(Token::Symbol)),
                Some(termination) => Ok(Some(Token::Termination(termination))),
            },
            Class::Dollar => match number(&word[1..]) {
                Some(number) => Ok(Some(Token::Nag(Nag(number)))),
                None => self.fault(PgnErrorKind::Nag),
            },
            _ => match Nag::from_punctuation(word) {
                Some(nag) => Ok(Some(Token::Nag(nag))),
                None => self.fault(PgnErrorKind::Unexpected(char::from(first))),
            },
        }
    }

    /// Reads a word of so many bytes of those left, unless it touches the end of the window and may
    /// go on beyond it: then the window has been moved on, and the word must be looked at again.
    fn may_go_on(&mut self, length: usize, left: usize) -> Result<bool, Stop> {
        if length > MAX_SYMBOL {
            self.window.advance(length);
            return self.fault(PgnErrorKind::SymbolTooLong);
        }
        if length == left && !self.window.has_ended() {
            self.window.more()?;
            return Ok(true);
        }
        self.window.advance(length);
        Ok(false)
    }

    /// The bytes of the last token, read up to where the reader is.
    #[inline(always)]
    pub(super) fn symbol(&self) -> &[u8] {
        self.window.bytes(self.start, self.window.at())
    }

    /// Goes back to where the last token began.
    pub(super) fn put_back(&mut self) {
        self.window.go_back(self.start);
    }

    /// Whether the next token is a tag right here or on the next line, as behind most tags: then it
    /// has been read as by [`Lexer::token`].
    #[inline(always)]
    pub(super) fn tag_follows(&mut self) -> bool {
        let line_feed = match self.window.unread() {
            [b'[', ..] => 0,
            [b'\n', b'[', ..] => 1,
            _ => return false,
        };
        self.start = self.window.at() + line_feed;
        self.window.advance(line_feed + 1);
        true
    }

    /// Whether the next token is a comment in braces behind a single space, as behind a move: then
    /// it has been begun as by [`Lexer::token`].
    #[inline(always)]
    pub(super) fn comment_follows(&mut self) -> bool {
        let follows = self.window.unread().starts_with(b" {");
        if follows {
            self.start = self.window.at() + 1;
            self.window.advance(2);
        }
        follows
    }

    /// Passes over a byte order mark, as it stands in front of a file, or of one that was appended.
    pub(super) fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        while self.window.unread().len() < 3 && self.window.more()? {}
        self.window.skip_byte_order_mark();
        Ok(())
    }

    /// Whether a comment stands behind the last token on its line, and which byte ends it.
    pub(super) fn trailing_comment(&mut self) -> io::Result<Option<u8>> {
        loop {
            // A comment to the end of the line was the last.
            if self.window.is_line_start() {
                return Ok(None);
            }
            let blank = length_before(self.window.unread(), |byte| !matches!(byte, b' ' | b'\t'));
            self.window.advance(blank);
            if self.window.unread().is_empty() && self.window.more()? {
                continue;
            }
            self.start = self.window.at();
            let end = match self.window.unread().first() {
                Some(b'{') => b'}',
                Some(b';') => b'\n',
                _ => return Ok(None),
            };
            self.window.advance(1);
            return Ok(Some(end));
        }
    }

    /// The place of the last token.
    pub(super) fn place(&mut self) -> Place {
        self.window.place(self.start)
    }

    /// Stops at the last token.
    #[cold]
    pub(super) fn fault<T>(&mut self, kind: PgnErrorKind) -> Result<T, Stop> {
        self.fault_within(Fault { kind, at: 0 })
    }

    /// Stops at a byte of the last token.
    #[cold]
    pub(super) fn fault_within<T>(&mut self, Fault { kind, at }: Fault) -> Result<T, Stop> {
        let at = (self.start + at).min(self.window.at());
        let place = self.window.place(at);
        Err(Stop::Game(PgnError { kind, place }))
    }
}

/// How many bytes of white space and of numbers of moves some begin with; a number without a full
/// stop is not looked into, because it may be a word.
fn gap_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    while let Some(&byte) = bytes.get(length) {
        match class(byte) {
            Class::White | Class::Dot => length += 1,
            Class::Digit => {
                let digits = length_before(&bytes[length..], |byte| !byte.is_ascii_digit());
                let is_number = bytes.get(length + digits) == Some(&b'.');
                if !is_number || digits > MAX_SYMBOL {
                    break;
                }
                length += digits + 1;
                length += length_before(&bytes[length..], |byte| byte != b'.');
            }
            _ => break,
        }
    }
    length
}

/// How long the word is that some bytes begin with, but not with a letter, as far as they go;
/// `None` if their first byte is a token by itself.
fn token_length(kind: Class, bytes: &[u8]) -> Option<usize> {
    match kind {
        Class::Digit => {
            let digits = length_before(bytes, |byte| !byte.is_ascii_digit());
            let is_number = bytes.get(digits) == Some(&b'.');
            let rest = if is_number { &[] } else { &bytes[digits..] };
            Some(digits + word_length(rest))
        }
        Class::Punctuation => Some(length_before(bytes, |byte| class(byte) != Class::Punctuation)),
        Class::Dollar => Some(1 + length_before(&bytes[1..], |byte| !byte.is_ascii_digit())),
        _ => None,
    }
}

/// How many bytes some begin with that go on a word.
fn word_length(bytes: &[u8]) -> usize {
    length_before(bytes, |byte| !goes_on(byte))
}

fn number(digits: &[u8]) -> Option<u16> {
    str::from_utf8(digits).ok()?.parse().ok()
}
