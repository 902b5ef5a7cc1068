use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a job, or a shard of it, cannot be run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    Io {
        /// What was tried, as in "read".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A directory is no job: it has no `job.json`.
    NotAJob {
        /// The directory.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The contents of a file are not what they must be.
    Refused {
        /// The file.
        path: PathBuf,
        /// What was found, and what was expected.
        reason: String,
    },
    /// A request that makes no sense, or a result that fails a check.
    Wrong(String),
    /// A shard cannot be run again for a check: the results of an earlier stage that it needs were
    /// deleted after their use.
    Deleted {
        /// The number of the shard in the job.
        shard: u32,
        /// The stage whose results were deleted.
        stage: String,
    },
    /// The share of this run is done, but a stage lacks results of other shares, which it does not
    /// wait for.
    Unfinished {
        /// The stage.
        stage: String,
        /// The shards that are missing, by their numbers in the stage.
        missing: Vec<u32>,
    },
    /// The run was stopped.
    Interrupted,
}

impl Error {
    /// Returns a function that adds the action and the file to an error of the operating system.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { action, path: path.to_owned(), source }
    }

    /// Returns the error of a file with wrong contents.
    pub fn refused(path: &Path, reason: impl Into<String>) -> Error {
        Error::Refused { path: path.to_owned(), reason: reason.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { action, path, source } => {
                write!(f, "cannot {action} {}: {source}", path.display())
            }
            Error::NotAJob { path, .. } => write!(
                f,
                "cannot open {}: there is no job.json, so it is not the directory of a job \
                 (`setwise pgn plan` and `setwise deep plan` make one)",
                path.display(),
            ),
            Error::Refused { path, reason } => write!(f, "{}: {reason}", path.display()),
            Error::Wrong(message) => f.write_str(message),
            Error::Deleted { shard, stage } => write!(
                f,
                "shard {shard}: cannot be checked: it needs the results of stage {stage}, which \
                 were deleted after their use",
            ),
            Error::Unfinished { stage, missing } => {
                write!(f, "this share is done; stage {stage} lacks {}", shards(missing))
            }
            Error::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl From<Error> for io::Error {
    /// Keeps the kind of an error of the operating system; [`Error::Interrupted`] has the kind
    /// `Interrupted`.
    fn from(error: Error) -> io::Error {
        let kind = match &error {
            Error::Io { source, .. } => source.kind(),
            Error::Interrupted => io::ErrorKind::Interrupted,
            _ => io::ErrorKind::Other,
        };
        io::Error::new(kind, error)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } | Error::NotAJob { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Names shards by their numbers: the first ten, and how many more there are.
pub fn shards(missing: &[u32]) -> String {
    let names: Vec<String> = missing.iter().take(10).map(u32::to_string).collect();
    let plural = if missing.len() == 1 { "shard" } else { "shards" };
    let more = match missing.len().saturating_sub(10) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{plural} {}{more}", names.join(", "))
}
