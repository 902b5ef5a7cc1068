//! Tests of `setwise book`.

use std::path::Path;

use setwise::Position;

use crate::run::setwise;

/// Writes a file and returns its path.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("a path of text").to_owned()
}

/// Returns the bytes of an entry. The move e2e4 is 0x031c, castling e1h1 is 0x0107.
fn entry(key: u64, bits: u16, weight: u16, learn: u32) -> [u8; 16] {
    let parts = [&key.to_be_bytes()[..], &bits.to_be_bytes(), &weight.to_be_bytes()];
    [parts.concat(), learn.to_be_bytes().to_vec()].concat().try_into().expect("sixteen bytes")
}

const CASTLES: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

/// Returns a book with three moves of the initial position, and castling in another position.
fn book() -> Vec<u8> {
    let initial = Position::INITIAL.polyglot_key();
    let castles: Position = CASTLES.parse().expect("a FEN");
    let mut entries = [
        entry(initial, 0x02db, 1_000, 0),
        entry(initial, 0x031c, 3_000, 9),
        entry(initial, 0x0210, 0, 0),
        entry(castles.polyglot_key(), 0x0107, 0, 0),
    ];
    entries.sort_by_key(|entry| entry[..8].to_vec());
    entries.concat()
}

#[test]
fn the_move_with_the_largest_weight_comes_first() {
    let book_file = file("heaviest.bin", &book());
    setwise(&["book", &book_file]).exits(0).prints(
        "e4       e2e4   3000  75.0 %\nd4       d2d4   1000  25.0 %\na3       a2a3      0   0.0 %\n",
    );
    setwise(&["book", &book_file, CASTLES]).exits(0).prints("O-O      e1g1      0   0.0 %\n");
    let castling = setwise(&["book", &book_file, CASTLES, "--chess960"]).exits(0);
    castling.prints("O-O      e1h1      0   0.0 %\n");
}

#[test]
fn without_a_move_nothing_is_printed_and_the_exit_code_is_1() {
    let book_file = file("out-of-book.bin", &book());
    let run = setwise(&["book", &book_file, "--moves", "e2e4"]).exits(1).prints("");
    run.says("the book has no moves for this position\n");
}

#[test]
fn positions_of_a_file() {
    let book_file = file("lines.bin", &book());
    let lines = file("book-lines.fen", format!("{CASTLES}\nkiwipete\nstartpos\n").as_bytes());
    let run = setwise(&["book", &book_file, &lines]).exits(1);
    let run = run.says("line 2: the book has no moves for this position\n");
    assert!(run.out.starts_with("O-O      e1g1      0   0.0 %\n\ne4       e2e4 "), "{run:#?}");
    let json = setwise(&["book", &book_file, &lines, "--json"]).exits(1).out;
    assert_eq!(json.lines().count(), 3, "{json}");
}

#[test]
fn as_json() {
    let book_file = file("json.bin", &book());
    let json = setwise(&["book", &book_file, "--json"]).exits(0).json();
    assert_eq!(json["polyglot_key"], "463b96181691fc9c");
    assert_eq!(json["fen"], Position::INITIAL.to_string());
    let first = serde_json::json!(
        { "san": "e4", "uci": "e2e4", "weight": 3_000, "percent": 75.0, "learn": 9 }
    );
    assert_eq!((&json["moves"][0], json["moves"].as_array().map(Vec::len)), (&first, Some(3)));
    let none = setwise(&["book", &book_file, "kiwipete", "--json"]).exits(1).json();
    assert_eq!(none["moves"], serde_json::json!([]));
}

#[test]
fn check_reads_the_whole_book() {
    let book_file = file("check.bin", &book());
    setwise(&["book", &book_file, "--check"]).exits(0).prints("4 entries of 2 positions, sorted\n");
    let json = setwise(&["book", &book_file, "--check", "--json"]).exits(0).json();
    assert_eq!(json, serde_json::json!({ "entries": 4, "positions": 2 }));
    setwise(&["book", &book_file, "kiwipete", "--check"]).exits(2).says("cannot be used with");

    let empty = file("empty.bin", &[]);
    setwise(&["book", &empty, "--check"]).prints("0 entries of 0 positions, sorted\n");
    setwise(&["book", &empty]).exits(1).prints("");
}

