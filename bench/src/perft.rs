//! `setwise-bench perft`: the speed of perft with each technique, or with each back-end.

mod positions;

use std::io::Write;
use std::iter;
use std::time::Instant;

use serde::Serialize;
use setwise::Position;

use self::positions::Count;
use crate::backend_option::{self, SCALAR, backends_parser};
use crate::contest::{self, Time};
use crate::counter::Counter;
use crate::failure::Failure;
use crate::options::{BenchOptions, Conditions};
use crate::ranking::{Contenders, Ranking, Unit};

/// Measure the speed of perft with each technique, or with each back-end
///
/// Ranks the techniques by million leaves per second: the geometric mean over the well-known
/// positions and an endgame, with bulk counting, one thread and no hash table. The JSON output also
/// has a ranking for each position. All counts are compared with the known ones. Five rounds of all
/// techniques take a few minutes.
///
/// With --backend it ranks the back-ends instead, by the leaves of four positions (18,999,768,562)
/// divided by the time for all four: the initial position at depth 7, and kiwipete, a middlegame
/// and an endgame at depth 6. A second ranking does the same for fifty random positions.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise-bench perft
  setwise-bench perft --technique hyperbola classical --rounds 3
  setwise-bench perft --backend all --rounds 3 --json
  setwise-bench perft --quick --json
  setwise-bench perft --svg perft.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    options: BenchOptions,

    /// Rank back-ends instead of techniques: names, or all; scalar is always added as a reference
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = backends_parser())]
    #[arg(conflicts_with = "technique")]
    backend: Vec<String>,
}

/// The contenders and what they count.
struct Contest {
    contenders: Contenders,
    /// The names of those that this CPU cannot run.
    skipped: Vec<&'static str>,
    /// The names and counters of the contenders.
    counters: Vec<(&'static str, Counter)>,
    /// The sets of positions. The first gives the overall ranking.
    sets: Vec<Set>,
}

/// Positions that are ranked together.
struct Set {
    name: &'static str,
    what: &'static str,
    mean: Mean,
    counts: Vec<Count>,
}

/// How the figures of several positions are combined.
#[derive(Clone, Copy)]
enum Mean {
    /// The geometric mean, in which each position has the same weight.
    Geometric,
    /// All leaves divided by the time of all positions.
    Pooled,
}

impl Contest {
    fn new(args: &Args) -> Result<Contest, Failure> {
        let quick = args.options.quick;
        if args.backend.is_empty() {
            let selection = args.options.techniques()?;
            let counter = |technique| Counter::Technique(technique);
            return Ok(Contest {
                contenders: Contenders::techniques(&selection.available),
                skipped: selection.skipped,
                counters: selection.available.iter().map(|&t| (t.name(), counter(t))).collect(),
                sets: vec![Set {
                    name: "perft",
                    what: "the mean over the positions",
                    mean: Mean::Geometric,
                    counts: positions::short(quick),
                }],
            });
        }
        let selection = backend_option::select(&args.backend)?;
        let set = |name, what, counts| Set { name, what, mean: Mean::Pooled, counts };
        Ok(Contest {
            contenders: Contenders {
                kind: "backend",
                names: selection.available.iter().map(|(name, _)| *name).collect(),
                references: &[SCALAR],
            },
            skipped: selection.skipped,
            counters: selection.available,
            sets: vec![
                set("perft", "four positions together", positions::long(quick)),
                set("random", "fifty random positions together", positions::random(quick)),
            ],
        })
    }

    fn ranking(&self, name: &'static str, what: String, times: &[Time]) -> Ranking {
        Ranking::new(name, what, Unit::MillionPerSecond("leaves"), &self.contenders, times)
    }

    /// Returns the ranking of a set, and the rankings of its positions.
    fn rankings(&self, set: &Set, times: &[Vec<Time>]) -> (Ranking, Vec<Ranking>) {
        let means = (0..self.counters.len()).map(|index| {
            let times = times.iter().map(|of_position| of_position[index]);
            match set.mean {
                Mean::Geometric => Time::mean(times),
                Mean::Pooled => {
                    Time::pooled(set.counts.iter().map(|count| count.leaves as f64).zip(times))
                }
            }
        });
        let means: Vec<Time> = means.collect();
        let of_position = |(count, times): (&Count, &Vec<Time>)| {
            let what = format!("depth {}: {}", count.depth, count.fen);
            self.ranking(count.name, what, times)
        };
        let positions = set.counts.iter().zip(times).map(of_position).collect();
        (self.ranking(set.name, set.what.to_owned(), &means), positions)
    }
}

/// The JSON object that is printed.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    conditions: Conditions,
    /// Over all positions.
    overall: Ranking,
    positions: Vec<Ranking>,
    /// Over the random positions, if they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<Ranking>,
}

/// Measures, and prints the results.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let options = &args.options;
    let mut contest = Contest::new(args)?;
    let mut rankings = Vec::new();
    for set in &contest.sets {
        let times = contest::measure(&mut contest.counters, &set.counts, options.rounds, turn)?;
        rankings.push(contest.rankings(set, &times));
    }

    let conditions = options.conditions(contest.skipped);
    let heading = conditions.machine.name();
    let title = format!("Perft with each {} on {heading}", contest.contenders.kind);
    let mut rankings = rankings.into_iter();
    let Some((overall, positions)) = rankings.next() else { unreachable!("there is a set") };
    let random = rankings.next().map(|(of_set, _)| of_set);
    let report = Report { conditions, overall, positions, random };
    let tables: Vec<&Ranking> = iter::once(&report.overall).chain(&report.random).collect();
    options.show(out, &report, (title, &heading), &tables)
}

/// Counts the leaves of a position once. Returns the nanoseconds per leaf.
fn turn((name, counter): &mut (&str, Counter), count: &Count) -> Result<f64, Failure> {
    let Count { name: position_name, fen, depth, leaves: expected } = *count;
    let position = Position::parse_fen(fen)
        .map_err(|error| Failure::Run(format!("the position {position_name}: {error}")))?;
    let start = Instant::now();
    let leaves = counter.count(&position, depth)?;
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
    if leaves != expected {
        return Err(Failure::Wrong(format!(
            "{name} counted {leaves} leaves at depth {depth} (expected {expected}) of {fen}"
        )));
    }
    Ok(nanoseconds / leaves as f64)
}
