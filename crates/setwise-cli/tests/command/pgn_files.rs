//! Tests of the files that `setwise pgn check` and `setwise pgn fens` read, and of games without
//! positions.

use serde_json::json;
use setwise_testkit::Directory;

use crate::run::{setwise, setwise_reading};

const GOOD: &str = "1. e4 *\n";
const WRONG: &str = "1. e4 *\n\n1. e5 *\n";

/// A directory with a good file, and with a file with a wrong game in a directory below.
fn files() -> Directory {
    let directory = Directory::new();
    std::fs::create_dir(directory.file("below")).expect("a directory");
    for (name, text) in [("a.pgn", GOOD), ("below/b.pgn", WRONG), ("c.txt", "")] {
        std::fs::write(directory.file(name), text).expect("a file");
    }
    directory
}

#[test]
fn directories_and_patterns_are_read() {
    let directory = files();
    for (path, games, total) in
        [(directory.file(""), 3, "3 games, "), (directory.file("*.pgn"), 1, "1 game, ")]
    {
        let run = setwise(&["pgn", "check", &path]);
        assert!(run.out.contains(total), "{run:#?}");
        let run = setwise(&["pgn", "fens", "--final", &path]);
        assert_eq!(run.out.lines().count(), games - usize::from(games == 3), "{run:#?}");
    }
    let empty = Directory::new();
    setwise(&["pgn", "check", &empty.file("")]).exits(2).says("no file found");
    setwise(&["pgn", "check", &empty.file("no.pgn")]).exits(2).says("no.pgn: ");
}

/// Fails if the line of a file is missing, or if a file without wrong games has a line.
#[test]
fn check_lists_the_files_with_wrong_games() {
    let directory = files();
    let (a, b) = (directory.file("a.pgn"), directory.file("below/b.pgn"));
    let run = setwise(&["pgn", "check", &a, &b]).exits(1);
    let line = format!("{b}: 2 games, 1 wrong\n3 games, 2 moves, 1 wrong, ");
    assert!(run.out.starts_with(&line), "{run:#?}");
    let run = setwise(&["pgn", "check", "--files", &a, &b]).exits(1);
    assert!(run.out.starts_with(&format!("{a}: 1 game, 0 wrong\n{line}")), "{run:#?}");
    let run = setwise(&["pgn", "check", &b]).exits(1);
    assert!(run.out.starts_with("2 games, "), "{run:#?}");
    let run = setwise(&["pgn", "check", "--json", &a, &b]).exits(1);
    let lines = run.objects();
    assert_eq!(
        lines[1],
        json!({ "type": "file", "file": b, "games": 2, "wrong": 1, "is_whole": true })
    );
    assert_eq!((&lines[2]["files"], &lines[2]["not_read"]), (&2.into(), &0.into()));
}

/// Fails if a summary of no games stands alone after a file that cannot be read.
#[test]
fn the_summary_tells_of_files_that_are_not_read_to_the_end() {
    let directory = files();
    let bad = directory.file("d.pgn");
    std::fs::write(&bad, b"\x1f\x8b\x08\x00\x00").expect("a file");
    let run = setwise(&["pgn", "check", &directory.file("a.pgn"), &bad]).exits(2);
    assert!(run.out.starts_with(&format!("{bad}: 0 games, 0 wrong, not read to the end\n")));
    assert!(run.out.ends_with("seconds\nnot read to the end: 1 of 2 files\n"), "{run:#?}");
    run.says("d.pgn: the gzip data is truncated");
}

/// Fails if the positions of a game at which a file is cut run into the next file's first game.
#[test]
fn the_positions_of_a_cut_game_are_separated() {
    let directory = files();
    let (a, cut) = (directory.file("a.pgn"), directory.file("cut.pgn"));
    // UTF-16 that ends inside a character.
    let text = "1. d4 d5".encode_utf16().flat_map(u16::to_be_bytes);
    let text: Vec<u8> = [0xfe, 0xff].into_iter().chain(text).chain([0]).collect();
    std::fs::write(&cut, text).expect("a file");
    let alone = setwise(&["pgn", "fens", "--separate", &a]).exits(0).out;
    let first = alone.lines().next().expect("a position");
    for (files, after) in [(&[&cut, &a][..], alone.as_str()), (&[&cut], "")] {
        let mut arguments = vec!["pgn", "fens", "--separate"];
        arguments.extend(files.iter().map(|file| file.as_str()));
        let run = setwise(&arguments).exits(2).says("inside a character");
        let (cut_game, rest) = run.out.split_once("\n\n").expect("an empty line");
        assert!(cut_game.starts_with(first), "{run:#?}");
        assert_eq!(rest, after, "{run:#?}");
    }
}

