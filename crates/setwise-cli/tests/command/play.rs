//! Tests of `setwise play`: games whose lines come from a pipe.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Run, setwise, setwise_reading};

/// White mates in one, by Ra8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/// Plays with a fixed seed.
#[track_caller]
fn play(arguments: &[&str], lines: &str) -> Run {
    setwise_reading(&[&["play", "--seed", "7"], arguments].concat(), lines).exits(0)
}

/// Returns the path of a file of one test, which does not exist.
fn file(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be from an earlier run.
    let _ = fs::remove_file(&path);
    let text = path.to_str().expect("a path of text").to_owned();
    (path, text)
}

/// Returns the moves of the computer.
fn answers(run: &Run) -> Vec<&str> {
    run.out.lines().filter_map(|line| line.strip_prefix("computer: ")).collect()
}

#[test]
#[cfg(feature = "endgames")]
fn the_help_of_play() {
    insta::assert_snapshot!(setwise(&["play", "--help"]).exits(0).out);
}

/// The longest win of a rook, against the longest defence. Finds tables that are not used, and a
/// damaged file that is not told.
#[test]
#[cfg(feature = "endgames")]
fn the_computer_uses_endgame_tables() {
    let directory = setwise_testkit::Directory::new();
    directory.write("KRvK.endgame", b"setwise endgame 1 KRvK\n");
    let tables = directory.path().to_str().expect("a path of text");
    let arguments = ["--level", "1", "--color", "black", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"];
    let first = |options: &[&str]| play(&[options, &arguments].concat(), "why\n");
    let with = first(&["--endgames"]);
    first(&["--tables", tables]).prints(&with.out).says("KRvK.endgame: the table cannot be read");
    assert!(with.out.contains("a score of mate in 16 for the computer"), "{with:?}");
    assert!(!first(&[]).out.contains("mate in 16"));
}

#[test]
fn a_short_game() {
    // Black's only move is Kh7.
    insta::assert_snapshot!(play(&["7k/8/5K2/8/8/8/8/6R1 w - - 0 1"], "Rg2\nmoves\n").out);
}

#[test]
fn a_mate_ends_the_game() {
    let run = play(&[MATE_IN_ONE], "a1a8\nmoves\n");
    assert!(run.out.ends_with("1-0: white wins by checkmate\n"), "{}", run.out);
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert!(play(&[mated], "e4\n").out.ends_with("0-1: black wins by checkmate\n"));
}

#[test]
fn the_computer_mates() {
    let before = "6k1/8/8/8/8/8/r7/1r5K w - - 0 1";
    let run = play(&["--level", "1", "--color", "black", MATE_IN_ONE], "");
    assert_eq!(answers(&run), ["Ra8#"]);
    assert!(run.out.ends_with("1-0: white wins by checkmate\n"), "{}", run.out);
    assert!(play(&[before], "").out.ends_with("0-1: black wins by checkmate\n"));
}

#[test]
fn draws_are_announced() {
    let stalemate = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let run = play(&[stalemate], "Qf7\n");
    assert!(run.out.ends_with("1/2-1/2: draw by stalemate\n"), "{}", run.out);
    let fifty = "7k/8/5KQ1/8/8/8/8/8 w - - 99 80";
    let run = play(&[fifty], "Qe8+\n");
    assert!(run.out.ends_with("1/2-1/2: draw by the 50-move rule\n"), "{}", run.out);
    let run = play(&["8/8/8/3k4/8/3K4/8/8 w - - 0 1"], "");
    assert!(run.out.ends_with("1/2-1/2: draw by insufficient material\n"), "{}", run.out);
}

#[test]
fn wrong_lines_are_answered_and_the_game_goes_on() {
    let long = "x".repeat(5000);
    let lines = format!("e5\nNd2\nfoo\n\nsave\n{long}\n\u{1f600}\nwhy\nUNDO\nquit now\ne2e4\n");
    let run = play(&["--level", "1"], &lines);
    for said in [
        "\"e5\": character 1: the move is not legal in this position; `help` lists commands",
        "\"foo\": ",
        "your move, or a command: `help` lists them\n",
        "save: the name of a file is missing",
        "quit: nothing may follow it",
        "the line is longer than 4000 bytes",
        "why: the computer has not moved yet",
        "undo: you have not moved yet",
        "the input has ended",
    ] {
        assert!(run.out.contains(said), "no {said:?} in {}", run.out);
    }
    assert_eq!(answers(&run).len(), 1);
    let run = setwise_reading(&["play"], &b"\xff\ne4\n"[..]).exits(0);
    assert!(run.out.contains("invalid UTF-8 at byte 1 of the line"), "{}", run.out);
    assert_eq!(answers(&run).len(), 1);
}

#[test]
fn a_pair_of_moves_is_taken_back() {
    let run = play(&["--level", "1"], "e4\nundo\ne4\nundo\nundo\n");
    let moves = answers(&run);
    assert_eq!((moves.len(), moves[0]), (2, moves[1]));
    assert_eq!(run.out.matches("1  R N B Q K B N R\n").count(), 5, "{}", run.out);
    // The first move of the computer stays.
    let run = play(&["--level", "1", "--color", "black"], "undo\ne5\nundo\nmoves\n");
    assert_eq!(run.out.matches("undo: you have not moved yet").count(), 1, "{}", run.out);
    assert!(run.out.contains(" d5 d6 e5 e6 "), "{}", run.out);
}

#[test]
fn a_hint_is_a_good_move() {
    let run = play(&[MATE_IN_ONE], "hint\nquit\n");
    assert!(run.out.ends_with("hint: Ra8#\n"), "{}", run.out);
}

#[test]
fn the_sets_behind_a_move() {
    // Black must capture, which pins the bishop.
    let run = play(&["r5k1/3R1ppp/8/8/8/8/3B4/3K4 w - - 0 1"], "Rd8+\nwhy\n");
    assert_eq!(answers(&run), ["Rxd8"]);
    let (_, why) = run.out.split_once("Rxd8, in the sets").expect("the answer to `why`");
    for row in [
        "  attacks(d8)         the squares that it attacks: d2 d3 d4 d5 d6 d7 a8 b8 c8 e8 f8 g8\n",
        "  attackers(d8) & a   what defends it: none\n",
        "  attackers(d8) & A   what attacks it: none\n",
        "  attacks(a) & A      your pieces that are attacked: d2\n",
        "  hanging(A)          your attacked pieces without defense: none\n",
        "  pinned & A          your pinned pieces: d2\n",
        "it expected Rxd8",
    ] {
        assert!(why.contains(row), "no {row:?} in {why}");
    }
    // The last line is a command that runs.
    let command = why.lines().find_map(|line| line.strip_prefix("to draw a set: setwise "));
    let words = shell_words::split(command.expect("a command")).expect("words");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(setwise(&words).exits(0).out.contains("attacks(d8): 12 squares"));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let lines = "e4\nd4\nNf3\nNc3\nBd3\nO-O\nmoves\n";
    let first = play(&["--color", "random", "--level", "2"], lines);
    assert_eq!(first.out, play(&["--color", "random", "--level", "2"], lines).out);
    assert!(first.out.starts_with("You are black, against level 2 (seed 7)"), "{}", first.out);
    let run = setwise_reading(&["play", "--seed", "8", "--color", "random"], "").exits(0);
    assert!(run.out.starts_with("You are white, against level 3 (seed 8)"), "{}", run.out);
}

#[test]
fn games_are_written_as_pgn() {
    let (path, name) = file("played.pgn");
    let (copy, copy_name) = file("copy of a game.pgn");
    let lines = format!("e2e4\nsave {copy_name}\nsave {copy_name}\nsave {name}\nresign\ne4\n");
    let run = play(&["--level", "1", "--save", &name], &lines);
    assert_eq!(run.out.matches(&format!("the game is in {copy_name}\n")).count(), 2, "{}", run.out);
    let exists = format!("cannot write {name}: the file exists (--force replaces it)\n");
    assert!(run.out.contains(&exists), "{}", run.out);
    assert!(run.out.ends_with("0-1: black wins: white resigns\n"), "{}", run.out);
    let pgn = fs::read_to_string(&path).expect("the game");
    for part in ["[White \"Human\"]", "[Black \"Setwise, level 1\"]", "[Result \"0-1\"]", "1. e4 "]
    {
        assert!(pgn.contains(part), "no {part:?} in {pgn}");
    }
    setwise(&["pgn", "check", &name]).exits(0);
    let copied = fs::read_to_string(copy).expect("the game");
    assert_eq!(copied.replace('*', "0-1"), pgn);

    // A file is replaced only if that is asked for.
    let refused = setwise_reading(&["play", "--save", &name], "e4\n").exits(2);
    refused.says("the file exists (--force replaces it)").prints("");
    assert_eq!(fs::read_to_string(&path).expect("the game"), pgn);
    let black = ["--save", &name, "--force", "--color", "black", MATE_IN_ONE];
    play(&black, "");
    let pgn = fs::read_to_string(&path).expect("the game");
    assert!(pgn.contains("[Black \"Human\"]") && pgn.ends_with("\n\n1. Ra8# 1-0\n"), "{pgn}");
    let run = setwise_reading(&["play", "--save", "no/such/folder/g.pgn"], "").exits(2);
    run.says("cannot write no/such/folder/g.pgn: ");
    let folder = path.parent().expect("a folder").to_str().expect("a name in UTF-8");
    let run = setwise_reading(&["play", "--save", folder], "").exits(2);
    run.says("it is a directory");
}

#[test]
fn wrong_options_are_refused() {
    setwise(&["play", "--color", "red"]).exits(2).says("possible values: white, black, random");
    setwise(&["play", "8/8 w"]).exits(1);
}
