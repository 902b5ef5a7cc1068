//! Another program as a child process: lines in, lines out, and an end in every case.
//!
//! The child leads a process group of its own (on Unix), so that what it starts ends with it.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::bounded_lines::BoundedLines;
use crate::verdict::{Failure, INTERRUPTED};

/// Longer than any line that answers a question.
const LINE_LIMIT: u64 = 64 * 1024;

/// How many lines may wait to be heard before the program has to wait itself.
const WAITING_LINES: usize = 1024;

/// How long a program has to go by itself when it is told to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program.
pub(crate) struct EngineProcess {
    /// Nothing once the program has ended.
    child: Arc<Mutex<Option<Child>>>,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// What a program says.
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// Nothing until the deadline.
    Silence,
    /// It has closed its output.
    End,
}

impl EngineProcess {
    /// Starts a program: its name and its arguments, quoted as for a shell.
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
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || {
            listen(BoundedLines::new(BufReader::new(output), LINE_LIMIT), &sender);
        });
        let child = Arc::new(Mutex::new(Some(child)));
        end_when_interrupted(&child);
        Ok(EngineProcess { child, input, lines })
    }

    /// Says a line; a program that has gone does not hear it, and its end is noticed on listening.
    pub(crate) fn say(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// Waits for a line.
    pub(crate) fn hear(&self, deadline: Instant) -> Heard {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Ends the program, if it has not ended by itself, and says how it ended.
    pub(crate) fn end(&self) -> Option<ExitStatus> {
        end(&mut lock(&self.child))
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.say("quit");
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && matches!(self.hear(deadline), Heard::Line(_)) {}
        self.end();
    }
}

/// Passes on what a program says. Lines that are too long or no text answer nothing.
fn listen(mut lines: BoundedLines<impl std::io::BufRead>, sender: &SyncSender<String>) {
    while let Ok(Some(line)) = lines.next() {
        if sender.send(line.unwrap_or_default()).is_err() {
            return;
        }
    }
}

/// Kills a program with what it has started, waits until it is gone, and says how it ended.
///
/// One that is just ending by itself keeps the status that it has chosen.
fn end(child: &mut Option<Child>) -> Option<ExitStatus> {
    let mut child = child.take()?;
    // Before waiting: until then nothing else can bear its number.
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(&child),
        rustix::process::Signal::KILL,
    );
    // Fails if it has gone already, which is as good.
    let _ = child.kill();
    child.wait().ok()
}

/// The child, also after a thread has panicked that held it.
fn lock(child: &Mutex<Option<Child>>) -> MutexGuard<'_, Option<Child>> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ctrl-C does not reach another process group, so it is passed on.
fn end_when_interrupted(child: &Arc<Mutex<Option<Child>>>) {
    let child = Arc::clone(child);
    // Fails if there is a handler already; then that one decides what happens.
    let _ = ctrlc::set_handler(move || {
        // Held until the exit, so that nobody else says how the program has ended.
        let mut child = lock(&child);
        end(&mut child);
        std::process::exit(INTERRUPTED.into());
    });
}
