//! Running the command.

use std::time::Duration;

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
    let output = command.output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Run {
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
