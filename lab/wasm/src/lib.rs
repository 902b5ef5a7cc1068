//! The answers of the browser lab.
//!
//! The page asks with a JSON object and gets a JSON object: `{"ask":"position","fen":"…"}`. The field
//! `ask` names the question; each module answers those of one panel. Sets are strings of 16 hexadecimal
//! digits, because the numbers of JavaScript have 53 bits. An answer that is an error has the one field
//! `error`, with a `message` and, for text, the byte offset `at`.
//!
//! In a browser the module is called through plain functions (the crate `setwise-lab-module`), so no tool
//! is needed beyond the compiler. The same code answers natively in the command `answers`, which tests compare
//! with the answers of the browser.

mod combine;
mod edit;
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

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

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

    // The derive for an enumeration with a tag would be a fifth of the module's code.
    fn value(&mut self, asked: Value, attachment: &[u8]) -> Answer {
        match asked["ask"].as_str().unwrap_or_default() {
            "position" => read::<position::Question>(asked)?.answer(),
            "play" => read::<position::Play>(asked)?.answer(),
            "chess960" => read::<position::Chess960>(asked)?.answer(),
            "edit" => read::<edit::Question>(asked)?.answer(),
            "set-tree" => Ok(named_sets::tree()),
            "sets" => read::<sets::Question>(asked)?.answer(),
            "techniques" => Ok(techniques::list()),
            "lesson" => read::<lessons::Sliding>(asked)?.answer(),
            "legality" => read::<lessons::Legality>(asked)?.answer(),
            "pawns" => read::<lessons::Pawns>(asked)?.answer(),
            "magic-start" => self.search.start(&read(asked)?),
            "magic-step" => self.search.step(&read(asked)?),
            "count" => self.counter.answer(&read(asked)?),
            "games" => Ok(read::<games::Question>(asked)?.answer(attachment)),
            "game" => read::<games::One>(asked)?.answer(attachment),
            "pieces" => Ok(pieces::drawings()),
            other => Err(Failure::plain(format!("there is no question {other:?}"))),
        }
    }
}

/// Reads the fields of a question.
fn read<T: DeserializeOwned>(asked: Value) -> Result<T, Failure> {
    serde_json::from_value(asked).map_err(Failure::plain)
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
