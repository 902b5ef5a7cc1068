//! Counting the leaves of a perft in a way that is chosen at run time.

use setwise::Position;
use setwise::attacks::{Sliders, Task};
use setwise_perft::{self as perft, CountMode};
use setwise_techniques::Technique;

use crate::failure::Failure;
use crate::options::unavailable;

/// A way to count leaves.
#[derive(Debug)]
pub(crate) enum Counter {
    /// One position at a time, with the generator instantiated here for a technique.
    Technique(Technique),
    /// As a back-end counts.
    Backend(perft::Counter),
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
            Counter::Backend(counter) => Ok(counter.count(position, depth)),
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
        perft::count_with(sliders, self.position, self.depth, CountMode::EachAlone)
    }
}
