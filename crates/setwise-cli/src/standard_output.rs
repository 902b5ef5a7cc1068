//! Standard output. Unlike the standard library's, it reports a write to a closed one.

use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};

/// Returns standard output: line-buffered on a terminal, block-buffered otherwise.
///
/// If the output is styled, codes for colors are removed where they are not shown. Other output is
/// written as it is: a search for codes takes most of the time, and would remove bytes of text
/// whose encoding is unknown.
pub(crate) fn open(is_styled: bool) -> Box<dyn Write + Send> {
    match unbuffered(is_styled) {
        Ok(out) if io::stdout().is_terminal() => Box::new(LineWriter::new(out)),
        Ok(out) => Box::new(BufWriter::new(out)),
        Err(error) => Box::new(Closed(error.kind())),
    }
}

/// Returns the width of the terminal in characters: 80 if it is narrower, at most 160, and 100 if
/// standard output is no terminal or its width is unknown.
pub(crate) fn width() -> usize {
    match size() {
        [0, _] => 100,
        [columns, _] => columns.clamp(80, 160),
    }
}

/// Returns the number of lines of the terminal; `None` if standard output is no terminal or the
/// number is unknown.
pub(crate) fn height() -> Option<usize> {
    let [_, lines] = size();
    Some(lines).filter(|&lines| lines > 0 && io::stdout().is_terminal())
}

/// Returns the columns and the lines of the terminal; zeros if they are unknown.
fn size() -> [usize; 2] {
    #[cfg(unix)]
    let size = rustix::termios::tcgetwinsize(io::stdout())
        .map_or([0, 0], |size| [size.ws_col, size.ws_row]);
    #[cfg(not(unix))]
    let size = [0_u16, 0];
    size.map(usize::from)
}

#[cfg(unix)]
fn unbuffered(is_styled: bool) -> io::Result<Box<dyn Write + Send>> {
    use std::os::fd::AsFd;

    let stdout = io::stdout();
    let file = std::fs::File::from(stdout.as_fd().try_clone_to_owned()?);
    if !is_styled {
        return Ok(Box::new(file));
    }
    Ok(Box::new(anstream::AutoStream::new(file, anstream::AutoStream::choice(&stdout))))
}

#[cfg(not(unix))]
fn unbuffered(is_styled: bool) -> io::Result<Box<dyn Write + Send>> {
    if !is_styled {
        return Ok(Box::new(io::stdout()));
    }
    Ok(Box::new(anstream::stdout()))
}

/// A closed output: nothing can be written to it.
struct Closed(io::ErrorKind);

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0, "standard output is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
