//! Setwise's side.

use setwise::Position;
use setwise_pgn::{Next, Visitor};

use super::Counts;
use crate::played::{Watch, play, read};

/// Plays every move of the main lines.
pub(crate) fn validate(text: &[u8]) -> Counts {
    play(text, Counts::default())
}

/// Skips every game.
pub(crate) fn skip(text: &[u8]) -> Counts {
    read(text, Skipper(Counts::default())).0
}

impl Watch for Counts {
    fn moved(&mut self, _: &Position) {
        self.moves += 1;
    }

    fn ended(&mut self, position: &Position) {
        self.end_game(position.board().occupied().0);
    }
}

struct Skipper(Counts);

impl Visitor for Skipper {
    fn begin_game(&mut self) -> Next {
        self.0.end_game(0);
        Next::Skip
    }
}
