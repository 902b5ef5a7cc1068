//! Tests of commands that read a position from each line of a file or of standard input.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{Run, setwise, setwise_reading};

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

/// Six lines: an EPD, a comment, a wrong line, a FEN, a line of a suite, and a name.
fn lines() -> String {
    format!(
        "{MATE} bm Ra8#; id \"x\";\n# comment\n8/8 w - -\n{MATE} 3 40\n{MATE} ;D1 20\nSTARTPOS\n"
    )
}

/// Writes a file and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("a path of text").to_owned()
}

/// Runs a command with the lines on standard input, and checks that the wrong one is reported and
/// the others are used.
#[track_caller]
fn batch(arguments: &[&str]) -> Run {
    let run = setwise_reading(arguments, lines()).exits(1);
    let errors: Vec<&str> = run.err.lines().filter(|line| line.starts_with("-:")).collect();
    assert_eq!(errors.len(), 1, "{run:#?}");
    assert!(errors[0].starts_with("-:3:4: board, character 4: "), "{run:#?}");
    run
}

#[test]
fn moves_are_on_one_line_for_each_position() {
    let run = batch(&["moves", "-", "--from", "e1"]);
    let king = "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2\n";
    run.prints(&format!("{king}{king}{king}\n"));
    let run = batch(&["moves", "-", "--json"]);
    let lines: Vec<Value> = run.objects().iter().map(|object| object["line"].clone()).collect();
    assert_eq!(lines, [1, 4, 5, 6]);
}

#[test]
fn a_file_is_read_as_standard_input_is() {
    let (expected, path) = (batch(&["moves", "-"]).out, file("batch.epd", &lines()));
    setwise(&["moves", &path]).exits(1).prints(&expected).says(&format!("{path}:3:4: "));
    setwise(&["moves", "no-such-file.epd"]).exits(2).prints("").says("no such file");
    setwise(&["moves", env!("CARGO_TARGET_TMPDIR")]).exits(2).says("is a directory");
    let empty = file("empty.epd", "# nothing\n");
    setwise(&["moves", &empty]).exits(1).says("no position found");
}

#[test]
fn good_lines_exit_with_0() {
    let run = setwise_reading(&["moves", "-"], "startpos\nkiwipete\n").exits(0);
    assert_eq!(run.out.lines().count(), 2);
    assert_eq!(run.err, "");
}

/// The moves are not legal in all positions.
#[test]
fn moves_are_played_from_each_position() {
    let arguments = ["show", "-", "--moves", "a1a8", "--json"];
    let run = setwise_reading(&arguments, format!("{MATE}\nstartpos\n{MATE}\n")).exits(1);
    let run = run.says("-:2: move 1, a1a8, is not legal");
    let lines: Vec<Value> = run.objects().iter().map(|object| object["line"].clone()).collect();
    assert_eq!(lines, [1, 3]);
}

#[test]
fn boards_are_separated_by_empty_lines() {
    let run = batch(&["show", "-"]);
    let one = |fen: &str| setwise(&["show", fen]).exits(0).out;
    let mate = one(MATE);
    let parts = [mate.clone(), one(&format!("{MATE} 3 40")), mate, one("startpos")];
    run.prints(&parts.join("\n"));
}

