//! Any bytes are an input, plain or compressed, or an error; and all ways to read it agree.

use std::cell::LazyCell;
use std::io::{Cursor, Read};
use std::num::NonZero;

use setwise_pgn::files::{Inputs, decompressed};
use setwise_pgn::threads::testing::read_cut;
use setwise_pgn::threads::{ReadOptions, read};

use crate::Directory;
use crate::lines::Lines;

/// The decompressed bytes that are compared. Some bytes of bzip2 are a gigabyte of text.
const LONGEST: u64 = 1 << 20;

thread_local! {
    static DIRECTORY: LazyCell<Directory> = LazyCell::new(Directory::in_memory);
}

/// Reads some bytes as an input: their text at once, and their games from a file with one and two
/// threads. Returns whether the whole text could be read.
pub fn source_bytes(bytes: &[u8]) -> bool {
    let mut text = Vec::new();
    let source = decompressed(Box::new(Cursor::new(bytes.to_vec())));
    let read_all = source.and_then(|source| source.take(LONGEST).read_to_end(&mut text));
    if text.len() as u64 == LONGEST {
        return false;
    }
    let (games, error) = games(bytes, 1);
    assert_eq!(self::games(bytes, 2), (games.clone(), error.clone()));
    let mut expected = Vec::new();
    read_cut(&text, &[], Default::default(), &LINES, |part| {
        expected.extend(part.into_iter().map(without_offset));
    });
    // A frame of a file is decompressed before its text is looked at, so there may be another
    // error.
    assert_eq!(error.is_some(), read_all.is_err(), "{error:?} and {read_all:?}");
    match read_all {
        Ok(_) => assert_eq!(games, expected),
        // How much text there is before the error depends on how it is read, so the last game may
        // be cut.
        Err(_) => {
            let whole = games.len().min(expected.len()).saturating_sub(1);
            assert_eq!(games[..whole], expected[..whole]);
        }
    }
    read_all.is_ok()
}

/// Returns the games of a file with these bytes, and the error at which reading ended.
fn games(bytes: &[u8], threads: usize) -> (Vec<String>, Option<String>) {
    let path = DIRECTORY.with(|directory| directory.write("input", bytes));
    let inputs = Inputs::find([&path]).expect("a file");
    let threads = NonZero::new(threads).expect("a thread");
    let options = ReadOptions { threads, ..ReadOptions::default() };
    let mut games = Vec::new();
    let read = read(&inputs, &options, &LINES, |part, _| -> Result<(), ()> {
        games.extend(part.into_iter().map(without_offset));
        Ok(())
    });
    let mut read = read.expect("no error of the consumer");
    let error = read.pop().and_then(|input| input.error);
    (games, error.map(|error| error.to_string()))
}

const LINES: Lines = Lines { with_text: false };

/// Removes the offset of a game, which counts from the start of a frame in Zstandard files.
fn without_offset(line: String) -> String {
    line.split_once(' ').expect("an offset").1.to_owned()
}
