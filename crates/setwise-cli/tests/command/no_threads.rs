//! The command on a machine that cannot start threads.

use std::fmt::Write;

use assert_cmd::Command;
use setwise_testkit::Directory;

use crate::run::{LIMIT, Run, setwise};

/// The command, whose threads would need a stack of 128 TiB, which no system provides.
fn command_without_threads(arguments: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.args(arguments).env("RUST_MIN_STACK", (1_u64 << 47).to_string());
    command
}

fn without_threads(arguments: &[&str]) -> Run {
    let mut command = Command::from_std(command_without_threads(arguments));
    Run::of(command.timeout(LIMIT).output().expect("the command runs"))
}

fn games() -> String {
    (0..200).fold(String::new(), |mut games, number| {
        writeln!(games, "[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 *\n").expect("a string");
        games
    })
}

#[test]
fn games_are_read_by_the_first_thread() {
    let directory = Directory::in_memory();
    directory.write("games.pgn", games().as_bytes());
    let path = directory.file("games.pgn");
    for arguments in [
        &["pgn", "check", &path][..],
        &["pgn", "fens", &path],
        &["pgn", "stats", &path, "--threads", "3"],
        &["pgn", "filter", &path, "--where", "Event = 17", "--threads", "3"],
    ] {
        let [expected, run] = [setwise, without_threads].map(|run| {
            let run = run(arguments);
            // The last line of `check` ends with the time.
            (run.code, run.out.split(" wrong, ").next().map(str::to_owned))
        });
        assert_eq!(run, expected);
    }
}

#[cfg(feature = "tables")]
#[test]
fn tables_are_written_by_the_first_thread() {
    let directory = Directory::in_memory();
    directory.write("games.pgn", games().as_bytes());
    let path = directory.file("games.pgn");
    let to = [directory.file("a"), directory.file("b")];
    for (to, run) in to.iter().zip([setwise, without_threads]) {
        run(&["pgn", "export", &path, "--to", to, "--format", "csv", "--threads", "3"]).exits(0);
    }
    let [expected, found] =
        to.map(|to| std::fs::read(format!("{to}/games.csv")).expect("a table of games"));
    assert!(expected.len() > 200 && expected == found);
}

#[test]
fn a_job_is_run_by_the_first_thread() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    setwise(&["deep", "plan", "--depth", "4", "--split", "2", "--to", job]).exits(0);
    let run = without_threads(&["deep", "run", job, "--threads", "3", "--hash", "0"]);
    assert!(run.exits(0).out.contains("197281"));
}

#[test]
fn an_engine_cannot_be_read_without_a_thread() {
    without_threads(&["diff", "2", "--engine", "cat"]).exits(2).says("cannot start the engine");
}

/// A pipe without a writer blocks the command when it opens it, and no thread watches for signals.
/// Finds the fault that a signal did not end such a command: it was once in `interruption.rs`. The
/// signal is SIGTERM, because SIGINT is ignored in the background of a shell.
#[test]
#[cfg(target_os = "linux")]
fn a_blocked_command_without_threads_is_ended_by_a_signal() {
    use std::process::Stdio;

    let directory = Directory::in_memory();
    let pipe = directory.file("pipe.pgn");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut command = command_without_threads(&["pgn", "normalise", &pipe]);
    let child = command.stdin(Stdio::null()).spawn().expect("the command runs");
    crate::run::wait_until_it_works(child.id());
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    crate::run::output_of(child);
}
