//! Tables in files, whole and damaged.

use std::io::{self, Write};
use std::ops::ControlFlow;

use setwise::Color;
use setwise_endgames::{ReadError, SharedTables, Table, Tables};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use crate::positions::tables;

fn file(name: &str) -> Vec<u8> {
    bytes(&tables().get(&name.parse().unwrap()).unwrap())
}

fn bytes(table: &Table) -> Vec<u8> {
    let mut file = Vec::new();
    table.write_to(&mut file).unwrap();
    file
}

#[test]
fn a_table_is_read_as_it_was_written() {
    for name in ["KvK", "KPvK", "KQvKR"] {
        let table = tables().get(&name.parse().unwrap()).unwrap();
        let file = file(name);
        assert!(file.len() < table.bytes() / 2, "{name}");
        let read = Table::read_from(&file[..]).unwrap();
        assert_eq!(read.material(), table.material());
        for turn in Color::ALL {
            assert_eq!(read.counts(turn), table.counts(turn), "{name}");
        }
    }
}

/// Finds a hash that is not compared, and a length that is trusted. No shortened file is read. A few
/// bits change nothing: the unused ones of the last compressed byte, and distances within a run of
/// equal values.
#[test]
fn damaged_files_are_refused_or_equal() {
    let whole = file("KRvK");
    let mut random = Random::default();
    let anywhere = (0..scaled(5_000, 50)).map(|_| (random.below(whole.len()), random.below(8)));
    let ends = (0..30).chain(whole.len() - 40..whole.len()).map(|at| (at, at % 8));
    let (mut files, mut unchanged) = (0, 0);
    for (at, bit) in ends.chain(anywhere) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << bit;
        if let Ok(table) = Table::read_from(&damaged[..]) {
            assert!(bytes(&table) == whole, "byte {at}, bit {bit}");
            unchanged += 1;
        }
        assert!(Table::read_from(&whole[..at]).is_err(), "{at} bytes");
        files += 1;
    }
    assert!(unchanged < files / 50, "{unchanged} of {files}");
}

#[test]
fn errors_say_what_was_found() {
    let message = |bytes: &[u8]| Table::read_from(bytes).unwrap_err().to_string();
    let none = "no table (expected a first line such as \"setwise endgame 1 KRvK\")";
    assert_eq!(message(b""), none);
    assert_eq!(message(b"setwise endgame 2 KRvK\n"), none);
    assert_eq!(message(b"setwise endgame 1 KvKR\n"), none);
    assert_eq!(message(&[0xff; 100]), none);
    let material = "no table: the pieces begin with Q (expected the king K first, as in KRvK)";
    assert_eq!(message(b"setwise endgame 1 QvK\n"), material);
    // The values of one table with the name of another.
    let mut longer = file("KRvK");
    let at = longer.iter().position(|&byte| byte == b'R').unwrap();
    longer[at] = b'P';
    let length = "the table has 81920 values for a side to move (expected 98304)";
    assert_eq!(message(&longer), length);
    longer[at] = b'Q';
    assert_eq!(message(&longer), "the table is damaged: its hash differs");
    assert!(matches!(Table::read_from(&longer[..]), Err(ReadError::Hash)));
}

/// A writer that is full.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_is_an_error() {
    let table = tables().get(&"KRvK".parse().unwrap()).unwrap();
    assert_eq!(table.write_to(Full).unwrap_err().kind(), io::ErrorKind::StorageFull);
}

/// Finds files that are not read, or read though they are damaged or of another table.
#[test]
fn the_files_of_a_directory_are_read() {
    let directory = setwise_testkit::Directory::new();
    let material = "KRvK".parse().unwrap();
    let build = |steps: &mut usize| {
        let tables = SharedTables::new(Some(directory.path().to_owned()));
        let added = tables.add(&material, Err, |_| {
            *steps += 1;
            ControlFlow::Continue(())
        });
        let longest = |tables: Tables| tables.get(&material).unwrap().longest_plies();
        added.map(longest).map_err(|error| error.to_string())
    };
    let (mut without, mut with) = (0, 0);
    assert_eq!(build(&mut without), Ok(32));
    directory.write("KvK.endgame", &file("KvK"));
    let path = directory.write("KRvK.endgame", &file("KRvK"));
    assert_eq!((build(&mut with), with), (Ok(32), 0));
    assert!(without > 0);
    let refused = |bytes: &[u8], why: &str| {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(build(&mut 0), Err(format!("{}: {why}", path.display())));
    };
    refused(&file("KQvK"), "the table is KQvK (expected KRvK)");
    refused(b"x", "no table (expected a first line such as \"setwise endgame 1 KRvK\")");
    std::fs::remove_file(&path).unwrap();
    let stopped = |_| ControlFlow::Break(());
    let tables = SharedTables::new(Some(directory.path().to_owned()));
    let error = tables.add(&material, Err, stopped);
    assert_eq!(tables.complete().iter().count(), 1);
    assert_eq!(error.unwrap_err().kind(), io::ErrorKind::Interrupted);
}
