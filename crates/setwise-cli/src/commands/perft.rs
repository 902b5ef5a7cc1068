//! `setwise perft`: count the sequences of so many legal moves.

mod report;
mod table;

use std::io::Write;
use std::time::Instant;

use clap::ValueEnum;
use setwise::Position;
use setwise_perft::statistics::{Statistics, statistics};
use setwise_perft::{Backend, LaneCounter, Table};
use setwise_techniques::Technique;

use self::report::{MoveCount, Report, Settings};
use crate::backend_option::{BackendChoice, backend_parser};
use crate::counting::{self, MAX_DEPTH, Method};
use crate::division::Workers;
use crate::interruption::Interruption;
use crate::options::{CastlingOption, PositionOptions, ThreadsOption};
use crate::progress::LeafProgress;
use crate::technique_option::{technique_parser, tell_slow};
use crate::verdict::{Failure, Verdict, WRONG};

/// Count the sequences of so many legal moves, by first move
///
/// Prints what Stockfish prints for `go perft`: a line for each first move with the sequences that
/// begin with it, an empty line, and the sum. The time goes to standard error.
///
/// Exit status: 0, or 1 if --expect has another count; 2 for a wrong command line; 130 when Ctrl-C
/// has stopped the count: then the first moves that are finished are printed, without a sum.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise perft 6
  setwise perft 5 kiwipete
  setwise perft 4 --moves \"e2e4 e7e5\"
  setwise perft 3 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 --stats
  setwise perft 5 kiwipete --expect 193690690
  setwise perft 8 --threads 4
  setwise perft 8 --hash 1024
  echo '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' | setwise perft 6 - --json")]
pub(crate) struct Args {
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u8).range(..=i64::from(MAX_DEPTH)))]
    depth: u8,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// The sliding-attack technique; all but the default run through function pointers, which is
    /// slower [default: the fastest that this CPU has]
    #[arg(long, value_name = "NAME", value_parser = technique_parser())]
    technique: Option<Technique>,

    /// How the last moves are counted: one position at a time (scalar), or many at once with the
    /// wide registers of the CPU [default: the fastest that this CPU has; scalar with --technique]
    #[arg(long, value_name = "NAME", value_parser = backend_parser())]
    #[arg(conflicts_with_all = ["technique", "no_bulk"])]
    backend: Option<BackendChoice>,

    /// Play the last move too, instead of counting the last moves of a position at once
    #[arg(long)]
    no_bulk: bool,

    /// Count every position of the last level by itself: without it, moves that change what the
    /// other side can do in a way that is known beforehand are counted together
    #[arg(long, conflicts_with_all = ["technique", "no_bulk"])]
    each_alone: bool,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Remember counts in a table of up to so many MiB, which all threads share; counts of other
    /// positions are taken for one's own with a chance of one in 10¹⁸ for each that is looked up
    #[arg(long, value_name = "MIB", conflicts_with_all = ["technique", "no_bulk"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_HASH))]
    hash: Option<u32>,

    /// Also say what kinds of moves the last ones were, at each depth; takes much longer
    #[arg(long, conflicts_with = "format")]
    stats: bool,

    /// The right count: exit with 1 if there is another
    #[arg(long, value_name = "N")]
    expect: Option<u128>,

    /// Print one JSON object; its counts are strings, because they may be large. When Ctrl-C has
    /// stopped the count, "interrupted" is true and "nodes" the sum of the moves that are finished
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// What the text looks like
    #[arg(long, value_enum, default_value_t = Format::Stockfish)]
    format: Format,
}

/// What the text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// `e2e4: 20`, and below `Nodes searched: 400`
    Stockfish,
    /// `e2e4 20`, and below `400`, as the program perftree reads it
    Perftree,
}

