//! Positions for both sides to look at.

use setwise::Position;
use setwise::notation::pgn::{Fault, Next, Reader, Replay, Text, Visitor};

/// More do not fit the caches that a search would have them in.
const MOST: usize = 10_000;

/// cozy-chess reads no FEN with more.
const MOST_HALFMOVES: u16 = 100;

/// Positions of standard chess from the games of a text, evenly over its main lines.
pub(crate) fn of_games(text: &[u8]) -> Vec<Position> {
    let mut collector = Collector { replay: Replay::new(), positions: Vec::new() };
    let mut reader = Reader::new(text);
    while let Some(game) = reader.read_game(&mut collector).expect("memory can be read") {
        game.expect("the games are good");
    }
    let all = collector.positions;
    all.iter().step_by(all.len().div_ceil(MOST).max(1)).copied().collect()
}

struct Collector {
    replay: Replay,
    positions: Vec<Position>,
}

impl Visitor for Collector {
    fn begin_game(&mut self) -> Next {
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.play(san)?;
        let position = self.replay.position();
        if !position.is_chess960() && position.halfmoves() <= MOST_HALFMOVES {
            self.positions.push(*position);
        }
        Ok(())
    }
}
