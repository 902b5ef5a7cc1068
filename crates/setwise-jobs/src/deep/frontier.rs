//! The stages that make frontiers, and the reader of a frontier.

use std::path::PathBuf;

use serde_json::{Value, json};
use setwise::{Color, Position};

use super::block::{Block, BlockWriter, Rows};
use super::expand::{Bucket, Expansion};
use super::file::{self, DIRECTORY, PartReader, PartWriter};
use super::known;
use super::merge::merge;
use super::plan::is_initial;
use super::row::Failed;
use super::side::{Group, Side};
use super::split::{self, Sample};
use super::{Deep, Run, Step};
use crate::Error;
use crate::job::{Job, Stage};
use crate::kind::Summary;
use crate::record::Record;

/// The bucket of the rows of a frontier, and of the keys between its files.
pub(super) const ROWS: u32 = 0;

/// The bucket of a part that is a sample of the keys.
pub(super) const SAMPLE: u32 = u32::MAX;

/// The number of rows that a shard collects before it sorts and writes them.
const SEGMENT_ROWS: usize = 12 << 20;

/// The memory that an `expand` shard needs: two copies of its rows, and its sides.
pub(super) const EXPAND_MEMORY: u64 = 640 << 20;

/// The memory that a `frontier` shard needs for each of its rows: their bytes, and sums. 5 were
/// measured.
pub(super) const MERGE_ROW_MEMORY: u64 = 8;

/// The memory that any other shard needs.
pub(super) const OTHER_MEMORY: u64 = 64 << 20;

/// What is wrong with bytes whose hash is right.
const MALFORMED: &str = "a part is not a block of rows, though its hash is right";
const UNPLAYABLE: &str = "a row is not a playable position, though its hash is right";
const TOO_MANY_SIDES: &str = "a shard has more different sides than 32 bits can number";
const OVERFLOW: &str = "a multiplicity is more than 64 bits can hold";

impl Deep {
    /// Returns the color that is to move after some plies.
    pub(super) fn turn(&self, ply: u8) -> Color {
        let turn = self.root.turn();
        if ply.is_multiple_of(2) { turn } else { !turn }
    }

    /// Writes the frontier of ply 1. Each root move is an origin, if each is counted by itself.
    pub(super) fn run_first(&self, run: Run<'_>) -> Result<Summary, Error> {
        let Run { job, shard, output, .. } = run;
        let mut rows: Vec<([Side; 2], u32)> = Vec::new();
        for (mv, origin) in self.root.legal_moves().into_iter().zip(0..) {
            let origin = if self.columns.origins == 1 { 0 } else { origin };
            rows.push((Side::both(&self.root.play_unchecked(mv)), origin));
        }
        // Two moves never lead to the same position.
        rows.sort_unstable();
        let mut to_move: Vec<Side> = rows.iter().map(|([_, to_move], _)| *to_move).collect();
        to_move.sort_unstable();
        to_move.dedup();
        let mut block = BlockWriter::new(self.columns);
        let mut last = None;
        let mut sample = Sample::new();
        for &(key @ [moved, side], origin) in &rows {
            if last != Some(moved) {
                block.begin_group(&moved);
                last = Some(moved);
            }
            let number = to_move.partition_point(|other| *other < side) as u32;
            block.push(self.columns.join(number, origin), 1);
            sample.offer(key);
        }
        let mut bytes = Vec::new();
        block.finish(&to_move, &mut Vec::new(), &mut bytes);
        let mut writer = PartWriter::new(job, shard, output)?;
        let count = rows.len() as u64;
        writer.write(ROWS, count, &bytes)?;
        writer.write(SAMPLE, count, &split::pack(sample.keys()))?;
        let facts = json!({ "paths": count.to_string(), DIRECTORY: writer.finish()? });
        Ok(Summary { rows: count, facts, notes: Value::Null })
    }

