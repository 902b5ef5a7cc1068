//! Exports the games of PGN files to tables: `export DIR FORMAT TABLES THREADS FILE…`.

use std::num::NonZero;
use std::time::Instant;

use setwise_tables::{ExportOptions, GameColumns, Inputs, ReadOptions, Tables, export};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, format, tables, threads, paths @ ..] = &arguments[..] else {
        return Err("usage: export DIR FORMAT TABLES THREADS FILE...".into());
    };
    let inputs = Inputs::find(paths)?;
    let tables = Tables {
        games: tables.contains("games").then(GameColumns::default),
        positions: tables.contains("positions").then(Default::default),
        ..Tables::default()
    };
    let threads: NonZero<usize> = threads.parse()?;
    let read = ReadOptions { threads, ..ReadOptions::default() };
    let start = Instant::now();
    let options = ExportOptions::new(directory, tables, format.parse()?);
    let options = ExportOptions { replaces: true, ..options };
    let exported = export(&inputs, &read, &options)?;
    println!("{:?}", exported.summary);
    for input in exported.inputs.iter().filter(|input| input.error.is_some()) {
        println!("{input:?}");
    }
    for file in exported.files {
        println!("{file:?}");
    }
    println!("{:.3} seconds", start.elapsed().as_secs_f64());
    Ok(())
}
