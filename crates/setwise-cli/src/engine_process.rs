//! Runs an engine as a child process: sends lines to it, receives its lines, and always ends it.
//!
//! On Unix the child is the leader of its own process group, so that the processes it starts are
//! ended too.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::bounded_lines::BoundedLines;
use crate::verdict::{Failure, INTERRUPTED};

/// The longest line that is read, in bytes. No answer of an engine is as long.
const LINE_LIMIT: u64 = 64 * 1024;

/// The number of received lines that are buffered before the engine blocks on its output.
const BUFFERED_LINES: usize = 1024;

/// How long an engine may take to exit after `quit` before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A running engine.
pub(crate) struct EngineProcess {
    /// The child process; `None` after it has been ended.
    child: Arc<Mutex<Option<Child>>>,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// The result of waiting for output.
pub(crate) enum Output {
    /// A line of output.
    Line(String),
    /// No line before the deadline.
    Timeout,
    /// The engine has closed its standard output.
    Closed,
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
        thread::spawn(move || {
            forward_lines(BoundedLines::new(BufReader::new(output), LINE_LIMIT), &sender);
        });
        let child = Arc::new(Mutex::new(Some(child)));
        end_on_ctrl_c(&child);
        Ok(EngineProcess { child, input, lines })
    }

    /// Sends a line. Errors are ignored: `receive` reports an engine that has ended.
    pub(crate) fn send(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// Waits for a line of output until a deadline.
    pub(crate) fn receive(&self, deadline: Instant) -> Output {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Output::Line(line),
            Err(RecvTimeoutError::Timeout) => Output::Timeout,
            Err(RecvTimeoutError::Disconnected) => Output::Closed,
        }
    }

    /// Ends the engine if it is still running, and returns its exit status; `None` if there is
    /// none.
    pub(crate) fn end(&self) -> Option<ExitStatus> {
        end(&mut lock(&self.child))
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

/// Kills an engine and the processes it started, waits for it, and returns its exit status.
///
/// An engine that has already exited keeps its own exit status.
fn end(child: &mut Option<Child>) -> Option<ExitStatus> {
    let mut child = child.take()?;
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

/// Locks the child, even if a thread panicked while it held the lock.
fn lock(child: &Mutex<Option<Child>>) -> MutexGuard<'_, Option<Child>> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a Ctrl-C handler that ends the engine. Ctrl-C does not reach another process group.
fn end_on_ctrl_c(child: &Arc<Mutex<Option<Child>>>) {
    let child = Arc::clone(child);
    // An error means that a handler is already installed; that one is kept.
    let _ = ctrlc::set_handler(move || {
        // Locked until the exit, so that no other thread reports that the engine has ended.
        let mut child = lock(&child);
        end(&mut child);
        std::process::exit(INTERRUPTED.into());
    });
}
