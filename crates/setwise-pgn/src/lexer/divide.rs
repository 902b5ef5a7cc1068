//! Dividing words: spaces beyond ASCII, byte order marks, and moves that are glued together.

use std::ops::Range;

use super::Lexer;
use crate::Deviation;
use crate::moves::may_be_move;
use crate::source::Buffer;
use setwise::notation::first_char;

const BYTE_ORDER_MARK: char = '\u{feff}';

impl<B: Buffer> Lexer<B> {
    /// Ends the word that was just read before the first text that is not part of it: a byte order
    /// mark, or with [`Deviation::UnknownText`] a space or sign beyond ASCII, or another move. If
    /// the word begins with such a space or sign, skips it and returns true.
    pub(super) fn divide(&mut self) -> bool {
        let word = self.symbol();
        if !word.iter().any(|byte| matches!(byte, b'+' | b'#' | b'=' | 128..)) {
            return false;
        }
        self.divide_slowly()
    }

    #[cold]
    fn divide_slowly(&mut self) -> bool {
        let divides = self.options.accepts(Deviation::UnknownText);
        let Some(Range { start, end }) = separator(self.symbol(), divides) else { return false };
        let from = self.start;
        self.window.go_back(from + if start > 0 { start } else { end });
        if start > 0 {
            return false;
        }
        let is_mark = first_char(self.symbol()) == Some(BYTE_ORDER_MARK);
        if is_mark {
            self.window.begin_line(from);
        } else {
            self.accepts(Deviation::UnknownText);
        }
        true
    }
}

/// Returns the place in a word of the first text that divides it, which is empty between two moves.
pub(super) fn separator(word: &[u8], divides: bool) -> Option<Range<usize>> {
    let mut at = 0;
    while at < word.len() {
        let byte = word[at];
        if !byte.is_ascii() {
            let character = first_char(&word[at..])?;
            let is_utf8 = word[at..].starts_with(character.encode_utf8(&mut [0; 4]).as_bytes());
            let end = at + if is_utf8 { character.len_utf8() } else { 1 };
            if character == BYTE_ORDER_MARK || divides && is_sign(character) {
                return Some(at..end);
            }
            at = end;
            continue;
        }
        let is_sign = |byte: &u8| matches!(byte, b'+' | b'#' | b'=' | b'-' | b'/' | b':');
        let signs = word[at..].iter().take_while(|byte| is_sign(byte)).count();
        let (before, after) = (&word[..at], &word[at + signs..]);
        let is_between = divides && signs > 0 && !matches!(&word[at..at + signs], b"-" | b":");
        let next = &after[..after.iter().take_while(|byte| !is_sign(byte)).count()];
        if is_between && may_be_move(before) && (may_be_move(next) || may_be_move(after)) {
            // The promotion of a pawn belongs to its move.
            let promotion = usize::from(byte == b'=' && signs == 1 && next.len() == 1);
            if promotion == 0 {
                return Some(at + signs..at + signs);
            }
        }
        at += signs.max(1);
    }
    None
}

/// Returns whether a character beyond ASCII is a space or a sign of annotation, as `±` and `∞`, which
/// cannot be part of a move: dashes, the multiplication sign and chess pieces can.
fn is_sign(character: char) -> bool {
    let signs = [
        '\u{200b}'..='\u{200f}',
        // Arrows and mathematical operators, but not the minus sign.
        '\u{2190}'..='\u{2211}',
        '\u{2213}'..='\u{23ff}',
        '\u{25a0}'..='\u{25ff}',
        '\u{2780}'..='\u{2bff}',
    ];
    character.is_whitespace()
        || matches!(character, '\u{ad}' | '±' | '†' | '‡' | '\u{2060}')
        || signs.iter().any(|signs| signs.contains(&character))
}
