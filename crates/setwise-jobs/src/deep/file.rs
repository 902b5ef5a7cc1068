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
//! Numbers are little-endian. The record of the file has a hash of each chunk of its directory, so
//! every byte that is read is checked against the record. The parts of one bucket are found without
//! reading the others' entries: a frontier of 8,000 files is made of as many runs, each of which has
//! parts for all of them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::job::{Job, Stage};
use crate::kind::Shard;
use crate::record::{Output, Record, hex};

const MAGIC: &[u8; 8] = b"SETWISEP";
const ENTRY: usize = 40;

/// The most entries of a chunk of a directory. Its hash in the record takes as many bytes as two
/// entries.
const CHUNK: u32 = 128;

/// Entries of a directory one after the other, with ascending buckets, as a record has them.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Chunk {
    entries: u32,
    /// The bucket of the first part.
    bucket: u32,
    /// The byte at which the first part begins.
    start: u64,
    /// The first 16 bytes of the SHA-256 of the entries, in hexadecimal.
    sha256: String,
}

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
    /// The chunks of the directory, without their hashes.
    chunks: Vec<Chunk>,
    last_bucket: u32,
    /// The byte at which the next part begins.
    start: u64,
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
        let header = header(job, shard.stage, shard.number);
        output.write(header.as_bytes())?;
        let (directory, chunks) = (Vec::new(), Vec::new());
        Ok(PartWriter { output, directory, chunks, last_bucket: 0, start: header.len() as u64 })
    }

    /// Appends a part.
    pub(super) fn write(&mut self, bucket: u32, rows: u64, bytes: &[u8]) -> Result<(), Error> {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.entries < CHUNK && bucket >= self.last_bucket => {
                chunk.entries += 1;
            }
            _ => {
                let (start, sha256) = (self.start, String::new());
                self.chunks.push(Chunk { entries: 1, bucket, start, sha256 });
            }
        }
        (self.last_bucket, self.start) = (bucket, self.start + bytes.len() as u64);
        self.directory.extend_from_slice(&bucket.to_le_bytes());
        self.directory.extend_from_slice(&[0; 4]);
        self.directory.extend_from_slice(&rows.to_le_bytes());
        self.directory.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.directory.extend_from_slice(&Sha256::digest(bytes)[..16]);
        self.output.write(bytes)
    }

    /// Ends the file. Returns the chunks of its directory, for its record.
    pub(super) fn finish(mut self) -> Result<Value, Error> {
        let mut rest = &*self.directory;
        for chunk in &mut self.chunks {
            let (entries, others) = rest.split_at(chunk.entries as usize * ENTRY);
            (chunk.sha256, rest) = (hex(&Sha256::digest(entries)[..16]), others);
        }
        self.output.write(&self.directory)?;
        self.output.write(&(self.directory.len() as u64).to_le_bytes())?;
        self.output.write(MAGIC)?;
        Ok(json!(self.chunks))
    }
}

/// The name of the directory's chunks among the facts of a record.
pub(super) const DIRECTORY: &str = "directory";

/// Reads a file of parts.
pub(super) struct PartReader {
    path: PathBuf,
    file: File,
    chunks: Vec<Chunk>,
    /// The byte at which the directory begins.
    directory: u64,
}

impl PartReader {
    /// Opens the result of a shard, and checks its size and header against the record.
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
        let chunks: Vec<Chunk> = match Deserialize::deserialize(&record.facts[DIRECTORY]) {
            Ok(chunks) => chunks,
            Err(error) => return refused(format!("its record has no directory: {error}")),
        };
        let entries: u64 = chunks.iter().map(|chunk| u64::from(chunk.entries)).sum();
        if size != entries.saturating_mul(ENTRY as u64) {
            return refused(format!(
                "its directory has {size} bytes (expected {entries} entries of {ENTRY})"
            ));
        }
        Ok(PartReader { path, file, chunks, directory: begin })
    }

    /// Reads the parts of a bucket from the directory, and checks what is read against the record.
    pub(super) fn parts(&mut self, bucket: u32) -> Result<Vec<Part>, Error> {
        let (mut parts, mut at) = (Vec::new(), self.directory);
        for (index, chunk) in self.chunks.iter().enumerate() {
            let (length, next) = (chunk.entries as usize * ENTRY, self.chunks.get(index + 1));
            let from = at;
            at += length as u64;
            let is_before = next.is_some_and(|next| (chunk.bucket..bucket).contains(&next.bucket));
            if bucket < chunk.bucket || is_before {
                continue;
            }
            let entries = read_at(&mut self.file, &self.path, from, length)?;
            let (found, expected) = (hex(&Sha256::digest(&entries)[..16]), &chunk.sha256);
            if found != *expected {
                let reason = format!(
                    "bytes {from} to {at} of its directory have a SHA-256 that begins with {found} \
                     (expected {expected})"
                );
                return Err(Error::refused(&self.path, reason));
            }
            let mut start = chunk.start;
            for entry in entries.as_chunks::<ENTRY>().0 {
                let word = |at: usize| {
                    let bytes = entry[at..at + 8].iter().rev();
                    bytes.fold(0, |word, &byte| word << 8 | u64::from(byte))
                };
                let mut hash = [0; 16];
                hash.copy_from_slice(&entry[24..]);
                let part =
                    Part { bucket: word(0) as u32, rows: word(8), start, length: word(16), hash };
                // A part that is longer than the file would not fit into memory.
                start = start.saturating_add(part.length);
                if part.bucket == bucket {
                    parts.push(part);
                }
            }
            let end = next.map_or(self.directory, |next| next.start);
            if start != end {
                let reason = format!("its directory has parts up to byte {start} (expected {end})");
                return Err(Error::refused(&self.path, reason));
            }
        }
        Ok(parts)
    }

    /// Reads a part, and checks its hash.
    pub(super) fn read(&mut self, part: Part) -> Result<Vec<u8>, Error> {
        let bytes = read_at(&mut self.file, &self.path, part.start, part.length as usize)?;
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

/// Reads a number of bytes that begin at one of a file.
fn read_at(file: &mut File, path: &Path, start: u64, length: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(start))
        .and_then(|_| file.read_exact(&mut bytes))
        .map_err(Error::io("read", path))?;
    Ok(bytes)
}

