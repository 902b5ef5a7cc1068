//! Any bytes are read as a book or refused, and lookups agree with reading the whole book.

use std::io::Cursor;

use setwise::{Position, Role, Square};
use setwise_book::{Book, BookError, Entry};

/// Reads some bytes as a book, then sorts the entries, and reads them as a book again. Many entries
/// are replaced with entries of a fixed position. Returns the number of moves found.
pub fn book_bytes(bytes: &[u8]) -> usize {
    any_order(bytes);
    let mut entries: Vec<[u8; 16]> = bytes.as_chunks().0.to_vec();
    for entry in &mut entries {
        // Half of the entries are of the position, and half of those have a legal move.
        if entry[0] < 128 {
            entry[..8].copy_from_slice(&position().polyglot_key().to_be_bytes());
            if entry[15] < 128 {
                let legal = position().legal_moves();
                let mv = legal[usize::from(entry[9]) % legal.len()];
                let promoted = mv.promoted().map_or(0, |role| role as u16);
                let bits = promoted << 12 | (mv.from() as u16) << 6 | mv.to() as u16;
                entry[8..10].copy_from_slice(&bits.to_be_bytes());
            }
        }
    }
    entries.sort_unstable();
    sorted(&entries.concat())
}

/// Returns the fixed position, whose moves include castling, promotions and captures.
fn position() -> Position {
    "1r2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN")
}

/// Decodes the entries of a book, without using the library.
fn entries(bytes: &[u8]) -> Vec<Entry> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
    let entry = |bytes: &[u8]| Entry {
        key: number(&bytes[..8]),
        bits: number(&bytes[8..10]) as u16,
        weight: number(&bytes[10..12]) as u16,
        learn: number(&bytes[12..]) as u32,
    };
    bytes.chunks_exact(16).map(entry).collect()
}

/// In any order, every lookup ends, and the first entry out of order is reported.
fn any_order(bytes: &[u8]) {
    let Ok(mut book) = Book::new(Cursor::new(bytes)) else {
        assert_ne!(bytes.len() % 16, 0);
        return;
    };
    let expected = entries(bytes);
    assert_eq!((book.len(), book.is_empty()), (expected.len() as u64, expected.is_empty()));
    let fall = expected.windows(2).position(|two| two[1].key < two[0].key).map(|at| at + 1);
    let mut read: Vec<Result<Entry, BookError>> = book.entries().expect("bytes").collect();
    if let Some(fall) = fall {
        let last = read.pop().expect("an error").expect_err("out of order");
        assert!(matches!(last, BookError::Unsorted { entry } if entry == fall as u64), "{last}");
        assert!(last.to_string().contains(&format!("entry {fall}, at byte {}", 16 * fall)));
    }
    let read: Vec<Entry> = read.into_iter().map(|entry| entry.expect("in order")).collect();
    assert_eq!(read[..], expected[..fall.unwrap_or(expected.len())]);
    for entry in expected {
        if let Ok(found) = book.find(entry.key) {
            found.flatten().for_each(|found| assert_eq!(found.key, entry.key));
        }
    }
}

/// In a sorted book, all entries of each key are found, and all legal moves.
fn sorted(bytes: &[u8]) -> usize {
    let mut book = Book::new(Cursor::new(bytes)).expect("a whole number of entries");
    let all = entries(bytes);
    let mut keys: Vec<u64> = all.iter().map(|entry| entry.key).collect();
    keys.extend(all.iter().map(|entry| entry.key.wrapping_add(1)));
    keys.extend([0, u64::MAX]);
    for key in keys {
        let found: Result<Vec<Entry>, BookError> = book.find(key).and_then(|found| found.collect());
        let expected: Vec<Entry> = all.iter().copied().filter(|entry| entry.key == key).collect();
        assert_eq!(found.expect("sorted"), expected);
    }
    moves(&mut book, &all)
}

fn moves(book: &mut Book<Cursor<&[u8]>>, all: &[Entry]) -> usize {
    let position = position();
    let legal = position.legal_moves();
    let is_of_it = |entry: &&Entry| entry.key == position.polyglot_key();
    let first = all.iter().position(|entry| is_of_it(&entry)).unwrap_or_default();
    let expected: Vec<&Entry> = all.iter().filter(is_of_it).collect();
    let found: Vec<_> = book.moves(&position).expect("sorted").collect();
    assert_eq!(found.len(), expected.len().min(legal.len() + 1));
    let mut count = 0;
    for (number, (found, entry)) in found.into_iter().zip(expected).enumerate() {
        let square = |bits: u16| Square::ALL[usize::from(bits % 64)];
        let (from, to, promoted) = (square(entry.bits >> 6), square(entry.bits), entry.bits >> 12);
        let mut candidates = legal.iter().filter(|mv| {
            mv.from() == from
                && (mv.to() == to || mv.is_castle() && mv.destination() == to)
                && mv.promoted().map_or(0, |role: Role| role as u16) == promoted
        });
        let number = (first + number) as u64;
        match (found, candidates.next()) {
            (Ok(found), Some(mv)) => {
                assert_eq!((found.mv, found.weight), (*mv, entry.weight));
                assert_eq!(found.learn, entry.learn);
                count += 1;
            }
            (Err(BookError::Move { entry: at, bits }), None) => {
                assert_eq!((at, bits), (number, entry.bits));
            }
            (Err(BookError::TooMany { entry: at }), _) => {
                assert_eq!(at, (first + legal.len()) as u64);
            }
            (found, mv) => panic!("{found:?} and {mv:?}"),
        }
    }
    count
}
