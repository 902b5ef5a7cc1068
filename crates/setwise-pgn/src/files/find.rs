//! Finding input files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use setwise_files::{Kind, facts};

/// The name of standard input.
const STDIN: &str = "-";

/// The contents of a file, as the end of its name tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Games: `.pgn`.
    Games,
    /// Positions: `.epd` and `.fen`.
    Positions,
    /// Puzzles: `.csv`.
    Puzzles,
    /// A table: `.parquet` and `.arrow`.
    Table,
}

impl Contents {
    /// Returns the contents that the end of a name stands for, in capitals or small letters;
    /// `None` for other names. After the ends of texts may follow `.gz`, `.bz2` or `.zst`.
    pub fn of(path: &Path) -> Option<Contents> {
        let end = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        let last = end(path)?;
        let is_compressed = matches!(&*last, "gz" | "bz2" | "zst");
        let last = if is_compressed { end(&path.with_extension(""))? } else { last };
        match &*last {
            "pgn" => Some(Contents::Games),
            "epd" | "fen" => Some(Contents::Positions),
            "csv" => Some(Contents::Puzzles),
            "parquet" | "arrow" if !is_compressed => Some(Contents::Table),
            _ => None,
        }
    }
}

/// The place of a game in its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePlace {
    /// The offset in the compressed file of the Zstandard frame in which the game begins; 0 in
    /// files of other kinds.
    pub frame: u64,
    /// The byte offset of the game in the decompressed text of the frame or file.
    pub offset: u64,
}

/// Files to read, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    paths: Vec<PathBuf>,
    /// The sum of the sizes of the inputs before each one.
    bases: Vec<u64>,
    size: u64,
}

/// The error of [`Inputs::find`].
#[derive(Debug)]
#[non_exhaustive]
pub enum InputsError {
    /// A file cannot be found or read.
    File(PathBuf, io::Error),
    /// A pattern is invalid.
    Pattern(String, String),
    /// A pattern or directory has no file of games or of a table.
    Empty(PathBuf),
    /// Standard input is not the only input. The place of a game among the inputs depends on their
    /// sizes, and the size of standard input is not known.
    Stdin,
}

impl Inputs {
    /// Finds the files of some paths: each a file, a directory, a pattern, or `-` for standard
    /// input.
    ///
    /// Of a directory, all files in it and in the directories below it are taken whose names end
    /// with `.pgn`, `.pgn.gz`, `.pgn.bz2` or `.pgn.zst`, in capitals or small letters
    /// ([`Contents::of`]), in the order of their paths; hidden ones are left out. Without such files
    /// it may be the directory of a table, as in a data set: its files whose names end with
    /// `.parquet` or `.arrow` are taken. A path that does not exist and contains `*`, `?` or `[` is
    /// a pattern as in a shell, where `**` stands for any directories.
    ///
    /// # Errors
    ///
    /// Returns an error if a path does not exist, or if a directory or pattern has no such file.
    pub fn find(
        paths: impl IntoIterator<Item = impl Into<PathBuf>>,
    ) -> Result<Inputs, InputsError> {
        let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        let mut found = Inputs::default();
        let is_alone = paths.len() == 1;
        for path in paths {
            let before = found.paths.len();
            if path.as_os_str() == STDIN {
                if !is_alone {
                    return Err(InputsError::Stdin);
                }
                found.push(path.clone(), 0);
            } else {
                found.find_one(&path)?;
            }
            if found.paths.len() == before {
                return Err(InputsError::Empty(path));
            }
        }
        Ok(found)
    }

