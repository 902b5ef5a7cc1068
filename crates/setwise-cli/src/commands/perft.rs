//! `setwise perft`: counts the sequences of N legal moves.

mod report;
mod table;

use std::io::Write;
use std::time::Instant;

use clap::ValueEnum;
use setwise::Position;
use setwise_jobs::number::{DEPTH, parser};
use setwise_perft::statistics::{Statistics, statistics};
use setwise_perft::{Backend, BackendName, CountMode, Counter, Table};
use setwise_techniques::Technique;

use self::report::{MoveCount, Report, Settings};
use crate::counting::{self, Method};
use crate::history;
use crate::interruption::Interruption;
use crate::options::{CastlingOption, HashOption, Item, PositionOptions, ThreadsOption, named};
use crate::progress::LeafProgress;
use crate::standard_error::print_line;
use crate::technique_option::{technique_parser, tell_slow};
use crate::verdict::{Exit, Failure, Verdict, WRONG};
use crate::workers::Workers;

/// Count the sequences of DEPTH legal moves (perft), by first move
///
/// Perft (performance test) checks a chess move generator. The correct counts of many positions are
/// published, so a wrong count shows a bug. DEPTH is in plies: `setwise perft 2` counts all
/// sequences of one White move and one Black move in the initial position.
///
/// A position that cannot occur in a game is counted with a note, if its moves are clear all the
/// same: a side has had more than eight pawns, no move can have given a double check, more than two
/// pieces give check, or a king was in check before a double step.
/// A side has at most 16 pieces: lists of moves have room for no more, which makes them fast.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{OUTPUT}\n\n{EXAMPLES}"))]
pub(crate) struct Args {
    /// The number of plies (moves of one side), from 0 to 100
    #[arg(value_parser = parser(DEPTH), allow_negative_numbers = true)]
    depth: u8,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// The technique that computes the attacks of rooks, bishops and queens; `setwise techniques`
    /// describes them [default: the fastest on this CPU]
    ///
    /// Techniques other than the default run through function pointers, which is slower.
    #[arg(long, value_name = "NAME", value_parser = technique_parser(), conflicts_with = "hash")]
    technique: Option<Technique>,

    /// How the last plies are counted [default: the fastest on this CPU; scalar with --technique or
    /// --no-bulk]
    ///
    /// The back-end scalar processes one position at a time. The others process many positions at
    /// once: avx2 and avx512 with these vector instructions (SIMD), portable on any CPU, but slower
    /// than scalar.
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = named(&BackendName::ALL, BackendName::as_str))]
    #[arg(conflicts_with_all = ["technique", "no_bulk"])]
    backend: Option<BackendName>,

    /// Turn bulk counting off: play the moves of the last ply, instead of only counting them
    #[arg(long, conflicts_with = "hash")]
    no_bulk: bool,

    /// Make each position before the last ply and count it separately, which is slower
    ///
    /// By default, the replies to several moves of a position are counted together, where the
    /// effect of these moves on the replies is known in advance. Most programs with bulk counting
    /// do not do that, so this is the speed to compare with theirs.
    #[arg(long, conflicts_with_all = ["technique", "no_bulk"])]
    each_alone: bool,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,

    /// Also print a table of the kinds of moves in the last ply, for each depth
    ///
    /// The columns are nodes (all moves), captures, e.p. (en passant captures, which are captures
    /// too), castles, promotions, checks, discovered (checks only by pieces that did not move),
    /// double (checks by two pieces) and mates (checkmates). The columns discovered, double and
    /// mates are parts of checks. A double check is also discovered if the moved piece gives no
    /// check. This takes much longer than the count.
    #[arg(long, conflicts_with = "format")]
    stats: bool,

    /// Compare the sum of each position with N, and exit with status 1 if one differs
    #[arg(long, value_name = "N", value_parser = parser(0..=u128::MAX))]
    expect: Option<u128>,

    /// Print a JSON object for each position, on one line
    ///
    /// See "Output" below for the fields.
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// The text format of the counts [default: stockfish, but a line `FEN ;D4 197281` for each
    /// position of a file or of standard input]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// Examples, shown by `-h` and `--help`.
const EXAMPLES: &str = "\
Examples:
  setwise perft 6                                 count from the initial position
  setwise perft 7 --threads 2 --hash 256          with two threads and a hash table of 256 MiB
  setwise perft 5 kiwipete                        count from a well-known position
  setwise perft 4 --moves \"e2e4 e7e5\"             count from the position after 1. e4 e5
  setwise perft 3 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 --stats
  setwise perft 5 kiwipete --expect 193690690     check a published count
  setwise perft 4 positions.epd                   print a line `FEN ;D4 COUNT` for each position
  echo '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' | setwise perft 6 - --json";

