//! Moves among their numbers, sixteen bytes at a time.

use std::io::Read;

use super::super::places::{Kind, places_in_part};
use super::Lexer;

/// Digits, which may begin a termination, or castling written with zeros.
const DIGITS: [Kind; 1] = [Kind::range(b'0', b'9')];

/// What else stands between words: white space, and what follows the number of a move. The rarer
/// white space would take 1 to 3 % of reading a file, and more than a file that has carriage returns
/// loses, of whose lines the first words are read byte by byte.
const BETWEEN: [Kind; 3] = [Kind::byte(b' '), Kind::byte(b'\n'), Kind::byte(b'.')];

/// What goes on a word.
const ON: [Kind; 6] = [
    Kind::letters(b'A', b'Z'),
    // Digits, full stops, hyphens, slashes and colons.
    Kind::range(b'-', b':'),
    // `#` and `+`.
    Kind::masked(0xf7, b'#'),
    Kind::byte(b'='),
    Kind::byte(b'_'),
    Kind::masked(0x80, 0x80),
];

impl<R: Read> Lexer<R> {
    /// Whether the next token is a word that is short and not far, as nearly all moves are: then it
    /// has been read as by [`Lexer::token`].
    #[inline(always)]
    pub(in super::super) fn word_follows(&mut self) -> bool {
        let Some((gap, length)) = short_word(self.window.unread()) else { return false };
        let start = self.window.at() + gap;
        if self.window.bytes(start, start + length) == b"e.p." {
            return false;
        }
        self.start = start;
        self.window.advance(gap + length);
        true
    }
}

/// How far away a word is behind white space and numbers of moves, and how long, if another byte
/// follows it within sixteen.
///
/// Neither is a loop, because the one is as hard to foretell as the other: two sets of places and
/// their ends are all.
#[inline(always)]
fn short_word(bytes: &[u8]) -> Option<(usize, usize)> {
    let part = bytes.first_chunk::<16>()?;
    let digits = u32::from(places_in_part(part, DIGITS));
    let between = digits | u32::from(places_in_part(part, BETWEEN));
    let gap = between.trailing_ones();
    // A digit next to a word is the word's.
    let touches = (digits << 1) >> gap & 1 != 0;
    let length = (u32::from(places_in_part(part, ON)) >> gap).trailing_ones();
    let is_short = !touches & (length > 0) & (gap + length < 16);
    is_short.then_some((gap as usize, length as usize))
}

#[cfg(test)]
mod tests {
    use super::super::super::class::goes_on;
    use super::super::Token;
    use super::*;

    #[test]
    fn what_goes_on_a_word() {
        for byte in 0..=u8::MAX {
            assert_eq!(places_in_part(&[byte; 16], ON) != 0, goes_on(byte), "{byte}");
        }
    }

    /// All tokens up to the first that is wrong, with the words, by one way or by both.
    fn tokens(text: &[u8], by_word: bool) -> (Vec<(Token, Vec<u8>)>, usize) {
        let (mut lexer, mut tokens, mut short) = (Lexer::new(text), Vec::new(), 0);
        loop {
            let token = if by_word && lexer.word_follows() {
                short += 1;
                Token::Symbol
            } else {
                match lexer.token() {
                    Ok(token) => token,
                    Err(_) => return (tokens, short),
                }
            };
            tokens.push((token, lexer.symbol().to_vec()));
            if token == Token::End {
                return (tokens, short);
            }
        }
    }

    /// Texts of all that may stand among moves.
    #[test]
    fn a_word_that_follows_is_the_next_token() {
        let pieces = [
            "e4",
            "Nbxd7+",
            "O-O-O#",
            "0-0",
            "a8=Q",
            "e.p.",
            "e.p",
            "1-0",
            "1/2-1/2",
            "*",
            "12",
            "3.",
            "4...",
            ".",
            "..",
            " ",
            "  ",
            "\n",
            "\r\n",
            "\t",
            "$3",
            "!",
            "?!",
            "(",
            ")",
            "-",
            "_a",
            "é",
            "Nf3Nf3Nf3Nf3Nf3",
            "100000000000000.",
            "%",
            "\x1a",
            "     ",
        ];
        let (mut state, mut short) = (1u32, 0);
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text += pieces[(state >> 16) as usize % pieces.len()];
                // Half of them stand apart.
                text += if state >> 15 & 1 == 0 { " " } else { "" };
            }
            let ((expected, _), (found, words)) =
                (tokens(text.as_bytes(), false), tokens(text.as_bytes(), true));
            assert_eq!(found, expected, "{text:?}");
            short += words;
        }
        assert!(short > 10_000, "{short}");
    }
}
