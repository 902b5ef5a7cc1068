//! Set expressions: their words, their parts at a position, and the games that match one.

use std::io::Cursor;

use setwise_lessons::sets::{in_words, with_texts};
use setwise_pgn::Options;
use setwise_sets::{Definitions, Expression, ExpressionError, Game, PartValue, Source, WORDS};
use setwise_sets::{Value as Asked, evaluate, evaluate_parts};
use setwise_tables::{Find, FindOptions, FindReader, FoundGame};

use crate::answer::{Answer, Document, Failure, object};
use crate::question::Question;
use crate::reading::{self, hexadecimal};

/// The most parts of an expression that is explained in words.
const MOST_PARTS: usize = 200;

/// The most plies of a game that are answered; the count has all.
const PLIES: usize = 300;

/// Answers with the words of the language and the shipped definitions.
pub(crate) fn words() -> Document {
    let word = |name: &str, form: &str, sentence: &str| object!({ "name": name, "form": form, "sentence": sentence });
    let words = WORDS.iter().map(|found| word(found.name, found.form, found.sentence));
    let shipped = Definitions::standard();
    let defined = shipped.names().filter_map(|name| {
        let (form, sentence) = shipped.describe(name)?;
        Some(word(name, &form, sentence))
    });
    object!({ "words": words.chain(defined).collect::<Vec<_>>() })
}

/// Answers with the parts of an expression at a position, and why it holds there or not.
pub(crate) fn expression(asked: &Question) -> Answer {
    let text = asked.text("text");
    let definitions = definitions(asked)?;
    let parse = |source| Expression::parse_with(text, &definitions, source);
    let of_games = parse(Source::Games).map_err(|error| wrong(&error))?;
    let question = of_games.clone().question().err();
    let at = parse(Source::Positions);
    let notes = of_games.notes().into_iter().map(|note| note + ".");
    let mut answer = object!({
        "question": question.map(|error| error.to_string()),
        "notes": notes.collect::<Vec<_>>(),
    });
    match at {
        Err(error) => answer.extend(object!({ "game": error.to_string() })),
        Ok(expression) => {
            let position = reading::position(asked)?;
            let (value, places) = evaluate_parts(&expression, &position);
            let whole = (expression.text().trim(), value);
            let mut rows: Vec<_> = with_texts(&expression, places.clone()).collect();
            rows.retain(|(part, _)| part.trim() != whole.0);
            rows.push(whole);
            // The pieces of a letter can be seen; they are drawn if nothing else is.
            let is_longer =
                |&(part, value): &(&str, _)| part.len() > 1 && matches!(value, Asked::Set(_));
            if rows.iter().any(is_longer) {
                rows.retain(is_longer);
            }
            let verdict = match value {
                Asked::Set(set) if set.any() => "It holds here: it is a set that is not empty.",
                Asked::Set(_) => "It does not hold here: it is the empty set.",
                Asked::Truth(true) => "It holds here.",
                Asked::Truth(false) => "It does not hold here.",
                Asked::Number(Some(_)) => "It is a number, which neither holds nor not.",
                Asked::Number(None) => "It is a number that is missing here.",
            };
            let is_truth = matches!(value, Asked::Truth(_));
            answer.extend(object!({
                "verdict": verdict,
                "words": Some(in_words(whole.0, value)).filter(|_| !is_truth),
                "why": why(text, places),
                "parts": rows.iter().filter_map(board).collect::<Vec<_>>(),
            }));
        }
    }
    Ok(answer)
}

/// Answers with the set that an expression is at a position.
pub(crate) fn set(asked: &Question) -> Answer {
    let text = asked.text("text");
    let expression = Expression::parse_with(text, &definitions(asked)?, Source::Positions);
    let expression = expression.map_err(|error| wrong(&error))?;
    match evaluate(&expression, &Game::of_position(reading::position(asked)?))[0] {
        Asked::Set(set) => Ok(object!({ "set": hexadecimal(set) })),
        value => Err(Failure::plain(format!("{} (expected a set)", in_words(text.trim(), value)))),
    }
}

