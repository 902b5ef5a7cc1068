//! Files that are read by ranges, by any number of threads.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use setwise_files::File;

/// A whole file, of which ranges are read.
pub(crate) struct StoredFile {
    /// Locked, because reading moves the position of the file.
    file: Mutex<File>,
    size: u64,
}

impl StoredFile {
    pub(crate) fn open(path: &Path) -> io::Result<Arc<StoredFile>> {
        let file = File::open(path)?;
        let size = file.facts().bytes;
        Ok(Arc::new(StoredFile { file: Mutex::new(file), size }))
    }

    /// Returns the size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it ends before; then the kind is `UnexpectedEof`.
    pub(crate) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.read_at(offset, buffer)
    }
}

/// Reads a file from an offset to its end.
#[cfg(feature = "parquet")]
pub(crate) struct Rest {
    file: Arc<StoredFile>,
    offset: u64,
}

#[cfg(feature = "parquet")]
impl Rest {
    pub(crate) fn from(file: &Arc<StoredFile>, offset: u64) -> Rest {
        Rest { file: Arc::clone(file), offset }
    }
}

#[cfg(feature = "parquet")]
impl io::Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.file.size().saturating_sub(self.offset);
        let count = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.file.read_at(self.offset, &mut buffer[..count])?;
        self.offset += count as u64;
        Ok(count)
    }
}
