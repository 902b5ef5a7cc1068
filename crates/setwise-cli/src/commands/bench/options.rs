//! Options that the benches share.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use setwise::techniques::Technique;

use crate::machine::Machine;
use crate::technique_option::{Selection, Techniques, techniques_parser};
use crate::verdict::Failure;

/// What is measured how often, and where the figures go.
#[derive(Args)]
pub(super) struct BenchOptions {
    /// Which techniques, or all; walk and pext are measured too, to compare with [default: all]
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = techniques_parser())]
    technique: Vec<Techniques>,

    /// How often each technique has its turn
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: u32,

    /// Measure no longer than it takes to check the answers; the figures are rough
    #[arg(long)]
    pub(super) quick: bool,

    /// Print one JSON object, with the machine
    #[arg(long)]
    pub(super) json: bool,

    /// Also draw the figures as bars
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
}

impl BenchOptions {
    /// The techniques to measure, with those to compare with.
    pub(super) fn techniques(&self) -> Result<Selection, Failure> {
        let mut asked = self.technique.clone();
        if asked.is_empty() {
            asked.push(Techniques::All);
        }
        let references = [Technique::Walk, Technique::Pext];
        asked.extend(references.into_iter().filter(|t| t.is_available()).map(Techniques::One));
        Selection::of(&asked)
    }

    /// The conditions of this run.
    pub(super) fn conditions(&self, skipped: Vec<&'static str>) -> Conditions {
        Conditions { machine: Machine::here(), rounds: self.rounds, quick: self.quick, skipped }
    }
}

/// What the figures of a run must be read with.
#[derive(Serialize)]
pub(super) struct Conditions {
    pub(super) machine: Machine,
    rounds: u32,
    quick: bool,
    /// The techniques or back-ends that this CPU cannot run.
    skipped: Vec<&'static str>,
}
