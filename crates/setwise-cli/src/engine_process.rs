//! Runs an engine as a child process: sends lines to it, receives its lines, and always ends it.
//!
//! On Unix the child is the leader of its own process group, so that the processes it starts are
//! ended too.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::bounded_lines::BoundedLines;
use crate::interruption::{CHECK_INTERVAL, Interruption};
use crate::verdict::Failure;

/// The longest line that is read, in bytes. No answer of an engine is as long.
const LINE_LIMIT: u64 = 64 * 1024;

/// The number of received lines that are buffered before the engine blocks on its output.
const BUFFERED_LINES: usize = 1024;

/// How long an engine may take to exit after `quit` before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A running engine.
pub(crate) struct EngineProcess {
    /// The child process; `None` after it has been ended.
    child: Option<Child>,
    input: ChildStdin,
    lines: Receiver<String>,
    interruption: Interruption,
}

/// The result of waiting for output.
pub(crate) enum Output {
    /// A line of output.
    Line(String),
    /// No line before the deadline.
    Timeout,
    /// The engine has closed its standard output.
    Closed,
    /// The run was interrupted.
    Interrupted,
}

impl EngineProcess {
    /// Starts an engine. The command is the program and its arguments, quoted as in a shell.
    pub(crate) fn start(command: &str) -> Result<EngineProcess, Failure> {
        let cannot = |why: &dyn std::fmt::Display| {
            Failure::Run(format!("cannot start the engine {command:?}: {why}"))
        };
        let words = shell_words::split(command).map_err(|error| cannot(&error))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(cannot(&"the command is empty"));
        };
        let mut process = Command::new(program);
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process.spawn().map_err(|error| cannot(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(&"it has no standard input or output"));
        };
        let (sender, lines) = mpsc::sync_channel(BUFFERED_LINES);
        let interruption = Interruption::current();
        // Made before the thread, so that the engine is ended if no thread can be started.
        let engine = EngineProcess { child: Some(child), input, lines, interruption };
        let forward =
            move || forward_lines(BoundedLines::new(BufReader::new(output), LINE_LIMIT), &sender);
        thread::Builder::new().spawn(forward).map_err(|error| cannot(&error))?;
        Ok(engine)
    }

    /// Sends a line. Errors are ignored: `receive` reports an engine that has ended.
    pub(crate) fn send(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// Waits for a line of output until a deadline.
    pub(crate) fn receive(&self, deadline: Instant) -> Output {
        loop {
            if self.interruption.has_come() {
                return Output::Interrupted;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(CHECK_INTERVAL)) {
                Ok(line) => return Output::Line(line),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Output::Timeout,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Output::Closed,
            }
        }
    }

    /// Kills the engine and the processes it started, waits for it, and returns its exit status;
    /// `None` if there is none.
    ///
    /// An engine that has already exited keeps its own exit status.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        let mut child = self.child.take()?;
        // This comes before the wait: until then, no other process can have the same id.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::KILL,
        );
        // An error means that it has already exited.
        let _ = child.kill();
        child.wait().ok()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.send("quit");
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline && matches!(self.receive(deadline), Output::Line(_)) {}
        self.end();
    }
}

/// Forwards the lines of an engine. A line that is too long or not UTF-8 becomes an empty line.
fn forward_lines(mut lines: BoundedLines<impl std::io::BufRead>, sender: &SyncSender<String>) {
    while let Ok(Some(line)) = lines.next() {
        if sender.send(line.unwrap_or_default()).is_err() {
            return;
        }
    }
}
