//! Counting with a technique that is chosen by name.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise::perft::bulk;
use setwise::sliders::Sliders;
use setwise::techniques::{Task, Technique};
use setwise::{Move, Position};

use crate::verdict::Failure;

/// No count so deep has ever been done; the bound keeps a recursion on its stack.
pub(crate) const MAX_DEPTH: u32 = 100;

/// The leaves below each legal move, with news of each move as it is done.
pub(crate) struct Divide<'p, F> {
    /// Where to begin.
    pub(crate) position: &'p Position,
    /// How many moves deep; nothing at depth 0.
    pub(crate) depth: u32,
    /// Whether the last move is counted without being played.
    pub(crate) bulk: bool,
    /// Called after each legal move.
    pub(crate) each: F,
}

impl<F: FnMut()> Task for Divide<'_, F> {
    type Output = Vec<(Move, u128)>;

    fn run<S: Sliders>(mut self, sliders: S) -> Vec<(Move, u128)> {
        let Some(below) = self.depth.checked_sub(1) else { return Vec::new() };
        let count = if self.bulk { bulk::bulk::<S> } else { bulk::walk::<S> };
        let moves = self.position.legal_moves().into_iter();
        moves
            .map(|mv| {
                let leaves = count(&self.position.play_unchecked(mv), below, sliders);
                (self.each)();
                (mv, leaves)
            })
            .collect()
    }
}

/// The number of leaves.
pub(crate) struct Leaves<'p> {
    /// Where to begin.
    pub(crate) position: &'p Position,
    /// How many moves deep.
    pub(crate) depth: u32,
}

impl Task for Leaves<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        bulk::bulk(self.position, self.depth, sliders)
    }
}

/// Why a technique gave no answer.
pub(crate) fn unavailable(technique: Technique) -> Failure {
    Failure::Run(format!(
        "this CPU cannot run the technique {technique}, which needs {}",
        technique.card().needs,
    ))
}

/// The names that `--technique` takes.
pub(crate) fn technique_names() -> impl Iterator<Item = &'static str> {
    Technique::ALL.iter().map(|technique| technique.name())
}

/// Reads the name of a technique.
pub(crate) fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    PossibleValuesParser::new(technique_names()).try_map(|name| name.parse::<Technique>())
}
