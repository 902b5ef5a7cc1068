//! Runs the command.

use std::process::Output;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::Instant;

use assert_cmd::Command;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` if a signal ended the process.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs the command with empty standard input.
pub(crate) fn setwise(arguments: &[&str]) -> Run {
    setwise_reading(arguments, "")
}

/// Runs the command with the given standard input.
pub(crate) fn setwise_reading(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.args(arguments).write_stdin(input).timeout(Duration::from_secs(120));
    Run::of(command.output().expect("the command runs"))
}

/// Runs the command and sends it SIGINT (Ctrl-C) as soon as it has handlers.
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
    wait_for_handler(child.id());
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    Run::of(child.wait_with_output().expect("it ends"))
}

/// Waits until a process has handlers for SIGINT and SIGTERM, according to its signal mask in
/// `/proc`.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_handler(process: u32) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let has_handler = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        // SIGINT is signal 2, so it is bit 1; SIGTERM is signal 15.
        let both = 1 << 1 | 1 << 14;
        Some(caught & both == both)
    };
    while has_handler() != Some(true) {
        assert!(Instant::now() < deadline, "the process has no handlers");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for a fixed time: other systems have no `/proc`.
#[cfg(all(unix, not(target_os = "linux")))]
fn wait_for_handler(_: u32) {
    std::thread::sleep(Duration::from_secs(2));
}

impl Run {
    pub(crate) fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("the output is text");
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Asserts that standard error contains a text.
    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Run {
        assert!(self.err.contains(words), "no {words:?} in {self:#?}");
        self
    }

    /// Asserts that standard output equals a text.
    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Run {
        assert_eq!(self.out, text, "{self:#?}");
        self
    }

    /// Returns standard output, parsed as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.out.lines().count(), 1, "one line of JSON");
        serde_json::from_str(&self.out).expect("JSON")
    }
}