/// Finds the fault that `book --check` passed a book whose moves `setwise book` refuses: it was
/// once in `commands/book.rs`.
#[test]
fn errors_have_entry_and_byte() {
    let cut = file("cut.bin", &book()[..60]);
    let run = setwise(&["book", &cut]).exits(1);
    run.says(&format!("{cut}: the length is 60 bytes (expected a multiple of 16)"));

    let unsorted = [entry(7, 0, 0, 0), entry(8, 0, 0, 0), entry(6, 0, 0, 0)].concat();
    let unsorted = file("unsorted.bin", &unsorted);
    let run = setwise(&["book", &unsorted, "--check"]).exits(1);
    run.says("entry 2, at byte 32: the key is out of order");

    // `setwise book` refuses these moves too.
    for (bits, key, words) in [
        (0xffff, 7, "entry 0, at byte 0: 0xffff is not a move"),
        (0xffff, Position::INITIAL.polyglot_key(), "entry 0, at byte 0: 0xffff is not a move"),
        (0x0107, Position::INITIAL.polyglot_key(), "entry 0, at byte 0: the move e1h1 is not"),
    ] {
        let wrong = file("no-move.bin", &entry(key, bits, 1, 0));
        setwise(&["book", &wrong, "--check"]).exits(1).prints("").says(words);
    }

    let illegal = entry(Position::INITIAL.polyglot_key(), 0x0107, 1, 0);
    let illegal = file("illegal.bin", &illegal);
    let run = setwise(&["book", &illegal]).exits(1);
    run.says("entry 0, at byte 0: the move e1h1 is not legal");

    setwise(&["book", &cut, "8/8 w"]).exits(1);
    setwise(&["book", "no such book"]).exits(2).says("no such book: ");
    setwise(&["book", "."]).exits(2).says(".: ");
    setwise(&["book"]).exits(2).says("Usage");
}

/// 1. e4 scores 2 + 1 + 1 in three good games, 1. d4 nothing in two. Black scores in the replies.
#[test]
fn a_book_is_made_from_games() {
    let games = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n1. e4 c5 *\n\n\
                 1. d4 d5 0-1\n\n1. d4 d5 2. c4 0-1\n\n1. e4 e5 2. Ke3 1-0\n";
    let pgn = file("to-book.pgn", games.as_bytes());
    let made = file("made.bin", b"");
    let make = |more: &[&str]| setwise(&[&["book", "make", &pgn, "-o", &made], more].concat());
    // The last game has an illegal move, so it is left out.
    let run = make(&["--min-games", "1"]).exits(1).prints("").says("to-book.pgn:13:13:");
    run.says("5 entries of 4 positions from 5 games\n");
    setwise(&["book", &made]).exits(0).prints("e4       e2e4      4 100.0 %\n");
    let replies = "c5       c7c5      1  50.0 %\ne5       e7e5      1  50.0 %\n";
    setwise(&["book", &made, "--moves", "e2e4"]).exits(0).prints(replies);
    setwise(&["book", &made, "--moves", "d2d4"]).prints("d5       d7d5      4 100.0 %\n");
    setwise(&["book", &made, "--moves", "e2e4 e7e5"]).prints("Nf3      g1f3      1 100.0 %\n");
    setwise(&["book", &made, "--check"]).exits(0).prints("5 entries of 4 positions, sorted\n");

    make(&["--min-games", "2"]).exits(1).says("3 entries of 3 positions from 5 games\n");
    make(&["--min-games", "1", "--depth", "1"]).exits(1).says("1 entry of 1 position from");
    let before = std::fs::read(&made).expect("a book");
    make(&["--min-games", "9"]).exits(1).says("no move scored in at least 9 of 5 games");
    assert_eq!(std::fs::read(&made).expect("a book"), before);
    let missing = ["book", "make", &pgn, "no such file", "-o", &made];
    setwise(&missing).exits(2).says("no such file: ");
    assert_eq!(std::fs::read(&made).expect("a book"), before);
    setwise(&["book", "make", &pgn]).exits(2).says("--output");
    setwise(&["book", "make", &pgn, "-o", "/no/such/directory"]).exits(2).says("cannot write");
}