/// Returns a number that a record has as text, because it may need more than 64 bits.
pub(super) fn number(job: &Job, stage: &Stage, record: &Record, name: &str) -> Result<u128, Error> {
    let text: &Value = &record.facts[name];
    text.as_str().and_then(|text| text.parse().ok()).ok_or_else(|| {
        let path = job.record_path(stage, record.shard);
        Error::refused(&path, format!("the fact {name} is {text} (expected a number in quotes)"))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use setwise::Position;

    use super::*;
    use crate::deep::{Estimate, PlanOptions, plan};
    use crate::kind::Summary;

    /// Three segments of parts for some of 3,000 buckets. Finds a part that is not found or is in
    /// the wrong place, and a reader that reads more of the directory than its bucket needs.
    #[test]
    fn parts_of_a_bucket_are_found_alone() {
        let directory = setwise_testkit::Directory::in_memory();
        let position = Position::INITIAL;
        let options = PlanOptions { position, depth: 3, split: 2, divide: false, shards: None };
        let job = plan(&directory.path().join("job"), &options, &Estimate::new(&position, 2));
        let job = job.expect("a plan");
        let shard = job.shard(0).expect("a shard");
        job.create_directories(shard.stage).expect("directories");
        let has = |segment: u32, bucket: u32| {
            let random = bucket.wrapping_mul(2_654_435_769).rotate_left(segment);
            !random.is_multiple_of(3) || bucket == 1500
        };
        let content =
            |segment: u32, bucket: u32| format!("{segment} {bucket}").repeat(segment as usize);
        let mut output = Output::create(&job, shard).expect("a file");
        let mut writer = PartWriter::new(&job, shard, &mut output).expect("a file");
        for segment in 0..3 {
            for bucket in (0..3000).filter(|&bucket| has(segment, bucket)) {
                let bytes = content(segment, bucket);
                writer.write(bucket, u64::from(segment), bytes.as_bytes()).expect("written");
            }
        }
        let facts = json!({ DIRECTORY: writer.finish().expect("written") });
        let summary = Summary { rows: 0, facts, notes: Value::Null };
        let record = output.publish(&job, shard, summary).expect("a record");

        let mut reader = PartReader::open(&job, shard.stage, &record).expect("a file");
        assert!(
            reader.chunks.len() > 45 && reader.chunks.iter().all(|chunk| chunk.entries <= CHUNK)
        );
        for bucket in 0..3001 {
            let parts = reader.parts(bucket).expect("parts");
            let read = parts.iter().map(|&part| (part.rows, reader.read(part).expect("a part")));
            let read: Vec<(u64, Vec<u8>)> = read.collect();
            let segments = (0..3).filter(|&segment| has(segment, bucket) && bucket < 3000);
            let expected = segments.map(|it| (u64::from(it), content(it, bucket).into_bytes()));
            assert!(read == expected.collect::<Vec<_>>(), "{bucket}");
        }
        // The entries of the first chunk are damaged: only its buckets are refused.
        let path = job.result_path(shard.stage, 0);
        let mut file = File::options().write(true).open(path).expect("a file");
        file.seek(SeekFrom::Start(reader.directory + 1)).expect("a place");
        file.write_all(b"?").expect("written");
        let (first, last) = (reader.chunks[0].bucket, reader.chunks[1].bucket);
        for bucket in [first, last - 1, last, last + 1, 1500, 2999] {
            let parts = reader.parts(bucket);
            assert_eq!(parts.is_err(), (first..=last).contains(&bucket), "{bucket}");
            if let Err(error) = parts {
                assert!(error.to_string().contains("of its directory have a SHA-256"), "{error}");
            }
        }
    }
}
