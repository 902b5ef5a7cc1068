//! Measures the parts of an export of games to Parquet: `write_ready OUT.parquet FILE…` prints the CPU time of
//! checking every move of the main lines, of making the rows, and of encoding and writing rows that are ready.
//! All of them are compiled in one profile, so that they can be compared with each other. It needs Linux.

use std::fs::{self, File};
use std::io;

use setwise::notation::pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};
use setwise_tables::{
    Format, GameColumns, Inputs, ReadOptions, Selection, Tables, TablesTask, WriteOptions, read,
    writer,
};

/// The number of rows that are encoded at once, as in an export.
const ROWS_AT_ONCE: usize = 1 << 16;

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, paths @ ..] = &arguments[..] else {
        return Err("usage: write_ready OUT.parquet FILE...".into());
    };
    let began = cpu_seconds()?;
    let games = check(paths)?;
    println!("check: {games} games, {:.3} CPU seconds", cpu_seconds()? - began);

    let inputs = Inputs::find(paths)?;
    let tables = Tables { games: Some(GameColumns::default()), positions: None };
    let task = TablesTask::new(&inputs, tables, Selection::default());
    let began = cpu_seconds()?;
    let mut batches = Vec::new();
    read(&inputs, &ReadOptions::default(), &task, |mut part, _| {
        batches.extend(part.games());
        Ok::<(), io::Error>(())
    })?;
    println!("rows: {:.3} CPU seconds", cpu_seconds()? - began);

    let began = cpu_seconds()?;
    let schema = GameColumns::default().schema();
    let file = Box::new(File::create(out)?);
    let (encoder, mut table) = writer(Format::Parquet, &schema, file, WriteOptions::default())?;
    let (mut waiting, mut rows, mut all) = (Vec::new(), 0, 0);
    for batch in batches {
        rows += batch.rows;
        all += batch.rows;
        waiting.push(batch);
        if rows >= ROWS_AT_ONCE {
            rows = 0;
            table.append(encoder.encode(std::mem::take(&mut waiting))?)?;
        }
    }
    table.append(encoder.encode(waiting)?)?;
    table.finish()?;
    println!("Parquet: {all} rows, {:.3} CPU seconds", cpu_seconds()? - began);
    Ok(())
}
