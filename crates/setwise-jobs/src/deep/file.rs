//! Files of parts, each with a hash, so that a reader of one part checks what it reads.
//!
//! ```text
//! a line of JSON     what the file is: format, version, job, stage, shard, turn, origins
//! parts              bytes, one part after the other
//! directory          40 bytes for each part: bucket (4 bytes), 0 (4), rows (8), length (8), the first 16
//!                    bytes of the SHA-256 of the part
//! footer             the length of the directory (8 bytes), then the 8 characters "SETWISEP"
//! ```
//!
//! Numbers are little-endian. The record of the file has the SHA-256 of its directory, so every
//! byte that is read is checked against the record.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::job::{Job, Stage};
use crate::kind::Shard;
use crate::record::{Output, Record, hex};

const MAGIC: &[u8; 8] = b"SETWISEP";
const ENTRY: usize = 40;

/// A part of a file, as its directory has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// What the part is for: the bucket of rows in a run.
    pub(super) bucket: u32,
    /// The number of rows.
    pub(super) rows: u64,
    start: u64,
    length: u64,
    hash: [u8; 16],
}

/// Writes a file of parts.
pub(super) struct PartWriter<'o> {
    output: &'o mut Output,
    directory: Vec<u8>,
}

fn header(job: &Job, stage: &Stage, number: u32) -> String {
    let header = json!({
        "format": format!("setwise deep perft {}", stage.files.concat()),
        "version": job.description().version,
        "job": job.id(),
        "stage": stage.name,
        "shard": number,
    });
    format!("{header}\n")
}

impl PartWriter<'_> {
    /// Begins a file.
    pub(super) fn new<'o>(
        job: &Job,
        shard: Shard<'_>,
        output: &'o mut Output,
    ) -> Result<PartWriter<'o>, Error> {
        output.write(header(job, shard.stage, shard.number).as_bytes())?;
        Ok(PartWriter { output, directory: Vec::new() })
    }

    /// Appends a part.
    pub(super) fn write(&mut self, bucket: u32, rows: u64, bytes: &[u8]) -> Result<(), Error> {
        self.directory.extend_from_slice(&bucket.to_le_bytes());
        self.directory.extend_from_slice(&[0; 4]);
        self.directory.extend_from_slice(&rows.to_le_bytes());
        self.directory.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.directory.extend_from_slice(&Sha256::digest(bytes)[..16]);
        self.output.write(bytes)
    }

    /// Ends the file, and returns the SHA-256 of its directory.
    pub(super) fn finish(self) -> Result<String, Error> {
        self.output.write(&self.directory)?;
        self.output.write(&(self.directory.len() as u64).to_le_bytes())?;
        self.output.write(MAGIC)?;
        Ok(hex(&Sha256::digest(&self.directory)))
    }
}

/// The name of the directory's hash among the facts of a record.
pub(super) const DIRECTORY: &str = "directory_sha256";

/// Reads a file of parts.
pub(super) struct PartReader {
    path: PathBuf,
    file: File,
    pub(super) parts: Vec<Part>,
}

impl PartReader {
    /// Opens the result of a shard, and checks its size, header and directory against the record.
    pub(super) fn open(job: &Job, stage: &Stage, record: &Record) -> Result<PartReader, Error> {
        let path = job.result_path(stage, record.shard);
        let refused = |reason: String| Err(Error::refused(&path, reason));
        let mut file = File::open(&path).map_err(Error::io("open", &path))?;
        let length = file.metadata().map_err(Error::io("read", &path))?.len();
        record.files.iter().try_for_each(|file| file.check_size(&path, length))?;
        let expected = header(job, stage, record.shard);
        let mut found = vec![0; expected.len()];
        file.read_exact(&mut found).map_err(Error::io("read", &path))?;
        if found != expected.as_bytes() {
            return refused(format!(
                "it begins with {:?} (expected {expected:?})",
                String::from_utf8_lossy(&found),
            ));
        }
        let mut footer = [0; 16];
        file.seek(SeekFrom::End(-16))
            .and_then(|_| file.read_exact(&mut footer))
            .map_err(Error::io("read", &path))?;
        let [size @ .., _, _, _, _, _, _, _, _] = footer;
        let size = u64::from_le_bytes(size);
        let begin = length.checked_sub(16).and_then(|end| end.checked_sub(size));
        let Some(begin) = begin.filter(|_| footer[8..] == *MAGIC) else {
            return refused("its last 16 bytes are not a footer".to_owned());
        };
        let mut directory = vec![0; size as usize];
        file.seek(SeekFrom::Start(begin))
            .and_then(|_| file.read_exact(&mut directory))
            .map_err(Error::io("read", &path))?;
        let hash = hex(&Sha256::digest(&directory));
        if record.facts[DIRECTORY] != hash {
            let expected = &record.facts[DIRECTORY];
            return refused(format!(
                "the SHA-256 of its directory is {hash} (expected {expected})"
            ));
        }
        let (mut parts, mut start) = (Vec::new(), expected.len() as u64);
        let (entries, rest) = directory.as_chunks::<ENTRY>();
        for entry in entries {
            let word = |at: usize| {
                entry[at..at + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
            };
            let mut hash = [0; 16];
            hash.copy_from_slice(&entry[24..]);
            let length = word(16);
            parts.push(Part { bucket: word(0) as u32, rows: word(8), start, length, hash });
            // A part that is longer than the file would not fit into memory.
            start = start.saturating_add(length);
        }
        if start != begin || !rest.is_empty() {
            return refused(format!(
                "its directory has parts up to byte {start} and {} more bytes (expected parts up to \
                 byte {begin}, where the directory begins)",
                rest.len(),
            ));
        }
        Ok(PartReader { path, file, parts })
    }

    /// Reads a part, and checks its hash.
    pub(super) fn read(&mut self, part: Part) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; part.length as usize];
        self.file
            .seek(SeekFrom::Start(part.start))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(Error::io("read", &self.path))?;
        let hash = Sha256::digest(&bytes);
        if hash[..16] != part.hash {
            let end = part.start + part.length;
            return Err(Error::refused(
                &self.path,
                format!(
                    "bytes {} to {end} have a SHA-256 that begins with {} (expected {})",
                    part.start,
                    hex(&hash[..16]),
                    hex(&part.hash),
                ),
            ));
        }
        Ok(bytes)
    }

    /// Returns the error of a part whose bytes are not well-formed.
    pub(super) fn malformed(&self, what: &str) -> Error {
        Error::refused(&self.path, what.to_owned())
    }
}

/// Returns a number that a record has as text, because it may need more than 64 bits.
pub(super) fn number(job: &Job, stage: &Stage, record: &Record, name: &str) -> Result<u128, Error> {
    let text: &Value = &record.facts[name];
    text.as_str().and_then(|text| text.parse().ok()).ok_or_else(|| {
        let path = job.record_path(stage, record.shard);
        Error::refused(&path, format!("the fact {name} is {text} (expected a number in quotes)"))
    })
}
