//! Reads the games of PGN files one at a time.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use setwise::notation::pgn::{PgnError, Reader, Visitor};

use crate::decompression::decompressed;
use crate::input_file;
use crate::interruption::Interruptible;
use crate::progress::Progress;
use crate::verdict::{Failure, Verdict, WRONG};

/// The files to read.
#[derive(clap::Args)]
pub(crate) struct GameFiles {
    /// PGN files, plain or compressed with gzip or Zstandard; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl GameFiles {
    /// Reads every game of every file with a visitor, and returns the number of games and of wrong
    /// games. Prints an error in a game to standard error as `FILE:LINE:COLUMN: message`.
    ///
    /// Calls `after_game` after each game, and stops if it returns a failure.
    pub(crate) fn read<V: Visitor>(
        &self,
        visitor: &mut V,
        mut after_game: impl FnMut(&mut V) -> Result<(), Failure>,
    ) -> Result<Games, Failure> {
        let progress = Progress::of_bytes(input_file::bytes(&self.files));
        let mut games = Games::default();
        for path in &self.files {
            let decompress = |source| {
                decompressed(Counted { source, progress: &progress }).map(Interruptible::new)
            };
            let source = match input_file::open_or_stdin(path).and_then(decompress) {
                Ok(source) => source,
                Err(error) => {
                    games.read_errors.push(format!("{}: {error}", path.display()));
                    continue;
                }
            };
            let mut reader = Reader::new(source);
            loop {
                let game = match reader.read_game(visitor) {
                    Ok(None) => break,
                    Ok(Some(game)) => game,
                    Err(error) => {
                        games.read_errors.push(format!("{}: {error}", path.display()));
                        break;
                    }
                };
                games.all += 1;
                after_game(visitor)?;
                if let Err(error) = game {
                    games.wrong += 1;
                    progress.aside(|| report(path, &error));
                }
            }
        }
        Ok(games)
    }
}

/// The numbers of games.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) all: u64,
    pub(crate) wrong: u64,
    /// An error message for each file that could not be read to its end.
    read_errors: Vec<String>,
}

impl Games {
    /// Returns the verdict, or a failure if a file could not be read.
    pub(crate) fn verdict(self) -> Result<Verdict, Failure> {
        match self.read_errors.is_empty() {
            true if self.wrong == 0 => Ok(Verdict::Right),
            true => Ok(Verdict::Wrong),
            false => Err(Failure::Run(self.read_errors.join("\n"))),
        }
    }
}

/// Prints an error in a game to standard error.
fn report(path: &Path, error: &PgnError) {
    // If standard error is closed, the message is lost.
    let _ = writeln!(anstream::stderr(), "{WRONG}{}:{error}{WRONG:#}", path.display());
}

/// A source that advances the progress bar by the number of bytes read.
struct Counted<'p, R> {
    source: R,
    progress: &'p Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.progress.advance(count as u64);
        Ok(count)
    }
}
