//! Files that are read by ranges, wherever they lie.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A whole file, of which ranges are read, by any number of threads.
pub(crate) trait StoredFile: Send + Sync {
    /// Returns the size in bytes.
    fn size(&self) -> u64;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it ends before; then the kind is `UnexpectedEof`.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// A file of the file system.
pub(crate) struct LocalFile {
    /// Locked, because reading moves the position of the file.
    file: Mutex<File>,
    size: u64,
}

impl LocalFile {
    pub(crate) fn open(path: &Path) -> io::Result<Arc<dyn StoredFile>> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Arc::new(LocalFile { file: Mutex::new(file), size }))
    }
}

impl StoredFile for LocalFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

/// Reads a file from an offset to its end.
#[cfg(any(feature = "jobs", feature = "parquet"))]
pub(crate) struct Rest {
    file: Arc<dyn StoredFile>,
    offset: u64,
}

#[cfg(any(feature = "jobs", feature = "parquet"))]
impl Rest {
    pub(crate) fn from(file: &Arc<dyn StoredFile>, offset: u64) -> Rest {
        Rest { file: Arc::clone(file), offset }
    }
}

#[cfg(any(feature = "jobs", feature = "parquet"))]
impl Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.file.size().saturating_sub(self.offset);
        let count = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.file.read_at(self.offset, &mut buffer[..count])?;
        self.offset += count as u64;
        Ok(count)
    }
}

/// Only offsets from the start are sought.
#[cfg(any(feature = "jobs", feature = "parquet"))]
impl Seek for Rest {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(offset) = position else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        self.offset = offset;
        Ok(offset)
    }
}
