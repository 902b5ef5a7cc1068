//! The tokens of an expression: the longest one wins.

use alloc::format;
use core::ops::Range;

use crate::error::ExpressionError;
use crate::tree::Squares;

/// A token, with its place in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) place: Range<usize>,
    pub(crate) kind: TokenKind<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind<'t> {
    /// Digits; a number that is too large is the largest.
    Int(i32),
    /// Squares, or the pieces of a letter on squares.
    Squares(Option<char>, Squares),
    /// A letter of a piece, `_` or `.`.
    Piece(char),
    Name(&'t str),
    /// The name of a tag in quotation marks.
    Tag(&'t str),
    /// An operator, a parenthesis or a bracket.
    Sign(&'static str),
    End,
}

impl Token<'_> {
    /// Returns the error of a token that is not what its text should have here.
    pub(crate) fn unexpected(&self, text: &str, expected: &str) -> ExpressionError {
        let found = match self.kind {
            TokenKind::End => "the end".into(),
            _ => format!("`{}`", &text[self.place.clone()]),
        };
        let message = format!("{found} was found (expected {expected})");
        ExpressionError::new(self.place.clone(), message)
    }
}

/// The letters of pieces and of sets of pieces.
pub(crate) const PIECES: &str = "PNBRQKpnbrqkAa_.";

/// Signs, the longer ones first.
const SIGNS: [&str; 20] = [
    "!=", "<=", ">=", "&", "|", "^", "+", "-", "*", "~", "=", "<", ">", "(", ")", "[", "]", ",",
    ":", ";",
];

/// Signs of other languages, and advice.
const FOREIGN: [(&str, &str); 3] = [
    ("&&", "; write `and`, between sets `&`"),
    ("||", "; write `or`, between sets `|`"),
    ("==", "; write `=`"),
];

/// Reads tokens from a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Returns the next token.
    pub(crate) fn next(&mut self) -> Result<Token<'t>, ExpressionError> {
        self.skip_space();
        let start = self.at;
        let rest = self.rest();
        let (length, kind) = match rest.chars().next() {
            None => (0, TokenKind::End),
            Some(first) => match self.quoted()? {
                Some(tag) => (tag.len() + 2, TokenKind::Tag(tag)),
                None => self.longest(first).ok_or_else(|| self.no_token(first))?,
            },
        };
        self.at += length;
        Ok(Token { place: start..self.at, kind })
    }

    /// Returns the longest token that begins here, and its length.
    fn longest(&self, first: char) -> Option<(usize, TokenKind<'t>)> {
        let rest = self.rest();
        let squares = squares(rest);
        let name = word_length(rest);
        if first.is_ascii_digit() {
            let length = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let number = rest[..length].parse().unwrap_or(i32::MAX);
            // A name does not begin with a digit.
            return (name == length).then_some((length, TokenKind::Int(number)));
        }
        if let Some((length, piece, squares)) = squares.filter(|&(length, ..)| length >= name) {
            return Some((length, TokenKind::Squares(piece, squares)));
        }
        if PIECES.contains(first) && name <= 1 {
            return Some((1, TokenKind::Piece(first)));
        }
        if first.is_ascii_alphabetic() {
            return Some((name, TokenKind::Name(&rest[..name])));
        }
        if FOREIGN.iter().any(|(sign, _)| rest.starts_with(sign)) {
            return None;
        }
        let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
        Some((sign.len(), TokenKind::Sign(sign)))
    }

    fn no_token(&self, first: char) -> ExpressionError {
        let mut foreign = FOREIGN.into_iter().chain([("!", "; write `not`, before a set `~`")]);
        let foreign = foreign.find(|(sign, _)| self.rest().starts_with(sign));
        let (length, instead) =
            foreign.map_or((first.len_utf8(), ""), |(sign, instead)| (sign.len(), instead));
        let sign = &self.rest()[..length];
        let message = format!("`{sign}` has no meaning here{instead}");
        ExpressionError::new(self.at..self.at + length, message)
    }

    /// Returns the text in the quotation marks that begin here, if any do.
    fn quoted(&self) -> Result<Option<&'t str>, ExpressionError> {
        let rest = self.rest();
        let Some(quote @ ('"' | '\'')) = rest.chars().next() else { return Ok(None) };
        let Some(length) = rest[1..].find(quote) else {
            let message = format!("no {quote} ends the quoted text");
            return Err(ExpressionError::new(self.at..self.text.len(), message));
        };
        Ok(Some(&rest[1..=length]))
    }

    /// Returns an error if a `-` is glued between letters or digits: it may be meant as a
    /// difference or as a range.
    pub(crate) fn check_minus(&self, minus: &Range<usize>) -> Result<(), ExpressionError> {
        let bytes = self.text.as_bytes();
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric())
        };
        if !is_letter(minus.start.checked_sub(1)) || !is_letter(Some(minus.end)) {
            return Ok(());
        }
        let before = &self.text[..minus.start];
        let first = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        let after = &self.text[minus.end..];
        let last = minus.end + word_length(after).max(1);
        let (left, right) = (&before[first..], &self.text[minus.end..last]);
        let message = format!(
            "`{left}-{right}` is no range of squares in ascending order (expected `{left} - \
             {right}` for a difference, or a range such as `a-h7`, `d1-8` or `c-f3-6`)"
        );
        Err(ExpressionError::new(first..last, message))
    }

    /// Returns the next token inside brackets: squares, the letter of a piece or a sign.
    pub(crate) fn next_in_list(&mut self) -> Result<Token<'t>, ExpressionError> {
        self.skip_space();
        let start = self.at;
        let rest = self.rest();
        let first = rest.chars().next();
        let (length, kind) = match (squares(rest), first) {
            (Some((length, piece, squares)), _) => (length, TokenKind::Squares(piece, squares)),
            (None, Some(first)) if PIECES.contains(first) => (1, TokenKind::Piece(first)),
            (None, Some(',')) => (1, TokenKind::Sign(",")),
            (None, Some(']')) => (1, TokenKind::Sign("]")),
            (None, None) => (0, TokenKind::End),
            (None, Some(first)) => {
                let place = start..start + first.len_utf8();
                let expected = "(expected squares, pieces, commas or `]`)";
                let message = format!("`{first}` cannot stand in brackets {expected}");
                return Err(ExpressionError::new(place, message));
            }
        };
        self.at += length;
        Ok(Token { place: start..self.at, kind })
    }

    /// Returns squares without a piece that are glued to what was read last.
    pub(crate) fn glued_squares(&mut self) -> Option<Squares> {
        let (length, piece, squares) = squares(self.rest())?;
        if piece.is_some() || word_length(self.rest()) > length {
            return None;
        }
        self.at += length;
        Some(squares)
    }

    /// Returns the value that a text is compared with, and its place: one bare word, or quoted.
    pub(crate) fn value(&mut self) -> Result<(&'t str, Range<usize>), ExpressionError> {
        self.skip_space();
        let start = self.at;
        let rest = self.rest();
        if let Some(value) = self.quoted()? {
            self.at += value.len() + 2;
            return Ok((value, start..self.at));
        }
        let is_end = |c: char| c.is_whitespace() || "(),&|\"'<>=~]".contains(c);
        let length = rest.find(is_end).unwrap_or(rest.len());
        self.at += length;
        if length == 0 {
            let message = "a value is missing (expected a word, or a text in quotation marks)";
            return Err(ExpressionError::new(start..start, message));
        }
        let behind = &rest[length..];
        let sign = behind.chars().next().filter(|sign| "=<>~&|\"'".contains(*sign));
        let is_foreign = behind.starts_with("&&") || behind.starts_with("||");
        if let Some(sign) = sign.filter(|_| !is_foreign) {
            let message = format!("a value with `{sign}` needs quotation marks");
            return Err(ExpressionError::new(start..self.at + 1, message));
        }
        Ok((&rest[..length], start..self.at))
    }
}

