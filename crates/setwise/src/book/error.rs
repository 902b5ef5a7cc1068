//! What is wrong with a book, and where.

use std::{fmt, io};

use super::Entry;

/// What is wrong with a book; entries are numbered from 0 on.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    Io(io::Error),
    /// So many bytes are no whole number of entries.
    Length(u64),
    /// The entry has a smaller key than one before it, or a larger one than one behind it.
    Unsorted {
        /// Its number.
        entry: u64,
    },
    /// The move of an entry is not legal in the position that it is for.
    Move {
        /// Its number.
        entry: u64,
        /// The move as it stands there.
        bits: u16,
    },
    /// A position has more entries than legal moves; this is the first too many.
    TooMany {
        /// Its number.
        entry: u64,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |f: &mut fmt::Formatter<'_>, entry: u64| {
            write!(f, "entry {entry}, at byte {}: ", entry.saturating_mul(Entry::SIZE))
        };
        match *self {
            BookError::Io(ref error) => error.fmt(f),
            BookError::Length(bytes) => {
                let (entries, rest) = (bytes / Entry::SIZE, bytes % Entry::SIZE);
                write!(f, "{bytes} bytes are {entries} entries and {rest} bytes of another")
            }
            BookError::Unsorted { entry } => {
                at(f, entry)?;
                f.write_str("its key is out of order")
            }
            BookError::Move { entry, bits } => {
                at(f, entry)?;
                let words = Entry { key: 0, bits, weight: 0, learn: 0 }.uci();
                match words {
                    Some(words) => write!(f, "{words} is not legal in its position"),
                    None => write!(f, "{bits:#06x} is no move"),
                }
            }
            BookError::TooMany { entry } => {
                at(f, entry)?;
                f.write_str("the position has more entries than legal moves")
            }
        }
    }
}

impl std::error::Error for BookError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BookError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> BookError {
        BookError::Io(error)
    }
}