    /// Writes the children of the positions of one file, sorted, a part for each file of the new
    /// frontier. If they do not fit into memory there are several such parts.
    pub(super) fn run_expand(&self, run: Run<'_>, ply: u8) -> Result<Summary, Error> {
        let Run { job, shard, output, interruption } = run;
        let before = self.frontier(job, ply - 1)?;
        let mut reader = PartReader::open(job, before, &Record::of(job, before, shard.number)?)?;
        let splitters = self.splitters(job, ply)?;
        let turn = self.turn(ply - 1);
        let mut writer = PartWriter::new(job, shard, output)?;
        let mut expansion = Expansion::new(self.columns);
        let mut rows = 0;
        let mut flush = |expansion: &mut Expansion| {
            expansion.finish(&splitters, |Bucket { index, rows: count, bytes }| {
                rows += count;
                Ok(writer.write(index as u32, count, bytes)?)
            })
        };
        let in_file = |failed: Failed| failed.at(|_| job.result_path(before, shard.number));
        for part in reader.parts(ROWS)? {
            let bytes = reader.read(part)?;
            let added = expansion.add_block(&bytes, turn, |expansion| {
                interruption.check()?;
                if expansion.rows() >= SEGMENT_ROWS { flush(expansion) } else { Ok(()) }
            });
            added.map_err(in_file)?;
        }
        flush(&mut expansion).map_err(in_file)?;
        let facts = json!({
            "children": expansion.tally.children.to_string(),
            "paths": expansion.tally.paths.to_string(),
            DIRECTORY: writer.finish()?,
        });
        Ok(Summary { rows, facts, notes: Value::Null })
    }

    /// Merges one range of all runs into a file of the frontier.
    pub(super) fn run_merge(&self, run: Run<'_>, ply: u8) -> Result<Summary, Error> {
        let Run { job, shard, output, interruption } = run;
        let runs = self.stage(job, Step::Expand(ply))?;
        let mut blocks = Vec::new();
        // The reader of each block, for messages.
        let mut readers = Vec::new();
        for record in job.records(runs)? {
            interruption.check()?;
            let number = record.shard;
            let mut reader = PartReader::open(job, runs, &record)?;
            for part in reader.parts(shard.number)? {
                blocks.push(reader.read(part)?);
                readers.push(number);
            }
        }
        let mut writer = PartWriter::new(job, shard, output)?;
        let mut sample = Sample::new();
        let merged = merge(
            &blocks,
            self.columns,
            |key| sample.offer(key),
            |rows, bytes| {
                interruption.check()?;
                Ok(writer.write(ROWS, rows, bytes)?)
            },
        );
        let in_run = |failed: Failed| failed.at(|block| job.result_path(runs, readers[block]));
        let merged = merged.map_err(in_run)?;
        writer.write(SAMPLE, sample.keys().len() as u64, &split::pack(sample.keys()))?;
        let facts = json!({ "paths": merged.paths.to_string(), DIRECTORY: writer.finish()? });
        Ok(Summary { rows: merged.positions, facts, notes: Value::Null })
    }

    /// Checks the number of positions and the sum of multiplicities of a frontier.
    pub(super) fn check_frontier(
        &self,
        job: &Job,
        stage: &Stage,
        records: &[Record],
        ply: u8,
    ) -> Result<(), Error> {
        let positions = rows(job, stage, records)?;
        let paths = self.sum(job, stage, records, "paths")?;
        let wrong =
            |what: &str, found: &dyn std::fmt::Display, expected: &dyn std::fmt::Display| {
                let reason = format!("{what} is {found} (expected {expected})");
                Error::refused(&job.results(stage), reason)
            };
        if is_initial(&self.root) {
            if let Some(known) = known::unique(ply).filter(|known| *known != positions) {
                return Err(wrong("the number of different positions", &positions, &known));
            }
            if let Some(known) = known::perft(ply).filter(|known| *known != paths) {
                return Err(wrong("the sum of multiplicities", &paths, &known));
            }
        }
        if ply > 1 {
            let runs = self.stage(job, Step::Expand(ply))?;
            let expanded = self.sum(job, runs, &self.records(job, runs)?, "paths")?;
            if expanded != paths {
                return Err(wrong("the sum of multiplicities", &paths, &expanded));
            }
        }
        Ok(())
    }

    /// Returns the sum of a fact over records.
    pub(super) fn sum(
        &self,
        job: &Job,
        stage: &Stage,
        records: &[Record],
        name: &str,
    ) -> Result<u128, Error> {
        records.iter().try_fold(0_u128, |sum, record| {
            let number = file::number(job, stage, record, name)?;
            sum.checked_add(number).ok_or_else(|| Error::Wrong("a sum exceeds 128 bits".to_owned()))
        })
    }
}

