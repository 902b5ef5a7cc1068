//! The results of a run and their exit codes.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use setwise::notation::Caret;
use setwise_jobs::Error;

use crate::interruption::Cause;
use crate::standard_error;

/// The style of error messages and wrong results: red, if the terminal supports colors.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Returns a text with a caret below the place of an error.
pub(crate) fn caret(text: &str, at: usize) -> String {
    let lines = Caret { text, at }.to_string();
    let above = lines.strip_suffix('^').unwrap_or(&lines);
    format!("{above}{WRONG}^{WRONG:#}")
}

/// The result of a run that was not prevented by a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Success.
    Right,
    /// A count is wrong, two results differ, or a search found nothing within its time limit.
    Wrong,
    /// An interruption stopped the run. The results up to then have been printed.
    Stopped,
    /// The command line is wrong. The message has been printed.
    Unusable,
    /// The share of a job is done, and the job is not.
    Unfinished,
}

impl Verdict {
    /// Returns the exit code.
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Verdict::Right => 0,
            Verdict::Wrong => 1,
            Verdict::Stopped => Cause::Interrupt.exit_code(),
            Verdict::Unusable => 2,
            Verdict::Unfinished => 3,
        }
    }
}

/// What a run ends with.
pub(crate) type Exit = Result<Verdict, Failure>;

/// The reason why a run has no verdict.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is invalid: for example a malformed FEN or an illegal move.
    Input(String),
    /// The command could not run: for example a missing file or an engine that does not answer.
    Run(String),
    /// A result is wrong, so it cannot be measured.
    Wrong(String),
    /// An interruption stopped the run.
    Interrupted,
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Prints the error to standard error and returns the exit code.
    pub(crate) fn report(&self) -> u8 {
        let (message, code) = match self {
            Failure::Input(message) | Failure::Wrong(message) => (message.clone(), 1),
            Failure::Run(message) => (message.clone(), 2),
            Failure::Interrupted => return Verdict::Stopped.exit_code(),
            // The reader has closed the pipe, as in `setwise moves | head -1`. This is not an
            // error.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => return 0,
            Failure::Output(error) => (format!("cannot write the result: {error}"), 2),
        };
        standard_error::print_line(format_args!("{WRONG}error:{WRONG:#} {message}"));
        code
    }
}

/// Calls a function with each of several files until the run is interrupted, and returns the error
/// messages of those that it could not read.
pub(crate) fn read_each(
    paths: &[PathBuf],
    mut read: impl FnMut(&Path) -> Result<(), Failure>,
) -> Result<Vec<String>, Failure> {
    let mut errors = Vec::new();
    for path in paths {
        match read(path) {
            Ok(()) => {}
            Err(Failure::Run(message)) => errors.push(message),
            Err(Failure::Interrupted) => break,
            Err(failure) => return Err(failure),
        }
    }
    Ok(errors)
}

/// Returns the verdict on files, or a failure if some could not be read to their ends.
pub(crate) fn verdict_on_files(errors: &[String], is_wrong: bool) -> Exit {
    match errors {
        [] if is_wrong => Ok(Verdict::Wrong),
        [] => Ok(Verdict::Right),
        errors => Err(Failure::Run(errors.join("\n"))),
    }
}

/// Converts an error of a job.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Io { .. } | Error::NotAJob { .. } => Failure::Run(error.to_string()),
            other => Failure::Wrong(other.to_string()),
        }
    }
}

/// Converts an error of standard output. Errors of other files are reported with the file's name.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
