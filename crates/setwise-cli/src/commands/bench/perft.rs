//! `setwise bench perft`: how fast the move generator is with each technique.

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;
use setwise::Position;
use setwise::techniques::Technique;

use super::contest::{self, Time};
use super::options::{BenchOptions, Conditions};
use super::ranking::{Ranking, Unit};
use crate::counting::Counter;
use crate::drawing::{self, Bars};
use crate::position;
use crate::verdict::{Failure, Verdict};

/// Measure how fast the move generator counts with each technique
///
/// Ranks the techniques by million leaves a second over the well-known positions and an endgame,
/// in the geometric mean, with bulk counting, one thread and no hash table; the JSON has each
/// position too. All counts are compared with the known ones. All techniques in five rounds take
/// some minutes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise bench perft
  setwise bench perft --technique hyperbola classical --rounds 3
  setwise bench perft --quick --json
  setwise bench perft --svg perft.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    options: BenchOptions,
}

/// A known count.
struct Count {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    leaves: u128,
}

/// Queens and bishops on an open board, of a game's end.
const ENDGAME: (&str, &str) = ("endgame", "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28");

/// The depth and count of each well-known position and of the endgame: some tenths of a second
/// with a fast technique, and what --quick counts.
const COUNTS: [[(u32, u128); 2]; 7] = [
    [(6, 119_060_324), (4, 197_281)],
    [(5, 193_690_690), (3, 97_862)],
    [(6, 11_030_083), (4, 43_238)],
    [(5, 15_833_292), (3, 9_467)],
    [(5, 89_941_194), (3, 62_379)],
    [(5, 164_075_551), (3, 89_890)],
    [(5, 31_265_700), (3, 37_035)],
];

fn counts(quick: bool) -> Vec<Count> {
    let positions = position::WELL_KNOWN.into_iter().chain([ENDGAME]);
    let count = |((name, fen), depths): (_, [(u32, u128); 2])| {
        let (depth, leaves) = depths[usize::from(quick)];
        Count { name, fen, depth, leaves }
    };
    positions.zip(COUNTS).map(count).collect()
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    conditions: Conditions,
    /// Over all positions.
    overall: Ranking,
    positions: Vec<Ranking>,
}

/// Measures, and prints the figures.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let options = &args.options;
    let selection = options.techniques()?;
    selection.tell_skipped();
    let techniques = &selection.available;
    let counts = counts(options.quick);
    let times = contest::measure(techniques, &counts, options.rounds, turn)?;

    let unit = Unit::MillionPerSecond("leaves");
    let mean = |index: usize| Time::mean(times.iter().map(|of_position| of_position[index]));
    let means: Vec<Time> = (0..techniques.len()).map(mean).collect();
    let what = "the mean over the positions".to_owned();
    let overall = Ranking::new("perft", what, unit, techniques, &means);
    let conditions = options.conditions(&selection);
    if let Some(path) = &options.svg {
        let title = format!("Perft with each technique on {}", conditions.machine.name());
        drawing::write_file(path, &Bars { title, groups: vec![overall.bars()] })?;
    }
    if options.json {
        let of_position = |(count, times): (&Count, &Vec<Time>)| {
            let what = format!("depth {}: {}", count.depth, count.fen);
            Ranking::new(count.name, what, unit, techniques, times)
        };
        let positions = counts.iter().zip(&times).map(of_position).collect();
        let report = Report { conditions, overall, positions };
        serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Verdict::Right);
    }
    writeln!(out, "{}\n", conditions.machine.name())?;
    overall.write_table(out)?;
    Ok(Verdict::Right)
}

/// Counts once, and gives the nanoseconds that a leaf took.
fn turn(technique: Technique, count: &Count) -> Result<f64, Failure> {
    let Count { name, fen, depth, leaves: expected } = *count;
    let position = Position::from_fen(fen)
        .map_err(|error| Failure::Run(format!("the position {name}: {error}")))?;
    let start = Instant::now();
    let leaves = Counter::Bulk(technique).leaves(&position, depth)?;
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
    if leaves != expected {
        return Err(Failure::Wrong(format!(
            "{technique} counts {leaves} leaves of {name} at depth {depth}, not {expected}"
        )));
    }
    Ok(nanoseconds / leaves as f64)
}
