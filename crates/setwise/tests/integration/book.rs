//! Polyglot books: moves of every kind, what is wrong said with its place, and how much is read.

use std::io::{Cursor, Error, Read, Result as IoResult, Seek, SeekFrom};

use setwise::book::{Book, BookError, Entry};
use setwise::notation::uci::Castling;
use setwise::{Move, Position};

/// The bytes of entries: key, move, weight.
fn book(entries: &[(u64, u16, u16)]) -> Vec<u8> {
    let bytes = |&(key, bits, weight): &(u64, u16, u16)| {
        let learn = 7_u32;
        [&key.to_be_bytes()[..], &bits.to_be_bytes(), &weight.to_be_bytes(), &learn.to_be_bytes()]
            .concat()
    };
    entries.iter().flat_map(bytes).collect()
}

/// The bits of a move in UCI's words, from the letters.
fn bits(words: &str) -> u16 {
    let words = words.as_bytes();
    let square = |at: usize| u16::from(words[at + 1] - b'1') << 3 | u16::from(words[at] - b'a');
    let promoted = words.get(4).and_then(|letter| b" nbrq".iter().position(|l| l == letter));
    (promoted.unwrap_or(0) as u16) << 12 | square(0) << 6 | square(2)
}

fn moves(bytes: &[u8], position: &Position) -> Vec<Result<String, String>> {
    let mut book = Book::new(Cursor::new(bytes)).expect("whole entries");
    let found = book.moves(position).expect("sorted");
    let words = |mv: Move| mv.uci(Castling::KingTakesRook).to_string();
    found.map(|found| found.map(|f| words(f.mv)).map_err(|error| error.to_string())).collect()
}

/// The example of the format's page: 1. e4 is 0x031c.
#[test]
fn a_move_is_laid_out_as_published() {
    assert_eq!(bits("e2e4"), 0x031c);
    let entry = Entry { key: 0, bits: 0x031c, weight: 0, learn: 0 };
    assert_eq!(entry.uci().map(|words| words.to_string()), Some("e2e4".to_owned()));
    assert_eq!(Entry { bits: 0x531c, ..entry }.uci(), None);
    assert_eq!(Entry { bits: 0x831c, ..entry }.uci(), None);
}

#[test]
fn castling_and_promotion_are_understood() {
    let position: Position = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
    let key = position.polyglot_key();
    let words = ["e1h1", "e1a1", "e1g1", "a7a8n", "a7a8q", "e1e2"];
    let bytes = book(&words.map(|words| (key, bits(words), 1)));
    let expected = ["e1h1", "e1a1", "e1h1", "a7a8n", "a7a8q", "e1e2"];
    assert_eq!(moves(&bytes, &position), expected.map(|words| Ok(words.to_owned())));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let key = Position::INITIAL.polyglot_key();
    let length = Book::new(Cursor::new([0; 33])).expect_err("33 bytes");
    assert_eq!(length.to_string(), "33 bytes are 2 entries and 1 bytes of another");

    let wrong =
        book(&[(1, 0, 0), (key, bits("e2e5"), 1), (key, bits("d2d4"), 1), (key, 0x7000, 1)]);
    let expected = [
        Err("entry 1, at byte 16: e2e5 is not legal in its position".to_owned()),
        Ok("d2d4".to_owned()),
        Err("entry 3, at byte 48: 0x7000 is no move".to_owned()),
    ];
    assert_eq!(moves(&wrong, &Position::INITIAL), expected);

    // Looked for between entries 1 and 3, where entry 2 is smaller than both.
    let unsorted = book(&[(2, 0, 0), (5, 0, 0), (4, 0, 0), (9, 0, 0)]);
    let mut unsorted = Book::new(Cursor::new(unsorted)).expect("whole entries");
    let error = unsorted.entries().expect("bytes").last().expect("an entry").expect_err("unsorted");
    assert_eq!(error.to_string(), "entry 2, at byte 32: its key is out of order");
    let falling = book(&[(9, 0, 0), (8, 0, 0), (7, 0, 0), (6, 0, 0)]);
    let mut falling = Book::new(Cursor::new(falling)).expect("whole entries");
    let error = falling.find(8).err().expect("entry 2 first, then entry 3 below it");
    assert!(matches!(error, BookError::Unsorted { entry: 3 }), "{error}");
}

#[test]
fn a_position_with_too_many_entries() {
    let key = Position::INITIAL.polyglot_key();
    let found = moves(&book(&[(key, bits("e2e4"), 1); 50]), &Position::INITIAL);
    assert_eq!(found.len(), 21);
    assert!(found[..20].iter().all(Result::is_ok));
    let error = "entry 20, at byte 320: the position has more entries than legal moves";
    assert_eq!(found[20], Err(error.to_owned()));
}

/// Counts what is read, and fails beyond a place.
struct Watched {
    bytes: Cursor<Vec<u8>>,
    reads: u32,
    fails_from: u64,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        self.reads += 1;
        if self.bytes.position() >= self.fails_from {
            return Err(Error::other("worn out"));
        }
        self.bytes.read(buffer)
    }
}

impl Seek for Watched {
    fn seek(&mut self, to: SeekFrom) -> IoResult<u64> {
        self.bytes.seek(to)
    }
}

#[test]
fn a_book_is_not_read_whole() {
    let entries: Vec<_> = (0..65_536).map(|key| (key, 0, 0)).collect();
    let mut watched =
        Watched { bytes: Cursor::new(book(&entries)), reads: 0, fails_from: u64::MAX };
    let mut book = Book::new(&mut watched).expect("whole entries");
    let found: Vec<Entry> = book.find(40_000).expect("sorted").flatten().collect();
    assert_eq!(found, [Entry { key: 40_000, bits: 0, weight: 0, learn: 7 }]);
    assert!((16..=20).contains(&watched.reads), "{}", watched.reads);
}

/// An error of reading is given once, and ends the entries.
#[test]
fn a_source_that_cannot_be_read() {
    let entries = book(&[(1, 0, 0); 600]);
    let watched = Watched { bytes: Cursor::new(entries), reads: 0, fails_from: 8_192 };
    let mut book = Book::new(watched).expect("whole entries");
    let read: Vec<_> = book.entries().expect("at its beginning").collect();
    let (last, good) = read.split_last().expect("entries");
    assert_eq!(good.len(), 512);
    assert!(matches!(last, Err(BookError::Io(_))), "{last:?}");
    // Looked for in the second half.
    assert!(book.find(2).is_err_and(|error| error.to_string() == "worn out"));
}