/// The output is a suite.
#[test]
fn perft_prints_a_line_of_a_suite_for_each_position() {
    let run = batch(&["perft", "2", "-"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[1], format!("{MATE} 3 40 ;D2 120"));
    assert_eq!(lines[3], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400");
    let verify = setwise_reading(&["verify", "-"], run.out.clone()).exits(0);
    verify.prints("4 passed, 0 failed, 0 skipped\n");

    let run = batch(&["perft", "2", "-", "--json"]);
    let nodes = |object: &Value| (object["line"].clone(), object["nodes"].clone());
    assert_eq!(run.objects().iter().map(nodes).next_back(), Some((6.into(), 400.into())));

    let run = batch(&["perft", "1", "-", "--format", "perftree"]);
    let one = |fen: &str| setwise(&["perft", "1", fen, "--format", "perftree"]).exits(0).out;
    run.prints(&[one(MATE), one(MATE), one(MATE), one("startpos")].join("\n"));

    let arguments = ["perft", "1", "-", "--expect", "20"];
    let run = setwise_reading(&arguments, "startpos\nkiwipete\nstartpos").exits(1);
    assert_eq!(run.err, "line 2: wrong count: expected 20, got 48\n");
    assert_eq!(run.out.lines().count(), 3);
}

#[test]
fn convert_plays_the_same_moves_or_those_of_each_line() {
    let same = ["convert", "--from", "uci", "--to", "san", "-", "a1a8"];
    let run = setwise_reading(&same, format!("{MATE}\nstartpos\n{MATE} bm Ra8#;\n")).exits(1);
    run.says("-:2: move 1: the move a1a8 is not legal").prints("Ra8#\nRa8#\n");

    let path = file("lines.txt", &format!("e2e4 e7e5\n\nkiwipete e1g1\n{MATE} 0 1 a1a8\nx\n"));
    let own = ["convert", "--from", "uci", "--to", "san", &path];
    let run = setwise(&own).exits(1).says(&format!("{path}:5: move 1: "));
    run.prints("e4 e5\nO-O\nRa8#\n");
    let run = setwise(&[&own[..], &["--json"]].concat()).exits(1);
    let lines: Vec<Value> = run.objects().iter().map(|object| object["line"].clone()).collect();
    assert_eq!(lines, [1, 3, 4]);
}

#[test]
fn each_image_has_a_file_with_the_number_of_its_line() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images");
    std::fs::create_dir_all(&directory).expect("a directory");
    let name = |name: &str| directory.join(name).to_str().expect("text").to_owned();
    batch(&["svg", "-", "-o", &name("a-%03d.svg")]).prints("");
    for (line, position) in [("001", MATE), ("004", MATE), ("005", MATE), ("006", "startpos")] {
        let image = std::fs::read_to_string(name(&format!("a-{line}.svg"))).expect("an image");
        setwise(&["svg", position]).exits(0).prints(&image);
    }
    assert!(!directory.join("a-003.svg").exists());

    let board = setwise(&["svg", "kiwipete"]).exits(0).out;
    setwise_reading(&["svg", "-"], "kiwipete").exits(0).prints(&board);
    let run = setwise_reading(&["svg", "-"], "kiwipete\nstartpos").exits(2).prints(&board);
    run.says("line 2: a second position, but --output names one file");
    let run = setwise(&["svg", "-o", &name("b-%d.svg")]).exits(2);
    run.says("--output has %d, which needs a file or - with positions");
    setwise(&["svg", "-o", "%d-%d.svg"]).exits(2).says("more than one %");
    // Not a number: the name of one file.
    setwise(&["svg", "-o", &name("100%.svg")]).exits(0);
    assert!(directory.join("100%.svg").exists());
}

/// Another program can write a position and read the answer before it writes the next.
#[test]
fn each_answer_is_printed_before_the_next_line_is_read() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(["moves", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    for position in ["startpos", "kiwipete"] {
        writeln!(input, "{position}").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("text");
        assert!(line.contains("\"moves\":["), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn commands_of_one_position_reject_a_second() {
    let one = setwise(&["attacks", "rook", "a1", "kiwipete"]).exits(0).out;
    setwise_reading(&["attacks", "rook", "a1", "-"], "# one\nkiwipete\n\n").exits(0).prints(&one);
    let run = setwise_reading(&["attacks", "rook", "a1", "-"], "kiwipete\n\nstartpos\n").exits(1);
    run.prints("").says("-:3: a second position (expected one");
    let run = setwise_reading(&["attacks", "rook", "a1", "-"], "kiwipet\n").exits(1);
    run.says("-:1:2: board, character 2: ");
}
