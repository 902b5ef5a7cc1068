//! The last stage: multiplicity × perft of the remaining plies, and plain counts to check with.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use setwise::Position;
use setwise_perft::{Backend, Counter};

use super::frontier::{Entry, FrontierReader, rows};
use super::group_count::{Block, GroupCounter};
use super::known;
use super::plan::is_initial;
use super::side::Side;
use super::{Deep, Run};
use crate::Error;
use crate::job::{Job, Stage};
use crate::kind::{Interruption, Summary};
use crate::record::{Output, Record};

/// The number of positions, over all shards, that are counted a second time, one position at a time
/// and without a table.
const RECOUNTED: u64 = 1_000;

/// Recounting takes at most this part of a shard's time: one twentieth.
const RECOUNT_SHARE: u32 = 20;

/// The counts of a shard.
struct Totals<'d> {
    counter: GroupCounter<'d>,
    block: Block,
    rest: u8,
    /// The sums, by origin.
    sums: Vec<u128>,
    recount: Recount,
    /// The positions of the block that are to be counted again, with their children.
    sample: Vec<(Position, Vec<u32>)>,
}

impl Deep {
    /// Counts below the positions of one file.
    pub(super) fn run_count(&self, run: Run<'_>) -> Result<Summary, Error> {
        let Run { job, shard, output, interruption } = run;
        let split = self.options.split;
        let stage = self.frontier(job, split)?;
        let of_file = Record::of(job, stage, shard.number)?.rows;
        let all = rows(job, stage, &job.records(stage)?)?;
        let mut reader = FrontierReader::open(self, job, split, shard.number)?;
        let rest = self.options.depth - split;
        let origins = self.columns.origins;
        let mut totals = Totals {
            counter: GroupCounter {
                lanes: Counter::new(self.settings.backend),
                table: self.table()?,
            },
            block: Block::new(rest, origins),
            rest,
            sums: vec![0; origins as usize],
            recount: Recount::new(of_file, all, shard.number),
            sample: Vec::new(),
        };
        reader.for_each_in_groups(|entry| match entry {
            Entry::Group => {
                totals.block.begin_group();
                Ok(())
            }
            Entry::Position(position, to_move) => {
                totals.add_position(&position, &to_move, interruption)
            }
            Entry::Row(origin, paths) => {
                Ok(totals.block.add_paths(origin, paths).map_err(|_| overflow())?)
            }
        })?;
        totals.finish_block(interruption)?;
        let Totals { sums, recount, .. } = totals;
        let sums: Vec<String> = sums.iter().map(u128::to_string).collect();
        write_json(output, &json!({ "job": job.id(), "shard": shard.number, "sums": sums }))?;
        let facts = json!({ "sums": sums });
        Ok(Summary { rows: of_file, facts, notes: json!({ "recounted": recount.done }) })
    }

    /// Counts a plain perft, or that below one root move.
    pub(super) fn run_perft(&self, run: Run<'_>, ply: u8) -> Result<Summary, Error> {
        let Run { shard, output, interruption, .. } = run;
        let mut counter = Counter::new(self.settings.backend);
        let moves = self.root.legal_moves();
        let mut paths = 0;
        for (mv, number) in moves.into_iter().zip(0..) {
            if shard.stage.shards == 1 || number == shard.number {
                interruption.check()?;
                paths += counter.count(&self.root.play_unchecked(mv), ply - 1);
            }
        }
        let facts = json!({ "paths": paths.to_string() });
        write_json(output, &facts)?;
        Ok(Summary { rows: 1, facts, notes: Value::Null })
    }

    /// Compares the sum of multiplicities with the plain perft.
    pub(super) fn check_perft(
        &self,
        job: &Job,
        stage: &Stage,
        records: &[Record],
        ply: u8,
    ) -> Result<(), Error> {
        let expected = self.sum(job, stage, records, "paths")?;
        let frontier = self.frontier(job, ply)?;
        let found = self.sum(job, frontier, &self.records(job, frontier)?, "paths")?;
        if found != expected {
            let reason = format!("the sum of multiplicities is {found} (expected {expected})");
            return Err(Error::refused(&job.results(frontier), reason));
        }
        Ok(())
    }

    /// Compares the total with the known one.
    pub(super) fn check_count(
        &self,
        job: &Job,
        stage: &Stage,
        records: &[Record],
    ) -> Result<(), Error> {
        let total = total(&self.totals(job, stage, records)?)?;
        let known = known::perft(self.options.depth).filter(|_| is_initial(&self.root));
        match known {
            Some(known) if known != total => {
                Err(Error::Wrong(format!("the total is {total} (expected {known})")))
            }
            _ => Ok(()),
        }
    }

