//! Files of games, read one by one.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use setwise::notation::pgn::{PgnError, Reader, Visitor};

use crate::decompression::decompressed;
use crate::input_file;
use crate::progress::Progress;
use crate::verdict::{Failure, Verdict, WRONG};

/// What files are named, for clap.
#[derive(clap::Args)]
pub(crate) struct GameFiles {
    /// Files of PGN, as they are or compressed by gzip or Zstandard, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl GameFiles {
    /// Shows every game of every file to a visitor, and what is wrong to standard error as
    /// `FILE:LINE:COLUMN: what is wrong`. Gives how many games there are and how many of them are
    /// wrong.
    ///
    /// `after_game` is called after each game, and stops the run with a failure.
    pub(crate) fn read<V: Visitor>(
        &self,
        visitor: &mut V,
        mut after_game: impl FnMut(&mut V) -> Result<(), Failure>,
    ) -> Result<Games, Failure> {
        let progress = Progress::of_bytes(input_file::bytes(&self.files));
        let mut games = Games::default();
        for path in &self.files {
            let counted = |source| decompressed(Counted { source, progress: &progress });
            let source = match input_file::open_or_stdin(path).and_then(counted) {
                Ok(source) => source,
                Err(error) => {
                    games.unread.push(format!("{}: {error}", path.display()));
                    continue;
                }
            };
            let mut reader = Reader::new(source);
            loop {
                let game = match reader.read_game(visitor) {
                    Ok(None) => break,
                    Ok(Some(game)) => game,
                    Err(error) => {
                        games.unread.push(format!("{}: {error}", path.display()));
                        break;
                    }
                };
                games.all += 1;
                after_game(visitor)?;
                if let Err(error) = game {
                    games.wrong += 1;
                    progress.aside(|| tell(path, &error));
                }
            }
        }
        Ok(games)
    }
}

/// How many games there were.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) all: u64,
    pub(crate) wrong: u64,
    /// Files that cannot be read, or not to their ends, and why.
    unread: Vec<String>,
}

impl Games {
    /// Whether all files were read, and all games are right.
    pub(crate) fn verdict(self) -> Result<Verdict, Failure> {
        match self.unread.is_empty() {
            true if self.wrong == 0 => Ok(Verdict::Right),
            true => Ok(Verdict::Wrong),
            false => Err(Failure::Run(self.unread.join("\n"))),
        }
    }
}

/// When standard error is closed, there is no one left to tell.
fn tell(path: &Path, error: &PgnError) {
    let _ = writeln!(anstream::stderr(), "{WRONG}{}:{error}{WRONG:#}", path.display());
}

/// A source whose bytes are progress.
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
