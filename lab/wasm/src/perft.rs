//! Perft: the count below one move, for a worker.

use serde::Deserialize;
use serde_json::json;
use setwise::Position;
use setwise_perft::{Backend, LaneCounter};

use crate::{Answer, Failure, reading};

/// Asks for the count after some moves from a position.
#[derive(Deserialize)]
pub(crate) struct Question {
    fen: String,
    /// Moves in UCI notation that are played first.
    #[serde(default)]
    moves: Vec<String>,
    depth: u8,
}

/// The largest depth that is counted. It is far beyond the patience of a visitor.
const MAX_DEPTH: u8 = 12;

/// A counter that is made at the first question.
#[derive(Default)]
pub(crate) struct Counter(Option<LaneCounter>);

impl Counter {
    pub(crate) fn answer(&mut self, question: &Question) -> Answer {
        let mut position: Position = reading::position(&question.fen)?;
        if question.depth > MAX_DEPTH {
            let depth = question.depth;
            return Err(Failure::plain(format!("depth {depth} (expected 0 to {MAX_DEPTH})")));
        }
        for text in &question.moves {
            let mv = position.parse_uci(text).map_err(Failure::plain)?;
            position = position.play_unchecked(mv);
        }
        let counter = self.0.get_or_insert_with(|| LaneCounter::new(Backend::widest()));
        let count = counter.count(&position, question.depth);
        Ok(json!({ "count": count.to_string() }))
    }
}
