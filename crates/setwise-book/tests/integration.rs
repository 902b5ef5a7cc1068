//! Polyglot books: moves of every kind, located errors, and the number of reads.

use std::io::{Cursor, Error, Read, Result as IoResult, Seek, SeekFrom};

use setwise::notation::uci::CastlingForm;
use setwise::{Move, Position, Square};
use setwise_book::{Book, BookError, Builder, Entry};
use setwise_testkit::{properties, random::Random};

/// Returns the bytes of entries: key, move, weight.
fn book(entries: &[(u64, u16, u16)]) -> Vec<u8> {
    let bytes = |&(key, bits, weight): &(u64, u16, u16)| {
        let learn = 7_u32;
        [&key.to_be_bytes()[..], &bits.to_be_bytes(), &weight.to_be_bytes(), &learn.to_be_bytes()]
            .concat()
    };
    entries.iter().flat_map(bytes).collect()
}

/// Encodes a move in UCI notation, without using the library.
fn bits(uci: &str) -> u16 {
    let uci = uci.as_bytes();
    let square = |at: usize| u16::from(uci[at + 1] - b'1') << 3 | u16::from(uci[at] - b'a');
    let promoted = uci.get(4).and_then(|letter| b" nbrq".iter().position(|l| l == letter));
    (promoted.unwrap_or(0) as u16) << 12 | square(0) << 6 | square(2)
}

fn moves(bytes: &[u8], position: &Position) -> Vec<Result<String, String>> {
    let mut book = Book::new(Cursor::new(bytes)).expect("whole entries");
    let found = book.moves(position).expect("sorted");
    let uci = |mv: Move| mv.uci(CastlingForm::KingTakesRook).to_string();
    found.map(|found| found.map(|f| uci(f.mv)).map_err(|error| error.to_string())).collect()
}

/// The example of the format description: 1. e4 is 0x031c.
#[test]
fn move_encoding_matches_the_published_example() {
    assert_eq!(bits("e2e4"), 0x031c);
    let entry = Entry { key: 0, bits: 0x031c, weight: 0, learn: 0 };
    assert_eq!(entry.uci().map(|uci| uci.to_string()), Some("e2e4".to_owned()));
    assert_eq!(Entry { bits: 0x531c, ..entry }.uci(), None);
    assert_eq!(Entry { bits: 0x831c, ..entry }.uci(), None);
}

#[test]
fn castling_and_promotion_are_found() {
    let position: Position = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
    let key = position.polyglot_key();
    let stored = ["e1h1", "e1a1", "e1g1", "a7a8n", "a7a8q", "e1e2"];
    let bytes = book(&stored.map(|uci| (key, bits(uci), 1)));
    let expected = ["e1h1", "e1a1", "e1h1", "a7a8n", "a7a8q", "e1e2"];
    assert_eq!(moves(&bytes, &position), expected.map(|uci| Ok(uci.to_owned())));
}

#[test]
fn error_messages_have_locations() {
    let key = Position::INITIAL.polyglot_key();
    let length = Book::new(Cursor::new([0; 33])).expect_err("33 bytes");
    assert_eq!(length.to_string(), "the length is 33 bytes (expected a multiple of 16)");

    let wrong =
        book(&[(1, 0, 0), (key, bits("e2e5"), 1), (key, bits("d2d4"), 1), (key, 0x7000, 1)]);
    let expected = [
        Err("entry 1, at byte 16: the move e2e5 is not legal in the position".to_owned()),
        Ok("d2d4".to_owned()),
        Err("entry 3, at byte 48: 0x7000 is not a move \
             (expected a promotion from 0 to 4 in bits 12 to 15)"
            .to_owned()),
    ];
    assert_eq!(moves(&wrong, &Position::INITIAL), expected);

    // Entry 2 has a smaller key than entry 1.
    let unsorted = book(&[(2, 0, 0), (5, 0, 0), (4, 0, 0), (9, 0, 0)]);
    let mut unsorted = Book::new(Cursor::new(unsorted)).expect("whole entries");
    let error = unsorted.entries().expect("bytes").last().expect("an entry").expect_err("unsorted");
    let message = "entry 2, at byte 32: the key is out of order (expected ascending keys)";
    assert_eq!(error.to_string(), message);
    let descending = book(&[(9, 0, 0), (8, 0, 0), (7, 0, 0), (6, 0, 0)]);
    let mut descending = Book::new(Cursor::new(descending)).expect("whole entries");
    let error = descending.find(8).err().expect("reads entry 2, then entry 3 with a smaller key");
    assert!(matches!(error, BookError::Unsorted { entry: 3 }), "{error}");
}

#[test]
fn a_position_with_too_many_entries() {
    let key = Position::INITIAL.polyglot_key();
    let found = moves(&book(&[(key, bits("e2e4"), 1); 50]), &Position::INITIAL);
    assert_eq!(found.len(), 21);
    assert!(found[..20].iter().all(Result::is_ok));
    let error = "entry 20, at byte 320: the position has too many entries \
                 (expected at most one for each legal move)";
    assert_eq!(found[20], Err(error.to_owned()));
}