/// Reads the names that the page defines, such as `selected = e4`.
fn definitions(asked: &Question) -> Result<Definitions, Failure> {
    let mut definitions = Definitions::standard();
    for text in asked.all("definitions") {
        definitions.add(text).map_err(Failure::plain)?;
    }
    Ok(definitions)
}

/// Returns the parts that decide, in words: what `and`, `or` and `not` join, and the operands of
/// others.
fn why(text: &str, mut parts: Vec<PartValue>) -> Vec<String> {
    if parts.len() > MOST_PARTS {
        return Vec::new();
    }
    // A part stands before those inside it.
    parts.sort_by_key(|(place, _)| (place.start, usize::MAX - place.end));
    parts.dedup_by(|(one, _), (other, _)| one == other);
    let mut words = Vec::new();
    add_reasons(text, parts.get(1..).unwrap_or_default(), &mut words);
    words
}

fn add_reasons(text: &str, mut parts: &[PartValue], words: &mut Vec<String>) {
    while let Some(((place, value), rest)) = parts.split_first() {
        let inside = rest.iter().take_while(|(other, _)| other.start < place.end).count();
        let (inside, after) = rest.split_at(inside);
        let is_joined = !inside.is_empty()
            && inside.iter().all(|(_, value)| !matches!(value, None | Some(Asked::Number(_))));
        match value {
            Some(Asked::Truth(_)) if is_joined => add_reasons(text, inside, words),
            Some(value) => {
                let line = in_words(&text[place.clone()], *value);
                if !words.contains(&line) {
                    words.push(line);
                }
            }
            None => {}
        }
        parts = after;
    }
}

/// Returns a part that is a set.
fn board(&(text, value): &(&str, Asked)) -> Option<Document> {
    let Asked::Set(set) = value else { return None };
    Some(object!({ "text": text, "set": hexadecimal(set) }))
}

/// Returns the error of an expression, with its place.
fn wrong(error: &ExpressionError) -> Failure {
    let place = error.place();
    let (at, end) = (place.start, place.end);
    Failure(object!({ "error": object!({ "message": error.to_string(), "at": at, "end": end }) }))
}

