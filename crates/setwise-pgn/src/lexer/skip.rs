//! Skipping moves without parsing them.

use std::io;

use super::divide::separator;
use super::outside::length_before_rare;
use super::{Lexer, Token, is_half};
use crate::class::{Class, class, is_word_byte, length_before};
use crate::source::Buffer;
use crate::{Deviation, MAX_SYMBOL, Options, Termination};

/// The place at which skipping ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// At the `)` of the variation.
    Close,
    /// At the end of the game.
    GameEnd,
}

impl<B: Buffer> Lexer<B> {
    /// Skips moves and comments, starting inside `depth` variations. Returns the token at the end:
    /// the `)`, the termination outside all variations, or the tag or end of source after the game.
    pub(crate) fn skip(&mut self, mut depth: u32, until: Until) -> io::Result<Token> {
        loop {
            let unread = self.window.unread();
            let (length, is_in_comment) = length_before_rare(unread);
            if is_in_comment {
                self.window.advance(length + 1);
                self.skip_comment(b'}')?;
                continue;
            }
            let Some(&byte) = unread.get(length) else {
                // A word at the end of the window may be an incomplete termination: keep it, or as
                // much of it as tells that it is too long.
                let kept = word_length(unread).min(MAX_SYMBOL + 1);
                self.window.advance(unread.len() - kept);
                if self.window.more()? {
                    continue;
                }
                self.window.advance(kept);
                self.start = self.window.at();
                return Ok(Token::End);
            };
            match class(byte) {
                // The only symbol byte among the rare bytes is the hyphen.
                Class::Symbol => {
                    let rest = length_before(&unread[length..], |byte| !is_word_byte(byte));
                    let is_whole = length + rest < unread.len() || self.window.has_ended();
                    if !is_whole && rest <= MAX_SYMBOL {
                        let word = word_length(&unread[..length]);
                        self.window.advance(length - word.min(MAX_SYMBOL + 1));
                        self.window.more()?;
                        continue;
                    }
                    let end = self.window.at() + length + rest;
                    let start = end - rest - word_length(&unread[..length]);
                    let mut word = self.window.bytes(start, end);
                    // Part of a long word may be out of the window: such a word is no termination.
                    let is_long = word.len() > MAX_SYMBOL;
                    if self.window.byte_before(start) == Some(b'$') {
                        // The digits belong to an annotation glyph.
                        word = &word[length_before(word, |byte| !byte.is_ascii_digit())..];
                    }
                    let (termination, word_end) = termination(word, self.options);
                    let unused = word.len() - word_end;
                    let termination = termination.filter(|_| depth == 0 && !is_long);
                    if termination.is_some()
                        && termination != self::termination(word, Options::STRICT).0
                    {
                        let is_half = termination == Some(Termination::Draw)
                            && self.options.accepts(Deviation::HalfResult);
                        self.accepts(if is_half {
                            Deviation::HalfResult
                        } else {
                            Deviation::UnknownText
                        });
                    }
                    if let Some(termination) = termination.filter(|_| unused > 0) {
                        self.window.advance(length + rest - unused);
                        return Ok(Token::Termination(termination));
                    }
                    self.window.advance(length + rest);
                    if !is_whole {
                        self.skip_word()?;
                    }
                    if let Some(termination) = termination {
                        return Ok(Token::Termination(termination));
                    }
                    continue;
                }
                Class::Bracket => {
                    self.window.advance(length);
                    self.start = self.window.at();
                    self.window.advance(1);
                    if self.bracket_begins_tag()? {
                        return Ok(Token::Tag);
                    }
                    self.accepts(Deviation::UnknownText);
                    continue;
                }
                _ => {}
            }
            self.window.advance(length);
            let is_line_start = self.window.is_line_start();
            self.window.advance(1);
            match class(byte) {
                Class::Semicolon => self.skip_comment(b'\n')?,
                Class::Percent if is_line_start => self.skip_comment(b'\n')?,
                Class::Star if depth == 0 => return Ok(Token::Termination(Termination::Unknown)),
                Class::Open => depth = depth.saturating_add(1),
                Class::Close if depth == 1 && until == Until::Close => return Ok(Token::Close),
                Class::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Returns the length of the word at the end of the bytes.
fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|&&byte| is_word_byte(byte)).count()
}

/// Returns the first termination that is a word or a part of it between byte order marks and other
/// spaces, and the end of that part.
fn termination(word: &[u8], options: Options) -> (Option<Termination>, usize) {
    if let Some(found) = Termination::from_bytes(word) {
        return (Some(found), word.len());
    }
    let divides = options.accepts(Deviation::UnknownText);
    let mut start = 0;
    loop {
        let rest = &word[start..];
        let space = if word.is_ascii() { None } else { separator(rest, divides) };
        let end = space.as_ref().map_or(rest.len(), |space| space.start);
        let part = without_number(&rest[..end]);
        let half = options.accepts(Deviation::HalfResult) && is_half(part);
        let found = Termination::from_bytes(part).or(half.then_some(Termination::Draw));
        match space {
            Some(space) if found.is_none() => start += space.end,
            _ => return (found, start + end),
        }
    }
}

/// Returns a word without the move numbers in front of it, as in `12.1-0`.
fn without_number(mut word: &[u8]) -> &[u8] {
    loop {
        let digits = length_before(word, |byte| !byte.is_ascii_digit());
        let dots = length_before(&word[digits..], |byte| byte != b'.');
        if dots == 0 {
            return word;
        }
        word = &word[digits + dots..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_stripped_from_a_word() {
        for (word, rest) in [("1-0", "1-0"), ("12.1-0", "1-0"), ("1...2.*", "*"), ("e4.1", "e4.1")]
        {
            assert_eq!(without_number(word.as_bytes()), rest.as_bytes());
        }
    }
}
