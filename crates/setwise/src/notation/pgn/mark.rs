//! What a game holds besides moves and words: annotation glyphs, and the mark of its end.

use core::fmt;

/// A numeric annotation glyph: a judgement by number, written `$1`, or `!` on import.
///
/// The standard knows 0 to 139 and leaves the rest up to 255 free; files in use go further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u16);

impl Nag {
    /// The glyph that punctuation stands for, from `!` (1) to `?!` (6); `None` for any other.
    pub const fn from_punctuation(marks: &[u8]) -> Option<Nag> {
        match marks {
            b"!" => Some(Nag(1)),
            b"?" => Some(Nag(2)),
            b"!!" => Some(Nag(3)),
            b"??" => Some(Nag(4)),
            b"!?" => Some(Nag(5)),
            b"?!" => Some(Nag(6)),
            _ => None,
        }
    }
}

/// As the export format has it: `$1`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// What stands at the end of a game's moves: its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, was abandoned, or its result is not known.
    Unknown,
}

impl Termination {
    /// As the standard writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::WhiteWins => "1-0",
            Termination::BlackWins => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::Unknown => "*",
        }
    }

    /// The termination that some bytes are, in the standard's writing; `None` for others.
    pub const fn from_bytes(bytes: &[u8]) -> Option<Termination> {
        match bytes {
            b"1-0" => Some(Termination::WhiteWins),
            b"0-1" => Some(Termination::BlackWins),
            b"1/2-1/2" => Some(Termination::Draw),
            b"*" => Some(Termination::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
