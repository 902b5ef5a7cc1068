//! How a run ends: the exit codes.

use std::io::{self, ErrorKind, Write};

use anstyle::{AnsiColor, Style};

/// What is wrong, in red where the terminal has colours.
pub const WRONG: Style = AnsiColor::Red.on_default().bold();

/// What a run that could be done has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as it should be.
    Right,
    /// A count is wrong, two programs differ, or a search has found nothing in its time.
    Wrong,
    /// Ctrl-C has stopped the run, and what there was by then has been printed.
    Stopped,
}

/// What the shell expects of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

impl Verdict {
    /// The code that says so to the shell.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Right => 0,
            Verdict::Wrong => 1,
            Verdict::Stopped => INTERRUPTED,
        }
    }
}

/// Why a run came to no verdict.
#[derive(Debug)]
pub enum Failure {
    /// The input is no chess: a bad FEN, an illegal move.
    Input(String),
    /// The run could not be done: a file that is not there, an engine that does not answer.
    Run(String),
    /// An answer is wrong, so that there is nothing to measure.
    Wrong(String),
    /// Nothing more can be written to standard output.
    Output(io::Error),
}

impl Failure {
    /// Says why on standard error, and gives the code that says so to the shell.
    pub fn report(&self) -> u8 {
        let (message, code) = match self {
            Failure::Input(message) | Failure::Wrong(message) => (message.clone(), 1),
            Failure::Run(message) => (message.clone(), 2),
            // The reader of a pipe has seen enough, as in `setwise moves | head -1`.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => {
                return 2;
            }
            Failure::Output(error) => (format!("cannot write the result: {error}"), 2),
        };
        // When standard error is closed too, there is no one left to tell.
        let _ = writeln!(anstream::stderr(), "{WRONG}error:{WRONG:#} {message}");
        code
    }
}

/// Only standard output's errors come by `?`; those of other files are told with their names.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
