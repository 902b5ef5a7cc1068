//! Games of the attached PGN text.

use setwise::Position;
use setwise_pgn::{Fault, Next, Reader, Replay, Termination, Text, Visitor};

use crate::answer::{Answer, Document, Failure, object};
use crate::question::Question;
use crate::reading;

/// Answers with the list of games.
pub(crate) fn list(asked: &Question, text: &[u8]) -> Answer {
    // The largest number of games to list; all are counted.
    let limit: usize = asked.number("limit")?;
    let (mut reader, mut count, mut errors) = (Reader::new(text), 0_usize, 0_usize);
    let mut games = Vec::new();
    loop {
        let mut headers = Headers::default();
        // A slice can always be read.
        let Ok(Some(game)) = reader.read_game(&mut headers) else { break };
        count += 1;
        errors += usize::from(game.is_err());
        if games.len() < limit {
            let Headers { white, black, event, date, result } = headers;
            games.push(object!({
                "at": reader.game_start(),
                "white": white, "black": black, "event": event, "date": date, "result": result,
                "error": game.err().map(|error| error.to_string()),
            }));
        }
    }
    Ok(object!({ "count": count, "errors": errors, "games": games }))
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

/// Answers with the moves of the game that begins at a byte of the text.
pub(crate) fn game(asked: &Question, text: &[u8]) -> Answer {
    let at: usize = asked.number("at")?;
    let text = text.get(at..).unwrap_or_default();
    let mut moves = Moves::default();
    let read = Reader::new(text).read_game(&mut moves).map_err(Failure::plain)?;
    let game = read.ok_or_else(|| Failure::plain("the text has no game (expected a PGN)"))?;
    Ok(object!({
        "start": reading::fen(&moves.start),
        "moves": moves.moves.into_iter().map(Played::written).collect::<Vec<_>>(),
        "result": moves.result,
        "error": game.err().map(|error| error.to_string()),
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

/// The moves of the main line, up to the first that is wrong.
#[derive(Default)]
struct Moves {
    replay: Replay,
    start: Position,
    moves: Vec<Played>,
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
        self.moves.push(Played {
            san: Text(san).decode().into_owned(),
            fen: reading::fen(self.replay.position()),
            comment: String::new(),
        });
        Ok(())
    }

    fn comment(&mut self, piece: Text<'_>, _: bool) {
        if let Some(last) = self.moves.last_mut() {
            last.comment += &piece.decode();
        }
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.result = termination.map(Termination::as_str);
        Ok(())
    }
}
