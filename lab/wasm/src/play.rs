//! A game against the computer: its moves, hints, the sets behind a move, and the game as PGN.

use std::time::Duration;

use setwise::{Color, Game, Move, Position};
use setwise_lessons::sets::{SetBehind, behind};
use setwise_pgn::Termination;
use setwise_player::{Level, Line, Opponent, Options, ending};

use crate::answer::{Answer, Document, Failure, object};
use crate::question::Question;
use crate::reading::{self, hexadecimal};

/// The number of moves of an expected line that are shown.
const EXPECTED: usize = 5;

/// A player that is made at the first question for a move.
#[derive(Default)]
pub(crate) struct Table {
    opponent: Option<Opponent>,
    /// The last answer, and the position in which it was given.
    expected: Option<(Position, Line)>,
}

impl Table {
    /// Answers with the result and the sets behind the last move, if it is the computer's.
    pub(crate) fn look(&self, asked: &Question) -> Answer {
        let (game, user) = (game(asked)?, side(asked)?);
        let (result, reason) = ending(&game).unzip();
        let last = game.moves().next_back().filter(|(before, _)| before.turn() != user);
        let why = last.map(|(before, mv)| self.why(before, mv));
        Ok(object!({
            "result": result,
            "reason": reason,
            "why": why,
        }))
    }

    fn why(&self, before: &Position, mv: Move) -> Document {
        let expected =
            self.expected.as_ref().filter(|(at, line)| at == before && line.moves[0] == mv);
        let rows = behind(before, mv).into_iter().map(|SetBehind { expression, meaning, set }| {
            object!({ "expression": expression, "meaning": meaning, "set": hexadecimal(set) })
        });
        object!({
            "san": before.san(mv).to_string(),
            "expected": expected.map(|(at, line)| line.san(at, EXPECTED)),
            "score": expected.map(|(_, line)| line.score.to_string()),
            "sets": rows.collect::<Vec<_>>(),
        })
    }

    /// Answers with the move of the computer.
    pub(crate) fn answer(&mut self, asked: &Question) -> Answer {
        let game = game(asked)?;
        let position = *game.position();
        let line = self.opponent(asked)?.answer(&game);
        let san = line.as_ref().map(|line| position.san(line.moves[0]).to_string());
        self.expected = line.map(|line| (position, line));
        Ok(object!({ "san": san }))
    }

    /// Answers with a move for the person.
    pub(crate) fn hint(&mut self, asked: &Question) -> Answer {
        let game = game(asked)?;
        let mv = self.opponent(asked)?.hint(&game);
        Ok(object!({ "san": mv.map(|mv| game.position().san(mv).to_string()) }))
    }

    /// Answers with the game as PGN.
    pub(crate) fn pgn(&mut self, asked: &Question) -> Answer {
        let (game, user) = (game(asked)?, side(asked)?);
        let result = asked.find("result");
        let result = result.and_then(|text| Termination::from_bytes(text.as_bytes()));
        Ok(object!({ "pgn": self.opponent(asked)?.record(&game, user, result).to_string() }))
    }

    /// Returns the player with the level and the seed of the question.
    fn opponent(&mut self, asked: &Question) -> Result<&mut Opponent, Failure> {
        let (number, seed) = (asked.number("level")?, asked.number("seed")?);
        let level = Level::new(number)
            .ok_or_else(|| Failure::plain(format!("level {number} (expected 1 to 8)")))?;
        if self.opponent.is_none() {
            // No limit is a time, and the clock of the system panics in a browser.
            let options = Options { now: || Duration::ZERO, ..Options::default() };
            self.opponent = Some(Opponent::new(&options, level, seed).map_err(Failure::plain)?);
        }
        let opponent = self.opponent.as_mut().expect("an opponent");
        (opponent.level, opponent.seed) = (level, seed);
        Ok(opponent)
    }
}

/// Reads the game of a question: the first position, and the moves in standard notation.
fn game(asked: &Question) -> Result<Game, Failure> {
    let mut game = Game::new(reading::position(asked)?);
    for text in asked.all("moves") {
        let mv = game.position().parse_san(text).map_err(Failure::plain)?;
        game.play_unchecked(mv);
    }
    Ok(game)
}

/// Reads the color of the person.
fn side(asked: &Question) -> Result<Color, Failure> {
    match asked.text("side") {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(Failure::plain(format!("{other:?} is no side (expected white or black)"))),
    }
}