/// The description of the output, shown by `--help`.
const OUTPUT: &str = "\
Output:
  Standard output has a line for each legal first move, in alphabetical order, an empty line, and
  the sum. This is the format of Stockfish's `go perft`:

    a2a3: 20                20 sequences begin with the move a2a3
    ...
    Nodes searched: 400     the sum: the number of all sequences

  For a single position, also with --json, standard error has one line with the time and the
  settings (here wrapped):

    400 leaves in 0.002 s, 0.2 million leaves/s; mode families, threads 2, hash 16 MiB,
    back-end avx2, technique pext

    leaves            the positions at the end of the sequences; the same number as the sum
    million leaves/s  the number of leaves divided by the time
    mode              what is made and what is only counted; below, as settings.mode
    threads           the number of threads (--threads)
    hash              the maximum size of the hash table (--hash), or none
    back-end          how the last plies are counted (--backend)
    technique         how the attacks of rooks, bishops and queens are computed (--technique)

  For a file or standard input, each position has only one line on standard output, as in a suite
  for `setwise verify`, unless --format or --json selects another format:

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400

  With --json, each position is one object on one line:

    line               the number of the input line; only for a file or standard input
    fen                the position that is counted, after --moves
    depth              DEPTH
    nodes              the sum; if interrupted, the sum of the finished first moves
    seconds            the time of the count
    leaves_per_second  nodes divided by seconds; null if interrupted
    interrupted        whether Ctrl-C or SIGTERM stopped the count
    settings           technique, backend, mode, threads, hash, chess960
    moves              the finished first moves in alphabetical order: move, nodes
    statistics         the table of --stats: an object for each depth

    settings.mode      families: the replies to several moves of a position (a family) are counted
                       together; each-alone with --each-alone, each-move with --no-bulk
    settings.hash      the maximum size of the hash table in bytes, or null
    settings.chess960  whether castling is written as king takes rook (e1h1)

  Counts are numbers and may be larger than 2^53: jq and JavaScript round those to 16 digits.

  If the count takes longer than a second, a terminal also shows a progress bar. Ctrl-C stops the
  count: the finished first moves are printed without a sum, and standard error says how many first
  moves are finished.

Exit status:
  0    success
  1    a sum differs from --expect, or the position or a move is invalid
  2    the command line is wrong, or the count could not run
  130  stopped by Ctrl-C (143 by SIGTERM)";
/// The text format of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As Stockfish prints them: `e2e4: 20`, and the sum as `Nodes searched: 400`
    Stockfish,
    /// As the program perftree reads them: `e2e4 20`, and the sum as `400`
    Perftree,
}

/// Counts, and prints the result.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let workers = Workers::new(args.threads.number(), Interruption::current())?;
    let mut is_first = true;
    args.position.for_each_parsed(history::noted, out, |out, item| {
        let report = count(args, &workers, &item)?;
        match (args.format, item.line) {
            _ if args.json => report.write_json(out)?,
            (None, Some(_)) => report.write_suite_line(out)?,
            (format, _) => {
                if !is_first {
                    writeln!(out)?;
                }
                match format {
                    Some(Format::Perftree) => report.write_perftree(out)?,
                    Some(Format::Stockfish) | None => report.write_stockfish(out)?,
                }
            }
        }
        is_first = false;
        finish(args, &item, &report, out)
    })
}

/// Writes the notes to standard error, and returns the verdict.
fn finish(args: &Args, item: &Item, report: &Report, out: &mut impl Write) -> Exit {
    // A line for each of many positions would hide the errors.
    if item.line.is_none() || report.interrupted {
        // Flushed so that a terminal shows the counts before the notes.
        out.flush()?;
        print_line(report.summary());
    }
    match args.expect {
        _ if report.interrupted => Ok(Verdict::Stopped),
        Some(expected) if expected != report.nodes => {
            let got = report.nodes;
            let line = item.line.map_or(String::new(), |line| format!("line {line}: "));
            print_line(format_args!(
                "{line}{WRONG}wrong count:{WRONG:#} expected {expected}, got {got}"
            ));
            Ok(Verdict::Wrong)
        }
        _ => Ok(Verdict::Right),
    }
}

impl Args {
    /// Creates the hash table, if one is requested.
    fn table(&self, position: &Position) -> Result<Option<Table>, Failure> {
        let bytes = self.hash.bytes(0);
        if bytes == 0 {
            return Ok(None);
        }
        let table = Counter::new(Backend::fastest()).table(bytes, position, self.depth);
        table.map(Some).map_err(|error| Failure::Run(format!("--hash {}: {error}", bytes >> 20)))
    }

    fn method(&self) -> Result<Method, Failure> {
        let mut method = match (self.backend, self.technique) {
            (Some(name), _) => Method::of(counting::backend(name)?),
            (None, Some(technique)) => Method::with_technique(technique)?,
            (None, None) if self.no_bulk => Method::of(Backend::SCALAR),
            (None, None) => Method::of(Backend::fastest()),
        };
        method.mode = match (self.no_bulk, self.each_alone) {
            (true, _) => CountMode::EachMove,
            (false, true) => CountMode::EachAlone,
            (false, false) => CountMode::Families,
        };
        Ok(method)
    }
}

fn count(args: &Args, workers: &Workers, item: &Item) -> Result<Report, Failure> {
    let position = &item.position;
    let method = args.method()?;
    let table = args.table(position)?;
    tell_slow(&[method.technique]);
    let castling = args.castling.form(position);
    let progress = LeafProgress::new();
    let start = Instant::now();
    let divided = workers.by_first_move(
        position,
        args.depth,
        || method.counter(),
        |counter, part| {
            let leaves = match &table {
                Some(table) => counter.count_with_table(table, part.position, part.depth),
                None => counter.count(part.position, part.depth),
            };
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
    let is_incomplete =
        by_depth.is_some_and(|rows| rows.last().is_none_or(|row| row.0 < args.depth));
    Ok(Report {
        line: item.line,
        fen: position.to_string(),
        depth: args.depth,
        nodes: match args.depth {
            0 => 1,
            _ => moves.iter().map(|of_move| of_move.nodes).sum(),
        },
        seconds,
        interrupted: moves.len() < first_moves || is_incomplete,
        settings: Settings::new(method, workers.threads(), args.hash.bytes(0), castling),
        first_moves,
        moves,
        statistics,
    })
}

/// Returns the statistics of each depth from 1 to `last`, or only of depth 0 if `last` is 0. After
/// an interruption it ends with the last finished depth.
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
