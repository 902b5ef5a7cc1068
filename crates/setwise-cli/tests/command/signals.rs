//! Tests of interruptions: the first signal ends every command within a second, and what is
//! finished is printed whole.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use setwise_cli::{Cause, Interruption, run_with};

use crate::run::{Run, wait_for_handler};

/// A second, and another because the machine may be busy with other tests.
const LIMIT: Duration = Duration::from_secs(2);

/// How long a command runs before the signal.
const BEFORE: Duration = Duration::from_millis(150);

/// The signals and the exit codes.
const SIGNALS: [(Signal, i32); 2] = [(Signal::INT, 130), (Signal::TERM, 143)];

/// What a command reads from standard input.
#[derive(Clone, Copy, Debug)]
enum Input {
    /// A pipe to which nothing is written.
    Silent,
    /// Empty lines without end.
    EmptyLines,
}

fn start(arguments: &[&str], stdin: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs")
}

/// Starts a program that prints a line without end.
fn yes(line: &str) -> Child {
    Command::new("yes").arg(line).stdout(Stdio::piped()).spawn().expect("yes runs")
}

/// Sends signals to a running command, and returns its output.
#[track_caller]
fn stop(child: Child, signals: &[Signal]) -> Run {
    wait_for_handler(child.id());
    std::thread::sleep(BEFORE);
    let (pid, sent) = (Pid::from_child(&child), Instant::now());
    for &signal in signals {
        kill_process(pid, signal).expect("it runs");
    }
    let run = Run::of(child.wait_with_output().expect("it ends"));
    let time = sent.elapsed();
    assert!(time < LIMIT, "{time:?}: {run:#?}");
    run
}

/// Runs a command with each input and each signal.
#[track_caller]
fn reads_until_stopped(arguments: &[&str], check: impl Fn(&Run)) {
    for input in [Input::Silent, Input::EmptyLines] {
        for (signal, code) in SIGNALS {
            let mut lines = None;
            let stdin = match input {
                Input::Silent => Stdio::piped(),
                Input::EmptyLines => {
                    let yes = lines.insert(yes(""));
                    yes.stdout.take().expect("it is piped").into()
                }
            };
            let mut child = start(arguments, stdin);
            // The pipe stays open until the command has ended.
            let _pipe = child.stdin.take();
            let run = stop(child, &[signal]).exits(code);
            assert!(!run.err.contains("error"), "{input:?}: {run:#?}");
            check(&run);
            if let Some(mut yes) = lines {
                yes.kill().expect("it can be killed");
                yes.wait().expect("it ends");
            }
        }
    }
}

#[test]
fn verify_prints_its_sum() {
    reads_until_stopped(&["verify", "-"], |run| {
        assert!(run.out.ends_with(" failed, 0 skipped\n"), "{run:#?}");
    });
}

#[test]
fn pgn_check_prints_its_sum() {
    reads_until_stopped(&["pgn", "check", "-"], |run| {
        assert!(run.out.starts_with("0 games, 0 moves, 0 wrong, "), "{run:#?}");
    });
}

#[test]
fn epd_prints_its_sum() {
    reads_until_stopped(&["epd", "-"], |run| {
        assert!(run.err.contains("0 good, "), "{run:#?}");
    });
}

#[test]
fn play_ends() {
    reads_until_stopped(&["play"], |run| {
        assert!(run.out.starts_with("You are white, "), "{run:#?}");
    });
}

/// Returns the path of a named pipe that no process writes to.
fn named_pipe() -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("silent.pipe");
    if !path.exists() {
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
        // Another test may have made it in the meantime.
        assert!(made.success() || path.exists());
    }
    path.to_str().expect("a path of text").to_owned()
}

#[test]
fn commands_that_wait_for_a_pipe() {
    let (pipe, book) = (named_pipe(), "book.bin");
    for arguments in [
        &["moves", "-"][..],
        &["show", "-"],
        &["perft", "3", "-"],
        &["svg", "-"],
        &["convert", "--from", "uci", "--to", "san", "-"],
        &["attacks", "rook", "a1", "-"],
        &["pgn", "fens", "-"],
        &["book", "make", "-", "-o", book],
        &["verify", &pipe],
        &["moves", &pipe],
        &["epd", &pipe],
        &["pgn", "check", &pipe],
        &["book", "make", &pipe, "-o", book],
    ] {
        let mut child = start(arguments, Stdio::piped());
        let _pipe = child.stdin.take();
        stop(child, &[Signal::INT]).exits(130);
    }
    assert!(!Path::new(book).exists(), "an interrupted book is not written");
}

