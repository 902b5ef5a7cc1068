//! Measures what writing a Parquet table of games costs when the rows are ready: `write_ready OUT.parquet
//! FILE…` reads the games first, and prints the CPU time of encoding and writing alone. It is a part of the
//! bound in `results/README.md`, and needs Linux.

use std::fs::{self, File};
use std::io;

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, paths @ ..] = &arguments[..] else {
        return Err("usage: write_ready OUT.parquet FILE...".into());
    };
    let inputs = Inputs::find(paths)?;
    let tables = Tables { games: Some(GameColumns::default()), positions: None };
    let task = TablesTask::new(&inputs, tables, Selection::default());
    let mut batches = Vec::new();
    read(&inputs, &ReadOptions::default(), &task, |mut part, _| {
        batches.extend(part.games());
        Ok::<(), io::Error>(())
    })?;

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
    println!("{all} rows, {:.3} CPU seconds", cpu_seconds()? - began);
    Ok(())
}
