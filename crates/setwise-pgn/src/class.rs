//! Byte classes of the move section.

/// The kind of token that a byte can begin in the move section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    // Bytes of the first three classes may continue a word.
    /// A move or another word. Bytes that are not ASCII belong to this class, so that an error can
    /// report the whole character.
    Symbol,
    /// A move number, a termination, or castling written with zeros.
    Digit,
    /// The full stop after a move number.
    Dot,
    /// White space, including the DOS end-of-file character 0x1a.
    White,
    /// `!` and `?`.
    Punctuation,
    /// `$`.
    Dollar,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `{`.
    Brace,
    /// `;`.
    Semicolon,
    /// `%`: at the start of a line it escapes (hides) the line.
    Percent,
    /// `[`.
    Bracket,
    /// `*`.
    Star,
    /// A byte that cannot begin a token.
    Other,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t'..=b'\r' | 0x1a => Class::White,
            b'0'..=b'9' => Class::Digit,
            b'.' => Class::Dot,
            b'!' | b'?' => Class::Punctuation,
            b'$' => Class::Dollar,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'{' => Class::Brace,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            b'[' => Class::Bracket,
            b'*' => Class::Star,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | 128.. => {
                Class::Symbol
            }
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[inline(always)]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Returns whether a byte may continue a word.
#[inline(always)]
pub(super) fn is_word_byte(byte: u8) -> bool {
    IS_WORD_BYTE[usize::from(byte)]
}

static IS_WORD_BYTE: [bool; 256] = {
    let mut is_word_byte = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_word_byte[byte] = CLASSES[byte] as u8 <= Class::Dot as u8;
        byte += 1;
    }
    is_word_byte
};

/// Returns the number of bytes before the first one that passes the test; all bytes if none does.
#[inline(always)]
pub(super) fn length_before(bytes: &[u8], test: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| test(byte)).unwrap_or(bytes.len())
}
