//! Running the command.

use std::process::Output;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::Instant;

use assert_cmd::Command;

/// What came out of a run.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; none if a signal has ended the run, as a panic does.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs the command with arguments and nothing on standard input.
pub(crate) fn setwise(arguments: &[&str]) -> Run {
    setwise_reading(arguments, "")
}

/// Runs the command with arguments and some standard input.
pub(crate) fn setwise_reading(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.args(arguments).write_stdin(input).timeout(Duration::from_secs(120));
    Run::of(command.output().expect("the command runs"))
}

/// Runs the command and presses Ctrl-C when it listens.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> Run {
    use std::process::{Command, Stdio};

    let child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let pid = rustix::process::Pid::from_child(&child);
    wait_until_it_listens(child.id());
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    Run::of(child.wait_with_output().expect("it ends"))
}

/// Waits until a process has a handler for Ctrl-C, which the kernel tells in a mask of signals.
#[cfg(target_os = "linux")]
fn wait_until_it_listens(process: u32) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        // The second signal, counted from one.
        Some(caught & 2 != 0)
    };
    while listens() != Some(true) {
        assert!(Instant::now() < deadline, "it never listens");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Elsewhere nobody tells it.
#[cfg(all(unix, not(target_os = "linux")))]
fn wait_until_it_listens(_: u32) {
    std::thread::sleep(Duration::from_secs(2));
}

impl Run {
    fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("the output is text");
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Asserts an exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Asserts that standard error holds some words.
    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Run {
        assert!(self.err.contains(words), "no {words:?} in {self:#?}");
        self
    }

    /// Asserts that standard output is some text.
    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Run {
        assert_eq!(self.out, text, "{self:#?}");
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.out.lines().count(), 1, "one line of JSON");
        serde_json::from_str(&self.out).expect("JSON")
    }
}
