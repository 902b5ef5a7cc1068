//! The errors of a run.

use std::io::{self, ErrorKind, Write};

/// The reason why a run has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The run could not be done.
    Run(String),
    /// A result is wrong, so it cannot be measured.
    Wrong(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Prints the error to standard error and returns the exit code.
    pub(crate) fn report(&self) -> u8 {
        let (message, code) = match self {
            Failure::Run(message) => (message.clone(), 2),
            Failure::Wrong(message) => (message.clone(), 1),
            // The reader has closed the pipe. This is not an error.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => return 0,
            Failure::Output(error) => (format!("cannot write the result: {error}"), 2),
        };
        // If standard error is closed, the message is lost.
        let _ = writeln!(io::stderr(), "error: {message}");
        code
    }
}

/// Converts an error of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
