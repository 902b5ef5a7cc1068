//! Options that the subcommands share.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use setwise_cli::machine::Machine;
use setwise_cli::technique_option::{Selection, Techniques, techniques_parser};
use setwise_cli::verdict::Failure;
use setwise_techniques::Technique;

/// Which techniques to measure, how often, and the form of the results.
#[derive(Args)]
pub(crate) struct BenchOptions {
    /// Techniques to measure, or all; walk and pext are always added as references [default: all]
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = techniques_parser())]
    technique: Vec<Techniques>,

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
    /// Returns the techniques to measure, with the references.
    ///
    /// # Errors
    ///
    /// A technique was asked for by name, and this CPU cannot run it.
    pub(crate) fn techniques(&self) -> Result<Selection, Failure> {
        let mut asked = self.technique.clone();
        if asked.is_empty() {
            asked.push(Techniques::All);
        }
        let references = [Technique::Walk, Technique::Pext];
        asked.extend(references.into_iter().filter(|t| t.is_available()).map(Techniques::One));
        Selection::of(&asked)
    }

    /// Returns the conditions of this run.
    pub(crate) fn conditions(&self, skipped: Vec<&'static str>) -> Conditions {
        Conditions { machine: Machine::here(), rounds: self.rounds, quick: self.quick, skipped }
    }
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
