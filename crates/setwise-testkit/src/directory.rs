//! Directories of tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty directory that is deleted when dropped.
#[derive(Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// Creates a directory among the temporary files.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be created.
    pub fn new() -> Directory {
        Directory::inside(&std::env::temp_dir())
    }

    /// Creates a directory in memory if there is a file system in memory, for what is flushed to
    /// disk often: that takes long on a busy disk, and no test can see whether it was.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be created.
    pub fn in_memory() -> Directory {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Directory::inside(memory) } else { Directory::new() }
    }

    fn inside(parent: &Path) -> Directory {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("setwise-test-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Directory(path)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file in it, as an argument of a command.
    ///
    /// # Panics
    ///
    /// Panics if the path is not UTF-8.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }

    /// Writes a file in it, with the directories that it needs, and returns its path.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
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

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
