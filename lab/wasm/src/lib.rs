//! The answers of the browser lab.
//!
//! The page asks with a JSON object and gets a JSON object: `{"ask":"position","fen":"…"}`. The
//! field `ask` names the question; each module answers the questions of one panel. Sets are strings of 16
//! hexadecimal digits, because the numbers of JavaScript have 53 bits. An answer that is an error
//! has the one field `error`, with a `message` and, for text, the byte offset `at`.
//!
//! In a browser the module is called through plain functions (the crate `setwise-lab-module`), so
//! no tool is needed beyond the compiler. The same code answers natively in the command `answers`,
//! which tests compare with the answers of the browser.

mod combine;
mod edit;
mod games;
mod json;
mod lessons;
mod magic;
mod named_sets;
mod perft;
#[cfg(feature = "files")]
mod pieces;
mod position;
mod reading;
mod sets;
mod techniques;

use json::{Value, json};

/// The state between questions: a counter that is reused, and a search that is continued.
#[derive(Default)]
pub struct Lab {
    counter: perft::Counter,
    search: magic::Running,
}

impl Lab {
    /// Answers a question, which may refer to an attached text such as a PGN file.
    pub fn answer(&mut self, question: &str, attachment: &[u8]) -> String {
        let answer = json::parse(question).and_then(|asked| self.value(&asked, attachment));
        answer.unwrap_or_else(|failure| failure.0).to_string()
    }

    fn value(&mut self, asked: &Value, attachment: &[u8]) -> Answer {
        let ask: Option<String> = asked.get("ask")?;
        match ask.as_deref().unwrap_or_default() {
            "position" => position::answer(asked),
            "play" => position::play(asked),
            "chess960" => position::chess960(asked),
            "edit" => edit::answer(asked),
            #[cfg(feature = "files")]
            "set-tree" => Ok(named_sets::tree()),
            "sets" => sets::answer(asked),
            "techniques" => Ok(techniques::list()),
            "lesson" => lessons::sliding(asked),
            "legality" => lessons::legality(asked),
            "pawns" => lessons::pawns(asked),
            "topic" => lessons::topic(asked),
            "exercise" => lessons::exercise(asked),
            "magic-start" => self.search.start(asked),
            "magic-step" => self.search.step(asked),
            "count" => self.counter.answer(asked),
            "games" => games::list(asked, attachment),
            "game" => games::game(asked, attachment),
            #[cfg(feature = "files")]
            "pieces" => Ok(pieces::drawings()),
            other => Err(Failure::plain(format!("there is no question {other:?}"))),
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
        Failure(json!({ "error": json!({ "message": message.to_string() }) }))
    }

    /// Returns the error of a text, with its byte offset.
    fn at(message: impl ToString, at: usize) -> Failure {
        Failure(json!({ "error": json!({ "message": message.to_string(), "at": at }) }))
    }
}
