//! Measures an export of games to Parquet beside its parts: `write_ready ROUNDS DIR FILE…` prints
//! the CPU time of checking every move of the main lines, of encoding and writing rows that are
//! ready, and of the export, which does both and makes the rows. All of them are compiled in one
//! profile, and measured one after the other in each round, so that they can be compared with each
//! other. It needs Linux.

use std::fs::{self, File};
use std::io;
use std::thread;

use arrow_array::RecordBatch;
use setwise_jobs::kind::Interruption;
use setwise_pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};
use setwise_tables::{
    ExportOptions, Format, GameColumns, Inputs, ReadOptions, Selection, TableWriter, Tables,
    TablesCollector, WriteOptions, job, read,
};

/// The number of rows that are encoded at once, as in an export.
const ROWS_AT_ONCE: usize = 1 << 16;

const USAGE: &str = "usage: write_ready ROUNDS DIR FILE...";

/// Returns the CPU time of this thread in seconds. The kernel counts it at each tick and when the
/// thread yields.
fn cpu_seconds() -> io::Result<f64> {
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse::<f64>().ok());
    nanoseconds.map(|time| time / 1e9).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// What `setwise pgn check` does, without variations.
#[derive(Default)]
struct Check(Replay);

impl Visitor for Check {
    fn begin_game(&mut self) -> Next {
        self.0.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.0.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.0.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.0.play(san).map(drop)
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.0.end_game(termination)
    }
}

/// Checks the games of files; returns their number.
#[inline(never)]
fn check(paths: &[String]) -> io::Result<u64> {
    let mut games = 0;
    for path in paths {
        let (mut reader, mut check) = (Reader::new(File::open(path)?), Check::default());
        while let Some(game) = reader.read_game(&mut check)? {
            games += u64::from(game.is_ok());
        }
    }
    Ok(games)
}

/// Writes rows to a Parquet file; returns their number.
#[inline(never)]
fn write(batches: Vec<RecordBatch>, out: &str) -> io::Result<u64> {
    let schema = GameColumns::default().schema();
    let file = Box::new(File::create(out)?);
    let mut table = TableWriter::new(Format::Parquet, &schema, file, WriteOptions::default())?;
    let (mut encoding, mut rows, mut all) = (table.begin()?, 0, 0);
    for batch in batches {
        rows += batch.num_rows();
        all += batch.num_rows() as u64;
        encoding.add(&batch)?;
        if rows >= ROWS_AT_ONCE {
            rows = 0;
            let next = table.begin()?;
            table.append(std::mem::replace(&mut encoding, next))?;
        }
    }
    table.append(encoding)?;
    table.finish()?;
    Ok(all)
}

/// Returns the median.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Reads the rows of files, all of them.
#[inline(never)]
fn ready(inputs: &Inputs, tables: Tables) -> io::Result<Vec<RecordBatch>> {
    let collector = TablesCollector::new(inputs, tables, Selection::default());
    let mut batches = Vec::new();
    read(inputs, &ReadOptions::default(), &collector, |mut part, _| {
        batches.extend(part.games().map_err(io::Error::other)?);
        Ok::<(), io::Error>(())
    })?;
    Ok(batches)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, directory, paths @ ..] = &arguments[..] else { return Err(USAGE.into()) };
    let rounds: usize = rounds.parse().map_err(|_| USAGE)?;
    let inputs = Inputs::find(paths)?;
    let tables = Tables { games: Some(GameColumns::default()), ..Tables::default() };
    let options = ExportOptions::new(directory, tables.clone(), Format::Parquet);
    let out = format!("{directory}.ready.parquet");
    let mut ratios = Vec::new();
    println!("CPU seconds: checking, writing, the export; the export to checking and writing");
    for _ in 0..rounds.max(1) {
        let batches = ready(&inputs, tables.clone())?;
        let start = cpu_seconds()?;
        let games = check(paths)?;
        let checked = cpu_seconds()?;
        let rows = write(batches, &out)?;
        let written = cpu_seconds()?;
        let (part, never) = (u64::MAX, Interruption::NEVER);
        let exported = job::export(&inputs, &ReadOptions::default(), &options, part, never)?;
        let exported = exported.map_err(|failures| format!("{failures:?}"))?;
        let (check, write, whole) = (checked - start, written - checked, cpu_seconds()? - written);
        assert_eq!(exported.summary.games, rows);
        let ratio = whole / (check + write);
        fs::remove_dir_all(directory)?;
        println!("{check:.3} {write:.3} {whole:.3} {ratio:.3} ({games} games, {rows} rows)");
        ratios.push(ratio);
    }
    println!("median: {:.3}", median(ratios));
    Ok(())
}
