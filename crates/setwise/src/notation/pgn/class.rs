//! Kinds of bytes, and finding the next byte of a kind.

/// What a byte can begin where a move may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    // The first three go on a word.
    /// A move, or at least a word. Any byte beyond ASCII is one, for an error to name whole.
    Symbol,
    /// The number of a move, a termination, or castling written with zeros.
    Digit,
    /// What follows the number of a move.
    Dot,
    /// White space; a DOS end of file too.
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
    /// `%`, which at the start of a line hides that line.
    Percent,
    /// `[`.
    Bracket,
    /// `*`.
    Star,
    /// Nothing.
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

/// Whether a byte goes on a word that has begun.
#[inline(always)]
pub(super) fn goes_on(byte: u8) -> bool {
    GOES_ON[usize::from(byte)]
}

static GOES_ON: [bool; 256] = {
    let mut goes_on = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        goes_on[byte] = CLASSES[byte] as u8 <= Class::Dot as u8;
        byte += 1;
    }
    goes_on
};

/// How many bytes there are in front of the first that passes a test, which may be all.
#[inline(always)]
pub(super) fn length_before(bytes: &[u8], test: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| test(byte)).unwrap_or(bytes.len())
}
