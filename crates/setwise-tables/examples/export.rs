//! Exports the games of PGN files to tables: `export DIR FORMAT TABLES THREADS FILE…`.

use std::num::NonZero;
use std::time::Instant;

use setwise_tables::{
    ExportOptions, Format, GameColumns, Inputs, ReadOptions, Selection, Tables, WriteOptions,
    export,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, format, tables, threads, paths @ ..] = &arguments[..] else {
        return Err("usage: export DIR FORMAT TABLES THREADS FILE...".into());
    };
    let format = Format::ALL.into_iter().find(|other| other.name() == format).ok_or("a format")?;
    let inputs = Inputs::find(paths)?;
    let tables = Tables {
        games: tables.contains("games").then(GameColumns::default),
        positions: tables.contains("positions").then(Default::default),
    };
    let threads: NonZero<usize> = threads.parse()?;
    let read = ReadOptions { threads, ..ReadOptions::default() };
    let start = Instant::now();
    let directory = directory.into();
    let options = ExportOptions {
        directory,
        tables,
        selection: Selection::default(),
        unique_positions: false,
        format,
        write: WriteOptions::default(),
        replaces: true,
    };
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
