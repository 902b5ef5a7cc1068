//! Standard output. Unlike that of the standard library, it reports a write to a closed one.

use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};

/// Returns standard output: line-buffered on a terminal, block-buffered otherwise. Without blocks,
/// each of the many small writes would be searched for color codes.
pub(crate) fn open() -> Box<dyn Write> {
    match unbuffered() {
        Ok(out) if io::stdout().is_terminal() => Box::new(LineWriter::new(out)),
        Ok(out) => Box::new(BufWriter::new(out)),
        Err(error) => Box::new(Closed(error.kind())),
    }
}

/// Returns the width of the terminal in characters: 80 if it is narrower, at most 160, and 100 if
/// standard output is no terminal or its width is unknown.
pub(crate) fn width() -> usize {
    #[cfg(unix)]
    let columns = rustix::termios::tcgetwinsize(io::stdout()).map_or(0, |size| size.ws_col);
    #[cfg(not(unix))]
    let columns = 0_u16;
    if columns == 0 { 100 } else { usize::from(columns).clamp(80, 160) }
}

#[cfg(unix)]
fn unbuffered() -> io::Result<impl Write> {
    use std::os::fd::AsFd;

    let stdout = io::stdout();
    let file = std::fs::File::from(stdout.as_fd().try_clone_to_owned()?);
    Ok(anstream::AutoStream::new(file, anstream::AutoStream::choice(&stdout)))
}

#[cfg(not(unix))]
fn unbuffered() -> io::Result<impl Write> {
    Ok(anstream::stdout())
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
