//! Splits a source of PGN into tokens with locations.

mod bracket;
mod comment;
mod divide;
mod outside;
mod skip;
mod tag;
mod word;

pub(super) use skip::Until;
pub(super) use tag::Tag;

use std::io;

use super::class::{Class, class, is_word_byte, length_before};
use super::source::Buffer;
use super::window::Window;
use super::{
    Deviation, DeviationCounts, MAX_SYMBOL, Nag, Options, PgnError, PgnErrorKind, Place,
    Termination,
};

/// A token of PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A move or another word; its text is [`Lexer::symbol`].
    Symbol,
    Nag(Nag),
    Open,
    Close,
    /// The start of a comment that ends at this byte; its text is read by [`Lexer::comment`].
    Comment(u8),
    Termination(Termination),
    /// The start of a tag, which is read by [`Lexer::tag`].
    Tag,
    /// The end of the source.
    End,
}

/// Returns whether a word is a draw as some files write it. The number before the first full stop
/// of `0.5-0.5` is read as a move number.
fn is_half(word: &[u8]) -> bool {
    let words = [&b"1/2"[..], b"5-0.5", b"5-.5", b"1/2:1/2", "½-½".as_bytes(), b"\xbd-\xbd"];
    words.contains(&word)
}

/// The reason why reading a game stops early.
pub(super) enum Stop {
    /// The source cannot be read.
    Source(io::Error),
    /// The game is invalid or rejected.
    Game(PgnError),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Source(error)
    }
}

pub(super) struct Lexer<B> {
    window: Window<B>,
    /// The start of the last token in the window.
    start: usize,
    /// The last tag value that contained escapes, with the escapes resolved.
    unescaped: Vec<u8>,
    options: Options,
    /// Whether the last tag that was invalid begins like a tag `Event`.
    pub(super) has_invalid_event: bool,
    /// How often the lexer and the reader have accepted each deviation.
    pub(super) deviations: DeviationCounts,
}

impl<B: Buffer> Lexer<B> {
    pub(super) fn new(buffer: B, options: Options) -> Lexer<B> {
        Lexer {
            window: Window::new(buffer),
            start: 0,
            unescaped: Vec::new(),
            options,
            has_invalid_event: false,
            deviations: DeviationCounts::default(),
        }
    }

    /// Counts a deviation and returns true if the options accept it.
    #[cold]
    pub(super) fn accepts(&mut self, deviation: Deviation) -> bool {
        let is_accepted = self.options.accepts(deviation);
        if is_accepted {
            self.deviations.add(deviation);
        }
        is_accepted
    }

