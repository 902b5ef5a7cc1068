//! `setwise perft`: count the sequences of so many legal moves.

mod report;
mod table;

use std::io::Write;
use std::time::Instant;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise::Position;
use setwise::perft::lanes::Backend;
use setwise::perft::statistics::{Statistics, statistics};
use setwise::techniques::Technique;

use self::report::{MoveCount, Report, Settings};
use crate::counting::{Counter, MAX_DEPTH, SCALAR};
use crate::options::{CastlingOption, PositionOptions};
use crate::progress::Progress;
use crate::technique_option::technique_parser;
use crate::verdict::{Failure, Verdict, WRONG};

/// Count the sequences of so many legal moves, by first move
///
/// Prints what Stockfish prints for `go perft`: a line for each first move with the sequences that
/// begin with it, an empty line, and the sum. The time goes to standard error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise perft 6
  setwise perft 5 kiwipete
  setwise perft 4 --moves \"e2e4 e7e5\"
  setwise perft 3 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 --stats
  setwise perft 5 kiwipete --expect 193690690
  echo '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' | setwise perft 6 - --json")]
pub(crate) struct Args {
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: u32,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// How to find what sliders attack [default: the fastest that this CPU has]
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

    /// Also say what kinds of moves the last ones were, at each depth; takes much longer
    #[arg(long, conflicts_with = "format")]
    stats: bool,

    /// The right count: exit with 1 if there is another
    #[arg(long, value_name = "N")]
    expect: Option<u128>,

    /// Print one JSON object; its counts are strings, because they may be large
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
    let report = count(args, &position)?;
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
        Some(expected) if expected != report.nodes => {
            let got = report.nodes;
            let _ = writeln!(notes, "{WRONG}wrong count:{WRONG:#} expected {expected}, got {got}");
            Ok(Verdict::Wrong)
        }
        _ => Ok(Verdict::Right),
    }
}

/// A back-end, or none.
#[derive(Clone, Copy, Debug)]
enum BackendChoice {
    Scalar,
    Lanes(Backend),
}

fn backend_parser() -> impl TypedValueParser<Value = BackendChoice> {
    let names = Backend::ALL.iter().map(|backend| backend.name());
    PossibleValuesParser::new(names.chain([SCALAR])).map(|name| {
        let backend = Backend::ALL.iter().find(|backend| backend.name() == name);
        backend.map_or(BackendChoice::Scalar, |&backend| BackendChoice::Lanes(backend))
    })
}

impl Args {
    fn counter(&self) -> Counter {
        let technique = self.technique.unwrap_or_else(Technique::fastest);
        match self.backend {
            Some(BackendChoice::Lanes(backend)) => Counter::Lanes(backend),
            None if self.no_bulk => Counter::Walk(technique),
            None if self.technique.is_none() => {
                Backend::faster().map_or(Counter::Bulk(technique), Counter::Lanes)
            }
            _ => Counter::Bulk(technique),
        }
    }
}

fn count(args: &Args, position: &Position) -> Result<Report, Failure> {
    let counter = args.counter();
    let castling = args.castling.form(position);
    let progress = first_moves(position);
    let start = Instant::now();
    let divided = counter.divide(position, args.depth, || progress.advance(1))?;
    let seconds = start.elapsed().as_secs_f64();
    drop(progress);

    let nodes = match args.depth {
        0 => 1,
        _ => divided.iter().map(|(_, nodes)| nodes).sum(),
    };
    let mut moves: Vec<MoveCount> = divided
        .into_iter()
        .map(|(mv, nodes)| MoveCount { mv: mv.uci(castling).to_string(), nodes })
        .collect();
    moves.sort_unstable_by(|a, b| a.mv.cmp(&b.mv));
    Ok(Report {
        fen: position.to_string(),
        depth: args.depth,
        nodes,
        seconds,
        settings: Settings::new(counter, castling),
        moves,
        statistics: args.stats.then(|| statistics_by_depth(position, args.depth)),
    })
}

/// The statistics of each depth down to the last; of depth 0 if that is the last.
fn statistics_by_depth(position: &Position, last: u32) -> Vec<(u32, Statistics)> {
    (last.min(1)..=last).map(|depth| (depth, statistics_of(position, depth))).collect()
}

/// The statistics of one depth, with a progress bar.
fn statistics_of(position: &Position, depth: u32) -> Statistics {
    if depth < 2 {
        return statistics(position, depth);
    }
    let progress = first_moves(position);
    let mut sum = Statistics::default();
    for mv in position.legal_moves() {
        sum += statistics(&position.play_unchecked(mv), depth - 1);
        progress.advance(1);
    }
    sum
}

fn first_moves(position: &Position) -> Progress {
    Progress::new(u64::from(position.count_legal_moves()), "first moves")
}