/// Returns the number of rows of a stage.
pub(super) fn rows(job: &Job, stage: &Stage, records: &[Record]) -> Result<u64, Error> {
    let sum = records.iter().try_fold(0_u64, |sum, record| sum.checked_add(record.rows));
    sum.ok_or_else(|| {
        let reason = "the records have more rows than 64 bits can count";
        Error::refused(&job.results(stage), reason)
    })
}

impl Failed {
    /// Returns the error, given the path of a block by its index.
    fn at(self, path: impl Fn(usize) -> PathBuf) -> Error {
        match self {
            Failed::Job(error) => error,
            Failed::Malformed(block) => Error::refused(&path(block), MALFORMED),
            Failed::Unplayable => Error::refused(&path(0), UNPLAYABLE),
            Failed::Overflow => Error::Wrong(OVERFLOW.to_owned()),
            Failed::TooManySides => Error::Wrong(TOO_MANY_SIDES.to_owned()),
        }
    }
}

/// A position of a frontier with its multiplicity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position. Its counters are 0 and 1, and it has an en passant square only if a capture
    /// there is legal.
    pub position: Position,
    /// The root move that the paths begin with, as an index into the root's legal moves, if the job
    /// counts each by itself; otherwise 0.
    pub origin: u32,
    /// The number of move sequences from the root that end in the position.
    pub paths: u64,
}

/// What a frontier has, in order.
pub(super) enum Entry {
    /// The positions that follow share the side that has just moved.
    Group,
    /// A position, and its side to move.
    Position(Position, Side),
    /// A row of the position: its origin and its multiplicity.
    Row(u32, u64),
}

/// Reads one file of a frontier, row by row, and checks the hash of all that it reads.
///
/// Rows are sorted by the packed side that has just moved, then by the packed side to move.
pub struct FrontierReader {
    reader: PartReader,
    columns: super::block::Columns,
    turn: Color,
}

impl FrontierReader {
    /// Opens a file of the frontier of a ply.
    ///
    /// # Errors
    ///
    /// The ply has no frontier, or the file cannot be read or is not as its record says.
    pub fn open(deep: &Deep, job: &Job, ply: u8, number: u32) -> Result<FrontierReader, Error> {
        let stage = deep.frontier(job, ply)?;
        let reader = PartReader::open(job, stage, &Record::of(job, stage, number)?)?;
        Ok(FrontierReader { reader, columns: deep.columns, turn: deep.turn(ply) })
    }

    /// Calls a function with each row, in order, until it returns an error.
    ///
    /// # Errors
    ///
    /// That error, or the file cannot be read or is malformed.
    pub fn for_each<E: From<Error>>(
        &mut self,
        mut row: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        // Replaced before the first row.
        let mut last = Position::INITIAL;
        self.for_each_in_groups(|entry| match entry {
            Entry::Group => Ok(()),
            Entry::Position(position, _) => {
                last = position;
                Ok(())
            }
            Entry::Row(origin, paths) => row(Row { position: last, origin, paths }),
        })
    }

    /// Calls a function with each entry, in order, until it returns an error.
    pub(super) fn for_each_in_groups<E: From<Error>>(
        &mut self,
        mut visit: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        for part in self.reader.parts(ROWS)? {
            let bytes = self.reader.read(part)?;
            let malformed = || self.reader.malformed(MALFORMED);
            let mut block = Block::open(&bytes, self.columns).ok_or_else(malformed)?;
            while let Some((moved, rows)) = block.next_group().ok_or_else(malformed)? {
                visit(Entry::Group)?;
                self.group(&block, &moved, rows, &mut visit)?;
            }
        }
        Ok(())
    }

    fn group<E: From<Error>>(
        &self,
        block: &Block<'_>,
        moved: &Side,
        rows: Rows<'_>,
        visit: &mut impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        let group = Group::new(moved, self.turn);
        let mut last = None;
        for (column, paths) in rows {
            let (number, origin) = self.columns.split(column);
            if last != Some(number) {
                let side = &block.to_move[number as usize];
                let position = group.position(side);
                let position = position.ok_or_else(|| self.reader.malformed(UNPLAYABLE))?;
                visit(Entry::Position(position, *side))?;
                last = Some(number);
            }
            visit(Entry::Row(origin, paths))?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for FrontierReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrontierReader").field("turn", &self.turn).finish_non_exhaustive()
    }
}
