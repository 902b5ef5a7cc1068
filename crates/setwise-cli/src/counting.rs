//! Counting with a technique that is chosen at run time.

use setwise::perft::bulk;
use setwise::sliders::Sliders;
use setwise::techniques::{Task, Technique};
use setwise::{Move, Position};

use crate::technique_option::unavailable;
use crate::verdict::Failure;

/// No count so deep has ever been done; the bound keeps a recursion on its stack.
pub(crate) const MAX_DEPTH: u32 = 100;

/// The leaves of a tree of moves, to be counted.
pub(crate) struct Leaves<'p> {
    /// Where to begin.
    pub(crate) position: &'p Position,
    /// How many moves deep.
    pub(crate) depth: u32,
    /// Whether the last move is counted without being played.
    pub(crate) bulk: bool,
}

impl Leaves<'_> {
    /// The number of leaves, or a failure if this CPU cannot run the technique.
    pub(crate) fn with(self, technique: Technique) -> Result<u128, Failure> {
        technique.run(self).ok_or_else(|| unavailable(technique))
    }

    /// The leaves below each legal move, with news of each move as it is done; nothing at depth 0.
    pub(crate) fn divide(
        self,
        technique: Technique,
        mut each: impl FnMut(),
    ) -> Result<Vec<(Move, u128)>, Failure> {
        let Some(depth) = self.depth.checked_sub(1) else { return Ok(Vec::new()) };
        let below = |mv: Move| {
            let position = &self.position.play_unchecked(mv);
            let leaves = Leaves { position, depth, bulk: self.bulk }.with(technique)?;
            each();
            Ok((mv, leaves))
        };
        self.position.legal_moves().into_iter().map(below).collect()
    }
}

impl Task for Leaves<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        let Leaves { position, depth, bulk } = self;
        if bulk {
            bulk::bulk(position, depth, sliders)
        } else {
            bulk::walk(position, depth, sliders)
        }
    }
}
