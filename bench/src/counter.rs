//! Counting the leaves of a perft in a way that is chosen at run time.

use setwise::Position;
use setwise::attacks::Sliders;
use setwise::attacks::Task;
use setwise::perft;
use setwise_perft::{LaneCounter, ScalarCounter};
use setwise_techniques::Technique;

use crate::failure::Failure;
use crate::options::unavailable;

/// A way to count leaves.
#[derive(Debug)]
pub(crate) enum Counter {
    /// One position at a time, with the generator instantiated here for a technique.
    Technique(Technique),
    /// One position at a time, with the fastest technique.
    Scalar(ScalarCounter),
    /// Many positions at once, in the lanes of SIMD registers.
    Lanes(LaneCounter),
}

impl Counter {
    /// Returns the number of sequences of `depth` legal moves from a position.
    ///
    /// # Errors
    ///
    /// This CPU cannot run the technique.
    pub(crate) fn count(&mut self, position: &Position, depth: u8) -> Result<u128, Failure> {
        match self {
            Counter::Technique(technique) => {
                technique.run(Bulk { position, depth }).ok_or_else(|| unavailable(*technique))
            }
            Counter::Scalar(counter) => Ok(counter.count(position, depth)),
            Counter::Lanes(counter) => Ok(counter.count(position, depth)),
        }
    }
}

/// A count with the last moves in bulk, without families, which leave little to look up.
struct Bulk<'p> {
    position: &'p Position,
    depth: u8,
}

impl Task for Bulk<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        perft::each_alone(self.position, self.depth, sliders)
    }
}
