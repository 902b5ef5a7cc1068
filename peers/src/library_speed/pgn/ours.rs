//! Setwise's side.

use setwise_pgn::{Next, Visitor};

use super::Counts;
use crate::played::{play, read};

/// Plays every move of the main lines.
pub(crate) fn validate(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    play(text, |position, is_end| match is_end {
        true => counts.end_game(position.board().occupied().0),
        false => counts.moves += 1,
    });
    counts
}

/// Skips every game.
pub(crate) fn skip(text: &[u8]) -> Counts {
    read(text, Skipper(Counts::default())).0
}

struct Skipper(Counts);

impl Visitor for Skipper {
    fn begin_game(&mut self) -> Next {
        self.0.end_game(0);
        Next::Skip
    }
}
