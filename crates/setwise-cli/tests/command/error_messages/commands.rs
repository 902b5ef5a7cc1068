//! Error messages of the command: the first paragraph of standard error, and for files with wrong
//! lines all that is printed about them.

use std::fmt::Write;

use crate::run::{Run, setwise_reading};

/// Command lines that are refused.
const COMMAND_LINES: &[&[&str]] = &[
    &["nosuch"],
    &["perft"],
    &["perft", "x"],
    &["perft", "101"],
    &["perft", "3", "4k3/8"],
    &["perft", "3", "kiwi"],
    &["perft", "3", "--moves", "e2e4 e2e5"],
    &["perft", "3", "--moves", "e2e4 e7"],
    &["perft", "3", "--hash", "16777217"],
    &["perft", "3", "--expect", "x"],
    &["perft", "3", "--threads", "0"],
    &["perft", "3", "--backend", "scalar", "--each-alone", "--technique", "walk"],
    &["verify"],
    &["diff", "0", "--engine", "x"],
    &["diff", "2", "--engine", "a \"b"],
    &["diff", "2", "--engine", "x", "--option", "Hash"],
    &["moves", "--from", "z9"],
    &["svg", "--mark", "e4 z9"],
    &["svg", "--arrow", "e2"],
    &["svg", "--last-move", "e2"],
    &["convert", "--from", "san", "--to", "uci", "e4", "Nd5"],
    &["convert", "--from", "uci", "--to", "san", "e2e9"],
    &["convert", "--from", "uci", "--to", "san", "e2e5"],
    &["book"],
    &["explain", "hyperbola", "king", "e4"],
    &["explain", "hyperbola", "rook", "z9"],
    &["attacks", "rook", "e4", "--occupied", "xyz"],
    &["attacks", "rook", "e4", "--occupied", "0x12345678901234567"],
    &["magics", "--square", "a1"],
    &["magics", "--piece", "rook", "--bits", "17"],
    &["magics", "--piece", "rook", "--square", "a1", "--check", "zz"],
    &["show", "-"],
    &["show", "nosuch.fen"],
    &["svg", "-o", "board.png"],
    &["svg", "-o", "gs://bucket/board.svg"],
    &["pgn", "export", "games.pgn", "--to", "s3://bucket/out"],
    &["find", "check", "games.pgn", "https://example.org/games.pgn"],
    &["moves", "file:///positions.fen"],
    &["job", "run", "s3:/bucket/job"],
    &["pgn", "check", "nosuch.pgn"],
    &["pgn", "stats", "-", "--where", "plies > abc"],
    &["pgn", "stats", "-", "--where", "White = A && plies > 3"],
    &["pgn", "filter", "-", "--where", "Whte = A"],
    &["job", "run", "nosuch"],
    &["job", "status", "nosuch"],
    &["deep", "result", "nosuch"],
];

/// Command lines that read a file with wrong lines from standard input.
const FILES: &[(&[&str], &[u8])] = &[
    (
        &["verify", "-"],
        b"8/8/8/8/8/k7/p7/K7 b - - 0 1 ;D1 x\n8/8 ;D1 1\n8/8/8/8/8/k7/p7/K7 b - -\n",
    ),
    (&["verify", "-"], b"perft 1 1\nepd 8/8/8/8/8/k7/p7/K7 b - -\nperft 1\nperft 101 1\nnodes 4\n"),
    (&["verify", "-"], b"\xff ;D1 20\n8/8/8/8/8/k7/p7/K7 b - - 0 1 ;D1 5\n"),
    (&["verify", "-"], b""),
    (&["epd", "-"], b"6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra9;\n6k1/5ppp w Q -\n"),
    (&["pgn", "check", "-"], b"[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 *\n\n1. e4 *\n\n1. e4\n"),
    (&["pgn", "check", "-"], b"[Result \"1-0\"]\n\n1. e4 0-1\n"),
    (&["pgn", "check", "-"], b"\x1f\x8b\x08\x00\x00"),
];

/// Returns the command lines with their messages.
pub(super) fn text() -> String {
    let mut text = String::new();
    for arguments in COMMAND_LINES {
        let Run { code, err, .. } = setwise_reading(arguments, "");
        let _ = writeln!(text, "setwise {} (exit code {})", arguments.join(" "), shown(code));
        for line in err.lines().take_while(|line| !line.is_empty()) {
            let _ = writeln!(text, "  {line}");
        }
    }
    for (arguments, input) in FILES {
        let Run { code, out, err } = setwise_reading(arguments, *input);
        let lines = input.escape_ascii();
        let _ = writeln!(text, "\nsetwise {} (exit code {})", arguments.join(" "), shown(code));
        let _ = writeln!(text, "  standard input: {lines}");
        // The time is different in each run.
        let is_time = |line: &&str| line.ends_with(" seconds");
        for line in err.lines().chain(out.lines()).filter(|line| !is_time(line)) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

fn shown(code: Option<i32>) -> String {
    code.map_or_else(|| "none".to_owned(), |code| code.to_string())
}
