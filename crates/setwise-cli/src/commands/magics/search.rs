//! Searches for a factor for each piece and square.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use setwise_techniques::index::magic_family::finder::Target;

use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::standard_error::print_line;
use crate::verdict::{Exit, Verdict, WRONG};

/// The number of candidates tried between two checks of the clock, about a millisecond.
pub(super) const BATCH: u32 = 20_000;

/// The factors in JSON.
#[derive(Serialize)]
struct Report {
    seed: u64,
    /// Whether all factors were found.
    complete: bool,
    /// The total size of the tables, at 8 bytes for each entry.
    table_bytes: usize,
    magics: Vec<Magic>,
}

#[derive(Serialize)]
struct Magic {
    piece: &'static str,
    square: String,
    factor: String,
    bits: u32,
    table_bytes: usize,
    /// The number of candidates tried.
    tried: u64,
}

/// Searches for the factors and prints each one as soon as it is found.
pub(super) fn run(
    targets: &[Target],
    seed: u64,
    seconds: Option<u64>,
    json: bool,
    out: &mut impl Write,
) -> Exit {
    let interruption = Interruption::current();
    let start = Instant::now();
    let time_limit = seconds.map(Duration::from_secs);
    let progress = Progress::new(targets.len() as u64, "squares");
    let mut verdict = Verdict::Right;
    let mut magics: Vec<Magic> = Vec::new();
    for &target in targets {
        let mut search = target.search(seed);
        let found = loop {
            if interruption.has_come() {
                verdict = Verdict::Stopped;
                break None;
            }
            if time_limit.is_some_and(|limit| start.elapsed() >= limit) {
                verdict = Verdict::Wrong;
                break None;
            }
            if let Some(factor) = search.advance(BATCH) {
                break Some(factor);
            }
        };
        let Some(factor) = found else {
            let (piece, from, bits) = (target.piece().name(), target.from(), target.bits());
            let tried = search.tried();
            progress.aside(|| {
                let message = format!("no factor found for a {piece} on {from} in {bits} bits");
                print_line(format_args!("{WRONG}{message}{WRONG:#} after {tried} candidates"));
            });
            break;
        };
        let magic = Magic {
            piece: target.piece().name(),
            square: target.from().to_string(),
            factor: format!("{factor:#018x}"),
            bits: target.bits(),
            table_bytes: target.table_bytes(),
            tried: search.tried(),
        };
        if !json {
            progress.aside(|| {
                let Magic { piece, square, factor, bits, table_bytes, .. } = &magic;
                writeln!(out, "{factor}, // {piece} {square}: {bits} bits, {table_bytes} bytes")?;
                out.flush()
            })?;
        }
        magics.push(magic);
        progress.advance(1);
    }
    drop(progress);
    let table_bytes = magics.iter().map(|magic| magic.table_bytes).sum();
    if json {
        let report = Report { seed, complete: verdict == Verdict::Right, table_bytes, magics };
        serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        let (found, all) = (magics.len(), targets.len());
        writeln!(out, "// {found} of {all}, {table_bytes} bytes, seed {seed}")?;
        print_line(format_args!("{:.2} s", start.elapsed().as_secs_f64()));
    }
    Ok(verdict)
}
