//! A fast path for moves and move numbers, 16 bytes at a time.

use super::Lexer;
use crate::places::{Kind, places_in_part};
use crate::source::Buffer;

/// Digits: part of a move number or, at a word, of a termination or castling written with zeros.
const DIGITS: [Kind; 1] = [Kind::range(b'0', b'9')];

/// Other bytes between words: common white space, and the full stop of a move number. Rarer white
/// space is left to the slow path: checking for it here costs more than it saves, even in files
/// with carriage returns, where the slow path reads the first word of each line.
const BETWEEN: [Kind; 3] = [Kind::byte(b' '), Kind::byte(b'\n'), Kind::byte(b'.')];

/// The bytes that may continue a word.
const IN_WORD: [Kind; 3] = [
    Kind::letters(b'A', b'Z'),
    // Digits, full stops, hyphens, slashes and colons.
    Kind::range(b'-', b':'),
    Kind::byte(b'_'),
];

/// Signs that may continue a word: `#`, `+` and `=`. Text after them may be another word.
const SIGNS: [Kind; 2] = [Kind::masked(0xf7, b'#'), Kind::byte(b'=')];

/// Bytes that are not ASCII, which may continue a word or be a space.
const NOT_ASCII: [Kind; 1] = [Kind::masked(0x80, 0x80)];

impl<B: Buffer> Lexer<B> {
    /// A fast path for a word that ends within the next 16 bytes, as nearly all moves do. If there
    /// is one, reads it as [`Lexer::token`] does and returns true.
    #[inline(always)]
    pub(crate) fn word_follows(&mut self) -> bool {
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

/// Returns the length of the white space and move numbers before the next word, and the length of
/// the word, if the word and the byte after it are within the first 16 bytes.
///
/// Both lengths are hard for the CPU to predict, so they are computed from bit sets without a loop.
#[inline(always)]
fn short_word(bytes: &[u8]) -> Option<(usize, usize)> {
    let part = bytes.first_chunk::<16>()?;
    let digits = u32::from(places_in_part(part, DIGITS));
    let between = digits | u32::from(places_in_part(part, BETWEEN));
    let gap = between.trailing_ones();
    // A digit directly before a word belongs to the word.
    let touches = (digits << 1) >> gap & 1 != 0;
    let signs = u32::from(places_in_part(part, SIGNS));
    let words = u32::from(places_in_part(part, IN_WORD)) | signs;
    let length = (words >> gap).trailing_ones();
    // What is rare is left to the slow path, wherever in the part it is: a word with a sign before
    // its last byte, which may be divided; four digits, which may be a null move (`0000`).
    let divided = signs << 1 & words;
    let two = digits & digits >> 1;
    let rare = divided | two & two >> 2 | u32::from(places_in_part(part, NOT_ASCII));
    let is_short = (rare == 0) & !touches & (length > 0) & (gap + length < 16);
    is_short.then_some((gap as usize, length as usize))
}

#[cfg(test)]
mod tests {
    use super::super::Token;
    use super::*;
    use crate::Options;
    use crate::class::is_word_byte;
    use crate::source::IntoBuffer;

    #[test]
    fn word_bytes_agree_with_the_byte_classes() {
        for byte in 0..=u8::MAX {
            let is_of = |kinds| places_in_part(&[byte; 16], kinds) != 0;
            let signs = places_in_part(&[byte; 16], SIGNS) != 0;
            let others = places_in_part(&[byte; 16], NOT_ASCII) != 0;
            assert_eq!(is_of(IN_WORD) | signs | others, is_word_byte(byte), "{byte}");
        }
    }

    /// Returns all tokens up to the first error with their text, and the number of words read by
    /// the fast path.
    fn tokens(text: &[u8], fast_path: bool) -> (Vec<(Token, Vec<u8>)>, usize) {
        let mut lexer = Lexer::new(text.into_buffer(), Options::STRICT);
        let (mut tokens, mut short) = (Vec::new(), 0);
        loop {
            let token = if fast_path && lexer.word_follows() {
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

    /// Compares the fast path with the lexer on random texts of everything that may occur between
    /// moves.
    #[test]
    fn fast_path_agrees_with_the_lexer() {
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
            "0000",
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
        for _ in 0..30_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text += pieces[(state >> 16) as usize % pieces.len()];
                // Half of the pieces are followed by a space.
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