/// A search in the games of a text.
#[derive(Default)]
pub(crate) struct Search(Option<FindReader<'static>>);

impl Search {
    /// Begins a search in the attached text.
    pub(crate) fn start(&mut self, asked: &Question, text: &[u8]) -> Answer {
        let question = Expression::parse(asked.text("text")).and_then(Expression::question);
        let options = FindOptions { names: true, ..FindOptions::default() };
        let find = Find::new(question.map_err(|error| wrong(&error))?, options);
        let source = Box::new(Cursor::new(text.to_vec()));
        self.0 = Some(FindReader::new(source, Options::default(), find));
        Ok(object!({ "bytes": text.len() }))
    }

    /// Continues the search, and answers with the games that match.
    pub(crate) fn step(&mut self, asked: &Question) -> Answer {
        let games: u64 = asked.number("games")?;
        let reader = self.0.as_mut().ok_or_else(|| Failure::plain("no search has begun"))?;
        let part = reader.read(games).map_err(Failure::plain)?;
        let done = part.games < games;
        let missing = reader.find().missing_tags().into_iter().filter(|_| done);
        let missing: Vec<String> = missing.map(|tag| tag.to_string()).collect();
        if done {
            self.0 = None;
        }
        Ok(object!({
            "done": done,
            "games": part.games,
            "positions": part.positions,
            "damaged": part.damaged,
            "missing": missing,
            "found": part.found.into_iter().map(game).collect::<Vec<_>>(),
        }))
    }
}

fn game(found: FoundGame) -> Document {
    object!({
        "at": found.byte,
        "number": found.number,
        "white": found.white,
        "black": found.black,
        "result": found.result,
        "hits": found.plies.len(),
        "plies": found.plies.into_iter().take(PLIES).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use setwise_tables::{Inputs, ReadOptions, read};

    use super::*;

    const GAMES: &str = "../../peers/python/games/chess.js-1.4.0/benchmark.pgn";

    fn asked(text: &str) -> Question {
        let fen = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
        Question::of(&[("text", text), ("games", "7"), ("fen", fen)])
    }

    /// The command uses `read` with a `Find`.
    #[test]
    fn a_search_in_steps_finds_what_the_command_finds() {
        let text = std::fs::read(GAMES).expect("games");
        let inputs = Inputs::find([Path::new(GAMES)]).expect("a file");
        for question in [
            "Pd4 and not P & [c1-8 e1-8]",
            "count(pinned & a) >= 2",
            "either(isolated(P) & doubled(P))",
            "captures next captures and to & last_to",
            "result = 1-0 and ever castles",
            "clock < 60 or eval > 100",
            "checkmate and WhiteElo > 2400",
        ] {
            let find = Expression::parse(question).and_then(Expression::question).expect(question);
            let find = Find::new(find, FindOptions { names: true, ..FindOptions::default() });
            let (mut expected, mut before) = (Vec::new(), 0);
            let read = read::<_, ()>(&inputs, &ReadOptions::default(), &find, |mut part, _| {
                part.finish();
                let numbered =
                    part.found.iter().map(|game| (before + game.number, game.plies.clone()));
                expected.extend(numbered);
                before += part.games;
                Ok(())
            });
            assert!(read.is_ok());
            let mut search = Search::default();
            assert!(search.start(&asked(question), &text).is_ok());
            let (mut found, mut before) = (Vec::new(), 0);
            while let Some(reader) = &mut search.0 {
                let part = reader.read(7).expect("memory");
                found.extend(part.found.into_iter().map(|game| (before + game.number, game.plies)));
                before += part.games;
                search.0 = search.0.filter(|_| part.games == 7);
            }
            assert_eq!(found, expected, "{question}");
        }
    }

    #[test]
    fn the_parts_that_decide_are_told() {
        for (text, words) in [
            ("pinned & a and check", "pinned & a: 1 square; check: false"),
            ("not check", "check: false"),
            ("count(pinned) > 1 or N", "count(pinned) > 1: false; N: 2 squares"),
            ("attacks(B) & n", "attacks(B): 9 squares; n: 2 squares"),
            ("any s in N: attacks(s) & k", "N: 2 squares; k: 1 square"),
        ] {
            let Ok(answer) = expression(&asked(text)) else { panic!("{text} is an error") };
            let words: Vec<String> = words.split("; ").map(str::to_owned).collect();
            let why = object!({ "why": words });
            assert!(answer.0.contains(why.0.trim_matches(['{', '}'])), "{text}: {}", answer.0);
        }
    }

    #[test]
    fn hostile_expressions_are_errors_with_a_place() {
        let deep = format!("{}N{}", "(".repeat(900), ")".repeat(900));
        let long = vec!["attacks(N)"; 9000].join(" | ");
        for text in
            [&*deep, &long, "<b>N</b>", "N &", "\u{202e}N", "\u{0}", "", "'", "P-d4", "K and won"]
        {
            let Err(Failure(error)) = expression(&asked(text)) else {
                panic!("{text} is no error")
            };
            let number = |name: &str| {
                let (_, after) = error.0.split_once(&format!("\"{name}\":"))?;
                after.split([',', '}']).next()?.parse::<usize>().ok()
            };
            let (Some(at), Some(end)) = (number("at"), number("end")) else {
                panic!("{text} has no place")
            };
            assert!(at <= end && end <= text.len(), "{text}: {at}..{end}");
        }
    }
}
