//! Errors of books, and their locations.

use std::{fmt, io};

use super::{ENTRY_SIZE, Entry};

/// The error of a book. Entries are numbered from 0.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The source cannot be read.
    Io(io::Error),
    /// The length of the source, in bytes, is not a multiple of the entry size.
    Length(u64),
    /// An entry has a smaller key than an entry before it, or a larger key than an entry after it.
    Unsorted {
        /// The index of the entry.
        entry: u64,
    },
    /// The move of an entry is not legal in the position.
    Move {
        /// The index of the entry.
        entry: u64,
        /// The move, as stored.
        bits: u16,
    },
    /// A position has more entries than legal moves.
    TooMany {
        /// The index of the first entry past the number of legal moves.
        entry: u64,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |f: &mut fmt::Formatter<'_>, entry: u64| {
            write!(f, "entry {entry}, at byte {}: ", entry.saturating_mul(ENTRY_SIZE))
        };
        match *self {
            BookError::Io(ref error) => error.fmt(f),
            BookError::Length(bytes) => {
                let size = ENTRY_SIZE;
                write!(f, "the length is {bytes} bytes (expected a multiple of {size})")
            }
            BookError::Unsorted { entry } => {
                at(f, entry)?;
                f.write_str("the key is out of order (expected ascending keys)")
            }
            BookError::Move { entry, bits } => {
                at(f, entry)?;
                match (Entry { key: 0, bits, weight: 0, learn: 0 }).uci() {
                    Some(uci) => write!(f, "the move {uci} is not legal in the position"),
                    None => write!(
                        f,
                        "{bits:#06x} is not a move (expected a promotion from 0 to 4 in bits 12 to 15)",
                    ),
                }
            }
            BookError::TooMany { entry } => {
                at(f, entry)?;
                f.write_str(
                    "the position has too many entries (expected at most one for each legal move)",
                )
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
