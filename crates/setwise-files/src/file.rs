//! Reading files.

use std::fs;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use crate::{Facts, Kind, cloud, url};

/// The number of bytes of the first range of an object, and of the longest one.
const WINDOW: [u64; 2] = [1 << 16, 1 << 22];

/// An open file.
///
/// An object is read in ranges, which are longer the longer it is read without a jump: from 64 KiB
/// up to 4 MiB. So at most 4 MiB are downloaded that are not read.
#[derive(Debug)]
pub struct File {
    source: Source,
    facts: Facts,
}

#[derive(Debug)]
enum Source {
    Local(fs::File),
    Object(Object),
}

#[derive(Debug)]
struct Object {
    url: Arc<str>,
    position: u64,
    /// What was read last, and its first byte in the object.
    start: u64,
    bytes: Vec<u8>,
    /// The size of the next range.
    window: u64,
}

impl File {
    /// Opens a file or an object. What is no regular file may wait for a writer.
    ///
    /// # Errors
    ///
    /// The file does not exist, cannot be read or is a directory.
    pub fn open(path: &Path) -> io::Result<File> {
        let file = match url(path) {
            Some(url) => {
                let facts = cloud::facts(&url)?;
                File { source: Source::Object(Object::new(url.into())), facts }
            }
            None => {
                let file = fs::File::open(path)?;
                let facts = Facts::of(&file.metadata()?);
                File { source: Source::Local(file), facts }
            }
        };
        if file.facts.kind == Kind::Directory {
            return Err(ErrorKind::IsADirectory.into());
        }
        Ok(file)
    }

    /// Returns the facts of the file when it was opened.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns another reader of the open file, at its start. The two readers of a file of this
    /// machine have one position: after one is read, the other must be moved.
    ///
    /// # Errors
    ///
    /// The system fails.
    pub fn at_start(&self) -> io::Result<File> {
        let source = match &self.source {
            Source::Local(file) => {
                let mut file = file.try_clone()?;
                file.rewind()?;
                Source::Local(file)
            }
            Source::Object(object) => Source::Object(Object::new(Arc::clone(&object.url))),
        };
        Ok(File { source, facts: self.facts.clone() })
    }

    /// Fills a buffer with the bytes from an offset on: an object by one request for exactly these.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it ends before; then the kind is `UnexpectedEof`.
    pub fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match &mut self.source {
            Source::Local(file) => {
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(buffer)
            }
            Source::Object(object) => {
                let end = offset.saturating_add(buffer.len() as u64);
                if end > self.facts.bytes {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                let bytes = cloud::read(&object.url, offset..end, &self.facts)?;
                buffer.copy_from_slice(&bytes);
                Ok(())
            }
        }
    }
}

impl Object {
    fn new(url: Arc<str>) -> Object {
        Object { url, position: 0, start: 0, bytes: Vec::new(), window: WINDOW[0] }
    }

    /// Returns the bytes from the position on that have been read.
    fn rest(&self) -> &[u8] {
        let skipped = self.position.checked_sub(self.start);
        let skipped = skipped.and_then(|skipped| usize::try_from(skipped).ok());
        skipped.and_then(|skipped| self.bytes.get(skipped..)).unwrap_or_default()
    }

    fn read(&mut self, buffer: &mut [u8], facts: &Facts) -> io::Result<usize> {
        if self.rest().is_empty() && self.position < facts.bytes {
            let goes_on = self.position == self.start + self.bytes.len() as u64;
            self.window = if goes_on { self.window } else { WINDOW[0] };
            let end = self.position.saturating_add(self.window).min(facts.bytes);
            self.bytes = cloud::read(&self.url, self.position..end, facts)?;
            self.start = self.position;
            self.window = (self.window * 2).min(WINDOW[1]);
        }
        let rest = self.rest();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.position += count as u64;
        Ok(count)
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.source {
            Source::Local(file) => file.read(buffer),
            Source::Object(object) => object.read(buffer, &self.facts),
        }
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let object = match &mut self.source {
            Source::Local(file) => return file.seek(to),
            Source::Object(object) => object,
        };
        let position = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(offset) => object.position.checked_add_signed(offset),
            SeekFrom::End(offset) => self.facts.bytes.checked_add_signed(offset),
        };
        object.position = position.ok_or(ErrorKind::InvalidInput)?;
        Ok(object.position)
    }
}
