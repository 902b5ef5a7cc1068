//! Tests of the progress bar, with standard error on a terminal and on a pipe.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::run::{LIMIT, output_of};

/// Runs a command that reads some thousand games a second without end, with standard output on a
/// pipe, and stops it after a function has returned. Returns standard error if it is a pipe.
fn stopped(arguments: &[&str], stderr: Stdio, wait: impl FnOnce()) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .expect("the command runs");
    let mut output = child.stdout.take().expect("it is piped");
    thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    let mut input = child.stdin.take().expect("it is piped");
    let games = thread::spawn(move || {
        while input.write_all(&b"1. e4 *\n".repeat(16)).is_ok() {
            thread::sleep(Duration::from_millis(1));
        }
    });
    wait();
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(130));
    games.join().expect("it ends");
    String::from_utf8(output.stderr).expect("text")
}

/// Runs a command until a terminal that is its standard error shows a text.
fn shows_on_a_terminal(arguments: &[&str], expected: &'static str) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("it is ours");
    unlockpt(&controller).expect("it is ours");
    let name = ptsname(&controller, Vec::new()).expect("it has a name");
    let name = std::ffi::OsStr::from_bytes(name.to_bytes());
    let terminal = OpenOptions::new().read(true).write(true).open(name).expect("it opens");
    let (sender, shown) = mpsc::channel();
    let reader = thread::spawn(move || {
        let (mut controller, mut part) = (File::from(controller), [0; 4096]);
        let mut written = String::new();
        // Reading fails when the last writer has closed the terminal.
        while let Ok(length @ 1..) = controller.read(&mut part) {
            written += &String::from_utf8_lossy(&part[..length]);
            if written.contains(expected) {
                let _ = sender.send(());
            }
        }
        written
    });
    let mut is_shown = false;
    stopped(arguments, terminal.into(), || is_shown = shown.recv_timeout(LIMIT).is_ok());
    let written = reader.join().expect("it ends");
    assert!(is_shown, "{arguments:?} shows no {expected:?} within {LIMIT:?}: {written:?}");
}

#[test]
fn a_terminal_shows_the_progress_even_if_the_output_is_piped() {
    thread::scope(|scope| {
        for (arguments, expected) in [
            (&["perft", "100", "--threads", "1"][..], "million/s"),
            (&["pgn", "fens", "-"], "/s"),
            (&["pgn", "check", "-"], "/s"),
        ] {
            scope.spawn(move || shows_on_a_terminal(arguments, expected));
        }
    });
}

#[test]
fn a_pipe_shows_no_progress() {
    thread::scope(|scope| {
        for arguments in [&["perft", "100", "--threads", "1"][..], &["pgn", "fens", "-"]] {
            scope.spawn(move || {
                // Longer than the delay before the bar is drawn on a terminal.
                let wait = || thread::sleep(Duration::from_millis(1500));
                let written = stopped(arguments, Stdio::piped(), wait);
                assert!(!written.contains("/s") && !written.contains('\u{1b}'), "{written:?}");
            });
        }
    });
}
