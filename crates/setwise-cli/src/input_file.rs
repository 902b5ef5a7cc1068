//! Opens input files. Reading ends with an error when the run is interrupted, even if the source
//! blocks.

use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use setwise_files::{File, Kind, facts};
use setwise_pgn::files::decompressed;

use crate::interruption::{CHECK_INTERVAL, Interruptible, Interruption};
use crate::progress::Progress;

/// The number of bytes that are read from a blocking source at once.
const CHUNK_BYTES: usize = 64 << 10;

/// The number of chunks that are read ahead from a blocking source.
const CHUNKS_AHEAD: usize = 2;

/// Opens a regular file for reading in any order.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if facts(path)?.kind == Kind::File { File::open(path) } else { Err(not_a_file(path)) }
}

/// Opens a file for sequential reading; the name `-` is standard input. A directory is an error.
pub(crate) fn open_or_stdin(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Blocking::start(|| Ok(io::stdin()));
    }
    match facts(path)?.kind {
        Kind::File => Ok(Box::new(Interruptible::new(File::open(path)?))),
        Kind::Directory => Err(not_a_file(path)),
        // To open a named pipe blocks until another process opens it for writing.
        Kind::Stream => {
            let path = path.to_owned();
            Blocking::start(move || File::open(&path))
        }
    }
}

/// Opens a file as [`open_or_stdin`] does, and decompresses it if it is compressed. The bytes that
/// are read from the file advance the progress bar, if there is one.
pub(crate) fn open_decompressed(
    path: &Path,
    progress: Option<&Progress>,
) -> io::Result<Box<dyn Read + Send>> {
    let mut source = open_or_stdin(path)?;
    if let Some(progress) = progress {
        source = Box::new(progress.of_reading(source));
    }
    // A few compressed bytes can be a lot of text, so that must be interruptible too.
    Ok(Box::new(Interruptible::new(decompressed(source)?)))
}

/// Returns the error for a path that is not a regular file.
fn not_a_file(path: &Path) -> io::Error {
    if path.is_dir() {
        ErrorKind::IsADirectory.into()
    } else {
        io::Error::new(ErrorKind::InvalidInput, "not a regular file")
    }
}

/// Returns the total size of files in bytes; `None` if one of them is not a regular file.
pub(crate) fn bytes(paths: &[PathBuf]) -> Option<u64> {
    let file = |path: &PathBuf| facts(path).ok().filter(|facts| facts.kind == Kind::File);
    paths.iter().map(|path| file(path).map(|facts| facts.bytes)).sum()
}

/// A source that another thread reads, because a read of it may block for any time. After an
/// interruption that thread remains until its read ends.
struct Blocking {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
    interruption: Interruption,
}

impl Blocking {
    /// Starts a thread that opens and reads a source.
    fn start<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        let (sender, chunks) = mpsc::sync_channel(CHUNKS_AHEAD);
        thread::Builder::new().spawn(move || {
            let mut source = match open() {
                Ok(source) => source,
                // If the receiver is gone, the error does not matter.
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut buffer = vec![0; CHUNK_BYTES];
                let chunk = match source.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(length) => {
                        buffer.truncate(length);
                        Ok(buffer)
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_end = chunk.is_err();
                if sender.send(chunk).is_err() || is_end {
                    return;
                }
            }
        })?;
        let interruption = Interruption::current();
        Ok(Box::new(Blocking { chunks, chunk: Cursor::default(), interruption }))
    }
}

impl Read for Blocking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.interruption.check()?;
            let length = self.chunk.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            match self.chunks.recv_timeout(CHECK_INTERVAL) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
