//! Tests of the progress bar, with standard error on a terminal and on a pipe.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{ChildStderr, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Longer than the delay before the bar is drawn.
const RUN: Duration = Duration::from_millis(1500);

/// Runs a command that reads some thousand games a second without end, with standard output on a
/// pipe, and stops it. Returns standard error if it is a pipe.
fn stopped(arguments: &[&str], stderr: Stdio) -> Option<ChildStderr> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .expect("the command runs");
    let mut output = child.stdout.take().expect("it is piped");
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    let mut input = child.stdin.take().expect("it is piped");
    let games = std::thread::spawn(move || {
        while input.write_all(&b"1. e4 *\n".repeat(16)).is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    std::thread::sleep(RUN);
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    games.join().expect("it ends");
    child.stderr
}

/// Returns what a command writes to a terminal that is its standard error.
fn on_a_terminal(arguments: &[&str]) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("it is ours");
    unlockpt(&controller).expect("it is ours");
    let name = ptsname(&controller, Vec::new()).expect("it has a name");
    let name = std::ffi::OsStr::from_bytes(name.to_bytes());
    let terminal = OpenOptions::new().read(true).write(true).open(name).expect("it opens");
    stopped(arguments, terminal.into());
    // Reading fails when the last writer has closed the terminal.
    let mut written = Vec::new();
    let _ = File::from(controller).read_to_end(&mut written);
    String::from_utf8_lossy(&written).into_owned()
}

#[test]
fn a_terminal_shows_the_progress_even_if_the_output_is_piped() {
    let shown = on_a_terminal(&["perft", "100", "--threads", "1"]);
    assert!(shown.contains("million/s"), "{shown:?}");
    for arguments in [&["pgn", "fens", "-"][..], &["pgn", "check", "-"]] {
        let shown = on_a_terminal(arguments);
        assert!(shown.contains("/s"), "{arguments:?}: {shown:?}");
    }
}

#[test]
fn a_pipe_shows_no_progress() {
    for arguments in [&["perft", "100", "--threads", "1"][..], &["pgn", "fens", "-"]] {
        let mut stderr = stopped(arguments, Stdio::piped()).expect("it is piped");
        let mut written = String::new();
        stderr.read_to_string(&mut written).expect("text");
        assert!(!written.contains("/s") && !written.contains('\u{1b}'), "{written:?}");
    }
}
