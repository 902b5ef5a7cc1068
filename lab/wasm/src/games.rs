//! Games of the attached PGN text.

use std::mem;

use setwise::{Color, Position};
use setwise_pgn::{Fault, Nag, Next, PgnError, Reader, Replay, Termination, Text, Visitor};

use crate::answer::{Answer, Document, Failure, object};
use crate::question::Question;
use crate::reading;

/// Answers with the list of games.
pub(crate) fn list(asked: &Question, text: &[u8]) -> Answer {
    // The largest number of games to list; all are counted.
    let limit: usize = asked.number("limit")?;
    let (mut reader, mut count, mut errors) = (Reader::new(text), 0_usize, 0_usize);
    let (mut games, mut played) = (Vec::new(), Moves::default());
    // A slice can always be read.
    while let Ok(Some(game)) = reader.read_game(&mut played) {
        count += 1;
        errors += usize::from(game.is_err());
        let [white, black, event, date, result] = mem::take(&mut played.tags);
        if games.len() < limit {
            games.push(object!({
                "at": reader.game_start(),
                "white": white, "black": black, "event": event, "date": date, "result": result,
                "error": game.is_err(),
            }));
        }
    }
    Ok(object!({ "count": count, "errors": errors, "games": games }))
}

/// The tags of a game that a list shows.
const TAGS: [&str; 5] = ["White", "Black", "Event", "Date", "Result"];

/// Answers with the moves of the game that begins at a byte of the text.
pub(crate) fn game(asked: &Question, text: &[u8]) -> Answer {
    let at: usize = asked.number("at")?;
    let (before, text) = text.split_at_checked(at).unwrap_or_default();
    let mut moves = Moves { are_kept: true, ..Moves::default() };
    let read = Reader::new(text).read_game(&mut moves).map_err(Failure::plain)?;
    let game = read.ok_or_else(|| Failure::plain("the text has no game (expected a PGN)"))?;
    let error = game.err().map(|error| moves.described(&error, before));
    Ok(object!({
        "start": reading::fen(&moves.start),
        "comment": moves.comment,
        "moves": moves.moves.into_iter().map(Played::written).collect::<Vec<_>>(),
        "variations": moves.variations,
        "glyphs": moves.glyphs,
        "result": moves.result,
        "error": error,
    }))
}

/// A move of a game, with the position after it.
struct Played {
    san: String,
    fen: String,
    comment: String,
}

impl Played {
    fn written(self) -> Document {
        object!({ "san": self.san, "fen": self.fen, "comment": self.comment })
    }
}

/// The tags of a game, and the moves of the main line up to the first that is wrong.
#[derive(Default)]
struct Moves {
    tags: [String; TAGS.len()],
    replay: Replay,
    /// Whether the moves are kept, and not only played.
    are_kept: bool,
    start: Position,
    /// The comments before the first move.
    comment: String,
    moves: Vec<Played>,
    /// The number of variations of the main line, and of the glyphs of its moves.
    variations: usize,
    glyphs: usize,
    result: Option<&'static str>,
}

impl Moves {
    /// Returns an error with the move that is wrong, if it is of a move, and its line in the whole
    /// text.
    fn described(&self, error: &PgnError, before: &[u8]) -> String {
        let line = before.iter().filter(|&&byte| byte == b'\n').count() as u64 + error.place.line;
        let written = self.replay.wrong_move().map(|(text, position)| {
            let dots = if position.turn() == Color::White { "." } else { "…" };
            format!("{}{dots} {}: ", position.fullmoves(), text.decode())
        });
        format!("{}{} (line {line})", written.unwrap_or_default(), error.message())
    }
}

impl Visitor for Moves {
    fn begin_game(&mut self) -> Next {
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        match TAGS.iter().position(|&tag| tag == name) {
            Some(at) => self.tags[at] = value.decode().into_owned(),
            None => self.replay.tag(name, value)?,
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Next {
        let next = self.replay.end_tags();
        self.start = *self.replay.position();
        next
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.play(san)?;
        if self.are_kept {
            self.moves.push(Played {
                san: Text(san).decode().into_owned(),
                fen: reading::fen(self.replay.position()),
                comment: String::new(),
            });
        }
        Ok(())
    }

    fn comment(&mut self, piece: Text<'_>, _: bool) {
        if self.are_kept {
            let comment = self.moves.last_mut().map_or(&mut self.comment, |last| &mut last.comment);
            *comment += &piece.decode();
        }
    }

    fn nag(&mut self, _: Nag) {
        self.glyphs += 1;
    }

    fn begin_variation(&mut self) -> Next {
        self.variations += 1;
        Next::Skip
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.result = termination.map(Termination::as_str);
        Ok(())
    }
}
