//! Shows a long text with a pager, if standard output is a terminal.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use crate::standard_output;

/// Writes a text with ANSI colors to `out`, or shows it with the pager if standard output is a
/// terminal with fewer lines than the text.
///
/// The pager is `$PAGER`, or `less -R` if there is none. An empty `$PAGER` or `cat` is no pager. If
/// the pager cannot be started, the text is written to `out`.
pub(crate) fn write(text: &str, out: &mut impl Write) -> io::Result<()> {
    let is_long = standard_output::height().is_some_and(|height| text.lines().count() >= height);
    if let Some(mut pager) = is_long.then(|| command(std::env::var_os("PAGER"))).flatten() {
        out.flush()?;
        // `less` shows colors, leaves the text on the screen, and ends by itself if the text is
        // short.
        if std::env::var_os("LESS").is_none() {
            pager.env("LESS", "FRX");
        }
        if let Ok(mut child) = pager.stdin(Stdio::piped()).spawn() {
            if let Some(mut input) = child.stdin.take() {
                // A pager that is left before the end of the text closes its input.
                let _ = input.write_all(shown(text).as_bytes());
            }
            child.wait()?;
            return Ok(());
        }
    }
    write!(out, "{text}")
}

/// Returns the text, without its colors if standard output should have none.
fn shown(text: &str) -> String {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => anstream::adapter::strip_str(text).to_string(),
        _ => text.to_owned(),
    }
}

/// Returns the command of the pager; `None` if there should be no pager.
fn command(pager: Option<OsString>) -> Option<Command> {
    let line = match pager {
        Some(line) => line.into_string().ok()?,
        None => "less -R".to_owned(),
    };
    let words = shell_words::split(&line).ok()?;
    let (program, arguments) = words.split_first().filter(|(program, _)| *program != "cat")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pager_is_the_variable_or_less_and_cat_is_none() {
        let program = |pager: Option<&str>| {
            let command = command(pager.map(OsString::from))?;
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            Some(
                words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join("|"),
            )
        };
        assert_eq!(program(None).as_deref(), Some("less|-R"));
        assert_eq!(program(Some("more -d 'a b'")).as_deref(), Some("more|-d|a b"));
        for none in ["", " ", "cat", "less '"] {
            assert_eq!(program(Some(none)), None, "{none:?}");
        }
    }
}
