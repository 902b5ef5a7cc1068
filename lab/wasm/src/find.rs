//! Set expressions: their words, their parts at a position, and the games that match one.

use std::io::Cursor;

use setwise::notation::pgn::Options;
use setwise_lessons::sets::{in_words, parts};
use setwise_sets::{Definitions, Expression, ExpressionError, Source, Value as Asked, WORDS};
use setwise_sets::evaluate_parts;
use setwise_tables::{Find, FindOptions, FindReader, FoundGame};

use crate::json::{Value, json};
use crate::reading::{self, hexadecimal};
use crate::{Answer, Failure};

/// The most plies of a game that are answered; the count has all.
const PLIES: usize = 300;

/// Answers with the words of the language and the shipped definitions.
pub(crate) fn words() -> Value {
    let word = |name: &str, form: &str, sentence: &str| {
        json!({ "name": name, "form": form, "sentence": sentence })
    };
    let words = WORDS.iter().map(|found| word(found.name, found.form, found.sentence));
    let shipped = Definitions::standard();
    let defined = shipped.names().filter_map(|name| {
        let (form, sentence) = shipped.describe(name)?;
        Some(word(name, &form, sentence))
    });
    json!({ "words": words.chain(defined).collect::<Value>() })
}

/// Answers with the parts of an expression at a position, and why it holds there or not.
pub(crate) fn expression(asked: &Value) -> Answer {
    let text: String = asked.get("text")?;
    let of_games = Expression::parse(&text).map_err(|error| wrong(&error))?;
    let question = of_games.clone().question().err();
    let at = Expression::parse_with(&text, &Definitions::standard(), Source::Positions);
    let notes = of_games.constants().into_iter().map(|place| {
        let part = &text[place];
        format!("`{part}` are squares, which always hold (a piece on them: `N & {part}`).")
    });
    let mut answer = json!({
        "question": question.map(|error| error.to_string()),
        "notes": notes.collect::<Value>(),
    });
    match at {
        Err(error) => answer.set("game", error.to_string()),
        Ok(expression) => {
            let position = reading::position(asked)?;
            let (value, _) = evaluate_parts(&expression, &position);
            let mut rows: Vec<_> = parts(&expression, &position).collect();
            let whole = expression.text().trim();
            rows.retain(|(part, _)| part.trim() != whole);
            let why = rows.iter().map(|&(part, value)| in_words(part, value));
            let verdict = match value {
                Asked::Set(set) if set.any() => "It holds here: it is a set that is not empty.",
                Asked::Set(_) => "It does not hold here: it is the empty set.",
                Asked::Truth(true) => "It holds here.",
                Asked::Truth(false) => "It does not hold here.",
                Asked::Number(Some(_)) => "It is a number, which neither holds nor not.",
                Asked::Number(None) => "It is a number that is missing here.",
            };
            let whole = (whole, value);
            answer.set("verdict", verdict);
            answer.set("words", in_words(whole.0, whole.1));
            answer.set("why", why.collect::<Value>());
            answer.set("parts", rows.iter().chain([&whole]).filter_map(board).collect::<Value>());
        }
    }
    Ok(answer)
}

/// Returns a part that is a set.
fn board(&(text, value): &(&str, Asked)) -> Option<Value> {
    let Asked::Set(set) = value else { return None };
    Some(json!({ "text": text, "set": hexadecimal(set) }))
}

/// Returns the error of an expression, with its place.
fn wrong(error: &ExpressionError) -> Failure {
    let place = error.place();
    let (at, end) = (place.start, place.end);
    Failure(json!({ "error": json!({ "message": error.to_string(), "at": at, "end": end }) }))
}

/// A search in the games of a text.
#[derive(Default)]
pub(crate) struct Search(Option<FindReader<'static>>);

impl Search {
    /// Begins a search in the attached text.
    pub(crate) fn start(&mut self, asked: &Value, text: &[u8]) -> Answer {
        let question: String = asked.get("text")?;
        let question = Expression::parse(&question).and_then(Expression::question);
        let options = FindOptions { names: true, ..FindOptions::default() };
        let find = Find::new(question.map_err(|error| wrong(&error))?, options);
        let source = Box::new(Cursor::new(text.to_vec()));
        self.0 = Some(FindReader::new(source, Options::default(), find));
        Ok(json!({ "bytes": text.len() }))
    }

    /// Continues the search, and answers with the games that match.
    pub(crate) fn step(&mut self, asked: &Value) -> Answer {
        let games: u64 = asked.get("games")?;
        let reader = self.0.as_mut().ok_or_else(|| Failure::plain("no search has begun"))?;
        let part = reader.read(games).map_err(Failure::plain)?;
        let done = part.games < games;
        let missing = reader.find().missing_tags().filter(|_| done);
        let missing: Value = missing.map(|tag| tag.to_string()).collect();
        if done {
            self.0 = None;
        }
        Ok(json!({
            "done": done,
            "games": part.games,
            "positions": part.positions,
            "damaged": part.damaged,
            "missing": missing,
            "found": part.found.into_iter().map(game).collect::<Value>(),
        }))
    }
}

fn game(found: FoundGame) -> Value {
    json!({
        "at": found.byte,
        "number": found.number,
        "white": found.white,
        "black": found.black,
        "result": found.result,
        "hits": found.plies.len(),
        "plies": found.plies.into_iter().take(PLIES).collect::<Value>(),
    })
}
