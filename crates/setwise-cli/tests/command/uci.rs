//! `setwise uci`, started by another program, and FENs as other programs write them.

use std::io::Write;
use std::process::{Command, Stdio};

use setwise_testkit::scaled;

use crate::run::{output_of, setwise};

/// Finds processes that go on at full speed when the program that started them is gone: its end of
/// both pipes is closed then.
#[test]
fn no_process_is_left_after_killed_programs() {
    for go in ["", "infinite", "depth 100", "mate 3", "ponder", "ponder wtime 1000 btime 1000"] {
        for _ in 0..scaled(34, 2) {
            let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
                .arg("uci")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the command runs");
            let mut input = child.stdin.take().expect("a pipe");
            writeln!(input, "setoption name Threads value 2\nposition startpos\ngo {go}")
                .expect("it reads");
            drop((input, child.stdout.take()));
            // Panics if it does not end.
            output_of(child);
        }
    }
}

#[test]
fn its_counts_are_compared_by_diff() {
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_setwise"));
    setwise(&["diff", "3", "kiwipete", "--engine", &engine]).exits(0);
}

#[test]
fn a_fen_argument_is_repaired_and_what_was_dropped_is_said() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K e6",
        "4k3/8/8/8/8/8/8/4K2R w Kq e3 0 0",
    ] {
        let run =
            setwise(&["perft", "1", fen]).exits(0).says("; read as 4k3/8/8/8/8/8/8/4K2R w K -");
        assert!(run.err.starts_with("note: "), "{}", run.err);
        assert!(run.out.contains("Nodes searched: 15"), "{}", run.out);
    }
    setwise(&["moves", "4k3/8/8/8/8/8/8/4K3 w K e6"]).exits(0).says("'K' has no rook");
    setwise(&["perft", "1", "4k3/8/8/8/8/8/8/8 w K e6 0 1"]).exits(1).says("'K' has no rook");
    // A suite is read strictly.
    let line = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1 ;D1 15\n";
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-rights.epd");
    std::fs::write(&file, line).expect("a file");
    let run = setwise(&["verify", file.to_str().expect("UTF-8")]).exits(1);
    assert!(run.out.contains("'Q' has no rook"), "{}", run.out);
}
