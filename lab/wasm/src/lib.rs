//! The answers of the browser lab.
//!
//! The page asks with a JSON object and gets a JSON object: `{"ask":"position","fen":"…"}`. The field
//! `ask` names the question; each module answers those of one panel. Sets are strings of 16 hexadecimal
//! digits, because the numbers of JavaScript have 53 bits. An answer that is an error has the one field
//! `error`, with a `message` and, for text, the byte offset `at`.
//!
//! In a browser the module is called through three plain functions (`exports`), so no tool is needed
//! beyond the compiler. The same code answers natively in the command `answers`, which tests compare
//! with the answers of the browser.

mod combine;
mod edit;
#[cfg(target_arch = "wasm32")]
pub mod exports;
mod games;
mod lessons;
mod magic;
mod named_sets;
mod perft;
mod pieces;
mod position;
mod reading;
mod sets;
mod techniques;

use serde::Deserialize;
use serde_json::{Value, json};

/// A question of the page.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    Position(position::Question),
    Play(position::Play),
    Chess960 { number: u16 },
    Edit(edit::Question),
    SetTree,
    Sets(sets::Question),
    Techniques,
    Lesson(lessons::Sliding),
    Legality(lessons::Legality),
    Pawns(lessons::Pawns),
    MagicStart(magic::Start),
    MagicStep { candidates: u32 },
    Count(perft::Question),
    Games(games::Question),
    Game(games::One),
    Pieces,
}

/// The state between questions: a counter that is reused, and a search that is continued.
#[derive(Default)]
pub struct Lab {
    counter: perft::Counter,
    search: magic::Running,
}

impl Lab {
    /// Answers a question, which may refer to an attached text such as a PGN file.
    pub fn answer(&mut self, question: &str, attachment: &[u8]) -> String {
        let answer = match serde_json::from_str(question) {
            Ok(question) => self.value(question, attachment),
            Err(error) => Err(Failure::plain(error)),
        };
        answer.unwrap_or_else(|failure| failure.0).to_string()
    }

    fn value(&mut self, question: Question, attachment: &[u8]) -> Answer {
        match question {
            Question::Position(question) => question.answer(),
            Question::Play(question) => question.answer(),
            Question::Chess960 { number } => position::chess960(number),
            Question::Edit(question) => question.answer(),
            Question::SetTree => Ok(named_sets::tree()),
            Question::Sets(question) => question.answer(),
            Question::Techniques => Ok(techniques::list()),
            Question::Lesson(question) => question.answer(),
            Question::Legality(question) => question.answer(),
            Question::Pawns(question) => question.answer(),
            Question::MagicStart(start) => self.search.start(&start),
            Question::MagicStep { candidates } => self.search.step(candidates),
            Question::Count(question) => self.counter.answer(&question),
            Question::Games(question) => Ok(question.answer(attachment)),
            Question::Game(question) => question.answer(attachment),
            Question::Pieces => Ok(pieces::drawings()),
        }
    }
}

/// A JSON object, or the error that stands in its place.
type Answer = Result<Value, Failure>;

/// An answer that is an error.
struct Failure(Value);

impl Failure {
    /// Returns an error without a place.
    fn plain(message: impl ToString) -> Failure {
        Failure(json!({ "error": { "message": message.to_string() } }))
    }

    /// Returns the error of a text, with its byte offset.
    fn at(message: impl ToString, at: usize) -> Failure {
        Failure(json!({ "error": { "message": message.to_string(), "at": at } }))
    }
}
