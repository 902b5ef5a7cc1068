//! Runs the command.

#[cfg(unix)]
use std::process::Child;
use std::process::Output;
use std::time::{Duration, Instant};

use assert_cmd::Command;

/// How long a test waits for an event before it fails. It ends a test that would wait for ever; no
/// event takes a noticeable part of it, also on a busy machine.
pub(crate) const LIMIT: Duration = Duration::from_secs(180);

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

/// Runs `setwise explain`, which succeeds.
#[track_caller]
pub(crate) fn explain(arguments: &[&str]) -> Run {
    setwise(&[&["explain"], arguments].concat()).exits(0)
}

/// Runs the command with the given standard input.
pub(crate) fn setwise_reading(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.args(arguments).write_stdin(input).timeout(LIMIT);
    Run::of(command.output().expect("the command runs"))
}

/// Runs the command and sends it SIGINT (Ctrl-C) as soon as it has handlers.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> Run {
    use std::process::{Command, Stdio};

    let child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(arguments)
        .env(GRACE.0, GRACE.1)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let pid = rustix::process::Pid::from_child(&child);
    wait_for_handler(child.id());
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    Run::of(output_of(child))
}

/// The hidden environment variable with the milliseconds that a run may continue after a signal,
/// and a value that is longer than any test waits: the run must end by itself.
#[cfg(unix)]
pub(crate) const GRACE: (&str, &str) = ("SETWISE_GRACE_MS", "3600000");

/// Waits until a process has ended, and returns its output. Kills a process that does not end.
#[cfg(unix)]
#[track_caller]
pub(crate) fn output_of(child: Child) -> Output {
    let pid = rustix::process::Pid::from_child(&child);
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(LIMIT) else {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        panic!("the process has not ended within {LIMIT:?}");
    };
    output.expect("it ends")
}

/// Waits until a condition is true.
#[track_caller]
pub(crate) fn wait_until(awaited: &str, mut is_true: impl FnMut() -> bool) {
    let deadline = Instant::now() + LIMIT;
    while !is_true() {
        assert!(Instant::now() < deadline, "not within {LIMIT:?}: {awaited}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a process has handlers for SIGINT and SIGTERM, according to its signal mask in
/// `/proc`.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_handler(process: u32) {
    let has_handler = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        // SIGINT is signal 2, so it is bit 1; SIGTERM is signal 15.
        let both = 1 << 1 | 1 << 14;
        Some(caught & both == both)
    };
    wait_until("the process has handlers", || has_handler() == Some(true));
}

/// Waits until all threads of a process wait for something, such as input, or it has computed for
/// some hundredths of a second, or it has ended: a signal then meets the work of the command.
#[cfg(target_os = "linux")]
pub(crate) fn wait_until_it_works(process: u32) {
    let tasks = format!("/proc/{process}/task");
    let (mut first, mut waiting) = (None, 0);
    wait_until("the process waits or computes", || {
        let Some((is_waiting, ticks)) = activity(&tasks) else { return true };
        waiting = if is_waiting { waiting + 1 } else { 0 };
        waiting == 3 || ticks >= *first.get_or_insert(ticks) + 4
    });
}

/// Returns whether all threads of a directory `task` wait, and the hundredths of a second that they
/// have computed. Returns `None` if there are none.
#[cfg(target_os = "linux")]
fn activity(tasks: &str) -> Option<(bool, u64)> {
    let (mut is_waiting, mut ticks, mut any) = (true, 0, false);
    for task in std::fs::read_dir(tasks).ok()? {
        // A thread may have ended in the meantime.
        let Ok(task) = task else { continue };
        let Ok(text) = std::fs::read_to_string(task.path().join("stat")) else { continue };
        // After the name come the state and 10 numbers, then the times in user and kernel mode.
        let Some((_, fields)) = text.rsplit_once(") ") else { continue };
        let fields: Vec<&str> = fields.split(' ').collect();
        let time = |field: usize| fields.get(field).and_then(|text| text.parse::<u64>().ok());
        if fields[0] == "Z" {
            continue;
        }
        any = true;
        is_waiting &= fields[0] == "S";
        ticks += time(11)? + time(12)?;
    }
    any.then_some((is_waiting, ticks))
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

    /// Returns standard output, which is a line, parsed as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        let objects = self.objects();
        <[_; 1]>::try_from(objects).map(|[object]| object).expect("one line of JSON")
    }

    /// Returns the lines of standard output, each parsed as JSON.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}