/// Counts, and prints the counts.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let position = args.position.read()?;
    let workers = Workers::new(args.threads.number(), Interruption::listen())?;
    let report = count(args, &workers, &position)?;
    match args.format {
        _ if args.json => report.write_json(out)?,
        Format::Stockfish => report.write_stockfish(out)?,
        Format::Perftree => report.write_perftree(out)?,
    }
    // The counts come before what is said of them, where both go to a terminal.
    out.flush()?;
    let mut notes = anstream::stderr();
    // Without standard error there is still the result.
    let _ = writeln!(notes, "{}", report.summary());
    match args.expect {
        _ if report.interrupted => Ok(Verdict::Stopped),
        Some(expected) if expected != report.nodes => {
            let got = report.nodes;
            let _ = writeln!(notes, "{WRONG}wrong count:{WRONG:#} expected {expected}, got {got}");
            Ok(Verdict::Wrong)
        }
        _ => Ok(Verdict::Right),
    }
}

/// More than any machine has: 16 TiB.
const MAX_HASH: i64 = 16 << 20;

impl Args {
    /// The table for a count, if there is to be one.
    fn table(&self, method: Method, position: &Position) -> Result<Option<Table>, Failure> {
        let Some(mib) = self.hash else { return Ok(None) };
        let failure = |error| Failure::Run(format!("--hash {mib}: {error}"));
        let bytes = usize::try_from(u64::from(mib) << 20).unwrap_or(usize::MAX);
        let table = match method {
            Method::Lanes { backend, .. } => {
                LaneCounter::new(backend).table(bytes, position, self.depth)
            }
            Method::Scalar { .. } => Table::new(bytes),
        };
        table.map(Some).map_err(failure)
    }

    fn method(&self) -> Result<Method, Failure> {
        let technique = self.technique.unwrap_or_else(Technique::fastest);
        let backend = match self.backend {
            Some(BackendChoice::Scalar) => return Method::scalar(technique, false),
            Some(BackendChoice::Lanes(name)) => counting::backend(name)?,
            None if self.no_bulk || self.technique.is_some() => {
                return Method::scalar(technique, self.no_bulk);
            }
            None => Backend::widest(),
        };
        Ok(Method::Lanes { backend, families: !self.each_alone })
    }
}

fn count(args: &Args, workers: &Workers, position: &Position) -> Result<Report, Failure> {
    let method = args.method()?;
    let table = args.table(method, position)?;
    if let Method::Scalar { technique, .. } = method {
        tell_slow(&[technique]);
    }
    let castling = args.castling.form(position);
    let progress = LeafProgress::new();
    let start = Instant::now();
    let divided = workers.divide(
        position,
        args.depth,
        || method.counter(),
        |counter, part| {
            let leaves = counter.leaves(table.as_ref(), part.position, part.depth);
            progress.advance(leaves, part.share);
            leaves
        },
    );
    let seconds = start.elapsed().as_secs_f64();
    drop(progress);

    let first_moves = divided.len();
    let mut moves: Vec<MoveCount> = divided
        .into_iter()
        .filter_map(|(mv, nodes)| {
            Some(MoveCount { mv: mv.uci(castling).to_string(), nodes: nodes? })
        })
        .collect();
    moves.sort_unstable_by(|a, b| a.mv.cmp(&b.mv));
    let statistics = match args.stats {
        true => Some(statistics_by_depth(workers, position, args.depth)),
        false => None,
    };
    let by_depth = statistics.as_ref();
    let no_last_row = by_depth.is_some_and(|rows| rows.last().is_none_or(|row| row.0 < args.depth));
    Ok(Report {
        fen: position.to_string(),
        depth: args.depth,
        nodes: match args.depth {
            0 => 1,
            _ => moves.iter().map(|of_move| of_move.nodes).sum(),
        },
        seconds,
        interrupted: moves.len() < first_moves || no_last_row,
        settings: Settings::new(method, workers.threads(), args.hash, castling),
        first_moves,
        moves,
        statistics,
    })
}

/// The statistics of each depth down to the last, or to the last that was finished; of depth 0 if
/// that is the last.
fn statistics_by_depth(workers: &Workers, position: &Position, last: u8) -> Vec<(u8, Statistics)> {
    let mut by_depth = Vec::new();
    for depth in last.min(1)..=last {
        let progress = LeafProgress::new();
        let found = workers.sum(
            position,
            depth,
            || (),
            |(), part| {
                let found = statistics(part.position, part.depth);
                progress.advance(found.nodes, part.share);
                found
            },
        );
        match found {
            Some(statistics) => by_depth.push((depth, statistics)),
            None => break,
        }
    }
    by_depth
}
