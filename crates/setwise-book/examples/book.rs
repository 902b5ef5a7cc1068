//! Looks up moves in an opening book in the Polyglot format.
//!
//! ```console
//! $ cargo run -p setwise-book --example book -- crates/setwise-book/examples/openings.bin e4 e5 Nf3
//! Nc6 3
//! Nf6 1
//! ```
//!
//! The book `openings.bin` was made for this example. It has eleven moves of well-known openings;
//! the weights have no meaning.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Seek};

use setwise::Position;
use setwise_book::{Book, BookError, BookMove};

/// Returns the moves of the book after some moves in SAN, with their weights, in the book's order.
fn look_up(
    book: &mut Book<impl Read + Seek>,
    moves: &[impl AsRef<str>],
) -> Result<Vec<(String, u16)>, Box<dyn Error>> {
    let mut position = Position::INITIAL;
    for san in moves {
        position = position.play(position.parse_san(san.as_ref())?)?;
    }
    let entry = |found: Result<BookMove, BookError>| {
        found.map(|found| (position.san(found.mv).to_string(), found.weight))
    };
    Ok(book.moves(&position)?.map(entry).collect::<Result<_, _>>()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("usage: book FILE.bin [MOVE]...")?;
    // The lookup is a binary search; it does not read the whole file.
    let mut book = Book::new(File::open(file)?)?;
    for (san, weight) in look_up(&mut book, &words.collect::<Vec<String>>())? {
        println!("{san} {weight}");
    }
    Ok(())
}

#[test]
fn the_moves_of_openings_are_found() {
    let bytes = std::io::Cursor::new(include_bytes!("openings.bin"));
    let mut book = Book::new(bytes).expect("whole entries");
    let mut at = |line: &str| {
        let moves: Vec<&str> = line.split_whitespace().collect();
        look_up(&mut book, &moves).map_err(|error| error.to_string())
    };
    let first = [("e4", 5), ("d4", 4), ("c4", 1)];
    assert_eq!(at(""), Ok(first.map(|(san, weight)| (san.to_owned(), weight)).to_vec()));
    assert_eq!(at("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"), Ok(vec![("O-O".to_owned(), 1)]));
    assert_eq!(at("a4"), Ok(vec![]));
    assert!(at("e5").is_err());
}
