//! Plain and compressed files, directories and patterns, with any number of threads.

use std::io::{Cursor, Read};
use std::num::NonZero;
use std::path::PathBuf;

use setwise_pgn::files::{GamePlace, Inputs, decompressed};
use setwise_pgn::threads::{
    Beginning, Fold, InputRead, PlaceRange, ReadGame, ReadOptions, cuts, read,
};
use setwise_pgn::{Options, Replay};
use setwise_testkit::compressed::{bzip2, frames, gzip, raw_frame, zstandard};
use setwise_testkit::lines::{Lines, lines_of_one_reader};
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, hostile_text, scaled};

use crate::inputs;

fn read_lines(inputs: &Inputs, options: &ReadOptions) -> (Vec<String>, Vec<InputRead>) {
    let mut lines = Vec::new();
    let read = read(inputs, options, &Lines { with_text: false }, |part, _| {
        lines.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(read) = read;
    (lines, read)
}

fn with_threads(threads: usize) -> ReadOptions {
    let threads = NonZero::new(threads).expect("a number of threads");
    ReadOptions { threads, ..ReadOptions::default() }
}

/// Removes the offsets, which count from the start of a frame in Zstandard files.
fn without_offsets(lines: &[String]) -> Vec<&str> {
    lines.iter().map(|line| line.split_once(' ').expect("an offset").1).collect()
}

#[test]
fn compressed_files_have_the_games_of_the_text() {
    let directory = Directory::new();
    let text = hostile_text(&mut Random::default(), 9 << 17);
    let files = [
        directory.write("plain.pgn", &text),
        directory.write("whole.pgn.gz", &gzip(&text)),
        directory.write("small.bz2", &[bzip2(&text[..1000]), bzip2(&text[1000..50_000])].concat()),
        directory.write("two.gz", &[gzip(&text[..1000]), gzip(&text[1000..])].concat()),
    ];
    let lines_of = |count: usize| lines_of_one_reader(&text[..count], Options::default(), false);
    let whole = lines_of(text.len());
    for file in files {
        let expected = if file.ends_with("small.bz2") { lines_of(50_000) } else { whole.clone() };
        for threads in [1, 3] {
            let (lines, read) = read_lines(&inputs(&[&file]), &with_threads(threads));
            assert!(lines == expected, "{} {threads}", file.display());
            assert!(read[0].error.is_none());
        }
    }
    let files = [
        directory.write("small.zst", &zstandard(&text[..100_000])),
        // More than 320 blocks are too many to be decompressed at once.
        directory.write(
            "long.zst",
            &[raw_frame(&text[..700_000], 1000), raw_frame(&text[700_000..], 999)].concat(),
        ),
        directory.write("frames.zst", &frames(&text, 100_000, false)),
        directory.write("pzstd.zst", &frames(&text, 300_000, true)),
    ];
    for file in files {
        let expected = if file.ends_with("small.zst") { lines_of(100_000) } else { whole.clone() };
        let (one, _) = read_lines(&inputs(&[&file]), &with_threads(1));
        assert!(without_offsets(&one) == without_offsets(&expected), "{}", file.display());
        let (lines, read) = read_lines(&inputs(&[&file]), &with_threads(3));
        assert!(lines == one, "{}", file.display());
        assert!(read[0].error.is_none());
    }
}

#[test]
fn utf16_is_read_from_files_of_any_compression() {
    let directory = Directory::new();
    let text = "[White \"J\u{f6}rg\"]\n\n1. e4 e5 {\u{1d7e0}} *\n\n".repeat(scaled(9000, 4500));
    let expected = lines_of_one_reader(text.as_bytes(), Options::default(), false);
    let marked = format!("\u{feff}{text}");
    for (order, unit) in [("le", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("be", u16::to_be_bytes)]
    {
        let utf16: Vec<u8> = marked.encode_utf16().flat_map(unit).collect();
        for (name, bytes) in [
            ("plain.pgn", utf16.clone()),
            ("a.gz", gzip(&utf16)),
            ("a.bz2", bzip2(&utf16)),
            ("a.zst", zstandard(&utf16)),
            // An odd number of bytes: a character lies in two frames.
            ("frames.zst", frames(&utf16, 40_001, true)),
            ("long.zst", raw_frame(&utf16, 1000)),
        ] {
            let file = directory.write(name, &bytes);
            let (lines, read) = read_lines(&inputs(&[&file]), &with_threads(2));
            assert!(lines == expected && read[0].error.is_none(), "{name} {order} {read:?}");
        }
    }
}

#[test]
fn input_that_is_not_text_is_named() {
    let directory = Directory::new();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10";
    let not_text = "not text: more than 8 control characters in the first 64 bytes, first 0x00 ";
    for (name, bytes, expected) in [
        ("a.pgn", png.to_vec(), not_text),
        ("a.gz", gzip(png), not_text),
        ("a.zst", zstandard(png), not_text),
        ("a.zip", b"PK\x03\x04\x14\0".to_vec(), "a zip archive "),
        ("b.pgn", b"[\0E\0".to_vec(), "UTF-16 text without a byte order mark "),
    ] {
        let file = directory.write(name, &bytes);
        let (lines, read) = read_lines(&inputs(&[&file]), &with_threads(1));
        let error = read[0].error.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(lines.is_empty() && error.starts_with(expected), "{name}: {error}");
    }
}

/// A wrong checksum is an error of the frame, decompressed as a whole or as a stream.
#[test]
fn checksums_of_frames_are_compared() {
    let directory = Directory::new();
    let text = b"[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(1000);
    let mut bytes = zstandard(&text);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let file = directory.write("a.zst", &bytes);
    let expected = "the Zstandard data is damaged in the frame at byte 0";
    let (_, read) = read_lines(&inputs(&[&file]), &with_threads(1));
    assert_eq!(read[0].error.as_ref().map(ToString::to_string).as_deref(), Some(expected));
    let mut reader = decompressed(Box::new(Cursor::new(bytes))).expect("text");
    let error = std::io::copy(&mut reader, &mut std::io::sink()).expect_err("damaged");
    assert_eq!(error.to_string(), expected);
}

/// Finds a frame that is left out, and a file of pzstd that is read though the sizes are in it.
#[test]
fn files_are_cut_at_their_frames() {
    let directory = Directory::new();
    let text = hostile_text(&mut Random::default(), 300_000);
    let whole = frames(&text, 20_000, true);
    // Each frame has 20 blocks of 1,000 bytes, but the last.
    let sizes: Vec<usize> =
        text.chunks(20_000).map(|part| 6 + part.len() + 3 * part.len().div_ceil(1000)).collect();
    let starts: Vec<u64> = (1..sizes.len())
        .map(|before| (sizes[..before].iter().sum::<usize>() + 12 * (before + 1)) as u64)
        .collect();
    let find = |bytes: &[u8], from: Option<u64>| {
        let (file, mut calls) = (directory.write("frames.zst", bytes), 0);
        let from = from.map(|frame| GamePlace { frame, offset: 0 });
        let found = cuts(&file, from, 1, &mut || {
            calls += 1;
            Ok(())
        });
        let (found, error) = found.expect("a file of frames");
        (found.iter().map(|place| place.frame).collect::<Vec<u64>>(), error, calls)
    };
    let (found, error, calls) = find(&whole, None);
    assert!(found == starts && error.is_none());
    // The blocks of the last frame are read.
    assert!(calls < starts.len() + 21, "{calls} of {} frames", starts.len());
    let (found, _, _) = find(&whole, Some(starts[3]));
    assert_eq!(found, starts[4..]);
    let (found, _, calls) = find(&frames(&text, 20_000, false), None);
    assert!(found.len() == starts.len() && calls > 280);
    // Wrong sizes; then a file that has other frames at its end, and one that is truncated.
    let size_at = starts[6] as usize - 4;
    for wrong in [1, 500, 20_067, 20_069, u32::MAX] {
        let mut bytes = whole.clone();
        bytes[size_at..size_at + 4].copy_from_slice(&u32::to_le_bytes(wrong));
        let (found, error, _) = find(&bytes, None);
        assert!(found == starts && error.is_none(), "{wrong}");
    }
    let mixed = [&whole[..], &zstandard(&text[..5000])].concat();
    let (found, _, _) = find(&mixed, None);
    assert_eq!(found, [&starts[..], &[whole.len() as u64]].concat());
    let (found, error, _) = find(&whole[..whole.len() - 1], None);
    assert!(found == starts && error.is_some_and(|error| error.to_string().contains("truncated")));
}

/// Ranges of frames are joined as ranges of bytes are.
#[test]
fn every_range_of_frames_has_the_games_of_the_whole_file() {
    let directory = Directory::new();
    let text = hostile_text(&mut Random::default(), 60_000);
    let file = directory.write("frames.zst", &frames(&text, 4_000, true));
    let bytes = std::fs::read(&file).expect("a file");
    let inputs = inputs(&[&file]);
    let (expected, _) = read_lines(&inputs, &with_threads(1));
    let starts =
        (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
    for frame in starts.skip(1) {
        let split = GamePlace { frame: frame as u64, offset: 0 };
        let range = |from, to| ReadOptions { range: PlaceRange { from, to }, ..with_threads(1) };
        let (mut lines, first) = read_lines(&inputs, &range(Beginning::Start, Some(split)));
        let (mut second, read) = read_lines(&inputs, &range(Beginning::Guess(split), None));
        if let Some(game) = first[0].ended
            && first[0].ended != read[0].began
        {
            (second, _) = read_lines(&inputs, &range(Beginning::Game(game), None));
        }
        if first[0].ended.is_some() {
            lines.append(&mut second);
        }
        assert!(lines == expected, "{split:?}");
    }
}

#[test]
fn cut_files_yield_what_can_be_read_and_an_error() {
    let directory = Directory::new();
    let mut random = Random::default();
    let games =
        (0..20_000).map(|_| format!("[Event \"{}\"]\n\n1. e4 e5 *\n\n", random.below(1 << 30)));
    let text = games.collect::<String>().into_bytes();
    for (name, bytes) in [
        ("a.gz", gzip(&text)),
        ("a.zst", frames(&text, 200_000, true)),
        ("b.zst", frames(&text, 200_000, false)),
        ("c.zst", raw_frame(&text, 1000)),
    ] {
        for cut in [bytes.len() - 1, bytes.len() / 2, 30] {
            let file = directory.write(name, &bytes[..cut]);
            let (lines, read) = read_lines(&inputs(&[&file]), &with_threads(2));
            assert!(read[0].error.is_some(), "{name} {cut}");
            assert!(cut < 1000 || lines.len() > 1000, "{name} {cut} {}", lines.len());
        }
    }
    // What follows the header of a block that is too long is not read.
    let whole = raw_frame(&text[..1000], 100);
    for (kind, size) in [(0, (1 << 17) + 1), (1, (1 << 21) - 1), (2, 1 << 18)] {
        let header = (size << 3 | kind << 1) as u32;
        let long = [&whole[..6], &header.to_le_bytes()[..3]].concat();
        let file = directory.write("long.zst", &[&whole[..], &long].concat());
        let message = format!(
            "the Zstandard data is damaged: the block at byte {} has {size} bytes (expected at most \
             131072)",
            whole.len() + 6
        );
        for threads in [1, 2] {
            let (_, read) = read_lines(&inputs(&[&file]), &with_threads(threads));
            assert_eq!(read[0].error.as_ref().map(ToString::to_string), Some(message.clone()));
        }
    }
    let mut broken = frames(&text, 50_000, true);
    let at = broken.len() * 2 / 3;
    // Blocks of the reserved type.
    broken[at..at + 2000].fill(0xff);
    let file = directory.write("broken.zst", &broken);
    let other = directory.write("other.pgn", b"1. e4 *");
    let (lines, read) = read_lines(&inputs(&[&file, &other]), &with_threads(2));
    assert!(read[0].error.is_some() && read[1].error.is_none());
    let last = lines.last().expect("a line");
    assert!(lines.len() > 10_000 && last.starts_with("3 [None"), "{} {last}", lines.len());
}

/// Frames are decompressed in portions of 4 MiB. Finds games before a damaged block that are lost,
/// and games that depend on the number of threads.
#[test]
fn games_before_a_damaged_portion_of_a_frame_are_read() {
    let directory = Directory::new();
    let comment = "a ".repeat(50_000);
    let games = (0..90).map(|game| format!("[Event \"{game}\"]\n\n1. e4 {{{comment}}} e5 *\n\n"));
    let first = raw_frame(b"[Event \"?\"]\n\n1. d4 *\n\n", 1000);
    let mut bytes =
        [&first[..], &raw_frame(&games.collect::<String>().into_bytes(), 1 << 17)].concat();
    let whole = directory.write("whole.zst", &bytes);
    let (expected, _) = read_lines(&inputs(&[whole]), &with_threads(1));
    // The block after 6 MiB of text has the reserved type.
    bytes[first.len() + 6 + 48 * (3 + (1 << 17))] |= 6;
    let damaged = directory.write("damaged.zst", &bytes);
    for threads in [1, 2, 3] {
        let (lines, read) = read_lines(&inputs(&[&damaged]), &with_threads(threads));
        let message = format!("the Zstandard data is damaged in the frame at byte {}", first.len());
        assert_eq!(read[0].error.as_ref().map(ToString::to_string), Some(message));
        // The first frame has one game, and there are 62 before the damage. The next one is cut.
        // Without the C library, the text of a window is lost.
        let games = lines.len() - 1;
        assert!(
            if cfg!(feature = "zstd") { games == 63 } else { games > 42 },
            "{threads}: {games}"
        );
        assert!(lines[..games] == expected[..games], "{threads} threads");
    }
}

#[test]
fn directories_and_patterns_are_searched_in_order() {
    let directory = Directory::new();
    for name in ["b.pgn", "a.PGN.Gz", "c/d.Pgn.zst", "c/e.txt", ".HIDDEN.PGN", "f.pgn", "pgn"] {
        directory.write(name, b"");
    }
    let found = |path: PathBuf| {
        let inputs = inputs(&[path]);
        let names = inputs
            .paths()
            .iter()
            .map(|path| path.strip_prefix(directory.path()).expect("inside").display().to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(found(directory.path().to_owned()), ["a.PGN.Gz", "b.pgn", "c/d.Pgn.zst", "f.pgn"]);
    assert_eq!(found(directory.path().join("?.pgn")), ["b.pgn", "f.pgn"]);
    assert_eq!(found(directory.path().join("**/*.zst")), ["c/d.Pgn.zst"]);
    let error = |paths: &[&str]| Inputs::find(paths).expect_err("an error").to_string();
    assert!(error(&["/none.pgn"]).starts_with("/none.pgn: "));
    assert!(error(&["/none*.pgn"]).contains("no file found"));
    assert!(error(&["-", "-"]).contains("standard input must be the only input"));
}

/// The numbers of games are unique and ascending, in any files.
#[test]
fn numbers_of_games_ascend() {
    let directory = Directory::new();
    let text = b"[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(1000);
    let files = [
        directory.write("a.pgn", &text),
        directory.write("b.zst", &frames(&vec![b' '; 1 << 20], 1 << 19, true)),
        directory.write("c.zst", &frames(&text, 1 << 10, true)),
        directory.write("d.gz", &gzip(&text)),
    ];
    let inputs = inputs(&files);
    struct Numbers<'i>(&'i Inputs);
    impl Fold for Numbers<'_> {
        type Visitor = Replay;
        type Part = Vec<u64>;

        fn visitor(&self, options: Options) -> Replay {
            Replay::with_options(options)
        }

        fn part(&self) -> Vec<u64> {
            Vec::new()
        }

        fn add(&self, part: &mut Vec<u64>, _: &mut Replay, game: ReadGame) -> bool {
            part.push(self.0.game_id(game.input, game.place));
            false
        }
    }
    let mut numbers = Vec::new();
    let Ok(_) = read(&inputs, &with_threads(2), &Numbers(&inputs), |part, _| {
        numbers.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    assert_eq!(numbers.len(), 3000);
    assert!(numbers.is_sorted_by(|a, b| a < b));
    assert_eq!(numbers[..2], [0, 25]);
}

/// Finds files that are taken of all tables, or as if they were games, and those that are no tables.
#[test]
fn the_directory_of_a_table_is_its_files() {
    let directory = Directory::new();
    let names = ["a.ARROW", "part-00000.parquet", "part-00001.Parquet"];
    let files = names.map(|name| directory.write(&format!("games/{name}"), b""));
    for name in [".b.parquet", "c.parquet.part", "below/d.parquet", "e.csv"] {
        directory.write(&format!("games/{name}"), b"");
    }
    let games = directory.path().join("games");
    assert_eq!(inputs(&[&games]).paths(), files);
    assert!(Inputs::find([directory.path()]).is_err());
    let game = directory.write("games/below/a.pgn", b"1. e4 *");
    assert_eq!(inputs(&[&games]).paths(), [game]);
}

#[test]
fn decompressed_text_is_the_text() {
    let text = hostile_text(&mut Random::default(), 300_000);
    let all = |bytes: Vec<u8>| {
        let mut read = Vec::new();
        let end = decompressed(Box::new(Cursor::new(bytes)))
            .and_then(|mut text| text.read_to_end(&mut read));
        (read, end.is_ok())
    };
    let framed = frames(&text, 70_000, true);
    for bytes in [text.clone(), gzip(&text), bzip2(&text), zstandard(&text), framed.clone()] {
        assert!(all(bytes) == (text.clone(), true));
    }
    assert_eq!(all(Vec::new()), (Vec::new(), true));
    let (read, is_whole) = all(framed[..framed.len() - 10].to_vec());
    assert!(!is_whole && text.starts_with(&read) && !read.is_empty());
}

/// Finds threads that are not told of the end: a panic of the caller once waited for them for ever.
#[test]
fn a_panic_of_the_caller_ends_the_threads() {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let directory = Directory::new();
        let inputs = inputs(&[directory.write("games.pgn", b"1. e4 *\n")]);
        let read = std::panic::catch_unwind(|| {
            read(&inputs, &with_threads(2), &Lines { with_text: false }, |_, _| -> Result<(), ()> {
                panic!("as a caller may")
            })
        });
        sender.send(read.is_err())
    });
    let has_panicked = receiver.recv_timeout(std::time::Duration::from_secs(60));
    assert_eq!(has_panicked, Ok(true));
}
