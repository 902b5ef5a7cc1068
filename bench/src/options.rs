//! Options that the subcommands share.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use setwise_techniques::Technique;
use setwise_techniques::cpu_features::this_cpu;

use crate::bars::Bars;
use crate::failure::Failure;
use crate::machine::Machine;
use crate::ranking::Ranking;

/// Which techniques to measure, how often, and the form of the results.
#[derive(Args)]
pub(crate) struct BenchOptions {
    /// Techniques to measure, or all; walk and pext are always added as references [default: all]
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = techniques_parser())]
    technique: Vec<String>,

    /// Number of rounds; each technique has one turn per round
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: u32,

    /// Measure only as long as it takes to check the answers; the figures are inexact
    #[arg(long)]
    pub(crate) quick: bool,

    /// Print one JSON object, which also describes the machine
    #[arg(long)]
    pub(crate) json: bool,

    /// Also write a bar chart to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

impl BenchOptions {
    /// Returns the techniques to measure, with the references. Prints the names of those that this
    /// CPU cannot run to standard error.
    ///
    /// # Errors
    ///
    /// A technique was asked for by name, and this CPU cannot run it.
    pub(crate) fn techniques(&self) -> Result<Selection<Technique>, Failure> {
        let is_named = |technique: &Technique| self.technique.iter().any(|n| n == technique.name());
        let all = self.technique.is_empty() || self.technique.iter().any(|name| name == ALL);
        let mut selection = Selection { available: Vec::new(), skipped: Vec::new() };
        for &technique in Technique::ALL {
            let is_reference = matches!(technique, Technique::Walk | Technique::Pext);
            match technique.is_available() {
                true if all || is_named(&technique) || is_reference => {
                    selection.available.push(technique);
                }
                false if is_named(&technique) => return Err(unavailable(technique)),
                false if all => {
                    let needs = technique.card().needs;
                    let reason = format!("needs {needs} (not available on {})", this_cpu());
                    selection.skip(technique.name(), &reason);
                }
                _ => {}
            }
        }
        Ok(selection)
    }

    /// Prints a report as JSON, or rankings as tables below a heading. Writes a bar chart of the
    /// rankings to the file that was asked for, if any.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub(crate) fn show(
        &self,
        out: &mut impl Write,
        report: &impl Serialize,
        (title, heading): (String, &str),
        rankings: &[&Ranking],
    ) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            let groups = rankings.iter().map(|ranking| ranking.bars()).collect();
            fs::write(path, Bars { title, groups }.to_string()).map_err(|error| {
                Failure::Run(format!("cannot write {}: {error}", path.display()))
            })?;
        }
        if self.json {
            serde_json::to_writer(&mut *out, report).map_err(io::Error::from)?;
            writeln!(out)?;
            return Ok(());
        }
        writeln!(out, "{heading}")?;
        for ranking in rankings {
            writeln!(out)?;
            ranking.write_table(out)?;
        }
        Ok(())
    }

    /// Returns the conditions of this run.
    pub(crate) fn conditions(&self, skipped: Vec<&'static str>) -> Conditions {
        Conditions { machine: Machine::here(), rounds: self.rounds, quick: self.quick, skipped }
    }
}

/// The value of an option that stands for all names.
pub(crate) const ALL: &str = "all";

/// The short name of the best-known technique of a family.
const MAGIC: &str = "magic";

/// Reads the name of a technique, or `all`.
fn techniques_parser() -> impl TypedValueParser<Value = String> {
    let names = Technique::ALL.iter().map(|&technique| {
        let value = PossibleValue::new(technique.name());
        if technique == Technique::MagicFancy { value.alias(MAGIC) } else { value }
    });
    PossibleValuesParser::new(names.chain([PossibleValue::new(ALL)]))
        .map(|name| if name == MAGIC { Technique::MagicFancy.name().to_owned() } else { name })
}

/// The contenders that were asked for, divided by whether this CPU can run them.
pub(crate) struct Selection<C> {
    /// Those that this CPU can run.
    pub(crate) available: Vec<C>,
    /// The names of those that `all` includes and this CPU cannot run.
    pub(crate) skipped: Vec<&'static str>,
}

impl<C> Selection<C> {
    /// Skips a contender, and prints its name to standard error.
    pub(crate) fn skip(&mut self, name: &'static str, reason: &str) {
        // A closed standard error must not stop the measurement.
        let _ = writeln!(io::stderr(), "skipped: {name}, which {reason}");
        self.skipped.push(name);
    }
}

/// Returns the failure of a technique that this CPU cannot run.
pub(crate) fn unavailable(technique: Technique) -> Failure {
    let needs = technique.card().needs;
    Failure::Run(format!(
        "{} cannot run the technique {technique}, which needs {needs}",
        this_cpu()
    ))
}

/// The conditions of a run, which its results depend on.
#[derive(Serialize)]
pub(crate) struct Conditions {
    pub(crate) machine: Machine,
    rounds: u32,
    quick: bool,
    /// The techniques or back-ends that this CPU cannot run.
    skipped: Vec<&'static str>,
}
