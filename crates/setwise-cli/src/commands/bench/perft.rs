//! `setwise bench perft`: how fast the move generator is with each technique, and with each
//! back-end.

mod positions;

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;
use setwise::Position;
use setwise::techniques::Technique;

use self::positions::Count;
use super::contest::{self, Time};
use super::options::{BenchOptions, Conditions};
use super::ranking::{Contenders, Ranking, Unit};
use crate::backend_option::{BackendChoice, BackendSelection, Backends, backends_parser};
use crate::counting::Counter;
use crate::drawing::{self, Bars};
use crate::verdict::{Failure, Verdict};

/// Measure how fast the move generator counts with each technique, or with each back-end
///
/// Ranks the techniques by million leaves a second over the well-known positions and an endgame,
/// in the geometric mean, with bulk counting, one thread and no hash table; the JSON has each
/// position too. All counts are compared with the known ones. All techniques in five rounds take
/// some minutes.
///
/// With --backend it ranks the back-ends instead: by the leaves of four positions, the initial one
/// at depth 7, kiwipete, a middlegame and an endgame at depth 6, 18,999,768,562 together, over the
/// time of all four; and so of fifty random positions.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise bench perft
  setwise bench perft --technique hyperbola classical --rounds 3
  setwise bench perft --backend all --rounds 3 --json
  setwise bench perft --quick --json
  setwise bench perft --svg perft.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    options: BenchOptions,

    /// Rank back-ends and not techniques: which, or all; scalar is measured too, to compare with
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = backends_parser())]
    #[arg(conflicts_with = "technique")]
    backend: Vec<Backends>,
}

/// Who counts, and what.
struct Contest {
    contenders: Contenders,
    /// Those that this CPU cannot run.
    skipped: Vec<&'static str>,
    /// Of each contender.
    counters: Vec<Counter>,
    /// The first is that of the overall ranking.
    sets: Vec<Set>,
}

/// Positions that have a ranking together.
struct Set {
    name: &'static str,
    what: &'static str,
    mean: Mean,
    counts: Vec<Count>,
}

/// What the figure of several positions is.
#[derive(Clone, Copy)]
enum Mean {
    /// In which each position counts the same.
    Geometric,
    /// All leaves over the time of all.
    Pooled,
}

impl Contest {
    fn new(args: &Args) -> Result<Contest, Failure> {
        let quick = args.options.quick;
        if args.backend.is_empty() {
            let selection = args.options.techniques()?;
            selection.tell_skipped();
            return Ok(Contest {
                contenders: Contenders::techniques(&selection.available),
                skipped: selection.skipped_names(),
                counters: selection.available.iter().copied().map(Counter::Bulk).collect(),
                sets: vec![Set {
                    name: "perft",
                    what: "the mean over the positions",
                    mean: Mean::Geometric,
                    counts: positions::short(quick),
                }],
            });
        }
        let asked = [&args.backend[..], &[Backends::One(BackendChoice::Scalar)]].concat();
        let selection = BackendSelection::of(&asked)?;
        selection.tell_skipped();
        let counter = |choice: &BackendChoice| choice.counter(Technique::fastest(), true);
        let set = |name, what, counts| Set { name, what, mean: Mean::Pooled, counts };
        Ok(Contest {
            contenders: Contenders {
                kind: "backend",
                names: selection.available.iter().map(|choice| choice.name()).collect(),
                references: &["scalar"],
            },
            skipped: selection.skipped_names(),
            counters: selection.available.iter().map(counter).collect(),
            sets: vec![
                set("perft", "four positions together", positions::long(quick)),
                set("random", "fifty random positions together", positions::random(quick)),
            ],
        })
    }

    fn ranking(&self, name: &'static str, what: String, times: &[Time]) -> Ranking {
        Ranking::new(name, what, Unit::MillionPerSecond("leaves"), &self.contenders, times)
    }

    /// The ranking of a set, and of each of its positions.
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

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    conditions: Conditions,
    /// Over all positions.
    overall: Ranking,
    positions: Vec<Ranking>,
    /// Over the random positions, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<Ranking>,
}

/// Measures, and prints the figures.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let options = &args.options;
    let contest = Contest::new(args)?;
    let names = contest.contenders.names.iter().copied();
    let counters: Vec<_> = names.zip(contest.counters.iter().copied()).collect();
    let mut rankings = Vec::new();
    for set in &contest.sets {
        let times = contest::measure(&counters, &set.counts, options.rounds, turn)?;
        rankings.push(contest.rankings(set, &times));
    }

    let conditions = options.conditions(contest.skipped);
    if let Some(path) = &options.svg {
        let title =
            format!("Perft with each {} on {}", contest.contenders.kind, conditions.machine.name());
        let groups = rankings.iter().map(|(of_set, _)| of_set.bars()).collect();
        drawing::write_file(path, &Bars { title, groups })?;
    }
    let mut rankings = rankings.into_iter();
    let Some((overall, positions)) = rankings.next() else { unreachable!("there is a set") };
    let random = rankings.next().map(|(of_set, _)| of_set);
    if options.json {
        let report = Report { conditions, overall, positions, random };
        serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Verdict::Right);
    }
    writeln!(out, "{}\n", conditions.machine.name())?;
    overall.write_table(out)?;
    if let Some(random) = random {
        writeln!(out)?;
        random.write_table(out)?;
    }
    Ok(Verdict::Right)
}

/// Counts once, and gives the nanoseconds that a leaf took.
fn turn((counter_name, counter): (&str, Counter), count: &Count) -> Result<f64, Failure> {
    let Count { name, fen, depth, leaves: expected } = *count;
    let position = Position::from_fen(fen)
        .map_err(|error| Failure::Run(format!("the position {name}: {error}")))?;
    let start = Instant::now();
    let leaves = counter.leaves(None, &position, depth)?;
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
    if leaves != expected {
        return Err(Failure::Wrong(format!(
            "{counter_name} counts {leaves} leaves of {fen} at depth {depth}, not {expected}"
        )));
    }
    Ok(nanoseconds / leaves as f64)
}
