//! Polyglot opening books: looking up the moves of a position without reading the whole file, and
//! making a book from games.
//!
//! # Format
//!
//! A book is a list of entries of 16 bytes, sorted by key. All numbers are big-endian.
//!
//! ```text
//! byte  0             7 8   9 10  11 12        15
//!      ┌───────────────┬─────┬──────┬────────────┐
//!      │ key           │ move│weight│ learn      │
//!      └───────────────┴─────┴──────┴────────────┘
//!
//! bit   15 14    12 11   9 8    6 5    3 2    0
//!      ┌──┬────────┬──────┬──────┬──────┬──────┐
//!      │ 0│promoted│ rank │ file │ rank │ file │
//!      └──┴────────┴─from─┴─from─┴──to──┴──to──┘
//! ```
//!
//! The key is [`Position::polyglot_key`]. A promotion is 1 to 4, from knight to queen. Castling is
//! written as the king capturing its own rook, `e1h1`. The author of the book defines the scale of
//! the weights and the contents of the learn field; a move with a larger weight should be played
//! more often.
//!
//! The format is by Fabien Letouzey (<http://hgm.nubati.net/book_format.html>).

mod builder;
mod entry;
mod error;

use std::io::{BufReader, Read, Seek, SeekFrom};

pub use builder::Builder;
use entry::ENTRY_SIZE;
pub use entry::{BookMove, Entry};
pub use error::BookError;

use setwise::Position;

/// A book in a seekable source: a file, or bytes in a [`Cursor`](std::io::Cursor).
///
/// ```
/// use setwise::Position;
/// use setwise_book::{Book, BookError};
/// use std::io::Cursor;
///
/// // 1. e4 with weight 3 and 1. d4 with weight 1.
/// let key = Position::INITIAL.polyglot_key().to_be_bytes();
/// let bytes = [&key[..], &[3, 28, 0, 3, 0, 0, 0, 0], &key[..], &[2, 219, 0, 1, 0, 0, 0, 0]].concat();
///
/// let mut book = Book::new(Cursor::new(bytes))?;
/// let moves = book.moves(&Position::INITIAL)?.collect::<Result<Vec<_>, BookError>>()?;
/// let found: Vec<_> = moves.iter().map(|found| (format!("{:?}", found.mv), found.weight)).collect();
/// assert_eq!(found, [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 1)]);
/// # Ok::<(), BookError>(())
/// ```
#[derive(Debug)]
pub struct Book<R> {
    source: R,
    len: u64,
}

impl<R: Read + Seek> Book<R> {
    /// Opens a book. Only the length of the source is checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the length is not a multiple of 16 bytes, or cannot be determined.
    pub fn new(mut source: R) -> Result<Book<R>, BookError> {
        let bytes = source.seek(SeekFrom::End(0))?;
        if bytes % ENTRY_SIZE == 0 {
            Ok(Book { source, len: bytes / ENTRY_SIZE })
        } else {
            Err(BookError::Length(bytes))
        }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the book has no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns an iterator over all entries, read sequentially.
    ///
    /// The iterator yields an error at the first entry that is out of order or cannot be read, and
    /// then ends. Reading all entries therefore validates the order of the book.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot seek to its start.
    pub fn entries(&mut self) -> Result<Entries<'_, R>, BookError> {
        self.entries_from(0)
    }

    /// Returns an iterator over the entries with a key.
    ///
    /// This is a binary search, with `O(log n)` reads of the source. Only the entries that it reads
    /// are checked to be sorted.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read, or the entries read are not sorted.
    pub fn find(
        &mut self,
        key: u64,
    ) -> Result<impl Iterator<Item = Result<Entry, BookError>>, BookError> {
        let first = self.first_not_below(key)?;
        self.entries_of(key, first)
    }

    /// Returns an iterator over the moves of the book for a position, including moves of weight 0,
    /// in the order of the book.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Book::find`]. The iterator yields an error for an entry whose move
    /// is not legal, and continues. If there are more entries than legal moves, it yields an error
    /// and ends.
    pub fn moves(
        &mut self,
        position: &Position,
    ) -> Result<impl Iterator<Item = Result<BookMove, BookError>>, BookError> {
        let (position, most) = (*position, position.count_legal_moves());
        let key = position.polyglot_key();
        let first = self.first_not_below(key)?;
        let entries = (0..=most).zip(self.entries_of(key, first)?);
        Ok(entries.map(move |(before, found)| {
            let (found, entry) = (found?, first + u64::from(before));
            if before == most {
                return Err(BookError::TooMany { entry });
            }
            found.find(&position).ok_or(BookError::Move { entry, bits: found.bits })
        }))
    }

    /// Returns the index of the first entry whose key is at least `key`.
    fn first_not_below(&mut self, key: u64) -> Result<u64, BookError> {
        // Entries before `low` have smaller keys; entries from `high` on do not.
        let (mut low, mut high) = (0, self.len);
        let (mut smallest, mut largest) = (0, u64::MAX);
        while low < high {
            let middle = low + (high - low) / 2;
            self.source.seek(SeekFrom::Start(middle * ENTRY_SIZE))?;
            let found = Entry::read(&mut self.source)?.key;
            if !(smallest..=largest).contains(&found) {
                return Err(BookError::Unsorted { entry: middle });
            }
            if found < key {
                (low, smallest) = (middle + 1, found);
            } else {
                (high, largest) = (middle, found);
            }
        }
        Ok(low)
    }

    /// Returns the entries with a key, given the index of the first.
    fn entries_of(
        &mut self,
        key: u64,
        first: u64,
    ) -> Result<impl Iterator<Item = Result<Entry, BookError>>, BookError> {
        let has_key = move |entry: &Result<Entry, BookError>| {
            entry.as_ref().map_or(true, |entry| entry.key == key)
        };
        Ok(self.entries_from(first)?.take_while(has_key))
    }

    fn entries_from(&mut self, next: u64) -> Result<Entries<'_, R>, BookError> {
        self.source.seek(SeekFrom::Start(next * ENTRY_SIZE))?;
        let source = BufReader::new(&mut self.source);
        Ok(Entries { source, next, len: self.len, largest: 0 })
    }
}

/// An iterator over consecutive entries of a [`Book`]; created by [`Book::entries`].
#[derive(Debug)]
pub struct Entries<'b, R> {
    source: BufReader<&'b mut R>,
    /// The index of the next entry.
    next: u64,
    /// The number of entries of the book.
    len: u64,
    /// The key of the last entry.
    largest: u64,
}

impl<R: Read> Iterator for Entries<'_, R> {
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Result<Entry, BookError>> {
        if self.next == self.len {
            return None;
        }
        let (number, read) = (self.next, Entry::read(&mut self.source));
        let sorted = read.and_then(|entry| {
            if entry.key < self.largest {
                Err(BookError::Unsorted { entry: number })
            } else {
                Ok(entry)
            }
        });
        match &sorted {
            Ok(entry) => (self.next, self.largest) = (number + 1, entry.key),
            Err(_) => self.next = self.len,
        }
        Some(sorted)
    }
}
