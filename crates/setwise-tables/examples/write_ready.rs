//! Measures the parts of an export of games to Parquet: `write_ready ROUNDS OUT.parquet FILE…` prints the CPU
//! time of checking every move of the main lines, of checking them and making the rows, and of encoding and
//! writing rows that are ready. All of them are compiled in one profile, and measured one after the other in
//! each round, so that they can be compared with each other. It needs Linux.

use std::fs::{self, File};
use std::io;

use setwise::notation::pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};
use setwise_tables::{
    Batch, Format, GameColumns, Inputs, ReadOptions, Selection, Tables, TablesTask, WriteOptions,
    read, writer,
};

/// The number of rows that are encoded at once, as in an export.
const ROWS_AT_ONCE: usize = 1 << 16;

const USAGE: &str = "usage: write_ready ROUNDS OUT.parquet FILE...";

/// Returns the CPU time of this thread in seconds.
fn cpu_seconds() -> io::Result<f64> {
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
fn write(batches: Vec<Batch>, out: &str) -> io::Result<u64> {
    let schema = GameColumns::default().schema();
    let file = Box::new(File::create(out)?);
    let (encoder, mut table) = writer(Format::Parquet, &schema, file, WriteOptions::default())?;
    let (mut waiting, mut rows, mut all) = (Vec::new(), 0, 0);
    for batch in batches {
        rows += batch.rows;
        all += batch.rows as u64;
        waiting.push(batch);
        if rows >= ROWS_AT_ONCE {
            rows = 0;
            table.append(encoder.encode(std::mem::take(&mut waiting))?)?;
        }
    }
    table.append(encoder.encode(waiting)?)?;
    table.finish()?;
    Ok(all)
}

/// Returns the median.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, out, paths @ ..] = &arguments[..] else { return Err(USAGE.into()) };
    let rounds: usize = rounds.parse().map_err(|_| USAGE)?;
    let inputs = Inputs::find(paths)?;
    let tables = Tables { games: Some(GameColumns::default()), positions: None };
    let task = TablesTask::new(&inputs, tables, Selection::default());
    let mut ratios = Vec::new();
    println!("CPU seconds: checking, rows, writing; rows and writing to checking and writing");
    for _ in 0..rounds.max(1) {
        let start = cpu_seconds()?;
        let games = check(paths)?;
        let checked = cpu_seconds()?;
        let mut batches = Vec::new();
        read(&inputs, &ReadOptions::default(), &task, |mut part, _| {
            batches.extend(part.games());
            Ok::<(), io::Error>(())
        })?;
        let ready = cpu_seconds()?;
        let rows = write(batches, out)?;
        let (check, read, write) = (checked - start, ready - checked, cpu_seconds()? - ready);
        let ratio = (read + write) / (check + write);
        println!("{check:.3} {read:.3} {write:.3} {ratio:.3} ({games} games, {rows} rows)");
        ratios.push(ratio);
    }
    println!("median: {:.3}", median(ratios));
    Ok(())
}
