//! Reads and plays the games of a text with Setwise.

use setwise::Position;
use setwise_pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};

/// Reads all games with a visitor.
pub(crate) fn read<V: Visitor>(text: &[u8], mut visitor: V) -> V {
    let mut reader = Reader::new(text);
    while let Some(game) = reader.read_game(&mut visitor).expect("memory can be read") {
        game.expect("the games are good");
    }
    visitor
}

/// Plays the main lines of all games, and passes their positions to a callback.
pub(crate) fn play<W: Watch>(text: &[u8], watch: W) -> W {
    read(text, Player { replay: Replay::new(), watch }).watch
}

/// A callback that receives positions.
pub(crate) trait Watch {
    /// Receives the position after each move.
    fn moved(&mut self, position: &Position);

    /// Receives the position at the end of each game.
    fn ended(&mut self, _: &Position) {}
}

struct Player<W> {
    replay: Replay,
    watch: W,
}

impl<W: Watch> Visitor for Player<W> {
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
        self.watch.moved(self.replay.position());
        Ok(())
    }

    fn end_game(&mut self, _: Option<Termination>) -> Result<(), Fault> {
        self.watch.ended(self.replay.position());
        Ok(())
    }
}