/// Returns the number of letters, digits and underscores at the start.
fn word_length(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()
}

/// Reads `[ piece ] file [ "-" file ] rank [ "-" rank ]`, the longest way. Returns its length.
fn squares(text: &str) -> Option<(usize, Option<char>, Squares)> {
    let with_piece = text.chars().next().filter(|&first| PIECES.contains(first));
    let with_piece = with_piece.and_then(|piece| {
        let (length, squares) = rectangle(&text[1..])?;
        Some((length + 1, Some(piece), squares))
    });
    let without = rectangle(text).map(|(length, squares)| (length, None, squares));
    [with_piece, without].into_iter().flatten().max_by_key(|&(length, ..)| length)
}

/// Reads `file [ "-" file ] rank [ "-" rank ]`.
fn rectangle(text: &str) -> Option<(usize, Squares)> {
    let (files, ranks_at) = range(text.as_bytes(), b'a')?;
    let (ranks, length) = range(&text.as_bytes()[ranks_at..], b'1')?;
    Some((ranks_at + length, Squares { files, ranks }))
}

/// Reads one of eight letters, or an ascending range of them. Returns its length.
fn range(text: &[u8], first: u8) -> Option<((u8, u8), usize)> {
    let of = |byte: Option<&u8>| byte?.checked_sub(first).filter(|&number| number < 8);
    let from = of(text.first())?;
    match of(text.get(2)).filter(|&to| text[1] == b'-' && to > from) {
        Some(to) => Some(((from, to), 3)),
        None => Some(((from, from), 1)),
    }
}
