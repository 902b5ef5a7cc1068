//! What holds for files of this machine and for objects alike.

use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use setwise_testkit::Directory;

use super::*;

/// Calls a function with a directory of this machine, and with one of a store in memory.
fn everywhere(name: &str, test: impl Fn(&Path, &Path)) {
    let directory = Directory::in_memory();
    test(directory.path(), directory.path());
    if cfg!(feature = "cloud") {
        test(&PathBuf::from(format!("memory:///{name}")), directory.path());
    }
}

fn write(path: &Path, temporary: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    write_whole(path, (temporary, "temporary"), bytes, existing)
}

/// Finds a file that is replaced though it stays, or is not though it should be.
#[test]
fn a_file_is_written_whole_or_not_at_all() {
    everywhere("whole", |directory, temporary| {
        let path = directory.join("file");
        assert!(!exists(&path).expect("asked"));
        write(&path, temporary, b"first", Existing::Stays).expect("new");
        let error = write(&path, temporary, b"second", Existing::Stays).expect_err("there is one");
        assert_eq!(
            (error.kind(), &*error.to_string()),
            (ErrorKind::AlreadyExists, "the file exists")
        );
        assert_eq!(read(&path).expect("read").0, b"first");
        write(&path, temporary, b"second", Existing::Replaced).expect("replaced");
        let (bytes, version) = read(&path).expect("read");
        assert_eq!(bytes, b"second");
        write(&path, temporary, b"third", Existing::ReplacedIf(version.clone())).expect("same");
        if version.is_some() {
            let late = write(&path, temporary, b"fourth", Existing::ReplacedIf(version));
            let message = late.expect_err("another version").to_string();
            assert!(message.ends_with("has changed meanwhile"), "{message}");
        }
        assert_eq!(read(&path).expect("read").0, b"third");
        // What is dropped leaves nothing.
        let mut dropped =
            WholeFile::create(&directory.join("other"), Existing::Stays, None).expect("begun");
        dropped.write_all(b"half").expect("written");
        drop(dropped);
        assert_eq!(names(directory).expect("listed"), ["file"]);
    });
}

/// Finds a listing that lacks a file, has one of a directory below, or has another order.
#[test]
fn a_directory_has_names_copies_and_an_end() {
    everywhere("names", |directory, temporary| {
        let below = directory.join("below");
        create_directories(&below).expect("created");
        for name in ["b", "a", "c"] {
            write(&directory.join(name), temporary, name.as_bytes(), Existing::Stays).expect("new");
        }
        write(&below.join("d"), temporary, b"d", Existing::Stays).expect("new");
        let found = entries(directory).expect("listed");
        let found: Vec<(String, bool)> = found
            .into_iter()
            .map(|entry| (entry.name.to_string_lossy().into_owned(), entry.is_directory))
            .collect();
        let expected = [("a", false), ("b", false), ("below", true), ("c", false)];
        assert_eq!(found, expected.map(|(name, is_directory)| (name.to_owned(), is_directory)));
        assert_eq!(facts(&below).expect("asked").kind, Kind::Directory);
        for target in ["e", "a"] {
            copy(&directory.join("b"), &directory.join(target), (temporary, "copy"))
                .expect("copied");
            assert_eq!(read(&directory.join(target)).expect("read").0, b"b");
        }
        delete_all(&below).expect("deleted");
        delete(&directory.join("c")).expect("deleted");
        delete(&directory.join("c")).expect("deleted already");
        assert_eq!(names(directory).expect("listed"), ["a", "b", "e"]);
        assert_eq!(names(&below).expect("listed"), Vec::<OsString>::new());
        let missing = File::open(&directory.join("missing")).expect_err("missing");
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        assert_eq!(File::open(directory).expect_err("no file").kind(), ErrorKind::IsADirectory);
        delete_all(directory).expect("deleted");
    });
}

