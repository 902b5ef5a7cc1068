//! Games of the attached PGN text.

use std::mem;

use setwise::Color;
use setwise_pgn::{Fault, Nag, Next, PgnError, Reader, Replay, Termination, Text, Visitor};

use crate::answer::{Answer, Failure, object};
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

/// The number of variations inside each other that are read: the page draws them by recursion.
const DEEPEST: usize = 100;

/// Answers with the moves of the game that begins at a byte of the text. The first entry is the
/// start of the game, and each other one has the place of the entry before its move.
pub(crate) fn game(asked: &Question, text: &[u8]) -> Answer {
    let at: usize = asked.number("at")?;
    let (before, text) = text.split_at_checked(at).unwrap_or_default();
    let mut moves = Moves { are_kept: true, ..Moves::default() };
    let read = Reader::new(text).read_game(&mut moves).map_err(Failure::plain)?;
    let game = read.ok_or_else(|| Failure::plain("the text has no game (expected a PGN)"))?;
    let error = game.err().map(|error| moves.described(&error, before));
    let written = |Played { san, fen, comment, nags, before }| object!({ "san": san, "fen": fen, "comment": comment, "nags": nags, "before": before });
    Ok(object!({
        "moves": moves.moves.into_iter().map(written).collect::<Vec<_>>(),
        "result": moves.result,
        "error": error,
        "last": moves.at,
    }))
}

/// A move of a game, with the position after it and the place of the entry before it.
#[derive(Default)]
struct Played {
    san: String,
    fen: String,
    comment: String,
    nags: Vec<u32>,
    before: usize,
}

/// The tags of a game, and the moves up to the first that is wrong.
#[derive(Default)]
struct Moves {
    tags: [String; TAGS.len()],
    replay: Replay,
    /// Whether the moves are kept, and not only played.
    are_kept: bool,
    moves: Vec<Played>,
    /// The place of the last move, and of the last moves before the open variations.
    at: usize,
    open: Vec<usize>,
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
        // Comments may come before the tags.
        self.moves.extend(self.are_kept.then(Played::default));
        self.open.clear();
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
        if let Some(start) = self.moves.first_mut() {
            start.fen = reading::fen(self.replay.position());
        }
        next
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.play(san)?;
        if self.are_kept {
            let (san, before) = (Text(san).decode().into_owned(), self.at);
            self.at = self.moves.len();
            let fen = reading::fen(self.replay.position());
            self.moves.push(Played { san, fen, before, ..Played::default() });
        }
        Ok(())
    }

    fn comment(&mut self, piece: Text<'_>, _: bool) {
        if let Some(last) = self.moves.get_mut(self.at) {
            last.comment += &piece.decode();
        }
    }

    fn nag(&mut self, nag: Nag) {
        if let Some(last) = self.moves.get_mut(self.at) {
            last.nags.push(nag.0.into());
        }
    }

    fn begin_variation(&mut self) -> Next {
        if self.open.len() == DEEPEST {
            return Next::Skip;
        }
        self.open.push(self.at);
        self.at = self.moves.get(self.at).map_or(0, |last| last.before);
        self.replay.begin_variation()
    }

    fn end_variation(&mut self) {
        self.at = self.open.pop().unwrap_or_default();
        self.replay.end_variation();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.result = termination.map(Termination::as_str);
        Ok(())
    }
}
