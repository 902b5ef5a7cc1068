//! Directories of tests.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// An empty directory that is deleted when dropped.
#[derive(Debug)]
pub struct Directory(TempDir);

impl Directory {
    /// Creates a directory among the temporary files.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be created.
    pub fn new() -> Directory {
        Directory::inside(&std::env::temp_dir())
    }

    /// Creates a directory in memory if there is a file system in memory, for files that are flushed
    /// to disk often: a flush takes long on a busy disk, and no test depends on it.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be created.
    pub fn in_memory() -> Directory {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Directory::inside(memory) } else { Directory::new() }
    }

    fn inside(parent: &Path) -> Directory {
        Directory(TempDir::with_prefix_in("setwise-test-", parent).expect("a directory"))
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the path of a file in it, as an argument of a command.
    ///
    /// # Panics
    ///
    /// Panics if the path is not UTF-8.
    pub fn file(&self, name: &str) -> String {
        self.path().join(name).to_str().expect("a path in UTF-8").to_owned()
    }

    /// Writes a file in it, with the directories that it needs, and returns its path.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(&path, bytes).expect("a file");
        path
    }
}

impl Default for Directory {
    fn default() -> Directory {
        Directory::new()
    }
}