/// Finds a range that begins or ends in a wrong place, also where a read goes on in the next one.
#[test]
fn bytes_are_read_from_anywhere() {
    everywhere("ranges", |directory, temporary| {
        let path = directory.join("file");
        let bytes: Vec<u8> = (0..300_000_u32).map(|number| (number * 7 % 251) as u8).collect();
        write(&path, temporary, &bytes, Existing::Stays).expect("new");
        let mut file = File::open(&path).expect("opened");
        assert_eq!(file.facts().bytes, 300_000);
        let mut all = Vec::new();
        file.read_to_end(&mut all).expect("read");
        assert!(all == bytes);
        let size = 300_000;
        for (offset, count) in [(0, 1), (65_535, 2), (65_536, 70_000), (299_990, 10), (7, 0)] {
            let expected = &bytes[offset..offset + count];
            let mut buffer = vec![0; count];
            for to in [SeekFrom::Start(offset as u64), SeekFrom::End(offset as i64 - size)] {
                file.seek(to).expect("moved");
                file.read_exact(&mut buffer).expect("read");
                assert!(buffer == expected, "{to:?}");
            }
            file.read_at(offset as u64, &mut buffer).expect("read");
            assert!(buffer == expected, "{offset}");
        }
        let beyond = file.read_at(299_999, &mut [0, 0]).expect_err("beyond the end");
        assert_eq!(beyond.kind(), ErrorKind::UnexpectedEof);
        assert_eq!(file.at_start().expect("open").read(&mut [0; 3]).expect("read"), 3);
        delete(&path).expect("deleted");
    });
}

/// Finds a mixture of two versions of an object.
#[test]
#[cfg(feature = "cloud")]
fn an_object_that_changes_while_it_is_read_is_an_error() {
    let path = Path::new("memory:///changing/file");
    let temporary = Directory::in_memory();
    write(path, temporary.path(), &[1; 200_000], Existing::Stays).expect("new");
    let mut file = File::open(path).expect("opened");
    file.read_exact(&mut [0; 10]).expect("read");
    write(path, temporary.path(), &[2; 200_000], Existing::Replaced).expect("replaced");
    let error = file.read_to_end(&mut Vec::new()).expect_err("it has changed");
    assert_eq!(error.to_string(), "memory:///changing/file has changed meanwhile");
}

/// Finds a path that is taken for a URL, or a URL that is taken for a path.
#[test]
fn urls_are_told_from_paths() {
    for (path, expected) in [
        ("s3://bucket/a", Some("s3://bucket/a")),
        ("s3:/bucket/a", Some("s3://bucket/a")),
        ("https://example.org/a b", Some("https://example.org/a b")),
        ("C:/games", None),
        ("games/a:/b", None),
        ("a:b", None),
        ("/s3://a", None),
        ("", None),
    ] {
        assert_eq!(url(Path::new(path)).as_deref(), expected, "{path}");
    }
    let error = refuse_url(Path::new("gs:/a")).expect_err("a URL");
    assert_eq!(error, "gs://a is a URL (expected a path on this machine)");
}

/// Finds a URL that shows the key in it, and one that is taken for another.
#[test]
#[cfg(feature = "cloud")]
fn a_url_that_cannot_be_opened_is_an_error() {
    for (path, expected) in [
        (
            "ftp://a/b",
            "ftp://a/b: no known kind of store (expected s3://, gs://, az:// or https://)",
        ),
        (
            "https://user:secret@a/b?signature=secret",
            "https://a/b: a URL without a query, a fragment and a password is expected",
        ),
    ] {
        assert_eq!(check_url(Path::new(path)).as_ref().expect_err("wrong"), expected);
        assert_eq!(facts(Path::new(path)).expect_err("wrong").to_string(), expected);
    }
}

/// Finds a build that takes a URL for a path.
#[test]
#[cfg(not(feature = "cloud"))]
fn a_url_is_an_error_without_stores() {
    let error = read(Path::new("s3://bucket/a")).expect_err("a URL");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(check_url(Path::new("s3://bucket/a")).is_err());
}
