//! Checks games: plays every move, also of variations.

use setwise_pgn::{Fault, Next, Options, Played, Replay, Termination, Text, Visitor};

use super::Replaying;

/// A visitor that plays all moves, and counts them.
pub struct Check {
    /// The replay.
    pub replay: Replay,
    /// The number of moves of all games, including variations and null moves.
    pub moves: u64,
}

impl Check {
    /// Checks games with options.
    pub fn new(options: Options) -> Check {
        Check { replay: Replay::with_options(options), moves: 0 }
    }
}

impl Replaying for Check {
    fn replay(&self) -> &Replay {
        &self.replay
    }
}

impl Visitor for Check {
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
        let played = self.replay.play(san)?;
        self.moves += u64::from(played != Played::Nothing);
        Ok(())
    }

    fn begin_variation(&mut self) -> Next {
        self.replay.begin_variation()
    }

    fn end_variation(&mut self) {
        self.replay.end_variation();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.replay.end_game(termination)
    }
}
