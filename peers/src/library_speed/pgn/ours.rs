//! Setwise's side.

use setwise::notation::pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};

use super::Counts;

/// Plays every move of the main lines.
pub(crate) fn validate(text: &[u8]) -> Counts {
    read(text, Player { replay: Replay::new(), counts: Counts::default() }, |player| player.counts)
}

/// Passes over every game.
pub(crate) fn skip(text: &[u8]) -> Counts {
    read(text, Skipper(Counts::default()), |skipper| skipper.0)
}

fn read<V: Visitor>(text: &[u8], mut visitor: V, counts: impl Fn(&V) -> Counts) -> Counts {
    let mut reader = Reader::new(text);
    while let Some(game) = reader.read_game(&mut visitor).expect("memory can be read") {
        game.expect("the games are good");
    }
    counts(&visitor)
}

struct Player {
    replay: Replay,
    counts: Counts,
}

impl Visitor for Player {
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
        self.counts.moves += 1;
        self.replay.play(san).map(|_| ())
    }

    fn end_game(&mut self, _: Option<Termination>) -> Result<(), Fault> {
        self.counts.end_game(self.replay.position().board().occupied().0);
        Ok(())
    }
}

struct Skipper(Counts);

impl Visitor for Skipper {
    fn begin_game(&mut self) -> Next {
        self.0.end_game(0);
        Next::Skip
    }
}
