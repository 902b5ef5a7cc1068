//! Shows a long text with a pager, if standard output is a terminal.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use crate::interruption::Interruption;
use crate::standard_output;

/// The exit codes of a shell that cannot run a command or cannot find it.
const NOT_RUN: [i32; 2] = [126, 127];

/// Writes a text with ANSI colors to `out`, or shows it with the pager if standard output is a
/// terminal with fewer lines than the text.
///
/// The pager is the shell command `$PAGER`, or `less -R` if there is none. An empty `$PAGER` or
/// `cat` is no pager, and there is none if `$TERM` is missing, empty or `dumb`. If the pager cannot
/// be started, the text is written to `out`. While the pager runs, Ctrl-C is left to it.
pub(crate) fn write(text: &str, out: &mut impl Write) -> io::Result<()> {
    let is_long = standard_output::height().is_some_and(|height| text.lines().count() >= height);
    let is_able = std::env::var_os("TERM").is_some_and(|name| !name.is_empty() && name != "dumb");
    if let Some(pager) = (is_long && is_able).then(|| command(std::env::var_os("PAGER"))).flatten()
    {
        out.flush()?;
        if show(text, pager)? {
            return Ok(());
        }
    }
    write!(out, "{text}")
}

/// Shows a text with a pager. Returns whether the pager could be started.
fn show(text: &str, mut pager: Command) -> io::Result<bool> {
    // `less` shows colors, leaves the text on the screen, and ends by itself if the text is short.
    if std::env::var_os("LESS").is_none() {
        pager.env("LESS", "FRX");
    }
    let _paging = Interruption::current().leave_to_pager();
    let Ok(mut child) = pager.stdin(Stdio::piped()).spawn() else { return Ok(false) };
    if let Some(mut input) = child.stdin.take() {
        // A pager that is left before the end of the text closes its input.
        let _ = input.write_all(shown(text).as_bytes());
    }
    let code = child.wait()?.code();
    Ok(code.is_none_or(|code| !NOT_RUN.contains(&code)))
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
    words.first().filter(|program| *program != "cat" || words.len() > 1)?;
    // Only on Unix is the height of a terminal known, so there is a shell. It must not end on a
    // Ctrl-C that the pager survives.
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap : INT\n{line}")]);
    Some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pager_is_the_variable_or_less_and_cat_is_none() {
        let line = |pager: Option<&str>| {
            let command = command(pager.map(OsString::from))?;
            let script = command.get_args().last()?.to_string_lossy().into_owned();
            script.lines().last().map(str::to_owned)
        };
        assert_eq!(line(None).as_deref(), Some("less -R"));
        for pager in ["more -d 'a b'", "less | cat", "cat | less"] {
            assert_eq!(line(Some(pager)).as_deref(), Some(pager));
        }
        for none in ["", " ", "cat", "less '"] {
            assert_eq!(line(Some(none)), None, "{none:?}");
        }
    }
}
