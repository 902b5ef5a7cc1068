//! Perft: the count below one move, for a worker.

use setwise::Position;
use setwise_perft::{self as perft, Backend, BackendName};

use crate::answer::{Answer, Failure, object};
use crate::question::Question;
use crate::reading;

/// The largest depth that is counted. It is far beyond the patience of a visitor.
const MAX_DEPTH: u8 = 12;

/// Returns the back-end that the compiler vectorizes for SIMD128.
fn in_lanes() -> Backend {
    Backend::new(BackendName::Portable).unwrap_or_else(Backend::fastest)
}

/// A counter that is made at the first question.
#[derive(Default)]
pub(crate) struct Counter(Option<perft::Counter>);

impl Counter {
    /// Answers with the count after some moves from a position.
    pub(crate) fn answer(&mut self, asked: &Question) -> Answer {
        let mut position: Position = reading::position(asked)?;
        let depth: u8 = asked.number("depth")?;
        if depth > MAX_DEPTH {
            return Err(Failure::plain(format!("depth {depth} (expected 0 to {MAX_DEPTH})")));
        }
        // Moves in UCI notation that are played first.
        for text in asked.all("moves") {
            let mv = position.parse_uci(text).map_err(Failure::plain)?;
            position = position.play_unchecked(mv);
        }
        let counter = self.0.get_or_insert_with(|| perft::Counter::new(in_lanes()));
        let count = counter.count(&position, depth);
        Ok(object!({ "count": count.to_string() }))
    }
}