    fn find_one(&mut self, path: &Path) -> Result<(), InputsError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| InputsError::File(path, error)
        };
        match facts(path) {
            Ok(facts) if facts.kind == Kind::Directory => {
                let before = self.paths.len();
                self.directory(path, Contents::Games)?;
                if self.paths.len() > before {
                    Ok(())
                } else {
                    self.directory(path, Contents::Table)
                }
            }
            Ok(facts) => {
                self.push(path.to_owned(), facts.bytes);
                Ok(())
            }
            Err(error) => {
                let Some(pattern) = path.to_str().filter(|path| path.contains(['*', '?', '[']))
                else {
                    return Err(InputsError::File(path.to_owned(), error));
                };
                let files = glob::glob(pattern)
                    .map_err(|error| InputsError::Pattern(pattern.to_owned(), error.to_string()))?;
                for file in files {
                    let file = file.map_err(|error| {
                        InputsError::File(error.path().to_owned(), error.into())
                    })?;
                    let facts = facts(&file).map_err(at(&file))?;
                    if facts.kind == Kind::File {
                        self.push(file, facts.bytes);
                    }
                }
                Ok(())
            }
        }
    }

    /// Takes the files of a directory with some contents: games, also of the directories below it,
    /// or a table.
    fn directory(&mut self, path: &Path, wanted: Contents) -> Result<(), InputsError> {
        let error = |error| InputsError::File(path.to_owned(), error);
        for entry in setwise_files::entries(path).map_err(error)? {
            let path = path.join(&entry.name);
            if entry.name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if entry.is_directory {
                if wanted == Contents::Games {
                    self.directory(&path, wanted)?;
                }
            } else if Contents::of(&path) == Some(wanted) {
                let known = entry.bytes.map_or_else(
                    || facts(&path).map(|it| (it.kind, it.bytes)),
                    |bytes| Ok((Kind::File, bytes)),
                );
                if let (Kind::File, bytes) = known.map_err(error)? {
                    self.push(path, bytes);
                }
            }
        }
        Ok(())
    }

    /// Returns the inputs of some files with their sizes, which are not looked up.
    pub fn of_files(files: impl IntoIterator<Item = (PathBuf, u64)>) -> Inputs {
        let mut inputs = Inputs::default();
        files.into_iter().for_each(|(path, size)| inputs.push(path, size));
        inputs
    }

    /// Returns the inputs with other numbers that are added to the places of their games, as
    /// [`Inputs::bases`] returns them.
    pub fn with_bases(self, bases: &[u64]) -> Inputs {
        Inputs { bases: bases.to_vec(), ..self }
    }

    /// Returns the number for each input that [`Inputs::game_id`] adds to the places of its games:
    /// the sum of the sizes of the inputs before it, unless others are set.
    pub fn bases(&self) -> &[u64] {
        &self.bases
    }

    /// Returns one of the inputs; its games keep their numbers.
    ///
    /// # Panics
    ///
    /// Panics if there is no input with this number.
    pub fn only(&self, input: u32) -> Inputs {
        let number = input as usize;
        let (paths, bases) = (vec![self.paths[number].clone()], vec![self.bases[number]]);
        Inputs { paths, bases, size: self.size }
    }

    fn push(&mut self, path: PathBuf, size: u64) {
        self.paths.push(path);
        self.bases.push(self.size);
        // Sizes from the description of a job may be any numbers.
        self.size = self.size.saturating_add(size);
    }

    /// Returns the paths of the files.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns the sum of the sizes of the files.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of a game among the games of all inputs: unique, and in the order of the
    /// games.
    ///
    /// It is the sum of the sizes of the files before and of the offset of the Zstandard frame,
    /// times 65,536, plus the byte offset of the game in the decompressed frame or file. A block of
    /// four bytes decompresses to at most 128 KiB, so the numbers of the games of two frames cannot
    /// be equal.
    pub fn game_id(&self, input: u32, place: GamePlace) -> u64 {
        let base = self.bases.get(input as usize).copied().unwrap_or(self.size);
        (base.wrapping_add(place.frame) << 16).wrapping_add(place.offset)
    }
}

impl fmt::Display for InputsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputsError::File(path, error) => write!(f, "{}: {error}", path.display()),
            InputsError::Pattern(pattern, error) => write!(f, "invalid pattern {pattern}: {error}"),
            InputsError::Empty(path) => write!(
                f,
                "{}: no file found (expected names that end with .pgn, .pgn.gz, .pgn.bz2, .pgn.zst, \
                 .parquet or .arrow; of a data set, name the directory of a table, such as games)",
                path.display()
            ),
            InputsError::Stdin => {
                f.write_str("standard input must be the only input (the place of a game depends on the sizes of the inputs)")
            }
        }
    }
}

impl std::error::Error for InputsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            InputsError::File(_, error) => Some(error),
            _ => None,
        }
    }
}
