//! Reads the games of PGN files one at a time.

mod described;

pub(crate) use self::described::{GameError, Replaying};

use std::path::PathBuf;

use setwise::notation::pgn::{DeviationCounts, Options, Reader};

use self::described::Described;
use crate::input_file;
use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::standard_error;
use crate::verdict::{Failure, Verdict, WRONG};

/// The files to read.
#[derive(clap::Args)]
pub(crate) struct GameFiles {
    /// PGN files, plain or compressed with gzip, bzip2 or Zstandard; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl GameFiles {
    /// Returns the paths of the files.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.files
    }

    /// Reads every game of every file with a visitor and the options, and returns the totals.
    ///
    /// Calls `after_game` after each game, with its error if it is wrong, and stops if it returns a
    /// failure.
    pub(crate) fn read<V: Replaying>(
        &self,
        visitor: &mut V,
        options: Options,
        mut after_game: impl FnMut(&mut V, Option<GameError>) -> Result<(), Failure>,
    ) -> Result<Games, Failure> {
        let progress = Progress::of_bytes(input_file::bytes(&self.files));
        let interruption = Interruption::current();
        let mut games = Games::default();
        for path in &self.files {
            let source = match input_file::open_decompressed(path, Some(&progress)) {
                Ok(source) => source,
                Err(error) => {
                    games.read_errors.push(format!("{}: {error}", path.display()));
                    continue;
                }
            };
            let mut reader = Reader::with_options(source, options);
            let mut described = Described::new(visitor);
            let mut number = 0;
            loop {
                // A block of text has many games, whose output may have to wait for its reader.
                let game = interruption.check().and_then(|()| reader.read_game(&mut described));
                let game = match game {
                    Ok(None) => break,
                    Ok(Some(game)) => game,
                    Err(error) => {
                        games.read_errors.push(format!("{}: {error}", path.display()));
                        break;
                    }
                };
                number += 1;
                games.all += 1;
                let error = game.err().map(|error| described.error(path, number, error));
                games.wrong += u64::from(error.is_some());
                progress.aside(|| after_game(described.visitor, error))?;
            }
            games.deviations += reader.deviations();
        }
        Ok(games)
    }
}

/// The totals of all files.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) all: u64,
    pub(crate) wrong: u64,
    /// The deviations of the text that were accepted.
    pub(crate) deviations: DeviationCounts,
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

/// Prints the error of a game to standard error.
pub(crate) fn report(error: &GameError) {
    standard_error::print_line(format_args!("{WRONG}{error}{WRONG:#}"));
}