    /// Returns the sums of all shards, by origin.
    pub(super) fn totals(
        &self,
        job: &Job,
        stage: &Stage,
        records: &[Record],
    ) -> Result<Vec<u128>, Error> {
        let mut totals = vec![0_u128; self.columns.origins as usize];
        for record in records {
            let path = job.record_path(stage, record.shard);
            let malformed = || Error::refused(&path, "the fact sums is not a list of numbers");
            let sums = record.facts["sums"].as_array().ok_or_else(malformed)?;
            if sums.len() != totals.len() {
                return Err(malformed());
            }
            for (total, sum) in totals.iter_mut().zip(sums) {
                let sum: u128 =
                    sum.as_str().and_then(|sum| sum.parse().ok()).ok_or_else(malformed)?;
                *total = total.checked_add(sum).ok_or_else(overflow)?;
            }
        }
        Ok(totals)
    }
}

/// Returns the sum over the origins.
pub(super) fn total(totals: &[u128]) -> Result<u128, Error> {
    let sum = totals.iter().try_fold(0_u128, |sum, &total| sum.checked_add(total));
    sum.ok_or_else(overflow)
}

fn overflow() -> Error {
    Error::Wrong("a total exceeds 128 bits".to_owned())
}

fn write_json(output: &mut Output, value: &Value) -> Result<(), Error> {
    output.write(format!("{value}\n").as_bytes())
}

impl Totals<'_> {
    fn add_position(
        &mut self,
        position: &Position,
        to_move: &Side,
        interruption: Interruption<'_>,
    ) -> Result<(), Error> {
        if self.block.is_full() {
            self.finish_block(interruption)?;
        }
        self.block.add_position(position, to_move, &mut self.counter, interruption)?;
        if self.recount.chooses_next() {
            self.sample.push((*position, self.block.last_children().to_vec()));
        }
        Ok(())
    }

    /// Counts the children of the block, adds them to the sums, and empties the block.
    fn finish_block(&mut self, interruption: Interruption<'_>) -> Result<(), Error> {
        for (count, paths) in self.block.finish(&mut self.counter, interruption)? {
            for (sum, &paths) in self.sums.iter_mut().zip(paths) {
                // Almost all counts have 64 bits, and their products cannot overflow.
                let product = match u64::try_from(count) {
                    Ok(count) => u128::from(count) * u128::from(paths),
                    Err(_) => count.checked_mul(paths.into()).ok_or_else(overflow)?,
                };
                *sum = sum.checked_add(product).ok_or_else(overflow)?;
            }
        }
        for (position, children) in self.sample.drain(..) {
            self.recount.check(&position, self.rest, self.block.count_below(&children))?;
        }
        self.block.clear();
        Ok(())
    }
}

/// Counts a sample of positions again.
struct Recount {
    counter: Counter,
    /// The number of positions from one of the sample to the next, and until the next.
    step: u64,
    until: u64,
    begun: Instant,
    spent: Duration,
    done: u64,
}

impl Recount {
    /// Chooses a sample from a shard that has some of all positions.
    fn new(of_shard: u64, all: u64, shard: u32) -> Recount {
        let wanted = RECOUNTED.saturating_mul(of_shard).div_ceil(all.max(1)).max(1);
        let step = (of_shard / wanted).max(1);
        // Fibonacci hashing: the first of the sample differs from shard to shard.
        let seed = u64::from(shard).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Recount {
            counter: Counter::new(Backend::SCALAR),
            step,
            until: seed % step,
            begun: Instant::now(),
            spent: Duration::ZERO,
            done: 0,
        }
    }

    /// Returns whether the next position belongs to the sample.
    fn chooses_next(&mut self) -> bool {
        let until = self.until.checked_sub(1);
        self.until = until.unwrap_or(self.step - 1);
        until.is_none()
    }

    /// Compares the count of a position of the sample, if there is time.
    fn check(&mut self, position: &Position, rest: u8, count: u128) -> Result<(), Error> {
        if self.done > 0 && self.spent * RECOUNT_SHARE > self.begun.elapsed() {
            return Ok(());
        }
        let begun = Instant::now();
        let again = self.counter.count(position, rest);
        self.spent += begun.elapsed();
        self.done += 1;
        if again != count {
            return Err(Error::Wrong(format!(
                "perft {rest} of {position} is {count} in lanes, and {again} one position at a time"
            )));
        }
        Ok(())
    }
}
