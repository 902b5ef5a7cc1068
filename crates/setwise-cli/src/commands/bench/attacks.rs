//! `setwise bench attacks`: how fast each technique looks attacks up.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde::Serialize;
use setwise::sliders::fill::all::Fill;
use setwise::techniques::Technique;

use super::contest;
use super::lookups::{LookUp, Pass};
use super::options::{BenchOptions, Conditions};
use super::ranking::{Contenders, Ranking};
use super::set_wise::FillSides;
use super::workload::{Material, Workload};
use crate::drawing::{self, Bars};
use crate::technique_option::unavailable;
use crate::verdict::{Failure, Verdict};

/// Measure how fast each technique looks up what sliders attack
///
/// Prints for each workload, fastest first, million queens a second in the best round and in the
/// median one, and how many times that is the speed of pext and of walk. A rook or a bishop counts
/// as half a queen. The workload chain, where each lookup waits for the last, has nanoseconds a
/// queen instead, and less is better; side and sides have million sides a second, of which a fill
/// takes all sliders at once. All answers are compared with those of walk.
///
/// Figures mislead: lookups in a row keep a large table in the cache, as no engine does. `setwise
/// bench perft` measures the same techniques inside the move generator.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise bench attacks
  setwise bench attacks --technique hyperbola classical --workload games
  setwise bench attacks --quick --json
  setwise bench attacks --rounds 20 --svg attacks.svg")]
pub(crate) struct Args {
    /// Which workloads [default: all]
    #[arg(long, value_name = "NAME", num_args = 1.., value_enum)]
    workload: Vec<Workload>,

    #[command(flatten)]
    options: BenchOptions,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    conditions: Conditions,
    workloads: Vec<Ranking>,
}

/// How long a turn takes.
const TURN: Duration = Duration::from_millis(20);

/// How many cold batches make a pass; more would not fit between two interruptions.
const COLD_BATCHES: usize = 8;

/// Measures, and prints the figures.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let options = &args.options;
    let selection = options.techniques()?;
    selection.tell_skipped();
    let wanted = |workload: &Workload| args.workload.is_empty() || args.workload.contains(workload);
    let workloads: Vec<Workload> =
        Workload::value_variants().iter().copied().filter(wanted).collect();
    let bench = Bench { material: &Material::new(), quick: options.quick };
    let subjects = workloads
        .iter()
        .map(|&workload| Ok((workload, bench.pass(Technique::Walk, workload)?.sum)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let contenders = Contenders::techniques(&selection.available);
    let times =
        contest::measure(&selection.available, &subjects, options.rounds, |technique, subject| {
            bench.turn(technique, *subject)
        })?;

    let conditions = options.conditions(selection.skipped_names());
    let workloads: Vec<Ranking> = workloads
        .iter()
        .zip(&times)
        .map(|(workload, times)| {
            let what = workload.what().to_lowercase();
            Ranking::new(workload.name(), what, workload.unit(), &contenders, times)
        })
        .collect();
    if let Some(path) = &options.svg {
        let title = format!("Sliding attacks looked up on {}", conditions.machine.name());
        let groups = workloads.iter().map(Ranking::bars).collect();
        drawing::write_file(path, &Bars { title, groups })?;
    }
    if options.json {
        let report = Report { conditions, workloads };
        serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Verdict::Right);
    }
    writeln!(out, "{}", conditions.machine.name())?;
    for ranking in &workloads {
        writeln!(out)?;
        ranking.write_table(out)?;
    }
    Ok(Verdict::Right)
}

/// What is measured with.
struct Bench<'m> {
    material: &'m Material,
    quick: bool,
}

impl Bench<'_> {
    fn pass(&self, technique: Technique, workload: Workload) -> Result<Pass, Failure> {
        let material = self.material;
        let fill = Fill::ALL.iter().find(|fill| fill.name() == technique.name());
        let pass = match fill {
            Some(fill) if workload.is_of_sides() => fill.run(FillSides { workload, material }),
            _ => {
                let cold_batches = if self.quick { 1 } else { COLD_BATCHES };
                technique.run(LookUp { workload, material, cold_batches })
            }
        };
        pass.ok_or_else(|| unavailable(technique))
    }

    /// Looks a workload up until the turn is over, and gives the nanoseconds that a queen or
    /// a side took in the fastest pass. A pass is short enough to fit between two interruptions.
    fn turn(
        &self,
        technique: Technique,
        (workload, expected): (Workload, u64),
    ) -> Result<f64, Failure> {
        let start = Instant::now();
        let mut fastest = f64::INFINITY;
        loop {
            let pass = self.pass(technique, workload)?;
            if pass.sum != expected {
                return Err(Failure::Wrong(format!(
                    "{technique} and walk differ in the workload {}",
                    workload.name(),
                )));
            }
            fastest = fastest.min(pass.time.as_secs_f64() * 1e9 / pass.count);
            if self.quick || start.elapsed() >= TURN {
                return Ok(fastest);
            }
        }
    }
}