#[test]
fn commands_that_compute() {
    // Queens of both sides: a part of five plies has some 10 ^ 9 leaves.
    let queens = "1qqqq2k/8/8/8/8/8/8/K2QQQQ1 w - - 0 1";
    for arguments in [
        &["perft", "100"][..],
        &["perft", "100", "--technique", "walk", "--threads", "1"],
        &["perft", "100", queens, "--no-bulk"],
        &["perft", "100", queens, "--hash", "16"],
        &["perft", "6", queens, "--stats"],
        &["magics", "--piece", "rook", "--square", "h8", "--bits", "11"],
        &["magics", "--overlapped", "black", "--candidates", "1000000000"],
    ] {
        for (signal, code) in SIGNALS {
            // The last resort, which prints nothing, must not be what ends a count. On a machine
            // that is busy with other tests it may be now and then.
            let ends_itself = (0..3).any(|_| {
                let run = stop(start(arguments, Stdio::null()), &[signal]).exits(code);
                assert!(!run.err.contains("error"), "{run:#?}");
                arguments[0] != "perft" || run.err.contains("interrupted after ")
            });
            assert!(ends_itself, "{arguments:?}: three times it was ended by its last resort");
        }
    }
}

/// Some megabytes that decompress to gigabytes of spaces.
#[test]
fn compressed_files() {
    let spaces = vec![b' '; 1 << 20];
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&spaces).expect("into memory");
    let gzip = encoder.finish().expect("into memory");
    let zstandard =
        ruzstd::encoding::compress_to_vec(&spaces[..], ruzstd::encoding::CompressionLevel::Fastest);
    for (name, part) in [("large.pgn.gz", gzip), ("large.pgn.zst", zstandard)] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, part.repeat(4_000)).expect("a file can be written");
        let path = path.to_str().expect("a path of text");
        let run = stop(start(&["pgn", "check", path], Stdio::null()), &[Signal::INT]).exits(130);
        assert!(run.out.starts_with("0 games, "), "{run:#?}");
    }
}

/// A shell and `timeout` may each send a signal to the same process.
#[test]
fn several_signals_lose_no_output() {
    for signals in [&[Signal::INT; 3][..], &[Signal::TERM; 2], &[Signal::INT, Signal::TERM]] {
        for threads in ["1", "2"] {
            let arguments = ["perft", "14", "--json", "--threads", threads];
            let run = stop(start(&arguments, Stdio::null()), signals);
            assert!(matches!(run.code, Some(130 | 143)), "{run:#?}");
            assert_eq!(run.json()["interrupted"], true);
        }
    }
}

#[test]
fn every_printed_line_is_whole() {
    let mut games = yes("1. e4 e5 2. Nf3 *");
    let input = games.stdout.take().expect("it is piped");
    let run = stop(start(&["pgn", "fens", "-"], input.into()), &[Signal::INT]).exits(130);
    games.kill().expect("it can be killed");
    games.wait().expect("it ends");
    assert!(run.out.ends_with('\n') && run.out.lines().count() > 4, "{}", run.out.len());
    for line in run.out.lines() {
        setwise::Position::parse_fen(line).expect(line);
    }
}

/// The output is not read, so the command cannot end by itself.
#[test]
fn a_command_that_cannot_write_ends_too() {
    let mut games = yes("1. e4 *");
    let input = games.stdout.take().expect("it is piped");
    let mut child = start(&["pgn", "fens", "-"], input.into());
    wait_for_handler(child.id());
    std::thread::sleep(BEFORE);
    let sent = Instant::now();
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    assert!(sent.elapsed() < LIMIT);
    games.kill().expect("it can be killed");
    games.wait().expect("it ends");
}

/// A program that uses the library has no signal handlers; it requests the interruption.
#[test]
fn a_run_in_a_library_returns() {
    let pipe = named_pipe();
    for arguments in [
        &["setwise", "perft", "100"][..],
        &["setwise", "verify", &pipe],
        &["setwise", "pgn", "check", &pipe],
        &["setwise", "epd", &pipe],
        &["setwise", "magics", "--piece", "rook", "--square", "h8", "--bits", "11"],
    ] {
        for cause in [Cause::Interrupt, Cause::Terminate] {
            let interruption = Interruption::new();
            let remote = interruption.clone();
            let requester = std::thread::spawn(move || {
                std::thread::sleep(BEFORE);
                remote.request(cause);
                Instant::now()
            });
            let arguments = arguments.iter().map(Into::into);
            assert_eq!(run_with(arguments, &interruption), cause.exit_code());
            let requested = requester.join().expect("it does not panic");
            assert!(requested.elapsed() < LIMIT);
        }
    }
    // An interruption is of one run.
    let arguments = ["setwise", "moves", "8/8/8/8/8/k7/p7/K7 b - - 0 1"];
    assert_eq!(setwise_cli::run(arguments.map(Into::into)), 0);
}
