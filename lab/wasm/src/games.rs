//! Games of the attached PGN text.

use serde::Deserialize;
use serde_json::{Value, json};
use setwise::Position;
use setwise::notation::pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};

use crate::{Answer, Failure, position};

/// Asks for the list of games.
#[derive(Deserialize)]
pub(crate) struct Question {
    /// The largest number of games to list; all are counted.
    limit: usize,
}

impl Question {
    pub(crate) fn answer(&self, text: &[u8]) -> Value {
        let (mut reader, mut count, mut errors) = (Reader::new(text), 0, 0);
        let mut games = Vec::new();
        loop {
            let mut headers = Headers::default();
            // A slice can always be read.
            let Ok(Some(game)) = reader.read_game(&mut headers) else { break };
            count += 1;
            errors += usize::from(game.is_err());
            if games.len() < self.limit {
                let Headers { white, black, event, date, result } = headers;
                games.push(json!({
                    "at": reader.game_start(),
                    "white": white, "black": black, "event": event, "date": date, "result": result,
                    "error": game.err().map(|error| error.to_string()),
                }));
            }
        }
        json!({ "count": count, "errors": errors, "games": games })
    }
}

/// The tags of a game that a list shows.
#[derive(Default)]
struct Headers {
    white: String,
    black: String,
    event: String,
    date: String,
    result: String,
}

impl Visitor for Headers {
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        let tag = match name {
            "White" => &mut self.white,
            "Black" => &mut self.black,
            "Event" => &mut self.event,
            "Date" => &mut self.date,
            "Result" => &mut self.result,
            _ => return Ok(()),
        };
        *tag = value.decode().into_owned();
        Ok(())
    }

    fn end_tags(&mut self) -> Next {
        Next::Skip
    }
}

/// Asks for the moves of the game that begins at a byte of the text.
#[derive(Deserialize)]
pub(crate) struct One {
    at: usize,
}

impl One {
    pub(crate) fn answer(&self, text: &[u8]) -> Answer {
        let text = text.get(self.at..).unwrap_or_default();
        let mut moves = Moves::default();
        let read = Reader::new(text).read_game(&mut moves).map_err(Failure::plain)?;
        let game = read.ok_or_else(|| Failure::plain("the text has no game (expected a PGN)"))?;
        Ok(json!({
            "start": position::fen(&moves.start),
            "moves": moves.moves,
            "result": moves.result,
            "error": game.err().map(|error| error.to_string()),
        }))
    }
}

/// The moves of the main line, up to the first that is wrong.
#[derive(Default)]
struct Moves {
    replay: Replay,
    start: Position,
    moves: Vec<Value>,
    result: Option<&'static str>,
}

impl Visitor for Moves {
    fn begin_game(&mut self) -> Next {
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        let next = self.replay.end_tags();
        self.start = *self.replay.position();
        next
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.play(san)?;
        self.moves.push(json!({
            "san": Text(san).decode(),
            "fen": position::fen(self.replay.position()),
        }));
        Ok(())
    }

    fn comment(&mut self, piece: Text<'_>, _: bool) {
        if let Some(last) = self.moves.last_mut() {
            let before = last["comment"].as_str().unwrap_or_default();
            last["comment"] = json!(format!("{before}{}", piece.decode()));
        }
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.result = termination.map(Termination::as_str);
        Ok(())
    }
}
