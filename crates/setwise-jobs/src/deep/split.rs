//! The ranges of a frontier's files, chosen from samples of the frontier before.

use setwise::Color;

use super::block::{Bytes, Packer, Unpacker};
use super::file::{DIRECTORY, PartReader, PartWriter};
use super::frontier::{ROWS, SAMPLE};
use super::row::Key;
use super::side::{Group, Side};
use super::{Deep, Run, Step};
use crate::Error;
use crate::job::Job;
use crate::kind::Summary;
use crate::record::Record;
use serde_json::{Value, json};

/// The number of children from which ranges are chosen, or fewer.
const CHILDREN: usize = 1 << 20;

/// A sample of keys, of bounded size, spread evenly over the keys that were offered.
pub(super) struct Sample {
    keys: Vec<Key>,
    step: u64,
    offered: u64,
}

/// The most keys in a sample. It has half of them or more, or all.
const MOST: usize = 1024;

impl Sample {
    pub(super) fn new() -> Sample {
        Sample { keys: Vec::new(), step: 1, offered: 0 }
    }

    #[inline(always)]
    pub(super) fn offer(&mut self, key: Key) {
        if self.offered.is_multiple_of(self.step) {
            self.keep(key);
        }
        self.offered += 1;
    }

    #[cold]
    fn keep(&mut self, key: Key) {
        if self.keys.len() == MOST {
            self.step *= 2;
            let mut even = false;
            self.keys.retain(|_| {
                even = !even;
                even
            });
            if !self.offered.is_multiple_of(self.step) {
                return;
            }
        }
        self.keys.push(key);
    }

    pub(super) fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// Packs keys in ascending order.
pub(super) fn pack(keys: &[Key]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut packers = [Packer::default(), Packer::default()];
    for key in keys {
        for (side, packer) in key.iter().zip(&mut packers) {
            packer.put(side, &mut bytes);
        }
    }
    bytes
}

/// Unpacks keys, or returns `None` if the bytes are not packed keys.
fn unpack(bytes: &[u8]) -> Option<Vec<Key>> {
    let mut bytes = Bytes(bytes);
    let [mut moved, mut to_move] = [Unpacker::default(), Unpacker::default()];
    let mut keys = Vec::new();
    while !bytes.0.is_empty() {
        keys.push([moved.take(&mut bytes)?, to_move.take(&mut bytes)?]);
    }
    Some(keys)
}

/// Reads the keys of a bucket.
fn keys(reader: &mut PartReader, bucket: u32) -> Result<Vec<Key>, Error> {
    let mut keys = Vec::new();
    for part in reader.parts(bucket)? {
        let found = unpack(&reader.read(part)?);
        let what = "a part is not a list of keys, though its hash is right";
        keys.extend(found.ok_or_else(|| reader.malformed(what))?);
    }
    Ok(keys)
}

impl Deep {
    /// Chooses where the files of a frontier begin.
    pub(super) fn run_split(&self, run: Run<'_>, ply: u8) -> Result<Summary, Error> {
        let Run { job, shard, output, .. } = run;
        let before = self.frontier(job, ply - 1)?;
        let files = self.frontier(job, ply)?.shards as usize;
        let turn = self.turn(ply - 1);
        let mut samples = Vec::new();
        for record in job.records(before)? {
            let mut reader = PartReader::open(job, before, &record)?;
            samples.extend(keys(&mut reader, SAMPLE)?);
        }
        let each = (CHILDREN / samples.len().max(1)).max(1);
        let mut children = Vec::new();
        for (i, key) in samples.iter().enumerate() {
            children.extend(some_children(key, turn, each, i).ok_or_else(|| {
                let path = job.result_path(before, 0);
                Error::refused(&path, "a sample of this stage has a position that cannot be played")
            })?);
        }
        let splitters = choose(children, files);
        let mut writer = PartWriter::new(job, shard, output)?;
        writer.write(ROWS, splitters.len() as u64, &pack(&splitters))?;
        let directory = writer.finish()?;
        let rows = splitters.len() as u64;
        Ok(Summary { rows, facts: json!({ DIRECTORY: directory }), notes: Value::Null })
    }

    /// Reads where the files of a frontier begin; the first has no beginning.
    pub(super) fn splitters(&self, job: &Job, ply: u8) -> Result<Vec<Key>, Error> {
        let stage = self.stage(job, Step::Split(ply))?;
        let record = Record::of(job, stage, 0)?;
        let mut reader = PartReader::open(job, stage, &record)?;
        keys(&mut reader, ROWS)
    }
}

/// Returns at most `most` of the keys after the moves of a position, different ones for different
/// `i`.
fn some_children(key: &Key, turn: Color, most: usize, i: usize) -> Option<Vec<Key>> {
    let [moved, to_move] = key;
    let position = Group::new(moved, turn).position(to_move)?;
    let moves = position.legal_moves();
    let some = moves.iter().cycle().skip(i % moves.len().max(1)).take(most.min(moves.len()));
    Some(some.map(|&mv| Side::both(&position.play_unchecked(mv))).collect())
}

/// Returns the keys at which all files but the first begin, so that each has as many of the
/// children.
///
/// A file begins with a group, unless the group is larger than a file.
fn choose(mut children: Vec<Key>, files: usize) -> Vec<Key> {
    children.sort_unstable();
    let mut splitters: Vec<Key> = Vec::new();
    for file in 1..files {
        let Some(&[moved, to_move]) = children.get(file * children.len() / files) else { break };
        let group = [moved, Side::LEAST];
        let begun = splitters.last().is_some_and(|last| *last >= group);
        splitters.push(if begun { [moved, to_move] } else { group });
    }
    splitters
}
