//! The rival's side: pgn-reader, with shakmaty to play the moves, as in its own example.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::Counts;

/// Plays every move of the main lines.
pub(crate) fn validate(text: &[u8]) -> Counts {
    let mut player = Player(Counts::default());
    let mut reader = Reader::new(text);
    while let Some(is_good) = reader.read_game(&mut player).expect("memory can be read") {
        assert!(is_good, "the games are good");
    }
    player.0
}

/// Skips every game.
pub(crate) fn skip(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    let mut reader = Reader::new(text);
    while reader.skip_game().expect("memory can be read") {
        counts.end_game(0);
    }
    counts
}

struct Player(Counts);

impl Visitor for Player {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        tags: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<bool> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *tags = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            if tags.is_none() {
                return ControlFlow::Break(false);
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san_plus: SanPlus) -> ControlFlow<bool> {
        let Ok(mv) = san_plus.san.to_move(position) else { return ControlFlow::Break(false) };
        position.play_unchecked(mv);
        self.0.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, position: Chess) -> bool {
        self.0.end_game(position.board().occupied().0);
        true
    }
}
