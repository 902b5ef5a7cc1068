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

/// Plays the main lines of all games. Calls a function with the position after each move and, with
/// true, at the end of each game.
pub(crate) fn play(text: &[u8], watch: impl FnMut(&Position, bool)) {
    read(text, Player { replay: Replay::new(), watch });
}

struct Player<W> {
    replay: Replay,
    watch: W,
}

impl<W: FnMut(&Position, bool)> Visitor for Player<W> {
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
        (self.watch)(self.replay.position(), false);
        Ok(())
    }

    fn end_game(&mut self, _: Option<Termination>) -> Result<(), Fault> {
        (self.watch)(self.replay.position(), true);
        Ok(())
    }
}
