//! `setwise-bench attacks`: the speed of attack lookups with each technique.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde::Serialize;
use setwise_techniques::Technique;
use setwise_techniques::fill::Fill;

use crate::contest;
use crate::failure::Failure;
use crate::instructions::Instructions;
use crate::lookups::{LookUp, Pass};
use crate::options::{BenchOptions, Conditions, unavailable};
use crate::ranking::{Contenders, Ranking};
use crate::set_wise::FillSides;
use crate::workload::{Material, Workload};

/// Measure the speed of attack lookups with each technique
///
/// Prints a table for each workload, the fastest technique first: million queens per second in the
/// best round and in the median round, and the speed as a multiple of the speed of pext and of
/// walk. A rook or a bishop counts as half a queen. The workload chain is measured in nanoseconds
/// per queen, where less is better. The workloads side and sides are measured in million sides per
/// second; a fill computes the attacks of all sliders of a side at once, in the widest registers of
/// the CPU (SETWISE_CPU=v3: at most AVX2). All answers are compared with the answers of walk.
///
/// These figures favour techniques with large tables: the lookups follow each other without other
/// work, so the tables stay in the cache. In an engine they do not. `setwise-bench perft` measures
/// the same techniques inside the move generator.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise-bench attacks
  setwise-bench attacks --technique hyperbola classical --workload games
  setwise-bench attacks --instructions v3
  setwise-bench attacks --quick --json
  setwise-bench attacks --rounds 20 --svg attacks.svg")]
pub(crate) struct Args {
    /// Workloads to measure [default: all]
    #[arg(long, value_name = "NAME", num_args = 1.., value_enum)]
    workload: Vec<Workload>,

    /// The x86-64 level that the lookup loops are compiled for [default: the highest of this CPU]
    #[arg(long, value_name = "LEVEL", value_enum)]
    instructions: Option<Instructions>,

    #[command(flatten)]
    options: BenchOptions,
}

/// The JSON object that is printed.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    conditions: Conditions,
    /// What the lookup loops are compiled for.
    instructions: Instructions,
    workloads: Vec<Ranking>,
}

/// The duration of a turn.
const TURN: Duration = Duration::from_millis(20);

/// The number of cold batches in a pass. A longer pass would often include a timer interrupt.
const COLD_BATCHES: usize = 8;

/// Measures, and prints the results.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let options = &args.options;
    let instructions = Instructions::choose(args.instructions)?;
    let selection = options.techniques()?;
    let wanted = |workload: &Workload| args.workload.is_empty() || args.workload.contains(workload);
    let workloads: Vec<Workload> =
        Workload::value_variants().iter().copied().filter(wanted).collect();
    let bench = Bench { material: &Material::new(), instructions, quick: options.quick };
    let subjects = workloads
        .iter()
        .map(|&workload| Ok((workload, bench.pass(Technique::Walk, workload)?.sum)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let contenders = Contenders::techniques(&selection.available);
    let mut techniques = selection.available.clone();
    let times =
        contest::measure(&mut techniques, &subjects, options.rounds, |technique, subject| {
            bench.turn(*technique, *subject)
        })?;

    let conditions = options.conditions(selection.skipped);
    let workloads: Vec<Ranking> = workloads
        .iter()
        .zip(&times)
        .map(|(workload, times)| {
            let what = workload.what().to_lowercase();
            Ranking::new(workload.name(), what, workload.unit(), &contenders, times)
        })
        .collect();
    let heading = format!("{}, {}", conditions.machine.name(), instructions.name());
    let title = format!("Sliding attacks looked up on {heading}");
    let report = Report { conditions, instructions, workloads };
    options.show(out, &report, (title, &heading), &report.workloads.iter().collect::<Vec<_>>())
}

/// The settings of all turns.
struct Bench<'m> {
    material: &'m Material,
    instructions: Instructions,
    quick: bool,
}

impl Bench<'_> {
    /// Looks up a workload once.
    fn pass(&self, technique: Technique, workload: Workload) -> Result<Pass, Failure> {
        let &Bench { material, instructions, quick } = self;
        let fill = Fill::ALL.into_iter().find(|fill| fill.technique() == technique);
        let pass = match fill {
            Some(fill) if workload.is_of_sides() => {
                Some(fill.run(FillSides { workload, material, instructions }))
            }
            _ => {
                let cold_batches = if quick { 1 } else { COLD_BATCHES };
                technique.run(LookUp { workload, material, instructions, cold_batches })
            }
        };
        pass.ok_or_else(|| unavailable(technique))
    }

    /// Looks up a workload until the turn is over. Returns the nanoseconds per queen or side in the
    /// fastest pass. Most passes are short enough to run without an interrupt.
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
                    "the techniques {technique} and walk give different answers in the workload {}",
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
