//! Standard error. A message is one write, so that messages of several processes do not mix.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::LazyLock;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use crate::verdict::WRONG;

/// Whether standard error shows colors.
static HAS_COLORS: LazyLock<bool> =
    LazyLock::new(|| AutoStream::choice(&io::stderr()) != ColorChoice::Never);

/// Prints a line, which may have codes for colors, to standard error. If standard error is closed,
/// the line is lost.
pub(crate) fn print_line(line: impl Display) {
    let mut line = format!("{line}\n");
    if line.contains('\u{1b}') && !*HAS_COLORS {
        line = strip_str(&line).to_string();
    }
    #[cfg(unix)]
    let mut out = io::stderr();
    // Here anstream may have to translate the codes.
    #[cfg(not(unix))]
    let mut out = anstream::stderr();
    let _ = out.write_all(line.as_bytes());
}

/// Prints a line in the style of errors to standard error.
pub(crate) fn print_wrong(line: impl Display) {
    print_line(format_args!("{WRONG}{line}{WRONG:#}"));
}
