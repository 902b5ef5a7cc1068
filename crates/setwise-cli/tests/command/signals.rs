//! Tests of interruptions: the first signal ends every command, and what is finished is printed
//! whole.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use setwise_cli::{Cause, Interruption, run_with};

use crate::run::{GRACE, LIMIT, Run, output_of, wait_for_handler, wait_until_it_works};

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

fn command(arguments: &[&str], stdin: Stdio) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.args(arguments).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a command that must end by itself after a signal: its last resort comes too late.
fn start(arguments: &[&str], stdin: Stdio) -> Child {
    let mut command = command(arguments, stdin);
    command.env(GRACE.0, GRACE.1).spawn().expect("the command runs")
}

/// Starts a command that the last resort may end.
fn start_with_last_resort(arguments: &[&str], stdin: Stdio) -> Child {
    command(arguments, stdin).spawn().expect("the command runs")
}

/// Starts a program that prints a line without end.
fn yes(line: &str) -> Child {
    Command::new("yes").arg(line).stdout(Stdio::piped()).spawn().expect("yes runs")
}

/// Sends signals to a running command, and returns its output.
#[track_caller]
fn stop(child: Child, signals: &[Signal]) -> Run {
    wait_for_handler(child.id());
    wait_until_it_works(child.id());
    for &signal in signals {
        kill_process(Pid::from_child(&child), signal).expect("it runs");
    }
    Run::of(output_of(child))
}

/// Runs a command with each input and each signal.
#[track_caller]
fn reads_until_stopped(
    start: fn(&[&str], Stdio) -> Child,
    arguments: &[&str],
    check: impl Fn(&Run),
) {
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
    reads_until_stopped(start, &["verify", "-"], |run| {
        assert!(run.out.ends_with(" failed, 0 skipped\n"), "{run:#?}");
    });
}

#[test]
fn pgn_check_prints_its_sum() {
    reads_until_stopped(start, &["pgn", "check", "-"], |run| {
        assert!(run.out.starts_with("0 games, 0 moves, 0 wrong, "), "{run:#?}");
    });
}

#[test]
fn epd_prints_its_sum() {
    reads_until_stopped(start, &["epd", "-"], |run| {
        assert!(run.err.contains("0 good, "), "{run:#?}");
    });
}

#[test]
fn play_ends() {
    reads_until_stopped(start_with_last_resort, &["play"], |run| {
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
    ] {
        for (signal, code) in SIGNALS {
            let run = stop(start(arguments, Stdio::null()), &[signal]).exits(code);
            assert!(!run.err.contains("error"), "{run:#?}");
            let says_it = run.err.contains("interrupted after ");
            assert!(says_it || arguments[0] != "perft", "{arguments:?}: {run:#?}");
        }
    }
}

/// Some megabytes that decompress to 20 GiB of spaces, which takes longer than the signal.
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
        std::fs::write(&path, part.repeat(20_000)).expect("a file can be written");
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
    let mut child = start(&["pgn", "fens", "-"], input.into());
    // The signal comes after the first output.
    let mut first = [0];
    let mut output = child.stdout.take().expect("it is piped");
    output.read_exact(&mut first).expect("some output");
    child.stdout = Some(output);
    let mut run = stop(child, &[Signal::INT]).exits(130);
    run.out.insert(0, first[0].into());
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
    let mut child = start_with_last_resort(&["pgn", "fens", "-"], input.into());
    // The pipe stays open until the command has ended.
    let _output = child.stdout.take();
    stop(child, &[Signal::TERM]).exits(143);
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
            let (remote, (sender, receiver)) = (interruption.clone(), mpsc::channel());
            let owned: Vec<OsString> = arguments.iter().map(Into::into).collect();
            std::thread::spawn(move || sender.send(run_with(owned, &interruption)));
            // Whether the run has begun or not, it ends.
            std::thread::sleep(Duration::from_millis(100));
            remote.request(cause);
            let code = receiver.recv_timeout(LIMIT);
            assert_eq!(code, Ok(cause.exit_code()), "{arguments:?}: not within {LIMIT:?}");
        }
    }
    // An interruption is of one run.
    let arguments = ["setwise", "moves", "8/8/8/8/8/k7/p7/K7 b - - 0 1"];
    assert_eq!(setwise_cli::run(arguments.map(Into::into)), 0);
}
