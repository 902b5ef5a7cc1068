//! Finds fixed-shift factors, and places their ranges in one shared table.

use std::io::{self, Write};

use serde::Serialize;
use setwise::Square;
use setwise_techniques::index::magic_family::Form;
use setwise_techniques::index::magic_family::packing::{Choices, Packing, Placed};
use setwise_techniques::parts::RookOrBishop;

use super::search::BATCH;
use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::verdict::{Failure, Verdict};

/// The table in JSON.
#[derive(Serialize)]
struct Report {
    seed: u64,
    candidates: u64,
    entries: usize,
    table_bytes: usize,
    squares: Vec<Range>,
}

#[derive(Serialize)]
struct Range {
    piece: &'static str,
    square: String,
    factor: String,
    first: i32,
}

/// Finds factors for every square, places them and prints them. Placing starts after the last
/// square.
pub(super) fn run(
    form: Form,
    seed: u64,
    candidates: u64,
    json: bool,
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let interruption = Interruption::current();
    let progress = Progress::new(128, "squares");
    let mut choices = Vec::new();
    for (piece, from) in squares() {
        let mut found = Choices::new(form, piece, from, seed);
        while found.tried() < candidates || found.is_empty() {
            if interruption.has_come() {
                return Ok(Verdict::Stopped);
            }
            let left = candidates.saturating_sub(found.tried());
            // More candidates than requested are tried only if no factor was found yet.
            found.advance(if left == 0 { BATCH } else { left.min(BATCH.into()) as u32 });
        }
        choices.push(found);
        progress.advance(1);
    }
    let Packing { placed, entries } = Packing::of(choices);
    drop(progress);
    let table_bytes = 8 * entries;
    let ranges = squares().map(|(piece, from)| {
        let Placed { factor, first } = placed[piece as usize][from as usize];
        let (piece, square) = (piece.name(), from.to_string());
        Range { piece, square, factor: format!("{factor:#018x}"), first }
    });
    if json {
        let squares = ranges.collect();
        let report = Report { seed, candidates, entries, table_bytes, squares };
        serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Verdict::Right);
    }
    for Range { piece, square, factor, first } in ranges {
        writeln!(out, "Placed {{ factor: {factor}, first: {first} }}, // {piece} {square}")?;
    }
    writeln!(
        out,
        "// {entries} entries, {table_bytes} bytes, seed {seed}, {candidates} candidates"
    )?;
    Ok(Verdict::Right)
}

fn squares() -> impl Iterator<Item = (RookOrBishop, Square)> {
    RookOrBishop::ALL.into_iter().flat_map(|piece| Square::ALL.map(|from| (piece, from)))
}
