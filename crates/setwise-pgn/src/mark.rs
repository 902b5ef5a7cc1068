//! Annotation glyphs and game terminations.

use core::fmt;

/// A numeric annotation glyph (NAG), such as `$1` for a good move.
///
/// The import format also allows `!` for `$1`. The standard defines 0 to 139 and reserves the rest
/// up to 255; files in use have larger numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u16);

impl Nag {
    /// Returns the glyph for punctuation, from `!` (1) to `?!` (6), or `None` for other bytes.
    pub(super) const fn from_punctuation(marks: &[u8]) -> Option<Nag> {
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

/// Writes the glyph in the export format: `$1`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// The result at the end of the move section of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game is in progress or abandoned, or its result is unknown.
    Unknown,
}

impl Termination {
    /// Returns the notation of the standard.
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::WhiteWins => "1-0",
            Termination::BlackWins => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::Unknown => "*",
        }
    }

    /// Parses the notation of the standard; returns `None` for other bytes.
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