/// Fails if `fens` reads variations, as its help denies.
#[test]
fn an_error_in_a_variation_is_found_by_check_alone() {
    let text = "1. e4 (1. e5) e5 *\n";
    setwise_reading(&["pgn", "check", "-"], text).exits(1);
    let run = setwise_reading(&["pgn", "fens", "-"], text).exits(0);
    assert_eq!(run.out.lines().count(), 3, "{run:#?}");
}

/// Fails if one missing file stops the commands before they read the others.
#[test]
fn files_beside_a_missing_one_are_read() {
    let directory = files();
    let (a, missing) = (directory.file("a.pgn"), directory.file("missing.pgn"));
    let run = setwise(&["pgn", "check", &missing, &a]).exits(2);
    let line = format!("{missing}: 0 games, 0 wrong, not read to the end\n1 game, ");
    assert!(run.out.starts_with(&line), "{run:#?}");
    assert!(run.out.ends_with("seconds\nnot read to the end: 1 of 2 files\n"), "{run:#?}");
    run.says("missing.pgn: ");
    let alone = setwise(&["pgn", "fens", &a]).exits(0).out;
    setwise(&["pgn", "fens", &a, &missing]).exits(2).prints(&alone).says("missing.pgn: ");
}

/// Fails if standard input must be alone although the place of a game does not matter.
#[test]
fn standard_input_may_be_one_of_several_files() {
    let directory = files();
    let a = directory.file("a.pgn");
    let text = "[Event \"x\"]\n\n1. e4 *\n";
    let run = setwise_reading(&["pgn", "check", &a, "-"], text).exits(0);
    assert!(run.out.starts_with("2 games, "), "{run:#?}");
    let (first, second) =
        (setwise(&["pgn", "fens", &a]), setwise_reading(&["pgn", "fens", "-"], text));
    let run = setwise_reading(&["pgn", "fens", &a, "-"], text).exits(0);
    run.prints(&format!("{}{}", first.out, second.out));
}

/// Fails if a game that has no position because of its error is left out.
#[test]
fn a_game_without_positions_has_its_error_in_json() {
    let long = format!("[Event \"{}\"]\n\n1. e4 *\n", "x".repeat(1 << 20));
    let games = format!(
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n[SetUp \"1\"]\n\
         [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. d4 *\n\n{long}"
    );
    for arguments in
        [&["pgn", "fens", "--json", "-"][..], &["pgn", "fens", "--json", "--final", "-"]]
    {
        let run = setwise_reading(arguments, games.as_bytes()).exits(1);
        let lines = run.objects();
        let wrong: Vec<_> = lines.iter().filter(|line| line["error"].is_string()).collect();
        assert_eq!(wrong.iter().map(|line| &line["game"]).collect::<Vec<_>>(), [2, 4], "{run:#?}");
        assert!(wrong[0]["fen"].is_null() && wrong[0]["ply"].is_null(), "{wrong:?}");
        assert!(wrong[0]["error"].as_str().is_some_and(|error| error.contains("FEN")));
        assert_eq!(wrong[0]["tags"]["Event"], "b");
        assert_eq!(lines[lines.len() - 2]["game"], 3);
    }
}

/// Fails if an object does not tell its file, if the games of several files are counted together,
/// or if a missing file stops the command.
#[test]
fn objects_name_their_file() {
    let directory = files();
    let (a, b) = (directory.file("a.pgn"), directory.file("below/b.pgn"));
    let missing = directory.file("missing.pgn");
    let run = setwise(&["pgn", "fens", "--json", "--final", &missing, &b, &a, &b]).exits(2);
    let lines = run.objects();
    let games = lines.iter().map(|line| (&line["file"], line["game"].as_u64()));
    let games: Vec<_> = games.map(|(file, game)| (file.as_str(), game)).collect();
    let of = |file, game| (Some(file), Some(game));
    let (a, b) = (a.as_str(), b.as_str());
    assert_eq!(games, [of(b, 1), of(b, 2), of(a, 1), of(b, 1), of(b, 2)], "{run:#?}");
    run.says("missing.pgn: ");
}

/// Fails if output that has no colors is searched for them: then the bytes 0x80 to 0x9f, which are
/// letters in some encodings, are lost.
#[test]
fn bytes_of_any_encoding_pass_through_a_filter() {
    let directory = Directory::new();
    let game = b"[White \"\x8aahovi\xe6 \x9eeljko\"]\n[Black \"\x1b[1mB\"]\n\n1. e4 e5 1-0\n";
    let path = directory.file("latin.pgn");
    std::fs::write(&path, game).expect("a file");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_setwise"));
    let output = command.args(["pgn", "filter", &path]).output().expect("the command runs");
    assert!(output.stdout.starts_with(game), "{}", output.stdout.escape_ascii());
}
