//! Errors of EPD lines and opening books.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use setwise::notation::epd::{Epd, Operand, OperationError, Value};
use setwise::{Move, Position, Square};
use setwise_book::{Book, BookError};

use super::Inventory;

/// White to move can give checkmate by Ra8.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

pub(super) fn add(inventory: &mut Inventory) {
    epd_lines(inventory);
    operations(inventory);
    books(inventory);
}

fn epd_lines(inventory: &mut Inventory) {
    inventory.function(&format!("Epd::parse, after {MATE:?}"));
    for text in [
        "id \"x\"y;",
        ";",
        "id \"x;",
        "bm Ra8#",
        "bm Rh8;",
        "bm Ra8;",
        "bm --;",
        "1bm Ra8#;",
        "dm one;",
        "bm;",
        "hmvc 65536;",
    ] {
        let error = Epd::parse(&format!("{MATE} {text}")).expect_err(text);
        inventory.add(text, &error, &error);
    }
    inventory.function("Epd::parse");
    for text in ["", "6k1/5ppp/8/8/8/8/9/R3K3 w Q - bm Ra8#;"] {
        let error = Epd::parse(text).expect_err(text);
        inventory.add(text, &error, &error);
    }
}

fn operations(inventory: &mut Inventory) {
    inventory.function("Epd::with");
    let epd = Epd::new(format!("{MATE} 0 1").parse().expect("a FEN"));
    let text = |text: &str| Value::Text(text.to_owned());
    let symbol = |symbol: &str| Value::Operands(vec![Operand::Symbol(symbol.to_owned())]);
    let illegal = Move::normal(Square::A1, Square::H8);
    for (opcode, value) in [
        ("1a", Value::Nothing),
        ("dm", text("1")),
        ("draw_offer", text("yes")),
        ("bm", Value::Moves(vec![illegal])),
        ("id", text("a\"b")),
        ("x", symbol("a b")),
        ("x", symbol("12")),
        ("x", symbol("")),
        ("fmvn", Value::Integer(0)),
    ] {
        let input = format!("{opcode}, {value:?}");
        let error: OperationError = epd.clone().with(opcode, value).expect_err(opcode);
        inventory.add(&input, &error, &error);
    }
}

/// A source that cannot be read.
#[derive(Debug)]
struct Unreadable;

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is broken"))
    }
}

impl Seek for Unreadable {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::Error::other("the disk is broken"))
    }
}

fn books(inventory: &mut Inventory) {
    inventory.function("Book::new");
    let error = Book::new(Unreadable).expect_err("it cannot be read");
    inventory.add("a source that cannot be read", &error, &error);
    let error = Book::new(Cursor::new([0; 33])).expect_err("33 bytes");
    inventory.add("33 bytes", &error, &error);

    let key = Position::INITIAL.polyglot_key();
    let book = |entries: &[(u64, u16)]| -> Vec<u8> {
        let bytes = |&(key, bits): &(u64, u16)| {
            [&key.to_be_bytes()[..], &bits.to_be_bytes(), &[0; 6]].concat()
        };
        entries.iter().flat_map(bytes).collect()
    };
    let e2e4 = 0x031c;
    inventory.function("Book::moves, initial position");
    for (input, bytes) in [
        ("e2e5", book(&[(key, 0x0324)])),
        ("0x831c", book(&[(key, 0x831c)])),
        ("e2e4 in 21 entries", book(&[(key, e2e4); 21])),
    ] {
        let mut book = Book::new(Cursor::new(bytes)).expect("whole entries");
        let moves: Result<Vec<_>, BookError> =
            book.moves(&Position::INITIAL).and_then(Iterator::collect);
        let error = moves.expect_err(input);
        inventory.add(input, &error, &error);
    }
    inventory.function("Book::entries");
    let bytes = book(&[(2, e2e4), (1, e2e4)]);
    let mut book = Book::new(Cursor::new(bytes)).expect("whole entries");
    let entries: Result<Vec<_>, BookError> = book.entries().and_then(Iterator::collect);
    let error = entries.expect_err("keys out of order");
    inventory.add("the keys 2 and 1", &error, &error);
}
