//! Reads the games of PGN files one at a time.

use std::io;
use std::path::PathBuf;

use setwise_pgn::files::{GameReader, Inputs};
use setwise_pgn::{Described, DeviationCounts, GameError, Options, Replay, Visitor};

use crate::input_file;
use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::verdict::{Exit, Failure, verdict_on_files};

/// The files to read.
#[derive(clap::Args)]
pub(crate) struct GameFiles {
    /// PGN files, plain or compressed with gzip, bzip2 or Zstandard; directories; patterns; - reads
    /// standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl GameFiles {
    /// Finds the files. Returns their paths, and the arguments that name no file with their error
    /// messages.
    fn find(&self) -> (Vec<PathBuf>, Vec<(&PathBuf, String)>) {
        let (mut paths, mut missing) = (Vec::new(), Vec::new());
        // The place of a game among all inputs does not matter here, so that standard input may be
        // one of several.
        for argument in &self.files {
            match Inputs::find([argument]) {
                Ok(inputs) => paths.extend_from_slice(inputs.paths()),
                Err(error) => missing.push((argument, error.to_string())),
            }
        }
        (paths, missing)
    }

    /// Finds the files. Returns those that exist, and the error messages of the arguments that name
    /// no file.
    pub(crate) fn inputs(&self) -> Result<(Inputs, Vec<String>), Failure> {
        let (paths, missing) = self.find();
        let inputs = Inputs::find(paths).map_err(|error| Failure::Run(error.to_string()))?;
        Ok((inputs, missing.into_iter().map(|(_, error)| error).collect()))
    }

    /// Reads every game of every file with a visitor and the options, and returns the visitor and
    /// the totals. An argument that names no file is in the totals as a file that was not read.
    ///
    /// Calls `after_game` after each game, with its error if it is wrong, and stops if it returns a
    /// failure.
    pub(crate) fn read<V: Visitor + AsRef<Replay>>(
        &self,
        mut visitor: V,
        options: Options,
        mut after_game: impl FnMut(&mut V, Option<GameError>) -> Result<(), Failure>,
    ) -> Result<(V, Games), Failure> {
        let mut games = Games::default();
        let (paths, missing) = self.find();
        for (argument, error) in missing {
            games.read_errors.push(error);
            let path = argument.clone();
            games.files.push(FileGames { path, all: 0, wrong: 0, is_whole: false });
        }
        let progress = Progress::of_bytes(input_file::bytes(&paths));
        let interruption = Interruption::current();
        for path in &paths {
            let mut file = FileGames { path: path.clone(), all: 0, wrong: 0, is_whole: true };
            let mut fails = |file: &mut FileGames, error: io::Error| {
                games.read_errors.push(format!("{}: {error}", path.display()));
                file.is_whole = false;
            };
            match input_file::open_decompressed(path, Some(&progress)) {
                Err(error) => fails(&mut file, error),
                Ok(source) => {
                    let mut reader = GameReader::new(source, options);
                    let mut described = Described::new(visitor, Some(path.display().to_string()));
                    loop {
                        // A block of text has many games, whose output may have to wait for its
                        // reader.
                        let game = interruption.check().and_then(|()| {
                            described.read_game(|visitor| reader.read_game(visitor))
                        });
                        let game = match game {
                            Ok(None) => break,
                            Ok(Some(game)) => game,
                            Err(error) => {
                                fails(&mut file, error);
                                break;
                            }
                        };
                        file.wrong += u64::from(game.is_err());
                        progress.aside(|| after_game(&mut described.visitor, game.err()))?;
                    }
                    (file.all, visitor) = (described.games, described.visitor);
                    games.deviations += reader.deviations();
                }
            }
            games.all += file.all;
            games.wrong += file.wrong;
            games.files.push(file);
        }
        Ok((visitor, games))
    }
}

/// The totals of one file.
pub(crate) struct FileGames {
    pub(crate) path: PathBuf,
    pub(crate) all: u64,
    pub(crate) wrong: u64,
    /// Whether the file was read to its end.
    pub(crate) is_whole: bool,
}

/// The totals of all files.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) all: u64,
    pub(crate) wrong: u64,
    /// The totals of each file.
    pub(crate) files: Vec<FileGames>,
    /// The deviations of the text that were accepted.
    pub(crate) deviations: DeviationCounts,
    /// An error message for each file that could not be read to its end.
    read_errors: Vec<String>,
}

impl Games {
    /// Returns the number of files that were not read to their ends.
    pub(crate) fn not_read(&self) -> usize {
        self.files.iter().filter(|file| !file.is_whole).count()
    }

    /// Returns the verdict, or a failure if a file could not be read.
    pub(crate) fn verdict(self) -> Exit {
        verdict_on_files(&self.read_errors, self.wrong > 0)
    }
}