    /// Reads the next token. Skips move numbers, lines escaped by `%`, and `e.p.`.
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
            if self.may_continue(length, left)? || self.divide() || self.symbol() == b"e.p." {
                continue;
            }
            let is_draw = is_half(self.symbol()) && self.options.accepts(Deviation::HalfResult);
            let draw = Token::Termination(Termination::Draw);
            return Ok(if is_draw { draw } else { Token::Symbol });
        }
    }

    /// Reads a token that is not a move. Returns `None` if there is no token here, or if it may
    /// continue past the window: then the caller must look again.
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
                _ => self.unknown(PgnErrorKind::Unexpected(char::from(first))),
            };
        };
        if self.may_continue(length, left)? {
            return Ok(None);
        }
        if kind == Class::Digit && self.divide() {
            return Ok(None);
        }
        let word = self.symbol();
        match kind {
            Class::Digit => match Termination::from_bytes(word) {
                None if word != b"0000" && word.iter().all(u8::is_ascii_digit) => Ok(None),
                None if is_half(word) && self.options.accepts(Deviation::HalfResult) => {
                    Ok(Some(Token::Termination(Termination::Draw)))
                }
                None => Ok(Some(Token::Symbol)),
                Some(termination) => Ok(Some(Token::Termination(termination))),
            },
            Class::Dollar => match number(&word[1..]) {
                Some(number) => Ok(Some(Token::Nag(Nag(number)))),
                None => self.unknown(PgnErrorKind::Nag),
            },
            // A null move, a sign, or a drop of a variant, `P@f3`, whose square is no move.
            Class::Other if word == b"@@@@" => Ok(Some(Token::Symbol)),
            Class::Other if word.iter().any(|&byte| byte != b'@') => {
                self.fault(PgnErrorKind::Unexpected('@'))
            }
            _ => match Nag::from_punctuation(word) {
                Some(nag) => Ok(Some(Token::Nag(nag))),
                None => self.unknown(PgnErrorKind::Unexpected(char::from(first))),
            },
        }
    }

    /// Skips the last token, which is unknown, or returns an error if unknown text is not accepted.
    fn unknown(&mut self, kind: PgnErrorKind) -> Result<Option<Token>, Stop> {
        if self.accepts(Deviation::UnknownText) { Ok(None) } else { self.fault(kind) }
    }

    /// Consumes a word of `length` of the `left` unread bytes, and returns false. If the word
    /// touches the end of the window and may continue, it reads more of the source instead and
    /// returns true: then the word must be scanned again.
    fn may_continue(&mut self, length: usize, left: usize) -> Result<bool, Stop> {
        if length > MAX_SYMBOL {
            let stop = self.fault(PgnErrorKind::SymbolTooLong);
            self.window.advance(length);
            if self.window.byte_before(self.window.at()).is_some_and(is_word_byte) {
                self.skip_word()?;
            }
            return stop;
        }
        if length == left && !self.window.has_ended() {
            self.window.more()?;
            return Ok(true);
        }
        self.window.advance(length);
        Ok(false)
    }

    /// Skips the rest of a word, however long it is.
    #[cold]
    fn skip_word(&mut self) -> io::Result<()> {
        loop {
            self.window.advance(word_length(self.window.unread()));
            if !self.window.unread().is_empty() || !self.window.more()? {
                return Ok(());
            }
        }
    }

    /// Returns the bytes from the start of the last token to the current place.
    #[inline(always)]
    pub(super) fn symbol(&self) -> &[u8] {
        self.window.bytes(self.start, self.window.at())
    }

    /// Moves back to the start of the last token.
    pub(super) fn put_back(&mut self) {
        self.window.go_back(self.start);
    }

    /// A fast path for a tag that begins here or on the next line, as after most tags. If there is
    /// one, reads its start as [`Lexer::token`] does and returns true.
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

    /// A fast path for a brace comment after a single space, as after most moves. If there is one,
    /// reads its start as [`Lexer::token`] does and returns true.
    #[inline(always)]
    pub(super) fn comment_follows(&mut self) -> bool {
        let follows = matches!(self.window.unread(), [b' ', b'{', ..]);
        if follows {
            self.start = self.window.at() + 1;
            self.window.advance(2);
        }
        follows
    }

    /// Returns whether the next byte begins a line.
    #[inline(always)]
    pub(super) fn is_line_start(&self) -> bool {
        self.window.is_line_start()
    }

    /// Skips white space; returns whether there was an empty line.
    pub(super) fn skip_white_space(&mut self) -> io::Result<bool> {
        let mut line_feeds = usize::from(self.is_line_start());
        loop {
            let unread = self.window.unread();
            let length = length_before(unread, |byte| class(byte) != Class::White);
            line_feeds += unread[..length].iter().filter(|&&byte| byte == b'\n').count();
            let is_over = length < unread.len();
            self.window.advance(length);
            if is_over || !self.window.more()? {
                return Ok(line_feeds > 1);
            }
        }
    }

    /// Counts the deviation of a termination that was just read, and reads the other half of
    /// `1/2 - 1/2`.
    pub(super) fn finish_termination(&mut self, termination: Termination) -> io::Result<()> {
        let word = self.symbol();
        if termination != Termination::Draw || word == termination.as_str().as_bytes() {
            return Ok(());
        }
        let is_half = word == b"1/2";
        self.accepts(Deviation::HalfResult);
        while is_half && !self.window.unread().contains(&b'\n') {
            if self.window.unread().len() > 16 || !self.window.more()? {
                break;
            }
        }
        let line = self.window.unread().split(|&byte| byte == b'\n').next().unwrap_or_default();
        let hyphen = line.trim_ascii_start().strip_prefix(b"-");
        let rest = hyphen.and_then(|rest| rest.trim_ascii_start().strip_prefix(b"1/2"));
        if let Some(rest) =
            rest.filter(|rest| is_half && !rest.first().is_some_and(|&b| is_word_byte(b)))
        {
            self.window.advance(line.len() - rest.len());
        }
        Ok(())
    }

    /// Reads the start of a comment that follows the last token on the same line, if there is one.
    /// Returns the byte that ends it.
    pub(super) fn trailing_comment(&mut self) -> io::Result<Option<u8>> {
        loop {
            // The last token was a comment to the end of the line.
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

    /// Returns the byte offset of the last token in the source.
    pub(super) fn offset(&self) -> u64 {
        self.window.offset(self.start)
    }

    /// Returns the location of the last token.
    pub(super) fn place(&mut self) -> Place {
        self.window.place(self.start)
    }

    /// Returns an error located at the last token.
    #[cold]
    pub(super) fn fault<T>(&mut self, kind: PgnErrorKind) -> Result<T, Stop> {
        self.fault_at(kind, 0)
    }

    /// Returns an error located at a byte of the last token.
    #[cold]
    pub(super) fn fault_at<T>(&mut self, kind: PgnErrorKind, at: usize) -> Result<T, Stop> {
        let at = (self.start + at).min(self.window.at());
        let place = self.window.place(at);
        Err(Stop::Game(PgnError { kind, place }))
    }
}

/// Returns the length of the white space and move numbers at the start of the bytes. It stops at a
/// number without a full stop, which may be a word.
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

/// Returns the length of the word at the start of the bytes, which does not begin with a letter;
/// `None` if the first byte is a token by itself.
fn token_length(kind: Class, bytes: &[u8]) -> Option<usize> {
    match kind {
        Class::Digit => {
            let digits = length_before(bytes, |byte| !byte.is_ascii_digit());
            let is_number = bytes.get(digits) == Some(&b'.');
            let rest = if is_number { &[] } else { &bytes[digits..] };
            Some(digits + word_length(rest))
        }
        Class::Punctuation => Some(length_before(bytes, |byte| class(byte) != Class::Punctuation)),
        Class::Other if bytes.starts_with(b"@") => {
            let signs = length_before(bytes, |byte| byte != b'@');
            Some(signs + word_length(&bytes[signs..]))
        }
        Class::Dollar => Some(1 + length_before(&bytes[1..], |byte| !byte.is_ascii_digit())),
        _ => None,
    }
}

/// Returns the length of the run of word bytes at the start of the bytes.
fn word_length(bytes: &[u8]) -> usize {
    length_before(bytes, |byte| !is_word_byte(byte))
}

fn number(digits: &[u8]) -> Option<u16> {
    str::from_utf8(digits).ok()?.parse().ok()
}