/// A source that counts reads, and fails from a given offset on.
struct Watched {
    bytes: Cursor<Vec<u8>>,
    reads: u32,
    fails_from: u64,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        self.reads += 1;
        if self.bytes.position() >= self.fails_from {
            return Err(Error::other("read failure"));
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
fn find_reads_a_logarithmic_number_of_entries() {
    let entries: Vec<_> = (0..65_536).map(|key| (key, 0, 0)).collect();
    let mut watched =
        Watched { bytes: Cursor::new(book(&entries)), reads: 0, fails_from: u64::MAX };
    let mut book = Book::new(&mut watched).expect("whole entries");
    let found: Vec<Entry> = book.find(40_000).expect("sorted").flatten().collect();
    assert_eq!(found, [Entry { key: 40_000, bits: 0, weight: 0, learn: 7 }]);
    assert!((16..=20).contains(&watched.reads), "{}", watched.reads);
}

/// A read error is yielded once, and ends the iterator.
#[test]
fn a_read_error_ends_the_entries() {
    let entries = book(&[(1, 0, 0); 600]);
    let watched = Watched { bytes: Cursor::new(entries), reads: 0, fails_from: 8_192 };
    let mut book = Book::new(watched).expect("whole entries");
    let read: Vec<_> = book.entries().expect("at its beginning").collect();
    let (last, good) = read.split_last().expect("entries");
    assert_eq!(good.len(), 512);
    assert!(matches!(last, Err(BookError::Io(_))), "{last:?}");
    // The search reads the second half.
    assert!(book.find(2).is_err_and(|error| error.to_string() == "read failure"));
}

/// Every legal move of positions with castling and promotions is written as the format defines, and
/// read back.
#[test]
fn built_entries_are_read_back() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    ] {
        let position: Position = fen.parse().expect("a FEN");
        let mut builder = Builder::new();
        for mv in position.legal_moves() {
            builder.add(&position, mv, 1);
        }
        let entries = builder.entries(1);
        for entry in &entries {
            let uci = entry.uci().expect("a move").to_string();
            assert_eq!(entry.bits, bits(&uci), "{uci}");
        }
        let bytes: Vec<u8> = entries.iter().flat_map(Entry::to_bytes).collect();
        let mut book = Book::new(Cursor::new(bytes)).expect("whole entries");
        let found = book.moves(&position).expect("sorted").map(|found| found.expect("legal").mv);
        let mut found: Vec<Move> = found.collect();
        let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
        found.sort();
        legal.sort();
        assert_eq!(found, legal, "{fen}");
    }
}

#[test]
fn built_entries_are_sorted_and_filtered() {
    let mut builder = Builder::new();
    let after = Position::INITIAL.play_unchecked(Move::normal(Square::E2, Square::E4));
    let moves = [
        // Move, games, points of each.
        (&Position::INITIAL, (Square::A2, Square::A3), 5, 0),
        (&Position::INITIAL, (Square::D2, Square::D4), 2, 2),
        (&Position::INITIAL, (Square::C2, Square::C4), 4, 1),
        (&Position::INITIAL, (Square::E2, Square::E4), 3, 2),
        (&Position::INITIAL, (Square::F2, Square::F4), 1, 2),
        (&after, (Square::E7, Square::E5), 70_000, 2),
        (&after, (Square::C7, Square::C5), 35_000, 2),
    ];
    for (position, (from, to), games, points) in moves {
        for _ in 0..games {
            builder.add(position, Move::normal(from, to), points);
        }
    }
    let list = |min_games| {
        let of = |position: &Position| {
            let key = position.polyglot_key();
            let entries = builder.entries(min_games).into_iter().filter(move |e| e.key == key);
            let text = |e: Entry| format!("{} {}", e.uci().expect("a move"), e.weight);
            entries.map(text).collect::<Vec<_>>()
        };
        (of(&Position::INITIAL), of(&after))
    };
    let (first, second) = list(2);
    assert_eq!(first, ["e2e4 6", "c2c4 4", "d2d4 4"]);
    assert_eq!(second, ["e7e5 65535", "c7c5 32767"]);
    assert_eq!(list(3).0, ["e2e4 6", "c2c4 4"]);
    assert_eq!(list(1).0.len(), 4);
    assert!(builder.entries(1).is_sorted_by_key(|entry| entry.key));
}

/// Checks the property of `setwise-testkit`, on bytes from a fixed seed.
#[test]
fn random_books() {
    let mut random = Random::of(8);
    let mut found = 0;
    for _ in 0..2_000 {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        found += properties::book_bytes(&bytes);
    }
    assert!(found > 1_000, "{found}");
}
